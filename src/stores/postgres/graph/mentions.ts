// Links between memories and the entities they mention. Call what writes inside a change, with the space locked.
import { newId } from '../../../engine/ids.ts';
import { MAX_LINKED_OLDER } from '../../../engine/memories/derived.ts';
import type { Derived } from '../../../engine/memories/ports.ts';
import { namesKey } from '../../../engine/text/names.ts';
import { terms } from '../../../engine/text/terms.ts';
import type { Row } from '../../rows/row.ts';
import type { Queryable } from '../server/database.ts';
import { prepared, raw, sql } from '../server/sql.ts';

/** A memory with the names in it. */
export interface Naming {
  readonly row: number;
  readonly space: number;
  readonly names: Pick<Derived, 'mentions' | 'phrases'>;
  readonly at: number;
}

export async function insertMentions(on: Queryable, memories: readonly Naming[]): Promise<void> {
  const mentions = memories.flatMap(({ row, space, names, at }) =>
    names.mentions.map((mention) => ({
      ...mention,
      memory: row,
      space,
      at,
      place: JSON.stringify([mention.key, space]),
    })),
  );
  const counting = mentions.length > 0 ? countMentions(on, mentions) : [];
  const [older, known] = await Promise.all([counting, knownSubjects(on, memories)]);
  await linkLate(on, [...older, ...known]);
}

/** A link to be added unless it is there. */
interface Link {
  readonly memory: number;
  readonly entity: number;
}

type PlacedMention = Derived['mentions'][number] & { memory: number; space: number; at: number; place: string };

/** Creates new entities and links them to these memories. Returns links to older memories that had named a new subject. */
async function countMentions(on: Queryable, mentions: readonly PlacedMention[]): Promise<Link[]> {
  const entities = new Map<string, PlacedMention & { mentions: number; subjects: number }>();
  for (const mention of mentions) {
    const known = entities.get(mention.place) ?? { ...mention, mentions: 0, subjects: 0 };
    known.mentions += 1;
    known.subjects += Number(mention.subject);
    entities.set(mention.place, known);
  }
  // In the order of their keys, so that concurrent writers wait for each other and do not deadlock.
  const sorted = [...entities.values()].sort((a, b) => (a.place < b.place ? -1 : 1));
  const inserting = sql`INSERT INTO entities (tenant_id, id, scope_id, key, name, type, declared, mentions, subjects, created_at)
    SELECT ${on.tenant}, e.id, e.scope, e.key, e.name, e.type, 0, e.mentions, e.subjects, e.at
    FROM unnest(${sorted.map(({ at }) => newId(at))}::text[], ${sorted.map(({ space }) => space)}::bigint[],
      ${sorted.map(({ key }) => key)}::text[], ${sorted.map(({ name }) => name)}::text[], ${sorted.map(({ type }) => type)}::text[],
      ${sorted.map(({ mentions }) => mentions)}::bigint[], ${sorted.map(({ subjects }) => subjects)}::bigint[],
      ${sorted.map(({ at }) => at)}::bigint[]) e(id, scope, key, name, type, mentions, subjects, at)
    ON CONFLICT (tenant_id, key, scope_id) DO UPDATE SET mentions = entities.mentions + excluded.mentions,
      subjects = entities.subjects + excluded.subjects RETURNING row, key, scope_id, subjects`;
  const counted = await on.all(prepared(inserting));
  const rows = new Map(
    counted.map(({ row, key, scope_id, subjects }) => [
      JSON.stringify([String(key), Number(scope_id)]),
      { row: Number(row), subjects: Number(subjects) },
    ]),
  );
  const links = mentions.map((mention) => ({ ...mention, entity: rows.get(mention.place)?.row ?? 0 }));
  const linking = sql`INSERT INTO mentions (tenant_id, memory_row, entity_row, subject)
    SELECT ${on.tenant}, l.* FROM unnest(${links.map(({ memory }) => memory)}::bigint[], ${links.map(({ entity }) => entity)}::bigint[],
      ${links.map(({ subject }) => Number(subject))}::smallint[]) l`;
  const first = sorted.flatMap(({ place, key, space, subjects }) => {
    const known = rows.get(place);
    if (!known || subjects === 0 || known.subjects !== subjects) return [];
    const memory = links.find((link) => link.place === place && link.subject)?.memory ?? null;
    return [{ memory, entity: known.row, key, space }];
  });
  const [, older] = await Promise.all([on.run(prepared(linking)), olderLinks(on, first)]);
  return older;
}

/** Subjects of other memories that are mentioned here, even if not written like a name. */
async function knownSubjects(on: Queryable, memories: readonly Naming[]): Promise<Link[]> {
  const phrases = memories.flatMap(({ row, space, names }) => names.phrases.map((key) => ({ row, space, key })));
  if (phrases.length === 0) return [];
  const subjects = sql`SELECT DISTINCT p.memory, e.row FROM unnest(${phrases.map(({ row }) => row)}::bigint[],
      ${phrases.map(({ space }) => space)}::bigint[], ${phrases.map(({ key }) => key)}::text[]) p(memory, space, key)
    JOIN entities e ON e.tenant_id = ${on.tenant} AND e.key = p.key AND e.scope_id = p.space
    WHERE e.subjects > 0 OR e.declared = 1`;
  const found = await on.all(prepared(subjects));
  return found.map(({ memory, row }) => ({ memory: Number(memory), entity: Number(row) }));
}

/** A new subject in its space, and the memory about it; null if somebody created it by hand. */
interface Subject {
  readonly memory: number | null;
  readonly entity: number;
  readonly key: string;
  readonly space: number;
}

/** Links new subjects to the older memories that had already named them. */
export async function linkOlder(on: Queryable, subjects: readonly Subject[]): Promise<void> {
  await linkLate(on, await olderLinks(on, subjects));
}

/** The most words used to look for a name; the text of each result decides. */
const MOST_WORDS = 4;
/** How far each word is counted to find the rarest. */
const COUNTED = 5000;

async function olderLinks(on: Queryable, subjects: readonly Subject[]): Promise<Link[]> {
  const [named, signs] = [subjects.filter(isInWords), subjects.filter((subject) => !isInWords(subject))];
  const found = await Promise.all([holdingWords(on, named), ...signs.map((subject) => holdingSigns(on, subject))]);
  return found.flat();
}

const isInWords = ({ key }: Subject): boolean => terms(key).length > 0;

/** The index holds words only: a name without any is looked for in the texts. */
async function holdingSigns(on: Queryable, { memory, entity, key, space }: Subject): Promise<Link[]> {
  const rows = await on.all(sql`SELECT m.row, m.content FROM memories m WHERE m.tenant_id = ${on.tenant}
    AND m.scope_id IN (SELECT s.id FROM scopes s WHERE s.tenant_id = ${on.tenant} AND s.space_id = ${space})
    AND m.row IS DISTINCT FROM ${memory}::bigint AND strpos(m.content, ${key}) > 0 LIMIT ${MAX_LINKED_OLDER + 1}`);
  return linksTo(entity, key, rows);
}

/** None to a name that is everywhere. */
const linksTo = (entity: number, key: string, rows: readonly Row[]): Link[] =>
  rows.length > MAX_LINKED_OLDER
    ? []
    : rows.filter(({ content }) => namesKey(String(content), key)).map(({ row }) => ({ memory: Number(row), entity }));

/** In one statement for all subjects: reads the passages with the rarest word of each name. */
async function holdingWords(on: Queryable, subjects: readonly Subject[]): Promise<Link[]> {
  const words = subjects.flatMap(({ key, space }, subject) =>
    [...new Set(terms(key))].slice(0, MOST_WORDS).map((term) => ({ subject, term, space })),
  );
  if (words.length === 0) return [];
  const phrases = subjects.map(({ key }) => ` ${terms(key).join(' ')} `);
  const holding = (word: string) => sql`w.tenant_id = ${on.tenant} AND w.term = ${raw(word)}.term
    AND w.scope_id = ANY (ARRAY(SELECT s.id FROM scopes s WHERE s.tenant_id = ${on.tenant} AND s.space_id = ${raw(word)}.space))`;
  const naming = sql`WITH word AS MATERIALIZED (SELECT * FROM unnest(${words.map(({ subject }) => subject)}::int[],
        ${words.map(({ term }) => term)}::text[], ${words.map(({ space }) => space)}::bigint[]) a(subject, term, space)),
    counted AS MATERIALIZED (SELECT a.*,
        (SELECT count(*) FROM (SELECT 1 FROM words w WHERE ${holding('a')} LIMIT ${raw(String(COUNTED))}) few) AS held
      FROM (SELECT DISTINCT term, space FROM word) a),
    rarest AS MATERIALIZED (SELECT DISTINCT ON (subject) subject, term, space FROM word JOIN counted USING (term, space)
      ORDER BY subject, held)
    SELECT r.subject, m.row, m.content FROM rarest r
    JOIN unnest(${subjects.map(({ memory }) => memory)}::bigint[], ${phrases}::text[]) WITH ORDINALITY asked(memory, phrase, place)
      ON asked.place = r.subject + 1
    CROSS JOIN LATERAL (SELECT DISTINCT p.memory_row FROM words w JOIN passages p ON p.tenant_id = ${on.tenant} AND p.id = w.passage_id
      WHERE ${holding('r')} AND p.memory_row IS DISTINCT FROM asked.memory AND strpos(' ' || p.terms || ' ', asked.phrase) > 0
      LIMIT ${raw(String(MAX_LINKED_OLDER + 1))}) found
    JOIN memories m ON m.tenant_id = ${on.tenant} AND m.row = found.memory_row`;
  const rows = await on.all(prepared(naming));
  return subjects.flatMap(({ entity, key }, subject) =>
    linksTo(
      entity,
      key,
      rows.filter((row) => Number(row.subject) === subject),
    ),
  );
}

/** Adds links that do not exist yet. */
export async function linkLate(on: Queryable, links: readonly Link[]): Promise<void> {
  if (links.length === 0) return;
  const late = sql`WITH linked AS (
      INSERT INTO mentions (tenant_id, memory_row, entity_row, subject)
      SELECT ${on.tenant}, l.memory, l.entity, 0 FROM unnest(${links.map(({ memory }) => memory)}::bigint[],
        ${links.map(({ entity }) => entity)}::bigint[]) l(memory, entity) ON CONFLICT DO NOTHING RETURNING entity_row)
    UPDATE entities SET mentions = entities.mentions + n.count
    FROM (SELECT entity_row, count(*) AS count FROM linked GROUP BY entity_row) n
    WHERE entities.tenant_id = ${on.tenant} AND entities.row = n.entity_row`;
  await on.run(prepared(late));
}

/** The entities linked to a memory by hand, not by its text. */
export async function toldEntities(
  on: Queryable,
  memory: number,
  { mentions, phrases }: Pick<Derived, 'mentions' | 'phrases'>,
): Promise<number[]> {
  const derived = [...mentions.map(({ key }) => key), ...phrases];
  const rows =
    await on.all(sql`SELECT e.row FROM mentions l JOIN entities e ON e.tenant_id = l.tenant_id AND e.row = l.entity_row
    WHERE l.tenant_id = ${on.tenant} AND l.memory_row = ${memory} AND e.declared = 1 AND NOT (e.key = ANY (${derived}::text[]))`);
  return rows.map(({ row }) => Number(row));
}

/** Removes the mentions of memories, and the entities that only they mentioned. */
export async function removeMentions(on: Queryable, memories: readonly number[]): Promise<void> {
  const lost = await on.all(sql`WITH gone AS (
      DELETE FROM mentions WHERE tenant_id = ${on.tenant} AND memory_row = ANY (${memories}::bigint[]) RETURNING entity_row, subject)
    UPDATE entities e SET mentions = e.mentions - n.mentions, subjects = e.subjects - n.subjects
    FROM (SELECT entity_row, count(*) AS mentions, sum(subject) AS subjects FROM gone GROUP BY entity_row) n
    WHERE e.tenant_id = ${on.tenant} AND e.row = n.entity_row RETURNING e.row`);
  await on.run(sql`DELETE FROM entities e WHERE e.tenant_id = ${on.tenant} AND e.row = ANY (${lost.map(({ row }) => Number(row))}::bigint[])
    AND e.mentions <= 0 AND e.declared = 0
    AND NOT EXISTS (SELECT 1 FROM relations r WHERE r.tenant_id = e.tenant_id AND r.from_row = e.row)
    AND NOT EXISTS (SELECT 1 FROM relations r WHERE r.tenant_id = e.tenant_id AND r.to_row = e.row)`);
}
