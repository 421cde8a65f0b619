// A separate process that takes a database's write lock and keeps it.
import { spawn } from 'node:child_process';
import { once } from 'node:events';

const SCRIPT = `
  import { DatabaseSync } from '@photostructure/sqlite';
  const database = new DatabaseSync(process.argv[1]);
  // The server may be writing when it starts.
  database.exec('PRAGMA busy_timeout = 30000');
  database.exec('BEGIN IMMEDIATE');
  process.stdout.write('held');
  process.stdin.on('data', () => { database.exec('COMMIT'); database.close(); process.exit(); });
`;

export interface LockHolder {
  readonly pid: number;
  /** It neither continues nor ends, like a suspended process. */
  stop(): void;
  resume(): void;
  release(): Promise<void>;
  kill(): Promise<void>;
}

export async function holdLock(path: string): Promise<LockHolder> {
  const child = spawn(process.execPath, ['--input-type=module', '--eval', SCRIPT, path], {
    stdio: ['pipe', 'pipe', 'inherit'],
  });
  const exited = once(child, 'exit');
  await Promise.race([
    once(child.stdout, 'data'),
    exited.then(() => Promise.reject(new Error('the lock was not taken'))),
  ]);
  return {
    pid: child.pid ?? 0,
    stop: () => child.kill('SIGSTOP'),
    resume: () => child.kill('SIGCONT'),
    release: async () => {
      child.stdin.write('\n');
      await exited;
    },
    kill: async () => {
      child.kill('SIGKILL');
      await exited;
    },
  };
}
