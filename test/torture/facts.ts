// The content of a store, as facts with a name and a value: `memory m17` is a text, `user ada` is a role.
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { DatabaseSyncInstance } from '@photostructure/sqlite';
import { look } from './look.ts';
import type { Place } from './place.ts';

export type Facts = ReadonlyMap<string, string>;

export interface Observed {
  readonly facts: Facts;
  /** Ids of memories and entities, by the name of the fact. */
  readonly ids: ReadonlyMap<string, string>;
  /** A server that ever had a token requires one over HTTP. */
  readonly isGuarded: boolean;
}

/** The first word of a memory's text is its name. */
export const factOf = (text: string): string => `memory ${text.split(' ', 1)[0]}`;

export function observe(place: Place): Observed {
  const facts = new Map<string, string>();
  const ids = new Map<string, string>();
  let isGuarded = false;
  const cubeFiles = existsSync(place.database)
    ? look(place.database, (database) => {
        readMemories(database, facts, ids);
        readGraph(database, facts, ids);
        for (const [sql, fact] of READINGS) for (const row of database.prepare(sql).all()) note(facts, ...fact(row));
        isGuarded = database.prepare('SELECT 1 FROM tokens LIMIT 1').get() !== undefined;
        return database.prepare('SELECT path FROM cubes WHERE path IS NOT NULL').all();
      })
    : [];
  for (const { path } of cubeFiles) {
    if (existsSync(String(path))) look(String(path), (database) => readMemories(database, facts, ids));
  }
  for (const [name, value] of factsOfFiles(place)) facts.set(name, value);
  return { facts, ids, isGuarded };
}

/** The suffix of a fact that occurs twice. */
export const TWICE = ' (twice)';

/** Counts a fact that occurs twice, such as a memory stored twice. */
function note(facts: Map<string, string>, name: string, value: string): void {
  const known = facts.get(name);
  facts.set(name, known === undefined ? value : `${value}${TWICE}`);
}

function readMemories(database: DatabaseSyncInstance, facts: Map<string, string>, ids: Map<string, string>): void {
  for (const row of database.prepare('SELECT id, content, valid_until FROM memories').all()) {
    const fact = factOf(String(row.content));
    note(facts, fact, String(row.content));
    ids.set(fact, String(row.id));
    if (row.valid_until !== null) facts.set(fact.replace('memory', 'ended'), 'yes');
  }
}

function readGraph(database: DatabaseSyncInstance, facts: Map<string, string>, ids: Map<string, string>): void {
  for (const { name, id, type } of database.prepare('SELECT name, id, type FROM entities WHERE declared = 1').all()) {
    facts.set(`entity ${name}`, String(type));
    ids.set(`entity ${name}`, String(id));
  }
}

type Row = Record<string, unknown>;

const READINGS: readonly (readonly [string, (row: Row) => readonly [string, string]])[] = [
  [
    `SELECT f.name AS source, r.type, t.name AS target FROM relations r
     JOIN entities f ON f.row = r.from_row JOIN entities t ON t.row = r.to_row`,
    ({ source, type, target }) => [`relation ${source} ${type} ${target}`, 'yes'],
  ],
  [
    `SELECT e.name, o.text FROM observations o JOIN entities e ON e.row = o.entity_row`,
    ({ name, text }) => [`observation ${name}: ${text}`, 'yes'],
  ],
  // A project without visible files does not count.
  [
    `SELECT p.root, count(*) AS files FROM projects p JOIN files f ON f.project_id = p.id
     WHERE p.generation >= 0 AND f.state = 1 GROUP BY p.id`,
    ({ root, files }) => [`project ${root}`, `${files} files`],
  ],
  ['SELECT id, path FROM cubes', ({ id, path }) => [`cube ${id}`, path === null ? 'in the store' : 'in a file']],
  [
    'SELECT id, role, active FROM users',
    ({ id, role, active }) => [`user ${id}`, `${role}${active === 1 ? '' : ', disabled'}`],
  ],
  ['SELECT cube, user FROM cube_shares', ({ cube, user }) => [`share ${cube} ${user}`, 'yes']],
  [
    'SELECT user, count(*) AS live FROM tokens WHERE revoked_at IS NULL GROUP BY user',
    ({ user, live }) => [`tokens ${user}`, `${live}`],
  ],
  // Not the answers: those are deleted with the memories they quote.
  ["SELECT session FROM chat_messages WHERE role = 'user'", ({ session }) => [`chat ${session}`, 'asked']],
];

/** Exports and backups: each is complete, or says what it lacks. */
function factsOfFiles({ exports, backups }: Place): [string, string][] {
  const named = (folder: string, ending: string) =>
    readdirSync(folder).filter((name) => name.endsWith(ending) && !name.startsWith('.'));
  return [
    ...named(exports, '.jsonl').map((name): [string, string] => [`export ${name}`, stateOfExport(join(exports, name))]),
    ...named(backups, '.db').map((name): [string, string] => [`backup ${name}`, stateOfBackup(join(backups, name))]),
  ];
}

function stateOfExport(file: string): string {
  const lines = readFileSync(file, 'utf8').split('\n');
  if (lines.pop() !== '') return 'cut off in the middle of a line';
  try {
    for (const line of lines) JSON.parse(line);
    return lines.length > 0 ? 'whole' : 'empty';
  } catch {
    return 'with a line that is no JSON';
  }
}

function stateOfBackup(file: string): string {
  try {
    return look(file, (database) => {
      const [first] = database.prepare('PRAGMA integrity_check(1)').all();
      return first?.integrity_check === 'ok' && database.prepare('SELECT 1 FROM memories LIMIT 1').get()
        ? 'whole'
        : 'damaged';
    });
  } catch (error) {
    return `unreadable: ${error}`;
  }
}
