// The PostgreSQL server under test. Only one made by .ci/postgres.sh can be killed or put on a small disk.
import { spawn, spawnSync } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { chmodSync, chownSync, mkdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import pg from 'pg';
import { onExit } from '../on-exit.ts';
import { temporaryFolder } from '../open.ts';
import { MAIN } from '../stdio-client.ts';
import { dropDatabase } from './drop-database.ts';

const SCRIPT = join(MAIN, '../../.ci/postgres.sh');

/** The user that .ci/postgres.sh runs the database as. */
const NOBODY = 65_534;

export class DatabaseServer {
  readonly address: string;
  readonly #folder: string | undefined;

  constructor(address: string, folder: string | undefined) {
    this.address = address;
    this.#folder = folder;
  }

  /** Why it cannot be killed or filled up; null if it can. */
  get handsOff(): string | null {
    return this.#folder === undefined ? 'it needs --server, a folder that .ci/postgres.sh has made' : null;
  }

  kill(): Promise<void> {
    return this.#script('kill');
  }

  startAgain(): Promise<void> {
    return this.#script('again');
  }

  /** Asynchronous, since the writers and proxies run in this process. */
  async #script(command: string): Promise<void> {
    const script = spawn('bash', [SCRIPT, command, this.#folder ?? ''], { stdio: 'ignore' });
    const status = await new Promise((resolve) => script.once('exit', resolve));
    if (status !== 0) throw new Error(`postgres.sh ${command} ended with ${status}`);
  }

  /** The address of another database on this server. */
  #named(name: string, user?: string): string {
    const url = new URL(this.address);
    url.pathname = `/${name}`;
    if (user !== undefined) url.username = user;
    return url.href;
  }

  /** A session of the runner's own. */
  async session(address = this.address): Promise<pg.Client> {
    const client = new pg.Client({ connectionString: address });
    client.on('error', () => {});
    await client.connect();
    return client;
  }

  async #asked(address: string, ...statements: string[]): Promise<void> {
    const client = await this.session(address);
    try {
      for (const statement of statements) await client.query(statement);
    } finally {
      await client.end();
    }
  }

  /** Makes an empty database for the duration of the work. */
  async inEmptyDatabase(work: (address: string) => Promise<void>, tablespace?: string): Promise<void> {
    const name = `torn_${randomUUID().replaceAll('-', '')}`;
    const on = tablespace === undefined ? '' : ` TABLESPACE ${tablespace}`;
    const maker = tablespace === undefined ? this.address : this.#named('postgres', 'postgres');
    await this.#asked(maker, `CREATE DATABASE ${name} OWNER ${new URL(this.address).username}${on}`);
    try {
      await work(this.#named(name));
    } finally {
      await dropDatabase((statement) => this.#asked(maker, statement), name);
    }
  }

  /** Makes an empty database on a small disk of its own. Returns why it could not: mounting needs root. */
  async onSmallDisk(size: string, work: (address: string, disk: string) => Promise<void>): Promise<string | null> {
    const disk = temporaryFolder();
    const mounted = spawnSync('mount', ['-t', 'tmpfs', '-o', `size=${size}`, 'tmpfs', disk], { encoding: 'utf8' });
    const unmount = () => {
      if (mounted.status === 0) spawnSync('umount', ['--lazy', disk]);
      rmSync(disk, { recursive: true, force: true });
    };
    const callOff = onExit(unmount);
    try {
      if (mounted.status !== 0) return (mounted.stderr ?? 'there is no mount').trim();
      chmodSync(disk, 0o777);
      const admin = this.#named('postgres', 'postgres');
      const place = join(disk, 'space');
      mkdirSync(place, { mode: 0o700 });
      chownSync(place, NOBODY, NOBODY);
      const space = `small_${randomUUID().replaceAll('-', '')}`;
      await this.#asked(admin, `CREATE TABLESPACE ${space} LOCATION '${place}'`);
      try {
        await this.inEmptyDatabase((address) => work(address, disk), space);
      } finally {
        // Without the checkpoint, recovery from a later crash would look for the directory.
        await this.#asked(admin, `DROP TABLESPACE ${space}`, 'CHECKPOINT');
      }
      return null;
    } finally {
      unmount();
      callOff();
    }
  }
}
