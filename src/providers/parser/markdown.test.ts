import { describe, expect, it } from 'vitest';
import { least } from '../../../test/spent.ts';
import { readSections } from './markdown.ts';

const sections = (text: string): string[] =>
  readSections(text).symbols.map(
    ({ startLine, endLine, container, name }) => `${startLine}-${endLine} ${container ? `${container} > ` : ''}${name}`,
  );

describe('sections of a document', () => {
  it('reach to the next heading of their level or above', () => {
    expect(sections('# A\n\n### B\ntext\n## C\n# D\n')).toEqual(['1-5 A', '3-4 A > B', '5-5 A > C', '6-6 D']);
  });

  it('keep backticks in their names, but not the closing marks of a heading', () => {
    expect(sections('# `fold()` in C# ##\n')).toEqual(['1-1 `fold()` in C#']);
  });

  it('may be underlined, over several lines', () => {
    expect(sections('One\ntwo\n===\n\nthree\n---\n')).toEqual(['1-6 One two', '5-6 One two > three']);
  });

  it.each([
    ['a fence', '```sh\n# no\n```\n'],
    ['a longer fence around a shorter one', '````\n```\n# no\n````\n'],
    ['a fence of tildes that holds backticks', '~~~\n```\n# no\n~~~\n'],
    ['a comment', '<!--\n# no\n-->\n'],
    ['preformatted text', '<pre>\n# no\n</pre>\n'],
    ['front matter', '---\n# no\ntitle: x\n---\n'],
    ['indented code', '    # no\n'],
    ['a word with a hash', '#no\n####### no\n'],
    ['a rule under a list', '- item\n---\n'],
    ['a rule under a table', '| a |\n---\n'],
    ['a rule on its own', 'text\n\n---\n'],
  ])('are not found in %s', (_, text) => {
    expect(sections(`${text}\n# Yes\n`).map((line) => line.replace(/^\S+ /, ''))).toEqual(['Yes']);
  });

  it('of a hostile document are read quickly', async () => {
    const read = () => {
      expect(readSections('# a\n'.repeat(250_000)).symbols).toHaveLength(250_000);
      expect(readSections(`${'#'.repeat(500_000)} x${' #'.repeat(200_000)}`).symbols).toEqual([]);
      expect(readSections(`# a${' '.repeat(500_000)}b`).symbols).toHaveLength(1);
      expect(readSections('---\n'.repeat(200_000)).symbols).toEqual([]);
    };
    expect(await least(read, { limit: 5000 })).toBeLessThan(5000);
  });
});
