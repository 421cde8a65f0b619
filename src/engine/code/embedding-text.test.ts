import { describe, expect, it } from 'vitest';
import { chunkTerms, embeddingText } from './embedding-text.ts';

const chunk = (text: string, name: string | null = null, container: string | null = null) => ({
  text,
  name,
  container,
});

describe('the embedded text of a chunk', () => {
  it('begins with where it is and what it is called, in words', () => {
    const text = embeddingText('src/http/applyMiddleware.ts', chunk('return 1', 'runAll', 'HTTPServer'));
    expect(text.split('\n')[0]).toBe('src / http / apply Middleware: HTTP Server run All');
  });

  it('has the words of the code in their order, each once, without the signs', () => {
    const text = embeddingText(
      'a.py',
      chunk('def read_file(path):\n    # Read the path\n    return open(path).read()'),
    );
    expect(text.split('\n')[1]).toBe('def read file path the return open');
  });

  it('stays short, whatever the chunk holds', () => {
    const many = Array.from({ length: 500 }, (_, i) => `word${i}`).join(' ');
    expect(embeddingText('a.ts', chunk(`${'x'.repeat(5000)} ${many}`)).length).toBeLessThan(420);
    expect(embeddingText('a.ts', chunk(`${'x'.repeat(5000)} start`))).toContain('start');
  });

  it('keeps the name of a file that is all extension', () => {
    expect(embeddingText('config/.env', chunk('A=1'))).toMatch(/^config \/ env:/);
  });
});

it('the indexed terms of a chunk include its path', () => {
  expect(chunkTerms('src/realIp.go', chunk('parse headers'))).toEqual(
    expect.arrayContaining(['pars', 'realip', 'real']),
  );
});
