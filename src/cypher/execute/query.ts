// A whole query: its parts in sequence, joined by UNION.

import type { Clause, Query } from '../ast.ts';
import type { Batches, Row } from '../expressions/row.ts';
import { type CompiledQuery, Scope, type Session } from '../expressions/scope.ts';
import { keysOf } from '../values/ordering.ts';
import { ANY, common } from '../values/static-type.ts';
import type { CypherValue } from '../values/value.ts';
import { compileClause, type Stage } from './clauses.ts';

export function compileQuery(query: Query, session: Session, begin: (scope: Scope) => void = () => {}): CompiledQuery {
  const parts = query.parts.map((clauses) => {
    const scope = new Scope(session);
    begin(scope);
    return { ...compilePart(clauses, scope), clauses };
  });
  const [first] = parts;
  if (!first) throw new Error('a query has at least one part');
  const names = (part: typeof first) => part.columns.map(({ name }) => name).join('\n');
  const other = parts.find((part) => names(part) !== names(first));
  if (other) {
    const at = other.clauses.at(-1)?.at ?? { start: 0, end: 0 };
    throw new Scope(session).error(at, 'DifferentColumnsInUnion', 'The queries of a UNION must have the same columns.');
  }
  const isDistinct = parts.length > 1 && !query.keepDuplicates;
  const columns = first.columns.map(({ name }, index) => ({
    name,
    type: common(parts.map((part) => part.columns[index]?.type ?? ANY)),
  }));
  return { columns, rows: (start) => union(parts, start, isDistinct, session) };
}

interface Part {
  readonly columns: CompiledQuery['columns'];
  readonly run: (start: readonly CypherValue[]) => Batches;
}

function compilePart(clauses: readonly Clause[], start: Scope): Part {
  const stages: Stage[] = [];
  let scope = start;
  for (const clause of clauses) {
    const stage = compileClause(clause, scope);
    stages.push(stage);
    scope = stage.scope;
  }
  const last = clauses.at(-1);
  const columns = scope.names.map((name) => {
    const { slot, type } = scope.find(name) ?? { slot: -1, type: { kind: 'any' as const } };
    return { name, slot, type };
  });
  const run = (values: readonly CypherValue[]): Batches =>
    stages.reduce<Batches>((rows, stage) => stage.run(rows), one([...values]));
  if (last?.kind === 'return') return { columns, run };
  // A final CALL returns what it yields.
  const pick = async function* (values: readonly CypherValue[]): Batches {
    for await (const batch of run(values)) yield batch.map((row) => columns.map(({ slot }) => row[slot] ?? null));
  };
  return { columns, run: pick };
}

async function* one(row: Row): Batches {
  yield [row];
}

async function* union(
  parts: readonly Part[],
  start: readonly CypherValue[],
  distinct: boolean,
  { budget }: Session,
): Batches {
  const seen = new Set<string>();
  for (const part of parts) {
    for await (const batch of part.run(start)) {
      if (!distinct) {
        yield batch;
        continue;
      }
      yield batch.filter((row) => {
        const key = keysOf(row, budget);
        if (seen.has(key)) return false;
        budget.hold(key.length * 2 + 32);
        seen.add(key);
        return true;
      });
    }
  }
}
