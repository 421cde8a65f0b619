import { describe, expect, it } from 'vitest';
import { questionTerms, terms } from './terms.ts';

describe('terms', () => {
  it('holds an identifier whole and in parts', () => {
    expect(terms('getUserById')).toEqual(['getuserbyid', 'get', 'user', 'by', 'id']);
    expect(terms('MAX_RETRY_COUNT')).toEqual(['maxretrycount', 'max', 'retri', 'count']);
    expect(terms('HTTPServer')).toEqual(['httpserver', 'http', 'server']);
  });

  it('splits paths at their separators', () => {
    expect(terms('src/engine/model.ts')).toEqual(['src', 'engin', 'model', 'ts']);
  });

  it('reduces words to their stem and drops accents', () => {
    expect(terms('Running migrations, Café')).toEqual(['run', 'migrat', 'cafe']);
  });

  it('cuts Chinese and Japanese into pairs', () => {
    expect(terms('数据库迁移')).toEqual(['数据', '据库', '库迁', '迁移']);
  });

  it.each(['', '   ', '"unbalanced ( AND', '\u0000', '💥', '\ud800'])('reads %j as text, not as syntax', (text) => {
    expect(terms(text).every((term) => /^[\p{L}\p{N}]+$/u.test(term))).toBe(true);
  });

  it('asks only for what carries meaning, each once', () => {
    expect(questionTerms('What is the port of the port scanner?')).toEqual(['port', 'scanner']);
  });
});
