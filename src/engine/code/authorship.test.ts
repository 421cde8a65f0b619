import { describe, expect, it } from 'vitest';
import { subjectOfAuthorship } from './authorship.ts';

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
  ])('is another: %s', (question) => expect(subjectOfAuthorship(question)).toBeNull());
});
