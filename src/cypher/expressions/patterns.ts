// Patterns and queries inside expressions, answered for all rows of a batch together.

import type { Expression, PatternPart, Query } from '../ast.ts';
import { Matcher } from '../execute/match.ts';
import { compilePattern } from '../execute/pattern-builder.ts';
import { sizeOf } from '../values/ordering.ts';
import { ANY, BOOLEAN, listOf, PATH } from '../values/static-type.ts';
import { type CypherValue, isList } from '../values/value.ts';
import { inQuery, namesInPattern, namesWithin } from './inspect.ts';
import type { Row } from './row.ts';
import type { Compiled, Scope } from './scope.ts';

/** Outer slots that the inner expression may use. */
function outerSlots(names: Iterable<string>, scope: Scope): number[] {
  return [...new Set(names)].flatMap((name) => scope.find(name)?.slot ?? []);
}

const namesOf = (parts: readonly PatternPart[], expressions: readonly (Expression | null)[]): string[] => [
  ...parts.flatMap(namesInPattern),
  ...namesWithin([
    ...expressions.filter((each) => each !== null),
    ...parts.flatMap(({ nodes, links }) =>
      [...nodes, ...links].flatMap(({ properties }) => properties.map(({ value }) => value)),
    ),
  ]),
];

/** Runs a pattern on many rows at once; yields each match with the index of its input row. */
function compileSearch(parts: readonly PatternPart[], where: Expression | null, scope: Scope) {
  const inner = scope.inner({ aggregate: null });
  const matcher = new Matcher(compilePattern(parts, where, inner), inner);
  const origin = inner.frame.slot();
  async function* search(rows: readonly Row[]): AsyncGenerator<readonly [number, Row][]> {
    const begun = rows.map((row, index) => {
      const next = row.slice();
      next[origin] = index;
      return next;
    });
    for await (const batch of matcher.run(begun)) yield batch.map((row) => [Number(row[origin]), row] as const);
  }
  return { inner, search };
}

export function compileExists(parts: readonly PatternPart[], where: Expression | null, scope: Scope): Compiled {
  const { search } = compileSearch(parts, where, scope);
  const solve = async (rows: readonly Row[]): Promise<CypherValue[]> => {
    const found = rows.map(() => false);
    let open = rows.length;
    for await (const batch of search(rows)) {
      for (const [index] of batch) {
        if (!found[index]) open--;
        found[index] = true;
      }
      if (open === 0) break;
    }
    return found;
  };
  return { type: BOOLEAN, run: scope.session.subqueries.add(outerSlots(namesOf(parts, [where]), scope), solve) };
}

type PatternComprehension = Extract<Expression, { kind: 'patternComprehension' }>;

export function compilePatternComprehension({ pattern, where, body }: PatternComprehension, scope: Scope): Compiled {
  const { inner, search } = compileSearch([pattern], where, scope);
  const result = inner.compile(body);
  const { subqueries, budget } = scope.session;
  const solve = async (rows: readonly Row[]): Promise<CypherValue[]> => {
    const lists: CypherValue[][] = rows.map(() => []);
    let bytes = 0;
    for await (const batch of search(rows)) {
      const values = await subqueries.each(
        batch.map(([, row]) => row),
        result.run,
      );
      const size = values.reduce<number>((sum, value) => sum + sizeOf(value, budget), 0);
      bytes += size;
      budget.hold(size);
      batch.forEach(([index], position) => {
        lists[index]?.push(values[position] ?? null);
      });
    }
    budget.release(bytes);
    return lists;
  };
  const list = subqueries.add(outerSlots(namesOf([pattern], [where, body]), scope), solve);
  if (pattern.shortest !== 'one') return { type: listOf(result.type), run: list };
  const first = (value: CypherValue) => (isList(value) ? (value[0] ?? null) : null);
  return { type: PATH, run: (row) => first(list(row)) };
}

export function compileExistsQuery(query: Query, scope: Scope): Compiled {
  const names = [
    ...namesWithin(inQuery(query)),
    ...query.parts.flat().flatMap((clause) => (clause.kind === 'match' ? clause.pattern.flatMap(namesInPattern) : [])),
  ];
  const outer = [...new Set(names)].filter((name) => scope.find(name));
  const run = scope.session.compiler.query(query, scope.session, (fresh) => {
    for (const name of outer) fresh.declare(name, scope.find(name)?.type ?? ANY);
  });
  const slots = outerSlots(outer, scope);
  const solve = async (rows: readonly Row[]): Promise<CypherValue[]> => {
    const answers: CypherValue[] = [];
    for (const row of rows) answers.push(await isAny(run.rows(slots.map((slot) => row[slot] ?? null))));
    return answers;
  };
  return { type: BOOLEAN, run: scope.session.subqueries.add(slots, solve) };
}

async function isAny(batches: AsyncIterable<readonly Row[]>): Promise<boolean> {
  for await (const batch of batches) if (batch.length > 0) return true;
  return false;
}
