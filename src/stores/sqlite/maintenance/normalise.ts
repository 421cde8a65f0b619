import * as z from 'zod';
import type { ScopeFilter } from '../../../engine/access/actor.ts';
import { looksAt } from '../../../engine/maintenance/normalise/merge.ts';
import type {
  Merge,
  Merged,
  Normalised,
  NormalisePlan,
  NormaliseStore,
  Refreshed,
  Twins,
} from '../../../engine/maintenance/ports.ts';
import { mentionsOf } from '../../../engine/memories/derived.ts';
import type { Memory } from '../../../engine/model.ts';
import { RemanenceError } from '../../../errors.ts';
import { fullPage } from '../../rows/pages.ts';
import type { Database } from '../file/database.ts';
import { eraseEach, purge } from '../memories/erasing.ts';
import { validAt } from '../memories/filter.ts';
import { MEMORY_COLUMNS, readMemories } from '../memories/memory-row.ts';
import { countOrphans, removeOrphans } from '../memories/orphans.ts';
import { scopeClause } from '../memories/scopes.ts';
import { type Writing, writingOn } from '../memories/writing.ts';
import type { VectorIndex } from '../retrieval/vectors.ts';
import { findTwins } from './twins.ts';

const LooksRow = z.object({ accesses: z.number(), accessed_at: z.number().nullable() });

/** Tables that may hold dangling references. */
const CHECKED = [
  'memories',
  'passages',
  'entities',
  'mentions',
  'relations',
  'code_links',
  'memory_changes',
  'trace_names',
  'trace_claims',
  'deleted_memories',
  'observations',
  'entity_vectors',
];

export class SqliteNormalise implements NormaliseStore {
  readonly #on: Writing;
  readonly #vectors: VectorIndex;

  constructor(on: Writing, vectors: VectorIndex) {
    this.#on = on;
    this.#vectors = vectors;
  }

  async valid(within: ScopeFilter, at: number, after: number, limit: number): Promise<Memory[]> {
    const { database, scopes } = this.#on;
    const scope = scopeClause(scopes.within(within), 'm.scope_id');
    const sql = `SELECT ${MEMORY_COLUMNS} FROM memories m WHERE m.row > ? AND ${validAt('m')}${scope.sql} ORDER BY m.row LIMIT ?`;
    return fullPage(
      { after, limit },
      (last) => database.all(sql, last ?? 0, at, at, ...scope.values, limit),
      ({ row }) => Number(row),
      (rows) => readMemories(rows, scopes),
    );
  }

  async twins(rows: readonly number[], among: ReadonlySet<number>, similarity: number): Promise<Twins[]> {
    const { database } = this.#on;
    return database.snapshot(() => findTwins(database, this.#vectors, rows, among, similarity));
  }

  async orphans(within: ScopeFilter): Promise<number> {
    return countOrphans(this.#on.database, this.#on.scopes, within);
  }

  async unembedded(within: ScopeFilter, limit: number): Promise<Memory[]> {
    const { database, scopes, passages } = this.#on;
    const scope = scopeClause(scopes.within(within), 'm.scope_id');
    const rows = database.all(
      `SELECT ${MEMORY_COLUMNS} FROM memories m WHERE (NOT EXISTS (SELECT 1 FROM passages p WHERE p.memory_row = m.row)
         OR EXISTS (SELECT 1 FROM passages p WHERE p.memory_row = m.row AND ifnull(length(p.vector), 0) <> ?))${scope.sql}
       ORDER BY m.row LIMIT ?`,
      passages.dimensions() * Float32Array.BYTES_PER_ELEMENT,
      ...scope.values,
      limit,
    );
    return readMemories(rows, scopes);
  }

  async expired(within: ScopeFilter, before: number): Promise<string[]> {
    const { database, scopes } = this.#on;
    const scope = scopeClause(scopes.within(within), 'scope_id');
    const sql = `SELECT id FROM deleted_memories WHERE deleted_at < ?${scope.sql}`;
    return database.all(sql, before, ...scope.values).map(({ id }) => String(id));
  }

  async apply(plan: NormalisePlan, reached: (phase: 'check' | 'swap') => void): Promise<Normalised> {
    const { database } = this.#on;
    const done = await database.changeInSlices((apart) => applied(writingOn(apart), plan, reached));
    await database.flushLog();
    return done;
  }
}

function* applied(
  on: Writing,
  { within, at, merges, orphans, refreshed, expiry }: NormalisePlan,
  reached: (phase: 'check' | 'swap') => void,
): Generator<undefined, Normalised> {
  const before = countMemories(on.database);
  const merged = yield* merge(on, merges, at);
  const gone = merged.reduce((sum, { from }) => sum + from.length, 0);
  const removed = orphans ? yield* removeOrphans(on.database, on.scopes, within) : 0;
  const embedded = yield* refresh(on, refreshed);
  const purged = yield* purge(on, within, expiry);
  yield;
  reached('check');
  if (countMemories(on.database) !== before - gone) throw unsound(['memories are missing']);
  yield* check(on.database);
  reached('swap');
  return { merged, orphans: removed, refreshed: embedded, purged };
}

const countMemories = (database: Database): number => Number(database.get('SELECT count(*) AS n FROM memories')?.n);

function* merge(on: Writing, merges: readonly Merge[], at: number): Generator<undefined, Merged[]> {
  const done: Merge[] = [];
  const known = new Map<number, string[]>();
  for (const each of merges) {
    if ([each.before, ...each.gone].every((memory) => isUnchanged(on.database, memory))) {
      mergeOne(on, each, at);
      known.set(
        each.before.row,
        each.gone.flatMap(({ row, id }) => [id, ...on.trace.idsOf(row)]),
      );
      done.push(each);
    }
    yield;
  }
  yield* eraseEach(
    on,
    done.flatMap((each) => each.gone),
  );
  // Only after the erase, which also removes the old entries for these ids.
  for (const [row, ids] of known) on.trace.answerTo(row, ids);
  return done.map(({ before, gone }) => ({ into: before.id, from: gone.map(({ id }) => id) }));
}

const isUnchanged = (database: Database, { row, revision }: Pick<Memory, 'row' | 'revision'>): boolean =>
  database.get('SELECT 1 FROM memories WHERE row = ? AND revision = ?', row, revision) !== undefined;

function mergeOne(on: Writing, { before, after, gone, ...parts }: Merge, at: number): void {
  const { database, memories, trace } = on;
  // Looking at a memory is no change of it, so the counts may have moved on.
  const rows = JSON.stringify([before, ...gone].map(({ row }) => row));
  const looked = database
    .all('SELECT accesses, accessed_at FROM memories WHERE row IN (SELECT value FROM json_each(?))', rows)
    .map((row) => LooksRow.parse(row))
    .map(({ accesses, accessed_at: accessedAt }) => ({ accesses, accessedAt }));
  memories.rewrite(before, { ...after, ...looksAt(looked) }, { ...parts, at });
  for (const other of gone) {
    trace.move(other, before);
    for (const entity of toldEntities(on, other)) on.mentions.linkTold(before.row, entity);
    for (const table of ['code_links', 'observations', 'relations'])
      database.run(`UPDATE OR IGNORE ${table} SET memory_row = ? WHERE memory_row = ?`, before.row, other.row);
    database.run('UPDATE memories SET superseded_by = ? WHERE superseded_by = ?', before.id, other.id);
  }
}

/** The entities that a memory is linked to by hand, or tells of. */
const toldEntities = ({ database, mentions }: Writing, memory: Memory): number[] => [
  ...mentions.told(memory.row, mentionsOf(memory)),
  ...database
    .all('SELECT entity_row FROM observations WHERE memory_row = ?', memory.row)
    .map((row) => Number(row.entity_row)),
];

function* refresh(
  { database, revisions, passages }: Writing,
  refreshed: readonly Refreshed[],
): Generator<undefined, number> {
  let count = 0;
  for (const { row, revision, embedded } of refreshed) {
    if (isUnchanged(database, { row, revision })) {
      database.run('UPDATE memories SET revision = ? WHERE row = ?', revisions.next(), row);
      passages.remove([row]);
      passages.insert(row, embedded);
      count++;
    }
    yield;
  }
  return count;
}

/** Checks table by table, so that answers are not delayed for long. */
function* check(database: Database): Generator<undefined, void> {
  for (const table of CHECKED) {
    const dangling = database.all(`PRAGMA foreign_key_check(${table})`).length;
    if (dangling > 0) throw unsound([`${dangling} rows of ${table} have dangling references`]);
    yield;
    const broken = database.all(`PRAGMA quick_check(${table})`).map((row) => String(row.quick_check));
    if (broken.some((line) => line !== 'ok')) throw unsound(broken);
    yield;
  }
  const counts = database.get(
    'SELECT (SELECT count(*) FROM passages) AS passages, (SELECT count(*) FROM passage_text_docsize) AS texts',
  );
  if (counts?.passages !== counts?.texts) throw unsound(['the text index and the passages do not match']);
}

const unsound = (problems: readonly string[]): RemanenceError =>
  new RemanenceError(
    'storage',
    `The result would be inconsistent, so nothing was changed: ${problems.slice(0, 5).join('; ')}.`,
    {
      hint: 'Run `remanence doctor`.',
    },
  );
