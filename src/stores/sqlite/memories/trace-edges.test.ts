import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { Random } from '../../../../test/random.ts';
import { byId, type Trace } from '../../../engine/memories/trace.ts';
import type { Memory } from '../../../engine/model.ts';
import { memory, NOW, now } from '../../suites/store-fixture.ts';
import { eraseFromCopy } from '../backup/erase.ts';
import { Database } from '../file/database.ts';
import { migrations } from '../migrations/index.ts';
import { openSqliteStore } from '../store.ts';

/** The last schema in which triggers made the edges. */
const BY_TRIGGERS = 14;
const EDGES = 'SELECT type, from_row, to_row FROM trace_edges ORDER BY 1, 2, 3';
const CLAIMED = `SELECT DISTINCT c.type, f.memory_row AS from_row, t.memory_row AS to_row FROM trace_claims c
  JOIN trace_names f ON f.key = c.from_key AND f.label = c.from_label AND f.space = c.from_space
  JOIN trace_names t ON t.key = c.to_key AND t.label = c.to_label AND t.space = c.to_space
  WHERE f.memory_row <> t.memory_row ORDER BY 1, 2, 3`;

let folder: string;
let path: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'remanence-edges-'));
  path = join(folder, 'test.db');
});
afterEach(() => rmSync(folder, { recursive: true }));

/** Three memories, a, b and c, of which a claims edges to both others. */
function writeOldFile(): void {
  const database = new Database(path, { migrations: migrations.slice(0, BY_TRIGGERS) });
  database.run('INSERT INTO scopes (id, space_id) VALUES (1, 1)');
  for (const [i, id] of ['a', 'b', 'c'].entries()) {
    database.run(
      `INSERT INTO memories (row, id, scope_id, content, kind, importance, metadata, event_time, ingestion_time, updated_at, valid_from, revision)
       VALUES (?1, ?2, 1, 'text', 'semantic', 5, '{}', ?3, ?3, ?3, ?3, 1)`,
      i + 1,
      id,
      NOW,
    );
    database.run("INSERT INTO trace_names (memory_row, label, key, space) VALUES (?, 'Memory', ?, '')", i + 1, id);
  }
  for (const to of ['b', 'c']) {
    database.run(
      `INSERT INTO trace_claims (owner_row, type, declared, from_label, from_key, from_space, to_label, to_key, to_space, created_at)
       VALUES (1, 'USES', 0, 'Memory', 'a', '', 'Memory', ?, '', ?)`,
      to,
      NOW,
    );
  }
  database.close();
}

it('edges of an older file survive the upgrade, and are deleted with their ends', async () => {
  writeOldFile();
  const store = await openSqliteStore(path);
  expect(await store.trace.edges([1], 'both', now)).toMatchObject([{ to: 2 }, { to: 3 }]);
  await store.forgetting.remove('b', {});
  expect(await store.trace.edges([1], 'both', now)).toMatchObject([{ to: 3 }]);
  await store.close();
});

it('a copy with an older schema loses only the edges of an erased memory', async () => {
  writeOldFile();
  await eraseFromCopy(path, [{ id: 'b', texts: ['text'], words: [], by: { who: 'local' } }]);
  const copy = new Database(path, { migrations: migrations.slice(0, BY_TRIGGERS) });
  expect(copy.all(EDGES)).toEqual([{ type: 'USES', from_row: 1, to_row: 3 }]);
  copy.close();
});

it('edges always follow from names and claims, whatever was written, changed or removed', async () => {
  const random = new Random(18);
  const pick = (n: number) => Math.floor(random.next() * n);
  const named = () => ({ label: 'Component', key: `name ${pick(8)}`, space: 'ours' }) as const;
  const traceFor = (id: string): Trace => ({
    names: [byId(id), ...(pick(2) === 0 ? [named()] : [])],
    claims: Array.from({ length: pick(4) }, () => ({ type: `EDGE_${pick(2)}`, from: byId(id), to: named() })),
  });
  const store = await openSqliteStore(path);
  let known: Memory[] = [];
  for (let i = 0; i < 120; i++) {
    const chosen = known[pick(known.length || 1)];
    const deed = pick(9);
    if (!chosen || deed < 4) {
      const fresh = memory(`text ${i}`);
      const relations = chosen ? [{ type: 'BY_HAND', from: byId(fresh.id), to: byId(chosen.id) }] : [];
      known.push(...(await store.memories.add([{ ...fresh, trace: traceFor(fresh.id), relations }])));
    } else if (deed === 4) {
      await store.forgetting.remove(chosen.id, {});
      known = known.filter(({ id }) => id !== chosen.id);
    } else {
      const change = { content: `changed ${i}`, trace: traceFor(chosen.id), updatedAt: NOW + i };
      const changed = await store.memories.change(chosen.id, chosen.revision, change);
      known = known.map((each) => (each.id === chosen.id && changed ? changed : each));
    }
  }
  await store.close();
  const database = new Database(path);
  expect(database.all(EDGES).length).toBeGreaterThan(10);
  expect(database.all(EDGES)).toEqual(database.all(CLAIMED));
  database.close();
});
