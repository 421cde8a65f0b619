import { signedTrace } from '../../rows/trace.ts';
import { raw, sql } from '../server/sql.ts';
import type { Migration } from './migration.ts';

const TABLES = ['memories', 'trace_names', 'trace_claims', 'trace_edges'];
const SIGNS = ['%++%', '%#%', '%.net%'];

export const signedTraces: Migration = {
  name: '010-signed-traces',
  // The rows of all tenants: the owner of the tables is let past the walls, in this transaction only.
  sql: TABLES.map((table) => `ALTER TABLE ${table} NO FORCE ROW LEVEL SECURITY;`).join('\n'),
  data: async (query) => {
    // Memories that name `C++`, `C#` or `.NET` were tied to those that name `C` or `NET`.
    const rows = await query(sql`SELECT m.tenant_id, m.row, m.id, m.type, m.content, m.metadata, n.space,
        coalesce((SELECT min(c.created_at) FROM trace_claims c
          WHERE c.tenant_id = m.tenant_id AND c.owner_row = m.row AND c.declared = 0), m.updated_at) AS at
      FROM memories m JOIN (SELECT tenant_id, memory_row, max(space) AS space FROM trace_names WHERE space <> '' GROUP BY tenant_id, memory_row) n
        ON n.tenant_id = m.tenant_id AND n.memory_row = m.row
      WHERE m.type IS NOT NULL AND (m.metadata ILIKE ANY (${SIGNS}::text[]) OR m.content ILIKE ANY (${SIGNS}::text[]))`);
    const retraced = rows.flatMap((each) => {
      const trace = signedTrace(each);
      return trace ? [{ tenant: Number(each.tenant_id), row: Number(each.row), at: Number(each.at), trace }] : [];
    });
    for (const { tenant, row, at, trace } of retraced) {
      await query(sql`DELETE FROM trace_names WHERE tenant_id = ${tenant} AND memory_row = ${row} AND space <> ''`);
      await query(sql`DELETE FROM trace_claims WHERE tenant_id = ${tenant} AND owner_row = ${row} AND declared = 0`);
      for (const { label, key, space } of trace.names)
        await query(sql`INSERT INTO trace_names (tenant_id, memory_row, label, key, space)
          VALUES (${tenant}, ${row}, ${label}, ${key}, ${space}) ON CONFLICT DO NOTHING`);
      for (const { type, from, to } of trace.claims)
        await query(sql`INSERT INTO trace_claims
          (tenant_id, owner_row, type, declared, from_label, from_key, from_space, to_label, to_key, to_space, created_at)
          VALUES (${tenant}, ${row}, ${type}, 0, ${from.label}, ${from.key}, ${from.space}, ${to.label}, ${to.key}, ${to.space}, ${at})
          ON CONFLICT DO NOTHING`);
    }
    for (const { tenant, row } of retraced) {
      await query(sql`DELETE FROM trace_edges WHERE tenant_id = ${tenant} AND (from_row = ${row} OR to_row = ${row})`);
      await query(sql`INSERT INTO trace_edges (tenant_id, type, from_row, to_row, claims)
        SELECT DISTINCT c.tenant_id, c.type, f.memory_row, t.memory_row, 1 FROM trace_claims c
        JOIN trace_names f ON f.tenant_id = c.tenant_id AND f.key = c.from_key AND f.label = c.from_label AND f.space = c.from_space
        JOIN trace_names t ON t.tenant_id = c.tenant_id AND t.key = c.to_key AND t.label = c.to_label AND t.space = c.to_space
        WHERE c.tenant_id = ${tenant} AND f.memory_row <> t.memory_row AND (f.memory_row = ${row} OR t.memory_row = ${row})
        ON CONFLICT DO NOTHING`);
    }
    for (const table of TABLES) await query(raw(`ALTER TABLE ${table} FORCE ROW LEVEL SECURITY`));
  },
};
