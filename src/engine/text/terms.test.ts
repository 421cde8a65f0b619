import { describe, expect, it } from 'vitest';
import { questionTerms, terms } from './terms.ts';

describe('terms', () => {
  it('hold an identifier whole and in parts', () => {
    expect(terms('getUserById')).toEqual(['getuserbyid', 'get', 'user', 'by', 'id']);
    expect(terms('MAX_RETRY_COUNT')).toEqual(['maxretrycount', 'max', 'retri', 'count']);
    expect(terms('HTTPServer')).toEqual(['httpserver', 'http', 'server']);
  });

  it('split paths at their separators', () => {
    expect(terms('src/engine/model.ts')).toEqual(['src', 'engin', 'model', 'ts']);
  });

  it('reduce words to their stem and drop accents', () => {
    expect(terms('Running migrations, Café')).toEqual(['run', 'migrat', 'cafe']);
  });

  it('cut Chinese and Japanese into pairs', () => {
    expect(terms('数据库迁移')).toEqual(['数据', '据库', '库迁', '迁移']);
  });

  it.each([
    ['Thai', 'สมชาย', 'สมชายดูแลเซิร์ฟเวอร์'],
    ['Lao', 'ສົມໄຊ', 'ສົມໄຊດູແລເຊີບເວີ'],
    ['Khmer', 'សុខា', 'សុខាថែទាំម៉ាស៊ីនមេ'],
    ['Burmese', 'မောင်မောင်', 'မောင်မောင်ကဆာဗာကိုစောင့်ကြည့်သည်'],
  ])('of a %s name are those of a sentence that begins with it', (_, name, sentence) => {
    const found = terms(name);
    expect(found.length).toBeGreaterThan(0);
    expect(terms(sentence).slice(0, found.length)).toEqual(found);
  });

  it.each(['', '   ', '"unbalanced ( AND', '\u0000', '💥', '\ud800'])('read %j as text, not as syntax', (text) => {
    expect(terms(text).every((term) => /^[\p{L}\p{N}]+$/u.test(term))).toBe(true);
  });

  it('of a question are only those that carry meaning, each once', () => {
    expect(questionTerms('What is the port of the port scanner?')).toEqual(['port', 'scanner']);
  });
});
