import type { Migration } from './migration.ts';

export const signs: Migration = {
  name: '019-signs',
  sql: `
-- \`C++\`, \`C#\` and \`.NET\` had the keys of \`C\` and \`NET\`. The entity of such a key goes by the name it shows.
UPDATE entities SET key = entity_key(name)
  WHERE (name LIKE '%++%' OR name LIKE '%#%' OR name LIKE '%.net%') AND key = unsigned_key(name);
-- Names were read from texts without their signs.
UPDATE entities SET key = '.' || key, name = '.' || name
  WHERE declared = 0 AND (key = 'net' OR key GLOB 'net *') AND name GLOB 'NET*' AND NOT EXISTS (
    SELECT 1 FROM mentions l JOIN memories m ON m.row = l.memory_row
    WHERE l.entity_row = entities.row AND instr(m.content, '.' || entities.name) = 0)
  AND EXISTS (SELECT 1 FROM mentions l WHERE l.entity_row = entities.row);
`,
};
