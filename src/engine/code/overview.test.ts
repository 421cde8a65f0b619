import { describe, expect, it } from 'vitest';
import { asksWhatItIs, introducing } from './overview.ts';

describe('a question about a project as a whole', () => {
  it.each([
    'what is this project?',
    "What's this repo about?",
    'what does this project do',
    'explain the codebase',
    'project overview',
    'give me an overview of this repository',
    'where do I start?',
    'what is the entry point of this program',
  ])('is recognised: %s', (question) => expect(asksWhatItIs(question)).toBe(true));

  it.each([
    'what is this project id used for',
    'overview page component',
    'where is the package name validated',
    'explain how the router works',
    'entry point',
  ])('is not recognised in: %s', (question) => expect(asksWhatItIs(question)).toBe(false));
});

describe('the files that introduce a project', () => {
  it('are its README, its manifests and its entry points, not those of its parts and tests', () => {
    const paths = [
      'docs/README.md',
      'README.md',
      'src/util/strings.ts',
      'src/main.ts',
      'src/deep/inside/main.ts',
      'src/index.ts',
      'test/main.ts',
      'package.json',
      'packages/a/package.json',
    ];
    expect(introducing(paths, '/code/shop')).toEqual([
      'README.md',
      'package.json',
      'src/main.ts',
      'src/deep/inside/main.ts',
      'src/index.ts',
    ]);
  });

  it('are none if the folder has none of them', () => {
    expect(introducing(['a/b.c', 'notes.txt'], '/code/shop')).toEqual([]);
  });

  it.each(['/code/express/lib', '/code/express', String.raw`C:\code\express`])(
    'begin with one called like it: %s',
    (root) => {
      const paths = ['application.js', 'express.js', 'view.js', 'plugins/express.js'];
      expect(introducing(paths, root)).toEqual(['express.js', 'application.js', 'plugins/express.js']);
      expect(introducing([...paths, 'main.js'], root)[0]).toBe('main.js');
    },
  );
});
