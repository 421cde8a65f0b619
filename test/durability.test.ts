// Several processes on one folder, and processes that die.
import { existsSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from '@photostructure/sqlite';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { OWNER, openFolder, temporaryFolder } from './open.ts';
import { StdioClient } from './stdio-client.ts';

let folder: string;
beforeEach(() => {
  folder = temporaryFolder();
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

const start = async () => {
  const client = new StdioClient(['--data-dir', folder]);
  await client.initialize();
  return client;
};
const inspect = <T>(work: (database: InstanceType<typeof DatabaseSync>) => T): T => {
  const database = new DatabaseSync(join(folder, 'remanence.db'));
  try {
    return work(database);
  } finally {
    database.close();
  }
};

/** Writes of each of the three; CI makes more. */
const WRITES = Number(process.env.DURABLE_WRITES ?? 150);
/** `npm run torture` kills more often, and in every operation. */
const KILLS = 5;

describe('three writers on one folder', () => {
  it('write without lock errors, and each finds what the others wrote', { timeout: 240_000 }, async () => {
    const servers = await Promise.all([start(), start()]);
    const third = await openFolder(folder);
    const errors: string[] = [];
    const writeByServer = async (server: StdioClient, name: string, count: number) => {
      for (let i = 0; i < count; i++) {
        // Few distinct texts, so that the model's cache answers and the writes are what is tested.
        const { error } = await server.call('store_memory', { content: `note of ${name}`, metadata: { i } });
        if (error) errors.push(error);
      }
    };
    const writeByEngine = async (count: number) => {
      for (let i = 0; i < count; i++) {
        await third.memories
          .store(OWNER, { content: 'note of the third', metadata: { i } })
          .catch((error) => errors.push(String(error)));
      }
    };
    await Promise.all([
      writeByServer(servers[0], 'the first', WRITES),
      writeByServer(servers[1], 'the second', WRITES),
      writeByEngine(WRITES),
    ]);
    await servers[0].call('store_memory', { content: 'The lighthouse keeper of Utö writes first.' });
    await servers[1].call('store_memory', { content: 'A herring smokehouse opened in Kökar.' });
    await third.memories.store(OWNER, { content: 'Seventeen swans wintered near Jurmo.' });

    expect(errors).toEqual([]);
    const questions = ['who tends the beacon', 'where is fish preserved', 'birds in the cold season'];
    const answers = ['lighthouse', 'herring', 'swans'];
    for (const server of servers) {
      expect((await server.call('list_memories', { limit: 1 })).value.total).toBe(3 * WRITES + 3);
      for (const [i, query] of questions.entries()) {
        expect(JSON.stringify((await server.call('search', { query, limit: 3 })).value)).toContain(answers[i]);
      }
    }
    for (const [i, query] of questions.entries()) {
      expect(JSON.stringify(await third.retrieval.byMeaning(OWNER, query, 3))).toContain(answers[i]);
    }
    expect(await third.check()).toEqual([]);
    await third.close();
    for (const server of servers) expect(await server.close()).toBe(0);
  });
});

describe('kill -9', () => {
  it('at random moments during writes loses nothing that was acknowledged', async () => {
    const acknowledged: { id: string; content: string }[] = [];
    for (let round = 0; round < KILLS; round++) {
      const server = await start();
      let alive = true;
      const writing = (async () => {
        for (let i = 0; alive; i++) {
          const content = `Round ${round}, note ${i}: \`worker_${round}\` belongs to Team Alpha.`;
          const { value } = await server.call('store_memory', { content });
          acknowledged.push({ id: String(value.id), content });
        }
      })().catch(() => {});
      const before = acknowledged.length;
      await expect.poll(() => acknowledged.length, { interval: 5 }).toBeGreaterThan(before);
      await new Promise((resolve) => setTimeout(resolve, Math.random() * 300));
      alive = false;
      await server.kill('SIGKILL');
      await writing;
    }
    expect(acknowledged.length).toBeGreaterThanOrEqual(KILLS);
    const whole = inspect((database) => {
      expect(database.prepare('PRAGMA integrity_check').all()).toEqual([{ integrity_check: 'ok' }]);
      expect(database.prepare('PRAGMA foreign_key_check').all()).toEqual([]);
      const find = database.prepare(
        `SELECT m.content, p.vector IS NOT NULL AS embedded, t.terms IS NOT NULL AS indexed,
           (SELECT count(*) FROM mentions l WHERE l.memory_row = m.row) AS mentions
         FROM memories m JOIN passages p ON p.memory_row = m.row JOIN passage_text t ON t.rowid = p.id WHERE m.id = ?`,
      );
      return acknowledged.map(({ id, content }) => ({ content, found: find.get(id) }));
    });
    for (const { content, found } of whole)
      expect(found).toMatchObject({ content, embedded: 1, indexed: 1, mentions: 3 });
  });
});

describe('a deleted memory', () => {
  it('leaves nothing in any table, index or byte of the file except its id in the audit trail', async () => {
    const server = await start();
    const secretive = 'Quetzalcoatl visits Xochimilco with `zzyzx_handler` on OPS-99172.';
    const { value } = await server.call('store_memory', { content: secretive, metadata: { note: 'plughxyzzy' } });
    await server.call('store_memory', { content: 'Something harmless stays.' });
    await server.call('invalidate', { id: value.id, reason: 'grueeaten' });
    expect((await server.call('delete_memory', { id: value.id })).value).toEqual({ deleted: true });
    const traces = ['quetzalcoatl', 'xochimilco', 'zzyzx', '99172', 'plughxyzzy', 'grueeaten'];
    const files = () =>
      ['', '-wal'].map((end) => join(folder, `remanence.db${end}`)).filter((file) => existsSync(file));
    const bytes = () =>
      files()
        .map((file) => readFileSync(file).toString('latin1').toLowerCase())
        .join('');
    // At once while the server runs, and again after everything was rewritten.
    for (const trace of traces) expect(bytes()).not.toContain(trace);
    await server.close();

    inspect((database) => {
      database.exec('VACUUM');
      database.exec('PRAGMA wal_checkpoint(TRUNCATE)');
      // The word indexes cannot be read, but their underlying tables can.
      const readable = "type = 'table' AND name NOT IN ('passage_words', 'chunk_words')";
      for (const { name } of database.prepare(`SELECT name FROM sqlite_master WHERE ${readable}`).all()) {
        const rows = JSON.stringify(database.prepare(`SELECT * FROM "${name}"`).all(), (_, value) =>
          value instanceof Uint8Array ? Buffer.from(value).toString('latin1') : value,
        );
        expect(rows.toLowerCase(), String(name)).not.toMatch(
          /quetzalcoatl|xochimilco|zzyzx|99172|plughxyzzy|grueeaten/,
        );
        if (name !== 'audit') expect(rows, String(name)).not.toContain(String(value.id));
      }
    });
    for (const trace of traces) expect(bytes()).not.toContain(trace);
    expect(bytes()).toContain('something harmless stays');
  });
});
