import { entityKey, unsignedKey } from '../../../engine/text/names.ts';
import { raw, sql } from '../server/sql.ts';
import type { Migration } from './migration.ts';

const TABLES = ['entities', 'mentions', 'memories'];

export const signs: Migration = {
  name: '009-signs',
  // The rows of all tenants: the owner of the tables is let past the walls, in this transaction only.
  sql: TABLES.map((table) => `ALTER TABLE ${table} NO FORCE ROW LEVEL SECURITY;`).join('\n'),
  data: async (query) => {
    // `C++`, `C#` and `.NET` had the keys of `C` and `NET`. The entity of such a key goes by the name it shows.
    const rows = await query(
      sql`SELECT tenant_id, row, key, name FROM entities WHERE name LIKE '%++%' OR name LIKE '%#%' OR name ILIKE '%.net%'`,
    );
    for (const { tenant_id: tenant, row, key, name } of rows) {
      const signed = entityKey(String(name));
      if (key !== signed && key === unsignedKey(String(name)))
        await query(
          sql`UPDATE entities SET key = ${signed} WHERE tenant_id = ${Number(tenant)} AND row = ${Number(row)}`,
        );
    }
    // Names were read from texts without their signs.
    await query(sql`UPDATE entities SET key = '.' || key, name = '.' || name
      WHERE declared = 0 AND (key = 'net' OR key LIKE 'net %') AND name LIKE 'NET%' AND NOT EXISTS (
        SELECT 1 FROM mentions l JOIN memories m ON m.tenant_id = l.tenant_id AND m.row = l.memory_row
        WHERE l.tenant_id = entities.tenant_id AND l.entity_row = entities.row
          AND strpos(m.content, '.' || entities.name) = 0)
      AND EXISTS (SELECT 1 FROM mentions l WHERE l.tenant_id = entities.tenant_id AND l.entity_row = entities.row)`);
    for (const table of TABLES) await query(raw(`ALTER TABLE ${table} FORCE ROW LEVEL SECURITY`));
  },
};
