// When a new index replaces the old one, references to removed symbols move to their successors, and those that may
// now mean something else wait to be resolved again. Call it inside a change.

import type { Row } from '../../rows/row.ts';
import type { Queryable } from '../server/database.ts';
import { type Sql, sql } from '../server/sql.ts';

export async function redirect(on: Queryable, project: number, gone: readonly number[]): Promise<void> {
  const names = [...(await successors(on, project, gone))];
  const reopen = (which: Sql) =>
    on.run(
      sql`UPDATE code_references SET resolved = 0 WHERE tenant_id = ${on.tenant} AND resolved = 1 AND project_id = ${project} AND ${which}`,
    );
  const named = sql`md5(name) IN (SELECT md5(n) FROM unnest(${names}::text[]) n)`;
  await reopen(named);
  await reopen(sql`file_id IN (SELECT file_id FROM code_references WHERE tenant_id = ${on.tenant} AND project_id = ${project}
    AND kind = 'import' AND alias IS NOT NULL AND ${named})`);
  // If files appear or vanish, any import may resolve differently.
  const isMoved =
    await on.get(sql`SELECT 1 FROM files WHERE tenant_id = ${on.tenant} AND ((project_id = ${project} AND state = 0) OR id = ANY (${gone}::bigint[]))
    GROUP BY path HAVING count(DISTINCT state) = 1 LIMIT 1`);
  if (isMoved) await reopen(sql`kind = 'import'`);
}

/** Symbols that still exist, whatever their text, keep their edges. Returns the names of all others. */
async function successors(on: Queryable, project: number, gone: readonly number[]): Promise<Set<string>> {
  const symbols = (files: Sql) =>
    on.all(sql`SELECT s.id, s.file_id, s.name, json_build_array(f.path, s.kind, s.container, s.name, s.signature)::text AS place
      FROM files f JOIN symbols s ON s.tenant_id = f.tenant_id AND s.file_id = f.id WHERE f.tenant_id = ${on.tenant} AND ${files}
      ORDER BY s.file_id, s.start_line, s.id`);
  const changed = new Set<string>();
  const fresh = new Map<string, Row[]>();
  for (const row of await symbols(sql`f.project_id = ${project} AND f.state = 0`)) {
    const known = fresh.get(String(row.place));
    if (known) known.push(row);
    else fresh.set(String(row.place), [row]);
  }
  const moves: { from: number; file: number; to: number }[] = [];
  for (const old of await symbols(sql`f.id = ANY (${gone}::bigint[])`)) {
    const successor = fresh.get(String(old.place))?.shift();
    if (successor) moves.push({ from: Number(old.id), file: Number(successor.file_id), to: Number(successor.id) });
    else changed.add(String(old.name));
  }
  for (const { name } of [...fresh.values()].flat()) changed.add(String(name));
  await moveEdges(on, moves);
  await moveFileEdges(on, gone);
  return changed;
}

/** If a moved edge would duplicate another edge of its reference, that other edge is removed. */
async function moveEdges(on: Queryable, moves: readonly { from: number; file: number; to: number }[]): Promise<void> {
  if (moves.length === 0) return;
  const moved = sql`unnest(${moves.map(({ from }) => from)}::bigint[], ${moves.map(({ file }) => file)}::bigint[], ${moves.map(({ to }) => to)}::bigint[]) m(old, file, symbol)`;
  await on.run(sql`DELETE FROM code_edges e USING code_edges o, ${moved} WHERE e.tenant_id = ${on.tenant} AND o.tenant_id = ${on.tenant}
    AND o.to_symbol = m.old AND o.to_symbol > 0 AND e.reference_id = o.reference_id AND e.to_file = m.file AND e.to_symbol = m.symbol`);
  await on.run(sql`UPDATE code_edges e SET to_file = m.file, to_symbol = m.symbol FROM ${moved}
    WHERE e.tenant_id = ${on.tenant} AND e.to_symbol = m.old AND e.to_symbol > 0`);
}

async function moveFileEdges(on: Queryable, gone: readonly number[]): Promise<void> {
  const moved = sql`(SELECT old.id AS old, fresh.id AS file FROM files old JOIN files fresh ON fresh.tenant_id = old.tenant_id AND fresh.project_id = old.project_id
    AND fresh.path = old.path AND fresh.state = 0 WHERE old.tenant_id = ${on.tenant} AND old.id = ANY (${gone}::bigint[])) m`;
  await on.run(sql`DELETE FROM code_edges e USING code_edges o, ${moved} WHERE e.tenant_id = ${on.tenant} AND o.tenant_id = ${on.tenant}
    AND o.to_file = m.old AND o.to_symbol = 0 AND e.reference_id = o.reference_id AND e.to_file = m.file AND e.to_symbol = 0`);
  await on.run(
    sql`UPDATE code_edges e SET to_file = m.file FROM ${moved} WHERE e.tenant_id = ${on.tenant} AND e.to_file = m.old AND e.to_symbol = 0`,
  );
}
