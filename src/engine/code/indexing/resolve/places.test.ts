import { expect, it } from 'vitest';
import { least } from '../../../../../test/spent.ts';
import type { Definition } from '../../ports.ts';
import { placesOf } from './places.ts';

type Kind = Pick<Definition, 'kind' | 'container'>;
const define = (name: string, startLine: number, endLine: number, more: Partial<Kind> = {}): Definition => ({
  id: startLine,
  project: 1,
  file: 1,
  path: 'a.ts',
  language: 'typescript',
  digest: '',
  name,
  kind: 'function',
  container: null,
  signature: `${name}()`,
  docstring: null,
  line: startLine,
  startLine,
  endLine,
  ...more,
});

const FILE = [
  define('outer', 1, 9),
  define('Inside', 2, 8, { kind: 'class', container: 'outer' }),
  define('method', 3, 5, { kind: 'method', container: 'outer.Inside' }),
  define('first', 12, 12),
  define('second', 12, 12),
];

it.each([
  [1, ['outer']],
  [4, ['outer', 'method']],
  [6, ['outer']],
  [10, []],
  [12, ['first', 'second']],
  [13, []],
])('the functions around line %d are found, outermost first', (line, names) => {
  expect(
    placesOf(FILE)
      .around(line)
      .map(({ name }) => name),
  ).toEqual(names);
});

it('a definition is found by its name within a container', () => {
  expect(placesOf(FILE).named('method', 'outer.Inside')).toEqual([FILE[2]]);
  expect(placesOf(FILE).named('method', null)).toEqual([]);
});

it('each line of a file with 15 000 functions is looked up at once', async () => {
  const file = Array.from({ length: 15_000 }, (_, i) => define(`f${i}`, i + 1, i + 1));
  const lookUp = () => {
    const { around } = placesOf([...file]);
    return file.every((each) => around(each.startLine)[0] === each);
  };
  expect(lookUp()).toBe(true);
  expect(await least(lookUp, { limit: 1000 })).toBeLessThan(1000);
});
