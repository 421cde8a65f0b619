// Generates random and damaged queries for tests.
import fc from 'fast-check';

/** The start of every query, so that most expressions find the names they use. */
const START = 'MATCH p = (a)-[r]->(b), (n) WITH *, $map AS c, $p AS list, $p[0] AS `odd name` LIMIT 20';

const fresh = fc.constantFrom('u', 'v', 'w', 'x');
const node = fc.constantFrom('(a)', '(b:A)', '(n {num: 1})', '()', '(:A:B)', '(b {name: a.name})', '(m)', '(m:B)');
const link = fc.constantFrom(
  ...['-->', '<--', '--', '-[r]->', '-[:T]-', '-[q2:R|T {w: 1}]->', '-[*]->', '-[*0..2]-', '-[q3*2..]->'],
  ...['-[*..3 {w: 2}]-', '-[*2]->', '<-[:R*1..2]-'],
);
const chain = fc
  .tuple(node, fc.array(fc.tuple(link, node), { minLength: 1, maxLength: 2 }))
  .map(([first, rest]) => first + rest.flat().join(''));
const shortest = fc
  .tuple(fc.constantFrom('shortestPath', 'allShortestPaths'), fc.constantFrom('*', '*..3', ':T*', '*0..', ':R*2..'))
  .map(([call, length]) => `${call}((a)-[${length}]-(n))`);

/** Text with holes filled by other generators. */
const made = (parts: TemplateStringsArray, ...holes: readonly fc.Arbitrary<string>[]): fc.Arbitrary<string> =>
  fc.tuple(...holes).map((filled) => parts.map((part, index) => part + (filled[index] ?? '')).join(''));

const sum = fc.constantFrom('+', '-', '*', '/', '%', '^');
const compares = fc.constantFrom('=', '<>', '<', '<=', '>', '>=');
const joins = fc.constantFrom('AND', 'OR', 'XOR');
const searches = fc.constantFrom('STARTS WITH', 'ENDS WITH', 'CONTAINS', '=~');
const call = (...names: string[]): fc.Arbitrary<string> => fc.constantFrom(...names);

type Kind = 'number' | 'truth' | 'list' | 'text' | 'value' | 'clause' | 'query';

const { clause, query, value } = fc.letrec<Record<Kind, string>>((tie) => {
  const [number, truth, list, text, any] = [tie('number'), tie('truth'), tie('list'), tie('text'), tie('value')];
  const limits = { maxDepth: 4, depthIdentifier: 'expression' };
  return {
    number: fc.oneof(
      limits,
      fc.constantFrom(
        '1',
        '0',
        '-1',
        '2.5',
        '1.0',
        'null',
        'a.num',
        'r.w',
        'list[0]',
        '$p[0]',
        'length(p)',
        'size(labels(n))',
      ),
      fc.constantFrom(
        '9223372036854775807',
        '-9223372036854775808',
        '1e300',
        '0x1F',
        'b.missing',
        'n.__proto__',
        'rand()',
      ),
      made`(${number} ${sum} ${number})`,
      made`${call('abs', 'round', 'toInteger', 'sign', 'sqrt', 'toFloat', 'ceil')}(${number})`,
      made`size(${list})`,
      made`reduce(s = 0, ${fresh} IN ${list} | s + ${number})`,
      made`CASE WHEN ${truth} THEN ${number} ELSE ${number} END`,
      made`${call('count', 'sum', 'min', 'max', 'avg', 'stDev')}(${number})`,
    ),
    truth: fc.oneof(
      limits,
      fc.constantFrom('true', 'false', 'null', 'a:A', 'a = n', 'r IS NULL', 'p IS NOT NULL', 'n:B:A'),
      made`${number} ${compares} ${number}`,
      made`(${truth} ${joins} ${truth})`,
      made`NOT (${truth})`,
      made`NOT ${chain}`,
      made`EXISTS { ${chain} WHERE ${truth} }`,
      made`EXISTS { ${tie('query')} }`,
      made`${call('any', 'all', 'none', 'single')}(${fresh} IN ${list} WHERE ${truth})`,
      made`${text} ${searches} ${text}`,
      made`${any} IN ${list}`,
      made`${any} = ${any}`,
    ),
    list: fc.oneof(
      limits,
      fc.constantFrom(
        'list',
        '[]',
        'n.list',
        '$p',
        'nodes(p)',
        'relationships(p)',
        'keys(n)',
        '[1, 2, null]',
        'labels(a)',
      ),
      made`[${fresh} IN ${list} WHERE ${truth} | ${any}]`,
      made`[${chain} | ${any}]`,
      made`(${list} + ${any})`,
      made`${call('tail', 'reverse')}(${list})`,
      made`range(${number}, 5)`,
      made`collect(DISTINCT ${any})`,
      made`(${list})[${number}..${number}]`,
      made`split(${text}, ${text})`,
    ),
    text: fc.oneof(
      limits,
      fc.constantFrom("'x'", '"(a|b)*c"', 'n.name', "'\\u0041'", 'null', "''", "'n.*'", 'type(r)', 'id(a)'),
      made`${call('toUpper', 'trim', 'toString', 'reverse')}(${text})`,
      made`replace(${text}, ${text}, ${text})`,
      made`(${text} + ${text})`,
      made`substring(${text}, 0, 2)`,
    ),
    value: fc.oneof(
      limits,
      fc.constantFrom(
        'a',
        'b',
        'c',
        'n',
        'r',
        'p',
        '`odd name`',
        '{}',
        'c.k',
        'n[$p[1]]',
        '$missing',
        'date()',
        'unknown(1)',
      ),
      { weight: 3, arbitrary: number },
      { weight: 3, arbitrary: truth },
      { weight: 3, arbitrary: list },
      text,
      made`(${list})[${number}]`,
      made`n {.num, .*, v: ${any}}`,
      made`{k: ${any}, __proto__: ${any}}`,
      made`coalesce(${any}, ${any})`,
      made`${call('head', 'last')}(${list})`,
      shortest,
    ),
    clause: fc.oneof(
      made`${call('MATCH', 'OPTIONAL MATCH')} ${chain}`,
      made`MATCH q = ${shortest} WHERE ${truth}`,
      made`OPTIONAL MATCH ${chain}, (m) WHERE ${truth}`,
      made`UNWIND ${list} AS ${fresh}`,
      made`WITH *, ${any} AS ${fresh} ORDER BY ${any} DESC LIMIT 20`,
      made`WITH DISTINCT *, ${any} AS ${fresh} SKIP 1 LIMIT 3`,
      made`WITH a, r, b, n, p, c, list, \`odd name\`, ${number} AS ${fresh} WHERE ${truth}`,
      fc.constantFrom('CALL db.labels() YIELD label AS l', 'CREATE (a)', 'SET a.num = 1', 'CALL db.x()'),
    ),
    query: fc
      .tuple(
        fc.array(tie('clause'), { maxLength: 2 }),
        fc.array(any, { minLength: 1, maxLength: 2 }),
        call('', 'DISTINCT '),
      )
      .map(([clauses, columns, distinct]) => {
        const items = columns.map((column, index) => `${column} AS c${index}`);
        return `${[START, ...clauses].join(' ')} RETURN ${distinct}${items.join(', ')}`;
      }),
  };
});

/** Queries truncated, duplicated or sprinkled with stray characters. */
const damaged = fc
  .tuple(
    fc.oneof(query, clause, value, chain),
    fc.nat(),
    fc.nat(20),
    fc.oneof(
      fc.string({ unit: 'grapheme' }),
      fc.constantFrom("'", '`', '(', '[', '{', '*..', '/*', '//', '$', '\\', '\u0000', '—', ')))', 'RETURN'),
    ),
  )
  .map(([text, at, length, extra]) => {
    const start = text.length === 0 ? 0 : at % text.length;
    return text.slice(0, start) + extra + text.slice(start + length);
  });

export const queries = fc.oneof(
  { weight: 7, arbitrary: query },
  { weight: 2, arbitrary: damaged },
  { weight: 1, arbitrary: fc.string({ unit: 'grapheme' }) },
);
