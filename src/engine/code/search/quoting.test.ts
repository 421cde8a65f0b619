import { describe, expect, it } from 'vitest';
import { terms } from '../../text/terms.ts';
import { behindCode, quotedTerms, quoteOf, quotingFirst } from './quoting.ts';

describe('a question that quotes code', () => {
  it.each([
    ['Working outside of request context.', 'raise RuntimeError("Working outside of request context.")'],
    ['RuntimeError: working outside of request context', '"Working outside of request context.\\n\\n"'],
    ['Unable to build URLs outside an active request', '"Unable to build URLs"\n    " outside an active request"'],
  ])('is found in it: %s', (question, text) => {
    expect(quoteOf(question)?.(text)).toBe(true);
  });

  it('must hold its words in a row, and whole', () => {
    const holds = quoteOf('got an unexpected argument');
    expect(holds?.('got an argument that is unexpected')).toBe(false);
    expect(holds?.('forgot an unexpected argument')).toBe(false);
  });

  it('has at least four words', () => {
    expect(quoteOf('request context')).toBeNull();
    expect(quoteOf('Error: bad request context')?.('bad request context')).toBe(false);
  });

  it('has terms that every text with its words has, whatever a runtime put in front', () => {
    expect(quotedTerms('RuntimeError: Working outside of request context.')).toEqual(
      terms('working outside of request context'),
    );
    expect(quotedTerms('request context')).toEqual([]);
  });

  it('leads to code before tests and prose', () => {
    const at = (path: string) => ({ path, text: 'HTTP method can not be empty' });
    const paths = ['gin_test.go', 'README.md', 'gin.go'].map(at);
    const found = quotingFirst([...paths, { path: 'tree.go', text: 'empty' }], (text) => text.startsWith('HTTP'));
    expect(found.map(({ path }) => path)).toEqual(['gin.go', 'gin_test.go', 'README.md']);
  });

  it('leads to the best code before a test or a guide that is titled like it', () => {
    const at = (path: string) => ({ path, text: 'bump linked packages together' });
    const best = { path: 'src/apply-links.ts', text: 'links' };
    const found = quotingFirst([best, ...['a', 'b', 'c'].map((name) => at(`src/${name}.test.ts`))], (text) =>
      text.startsWith('bump'),
    );
    expect(found.map(({ path }) => path)).toEqual(['src/a.test.ts', 'src/b.test.ts']);
    expect(behindCode(found, [found[0] ?? best, best])).toEqual([best, ...found]);
    const code = at('src/code.ts');
    expect(behindCode([code], [best, code])).toEqual([code]);
  });
});
