import { readdirSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { fixture, print, read } from './fixture-parser.ts';
import { LANGUAGES, languageOf } from './languages.ts';

const files = readdirSync(new URL('./fixtures', import.meta.url));

describe('every language', () => {
  it.each(files)('%s yields its symbols and references', async (file) => {
    const language = file.split('.')[0];
    await expect(print(await read(file, fixture(file)))).toMatchFileSnapshot(`./expected/${language}.txt`);
  });

  it.each(LANGUAGES.map(({ name }) => name))('%s has a fixture', (name) => {
    expect(files.some((file) => file.startsWith(`${name}.`))).toBe(true);
  });

  it.each(files)('%s yields the same with Windows line ends, except for offsets', async (file) => {
    const text = fixture(file);
    expect(print(await read(file, text.replaceAll('\n', '\r\n')))).toBe(print(await read(file, text)));
  });

  it.each(files)('%s yields the same after a byte order mark', async (file) => {
    const text = fixture(file);
    expect(print(await read(file, `\uFEFF${text}`))).toBe(print(await read(file, text)));
  });

  it.each(files)('%s may be empty', async (file) => {
    expect(await read(file, '')).toEqual({ symbols: [], references: [], fingerprints: [] });
  });

  it.each(files)('%s cut off within a definition keeps most of what precedes it', async (file) => {
    const text = fixture(file);
    const end = Math.floor(text.length * 0.7);
    const names = new Set((await read(file, text.slice(0, end))).symbols.map(({ name }) => name));
    const before = (await read(file, text)).symbols.filter(({ endIndex }) => endIndex < end);
    const kept = before.filter(({ name }) => names.has(name));
    expect(kept.length).toBeGreaterThanOrEqual(before.length * 0.7);
  });
});

describe('the language of a file', () => {
  it.each([
    ['src/main.rs', '', 'rust'],
    ['a/Rakefile', '', 'ruby'],
    ['component.TSX', '', 'tsx'],
    ['list.h', 'struct list { int n; };\n#ifdef __cplusplus\nextern "C" {\nclass X;\n#endif\n', 'c'],
    ['list.h', '/* class in words */\nint class_of(int x);\n', 'c'],
    ['list.h', '#pragma once\nnamespace a { class B; }\n', 'cpp'],
    ['list.h', '#include <vector>\nint f();\n', 'cpp'],
    ['bin/tool', '#!/usr/bin/env python3\n', 'python'],
    ['bin/tool', '#!/bin/sh -e\n', 'bash'],
    ['Basket.m', '#import "Basket.h"\n', 'objc'],
  ])('of %s is determined by its name or content', (path, text, name) => {
    expect(languageOf(path, text)?.name).toBe(name);
  });

  it('is null without a grammar for it', () => {
    expect(languageOf('notes.txt', 'x')).toBeNull();
    expect(languageOf('LICENSE', 'MIT')).toBeNull();
    expect(languageOf('total.m', 'function y = total(x)\n')).toBeNull();
  });
});
