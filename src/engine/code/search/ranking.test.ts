import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { TermStatistics } from '../../text/bm25.ts';
import { remembered } from '../../text/remembered.ts';
import { chunkTerms } from '../indexing/embedding-text.ts';
import { readCodeQuery } from './query.ts';
import { type CodeCandidate, rankChunks } from './ranking.ts';

let rows = 0;
let files = 0;
const fileOf = remembered(() => ++files);
const chunk = (path: string, text: string, extra: Partial<CodeCandidate> = {}): CodeCandidate => ({
  row: ++rows,
  file: fileOf(path),
  path,
  folder: null,
  language: 'typescript',
  kind: 'function',
  name: extra.defines?.[0] ?? null,
  container: null,
  defines: [],
  terms: chunkTerms(path, { text, defines: extra.defines ?? [] }),
  cosine: null,
  crowd: 0,
  ...extra,
});

function statisticsOf(candidates: readonly CodeCandidate[]): TermStatistics {
  const documents = candidates.map(({ terms }) => terms.split(' '));
  const frequency = new Map<string, number>();
  for (const term of documents.flatMap((document) => [...new Set(document)]))
    frequency.set(term, (frequency.get(term) ?? 0) + 1);
  return { passages: 1000, averageLength: documents.flat().length / documents.length, frequency };
}

const rank = (query: string, ...candidates: CodeCandidate[]) =>
  rankChunks(candidates, readCodeQuery(query), statisticsOf(candidates));
const paths = (query: string, ...candidates: CodeCandidate[]) => rank(query, ...candidates).map(({ path }) => path);

describe('ranked chunks', () => {
  it('gain nothing from a path that only has the name of the project', () => {
    const named = chunk('ginS/gins.go', 'func OPTIONS', { folder: 'gin', cosine: 0.3 });
    const meant = chunk('recovery.go', 'func Recovery', { folder: 'gin', cosine: 0.5 });
    expect(paths('how does gin recover from a panic', named, meant)[0]).toBe('recovery.go');
    const [first] = rank('how does gin recover from a panic', named);
    expect(first?.parts.path).toBe(0);
  });

  it('start with the nearest in meaning if the words are alike', () => {
    const near = chunk('src/a.ts', 'retry the request', { cosine: 0.7 });
    const far = chunk('src/b.ts', 'retry the request', { cosine: 0.1 });
    expect(paths('retry a failed call', far, near)).toEqual(['src/a.ts', 'src/b.ts']);
  });

  it('put a chunk that is near to everything behind one that is near to the question', () => {
    const telling = chunk('src/a.ts', 'one', { cosine: 0.48, crowd: 0.3 });
    const common = chunk('src/b.ts', 'two', { cosine: 0.5, crowd: 0.8 });
    expect(paths('retry a failed call', common, telling)).toEqual(['src/a.ts', 'src/b.ts']);
  });

  it('are ordered by words if there are no vectors', () => {
    const [first, second] = rank(
      'parse request headers',
      chunk('src/b.ts', 'parse numbers'),
      chunk('src/a.ts', 'parse the request headers'),
    );
    expect(first).toMatchObject({ path: 'src/a.ts', parts: { lexical: 1, vector: null } });
    expect(second?.parts.lexical).toBeLessThan(1);
  });

  it('match abbreviations that code uses', () => {
    const short = chunk('src/a.ts', 'read the cfg dir');
    const other = chunk('src/b.ts', 'read the default colours');
    expect(paths('default configuration directory', other, short)[0]).toBe('src/a.ts');
    const [named] = rank('read the configuration', chunk('src/cfg.ts', 'read'));
    expect(named?.parts.path).toBeGreaterThan(0.5);
  });

  it('match a name only in its own spelling', () => {
    const other = chunk('src/a.ts', 'remove delete del');
    const same = chunk('src/b.ts', 'calls rm on a long list of files, and on more of them');
    expect(paths('rm', other, same)[0]).toBe('src/b.ts');
  });

  it('have lexical scores up to 1, even if every chunk has every spelling', () => {
    const texts = Array.from({ length: 5 }, (_, i) => chunk(`src/${i}.ts`, 'cfg config conf configuration'));
    const statistics = { ...statisticsOf(texts), passages: texts.length };
    for (const { parts } of rankChunks(texts, readCodeQuery('the configuration of it'), statistics)) {
      expect(parts.lexical).toBeGreaterThan(0);
      expect(parts.lexical).toBeLessThanOrEqual(1);
    }
  });

  it('do not gain by repeating a word', () => {
    const both = chunk('src/a.ts', `parse the headers ${'of something else '.repeat(15)}`);
    const often = chunk('src/b.ts', 'parse '.repeat(12));
    expect(paths('parse headers', often, both)).toEqual(['src/a.ts', 'src/b.ts']);
  });

  it('score low with few of the words, even if no chunk has more', () => {
    const [first] = rank('parse request headers into pairs', chunk('src/a.ts', 'parse numbers'));
    expect(first?.parts.lexical).toBeLessThan(0.5);
  });

  it('start with the chunk that defines the requested symbol, not with the one that uses it most', () => {
    const uses = chunk('src/use.ts', 'Router Router Router Router', { cosine: 0.9 });
    const defines = chunk('src/mux.ts', `type Router interface ${'other words '.repeat(40)}`, {
      defines: ['Router'],
      cosine: 0.2,
    });
    expect(paths('Router', uses, defines)).toEqual(['src/mux.ts', 'src/use.ts']);
    expect(paths('router', uses, defines)[0]).toBe('src/mux.ts');
  });

  it('prefer the definition of a name in a sentence to its uses', () => {
    const uses = chunk('src/b.ts', 'return combineReducers');
    const defines = chunk('src/a.ts', `return ${'of all reducers '.repeat(20)}`, { defines: ['combineReducers'] });
    expect(paths('what does combineReducers return', uses, defines)).toEqual(['src/a.ts', 'src/b.ts']);
  });

  it('prefer a file with a matching name, even in another form or joined', () => {
    const text = 'return next';
    for (const [query, path] of [
      ['error formatting', 'src/formatter.ts'],
      ['real IP of a request', 'middleware/realip.go'],
      ['session storage', 'src/session/store.py'],
    ] as const)
      expect(paths(query, chunk('src/other.ts', text), chunk(path, text))[0]).toBe(path);
  });

  it('gain little from a path with a word that is everywhere in the project', () => {
    const types = chunk('src/types.ts', 'type Key');
    const matcher = chunk('src/staleness.ts', 'type Key');
    const fillers = Array.from({ length: 60 }, (_, i) => chunk(`src/${i}.ts`, 'type Other'));
    expect(paths('filter by type and staleness', types, matcher, ...fillers)[0]).toBe('src/staleness.ts');
    const [other, named] = rank('by type and staleness', ...[types, matcher]).map(({ parts }) => parts.path);
    expect(other).toBeGreaterThan(named ?? 1);
  });

  it('start with the function whose name says what is asked for', () => {
    const same = { cosine: 0.5 };
    const enters = chunk('src/enter.ts', 'read the state of pre mode, enter', { defines: ['enterPre'], ...same });
    const reads = chunk('src/read.ts', 'read the state of pre mode, parse', { defines: ['readPreState'], ...same });
    expect(paths('read the state of pre mode', enters, reads)[0]).toBe('src/read.ts');
  });

  it('find a half-remembered name, unless a name is exactly the one asked for', () => {
    const nearly = chunk('src/parse.ts', 'other words', { defines: ['parseChangesetFile'] });
    const uses = chunk('src/read.ts', 'parse changeset parse changeset', { defines: ['readAll'] });
    expect(paths('parseChangeset', uses, nearly)[0]).toBe('src/parse.ts');
    const exact = chunk('src/exact.ts', 'other', { defines: ['parseChangeset'] });
    const [first, ...others] = rank('parseChangeset', uses, nearly, exact);
    expect(first?.path).toBe('src/exact.ts');
    expect(others.every(({ parts }) => parts.name === 0)).toBe(true);
  });

  it('rank tests, examples and prose behind code, unless they are asked for', () => {
    const candidates = [
      chunk('tests/router.test.ts', 'tests for router routes, router merge'),
      chunk('docs/router.md', 'router routes'),
      chunk('src/router.ts', 'router routes'),
    ];
    expect(paths('router routes', ...candidates)[0]).toBe('src/router.ts');
    expect(paths('tests for router merge', ...candidates)[0]).toBe('tests/router.test.ts');
  });

  it('start with the file that the query names', () => {
    const routing = chunk('src/api/routing.py', 'nothing of it', { cosine: 0.1 });
    const other = chunk('src/errors.py', 'error handling error handling', { cosine: 0.8 });
    for (const query of ['api/routing.py', 'error handling in routing.py'])
      expect(paths(query, other, routing)[0]).toBe('src/api/routing.py');
  });

  it('prefer a file with several good chunks to one with a single good chunk', () => {
    const cosine = 0.5;
    const lone = chunk('src/a.ts', 'open the store', { cosine });
    const many = Array.from({ length: 3 }, () => chunk('src/b.ts', 'open the store', { cosine }));
    const ranked = rank('open the store', lone, ...many, chunk('src/c.ts', 'none', { cosine: 0.1 }));
    expect(ranked[0]).toMatchObject({ path: 'src/b.ts' });
    expect(ranked[0]?.parts.file).toBeGreaterThan(0);
  });

  it('do not all come from one file', () => {
    const long = Array.from({ length: 5 }, () => chunk('src/long.ts', 'cache of the vectors'));
    const others = ['src/x.ts', 'src/y.ts'].map((path) => chunk(path, 'cache of the vectors, and other things'));
    expect(new Set(paths('cache of vectors', ...long, ...others).slice(0, 3)).size).toBe(3);
  });

  it('show a second good function of a file before poor ones of others', () => {
    const good = ['read', 'parse'].map((word) => chunk('src/pre.ts', `${word} the state of pre mode`));
    const poor = Array.from({ length: 12 }, (_, i) => chunk(`src/${i}.ts`, 'the mode'));
    expect(paths('state of pre mode', ...good, ...poor).slice(0, 2)).toEqual(['src/pre.ts', 'src/pre.ts']);
  });

  it('of files with the same path in two projects are ranked each for itself', () => {
    const copies = [1, 2].map((file) => chunk('src/index.ts', 'cache of the vectors', { file }));
    const [first, second] = rank('cache of vectors', ...copies);
    expect(second?.score).toBe(first?.score);
    expect(first?.parts.file).toBe(0);
  });

  it('without a vector are judged by their words', () => {
    const ranked = rank(
      'walk the tree',
      chunk('src/new.ts', 'walk the tree'),
      chunk('src/old.ts', 'stand still', { cosine: 0.4 }),
      chunk('src/older.ts', 'stand still', { cosine: 0.1 }),
    );
    expect(ranked[0]).toMatchObject({ path: 'src/new.ts', parts: { vector: null } });
  });

  it('have scores from 0 to 1, and none is lost', () => {
    const word = fc.constantFrom('open', 'Store', 'parse', 'tests', 'src/a.ts', 'applyAll');
    const text = fc.array(word, { maxLength: 6 }).map((words) => words.join(' '));
    const candidate = fc
      .record({
        path: fc.constantFrom('src/a.ts', 'tests/b.ts', 'README.md'),
        text,
        cosine: fc.option(fc.double({ min: -1, max: 1, noNaN: true })),
      })
      .map(({ path, text: body, cosine }) => chunk(path, body, { cosine, defines: body.split(' ') }));
    fc.assert(
      fc.property(text, fc.array(candidate, { maxLength: 12 }), (query, candidates) => {
        const ranked = rank(query, ...candidates);
        expect(ranked.map(({ row }) => row).sort()).toEqual(candidates.map(({ row }) => row).sort());
        for (const { score } of ranked) expect(score >= 0 && score <= 1).toBe(true);
      }),
    );
  });
});
