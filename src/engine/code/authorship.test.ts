import { describe, expect, it } from 'vitest';
import { authorsOf, subjectOfAuthorship, withAuthors } from './authorship.ts';
import type { CodeBase } from './code-base.ts';

describe('a question about who wrote code, and when', () => {
  it.each([
    ['who wrote the session store?', 'the session store?'],
    ['Who last changed expireSessions', 'expireSessions'],
    ['when was the tax rate last changed?', 'the tax rate ?'],
    ['who is the maintainer of the parser', 'the parser'],
    ['how old is hashPassword', 'hashPassword'],
    ['git blame for src/session.ts', 'src/session.ts'],
  ])('is searched by its subject: %s', (question, subject) => expect(subjectOfAuthorship(question)).toBe(subject));

  it.each([
    'who calls expireSessions',
    'when are sessions expired',
    'author of a post',
    'how old sessions are removed',
  ])('is not recognised in: %s', (question) => expect(subjectOfAuthorship(question)).toBeNull());

  it('is cut to the maximum length before it is read', async () => {
    const asked: string[] = [];
    const search = async (question: string) => {
      asked.push(question);
      return { found: [], weak: false, note: null };
    };
    await withAuthors('when was '.repeat(100_000), { authorship: async () => null }, search);
    expect(asked).toEqual(['when was '.repeat(100_000).slice(0, 2000)]);
  });

  it('looks up no more authors after the caller has cancelled', async () => {
    const caller = new AbortController();
    const place = { project: { root: '/', commit: null }, chunk: { path: 'a.ts', startLine: 1, endLine: 1 } };
    let asked = 0;
    const authorship = async (...[, , , signal]: Parameters<CodeBase['authorship']>) => {
      asked++;
      expect(signal).toBe(caller.signal);
      caller.abort();
      return null;
    };
    await expect(authorsOf(Array(10).fill(place), { authorship }, caller.signal)).rejects.toThrow(/abort/i);
    expect(asked).toBe(3);
  });
});
