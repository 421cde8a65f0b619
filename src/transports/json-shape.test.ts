import { expect, it } from 'vitest';
import { least } from '../../test/spent.ts';
import { jsonProblem } from './json-shape.ts';

const problem = (text: string) => jsonProblem(Buffer.from(text));

it('brackets and commas inside strings do not count, whatever they escape', () => {
  const brackets = '['.repeat(1000);
  expect(problem(JSON.stringify({ a: brackets, b: `${brackets}"${brackets}\\`, c: brackets }))).toBeNull();
  expect(problem(JSON.stringify({ a: '\\"', b: ','.repeat(600_000) }))).toBeNull();
});

it('brackets and commas outside strings do count', () => {
  expect(problem(`{"a":"\\\\","b":${'['.repeat(1000)}`)).toContain('nested');
  expect(problem(`{"a":"\\"","b":[${'0,'.repeat(600_000)}0]}`)).toContain('values');
});

it('brackets that open and close again do not add up to depth', () => {
  expect(problem(`[${'[],'.repeat(10_000)}[]]`)).toBeNull();
});

it('a text of nothing but quotes and backslashes is checked quickly', async () => {
  const read = () => {
    expect(problem(`"${'\\"'.repeat(4_000_000)}`)).toBeNull();
    expect(problem(`"${'\\'.repeat(8_000_001)}"`)).toBeNull();
  };
  expect(await least(read, { limit: 5000 })).toBeLessThan(5000);
});
