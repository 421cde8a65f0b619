import type { Migration } from './migration.ts';

const HAS_SIGNS = ['m.metadata', 'm.content']
  .flatMap((text) => ['++', '#', '.net'].map((sign) => `${text} LIKE '%${sign}%'`))
  .join(' OR ');

const END = (end: string) =>
  `c.value -> '${end}' ->> 'label', c.value -> '${end}' ->> 'key', c.value -> '${end}' ->> 'space'`;

const edgesWhere = (own: string) => {
  const other = own === 'from' ? 'to' : 'from';
  const answers = (end: string) =>
    `${end}_end.key = c.${end}_key AND ${end}_end.label = c.${end}_label AND ${end}_end.space = c.${end}_space`;
  return `INSERT OR IGNORE INTO trace_edges (type, from_row, to_row, claims)
  SELECT c.type, from_end.memory_row, to_end.memory_row, 1 FROM retraced r
  CROSS JOIN trace_names ${own}_end ON ${own}_end.memory_row = r.row CROSS JOIN trace_claims c ON ${answers(own)}
  CROSS JOIN trace_names ${other}_end ON ${answers(other)} WHERE from_end.memory_row <> to_end.memory_row;`;
};

export const signedTraces: Migration = {
  name: '020-signed-traces',
  sql: `
-- Memories that name \`C++\`, \`C#\` or \`.NET\` were tied to those that name \`C\` or \`NET\`.
CREATE TEMP TABLE retraced AS SELECT row, at, trace FROM (
  SELECT m.row, coalesce((SELECT min(created_at) FROM trace_claims WHERE owner_row = m.row AND declared = 0), m.updated_at) AS at,
    signed_trace(m.id, m.type, m.content, m.metadata, n.space) AS trace
  FROM memories m JOIN (SELECT memory_row, max(space) AS space FROM trace_names WHERE space <> '' GROUP BY memory_row) n
    ON n.memory_row = m.row
  WHERE m.type IS NOT NULL AND (${HAS_SIGNS}))
  WHERE trace IS NOT NULL;

DELETE FROM trace_names WHERE space <> '' AND memory_row IN (SELECT row FROM retraced);
INSERT OR IGNORE INTO trace_names (memory_row, label, key, space)
  SELECT r.row, n.value ->> 'label', n.value ->> 'key', n.value ->> 'space' FROM retraced r, json_each(r.trace, '$.names') n;
DELETE FROM trace_claims WHERE declared = 0 AND owner_row IN (SELECT row FROM retraced);
INSERT OR IGNORE INTO trace_claims (owner_row, type, declared, from_label, from_key, from_space, to_label, to_key, to_space, created_at)
  SELECT r.row, c.value ->> 'type', 0, ${END('from')}, ${END('to')}, r.at FROM retraced r, json_each(r.trace, '$.claims') c;

DELETE FROM trace_edges WHERE from_row IN (SELECT row FROM retraced) OR to_row IN (SELECT row FROM retraced);
${['from', 'to'].map(edgesWhere).join('\n')}
DROP TABLE retraced;
`,
};
