import { describe, expect, it } from 'vitest';
import { chunkTerms, embeddingText } from './embedding-text.ts';

const chunk = (text: string, extra: Partial<Parameters<typeof embeddingText>[1]> = {}) => ({
  text,
  name: null,
  container: null,
  defines: [],
  ...extra,
});

describe('the embedded text of a chunk', () => {
  it('starts with its location and its definitions, split into words', () => {
    const names = { name: 'runAll', container: 'HTTPServer', defines: ['runAll', 'stop_now'] };
    const text = embeddingText('src/http/applyMiddleware.ts', chunk('return 1', names));
    expect(text).toBe('src / http / apply Middleware, HTTP Server run All, stop now\nreturn 1');
  });

  it('contains the code without its indentation', () => {
    const text = embeddingText('a.py', chunk('def read(path):\r\n\n    # All of it\n\treturn  open(path)'));
    expect(text).toBe('a\ndef read(path):\n# All of it\nreturn open(path)');
  });

  it('stays short for any chunk', () => {
    const defines = Array.from({ length: 500 }, (_, i) => `name${i}`);
    expect(embeddingText('a.ts', chunk('x'.repeat(5000), { defines })).length).toBeLessThanOrEqual(802);
  });

  it('adds each new word from the rest of the code once', () => {
    const head = `def load(path): ${'x '.repeat(300)}`;
    const rest = 'return parseJson(path, parse_json, 4242, io)\nraise ConfigError';
    expect(
      embeddingText('a.py', chunk(`${head}\n${rest}`))
        .split('\n')
        .at(-1),
    ).toBe('parse Json Config Error');
    expect(embeddingText('docs/a.md', chunk(`${head}\n${rest}`))).not.toContain('Json');
  });

  it('omits numbers that stand alone, and keeps a name that is only an extension', () => {
    expect(embeddingText('migrations/0012-users.sql', chunk(''))).toBe('migrations / users\n');
    expect(embeddingText('config/.env', chunk(''))).toBe('config / env\n');
    expect(embeddingText('17.py', chunk('x = 1'))).toBe('\nx = 1');
  });
});

it('the indexed terms of a chunk include its path', () => {
  expect(chunkTerms('src/realIp.go', chunk('parse headers')).split(' ')).toEqual(
    expect.arrayContaining(['pars', 'realip', 'real']),
  );
});

it('the embedding text of a document begins like the document, however much white space it begins with', () => {
  const text = `${' \n'.repeat(500)}Read this ${'first. '.repeat(100)}`;
  expect(embeddingText('docs/start.md', chunk(text))).toBe(
    `docs / start\nRead this ${'first. '.repeat(100)}`.slice(0, 113),
  );
});
