import { expect, it } from 'vitest';
import { plainCode } from './plain-code.ts';

it.each([
  ['python', "log(\"a # b\") # print()\nx = '''print()'''", 'log("")  \nx = ""'],
  ['typescript', "go('//'); // exit()\n/* exit() */ run(`\\` exit()`)", 'go("");  \n  run("")'],
  ['rust', 'fn f<\'a>(x: &\'a str) { g("unwrap()") }', 'fn f<\'a>(x: &\'a str) { g("") }'],
])('comments and strings of %s are not code', (language, text, plain) => {
  expect(plainCode(text, language)).toBe(plain);
});
