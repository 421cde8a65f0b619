import { describe, expect, it } from 'vitest';
import { tokens } from '../../engine/retrieval/budget.ts';
import { BUDGET } from '../texts.ts';
import { presentRows } from './rows.ts';

const present = (values: readonly unknown[], more: { truncated?: boolean; hint?: string } = {}) =>
  presentRows({
    columns: ['n'],
    rows: values.map((value) => [value]),
    truncated: more.truncated ?? false,
    hint: more.hint ?? null,
  });
const node = (content: string) => ({ id: '1', labels: ['Memory'], properties: { name: 'A name', content } });

describe('presenting the rows of a query', () => {
  it('shows what fits as it is, without a note', () => {
    expect(present([node('Short.'), 7, null])).toEqual({ results: [{ n: node('Short.') }, { n: 7 }, { n: null }] });
  });

  it('cuts a long text instead of leaving out its row and all that follow, and says so', () => {
    const { results, note } = present([node('x'.repeat(100_000)), node('Short.')]);
    expect(results).toEqual([
      { n: node(expect.stringMatching(/^x{1000,} … \(\d+ more characters\)$/)) },
      { n: node('Short.') },
    ]);
    expect(tokens(JSON.stringify(results))).toBeLessThanOrEqual(BUDGET);
    expect(note).toContain('Long texts are cut');
    expect(note).not.toContain('of 2 rows');
  });

  it.each([
    ['quotes, which take twice the room in JSON', [node('"'.repeat(100_000))]],
    ['a list of hundreds of texts', [Array.from({ length: 300 }, () => 'word '.repeat(100))]],
  ])('shows a row with %s', (_, values) => {
    const { results } = present(values);
    expect(results).toHaveLength(1);
    expect(tokens(JSON.stringify(results))).toBeLessThanOrEqual(BUDGET);
  });

  it('leaves out rows, not parts of short texts, where there are many', () => {
    const { results, note } = present(
      Array.from({ length: 900 }, () => node('word '.repeat(30))),
      { truncated: true },
    );
    expect(results.length).toBeGreaterThan(50);
    expect(results[0]).toEqual({ n: node('word '.repeat(30)) });
    expect(note).toBe(`${results.length} of more than 900 rows: add LIMIT and SKIP, or return single properties.`);
  });

  it('keeps the hint of the query before its own', () => {
    expect(present([1], { truncated: true, hint: 'No label Foo.' }).note).toMatch(/^No label Foo\. 1 of more than 1 /);
  });
});
