// What the text of a pattern rules out: calls, imports, base classes, and whatever else it names as code would have it.
import { choicesIn } from '../fix/families.ts';
import type { Asked } from './expectations.ts';
import { CALL_END } from './members-named.ts';

const NAME = String.raw`(?:[A-Za-z_$][\w$]*\.)*[A-Z]\w*[a-z]\w*`;
const BASE = new RegExp(
  String.raw`\b(?:extend(?:s|ing)?|inherit(?:s|ing)? from|subclass(?:es)?(?: of)?|derives? from|implements?)\s+(?:the\s+|an?\s+)?${'`'}?(${NAME})${'`'}?`,
  'g',
);
const CALLED = new RegExp(String.raw`((?:[\w$]+\.)*)([A-Za-z_]\w*)${CALL_END}`, 'g');
const IMPORTED =
  /\bimport(?:s|ed|ing)?\b(?:\s+[\w\s]*?\bfrom\b)?\s+((?:(?:,|\s|\bor\b|\band\b|\bfrom\b|\bthe\b)*[`'"“]?[\w@.:/*\\-]+[`'"”]?)+)/gi;
/** ``The `stripe` package is never imported``, of which a stretch leaves out the cue. */
const NOT_IMPORTED =
  /(?:[`'"“]([\w@.:/\\-]+)[`'"”]|(@?[\w-]+(?:[./:\\]+\w[\w-]*)+)|\b([\w-]+)(?=\s(?:module|package|library|SDK)\b))(?:\s(?:module|package|library|SDK))?\s+imported\b/g;
/** As only the name of a module is written: in quotes, with a capital, as a path. */
const DEPENDED =
  /\b(?:depends? on|rel(?:y|ies) on|pull(?:s)? in|requires?)\s+(?:the\s+)?(?:[`'"“]([\w@.:/\\-]+)[`'"”]|(@?[\w-]+(?:[./:\\]+\w[\w-]*)+|[A-Z][\w-]+))(?=\s*(?:$|[;,.]|(?:here|in|for|or|and|directly|library|package|module|SDK)\b))/g;
/** `import the database`, `require redis`: a word that may be the name of a module, or mean something else. */
const GUESSED =
  /\b(?:import(?:s|ed|ing)?\s+(?:the|any)|requires?)\s+([A-Za-z][\w-]+)(?=\s*(?:$|[;,.]|(?:here|in|for|directly)\b))/g;
const USED =
  /\b(?:us(?:e|es|ed|ing)|depends? on|rel(?:y|ies) on|pull(?:s)? in)\s+(?:the\s+)?([a-z][\w-]+)(?:\s+(?:or|and)\s+([a-z][\w-]+))?(?=\s*(?:$|[;,.]|here|in|for|directly|library|package|module))/g;
/** As only code has it: in backticks, with dots, with several capitals or underscores. */
const IDENTIFIER =
  /`([^`\s]{2,60})`|(?<![\w.@])(@?[A-Za-z_$][\w$]*(?:\.[A-Za-z_$][\w$]*)+|[A-Z][a-z\d]+(?:[A-Z][a-z\d]+)+|[a-z]+(?:[A-Z][a-z\d]*)+|[a-z\d]+(?:_[a-z\d]+)+|@[A-Z]\w+)(?![\w/-])|(?<=\s)(\.[A-Z]\w+)\b/g;
const BROADLY =
  /\bexcept\s+(?:Base)?Exception\b|\b(?:broad|blanket|catch-?all|generic|general)\w*\b.*\b(?:except|catch|exception)|\bcatch\w*\b.*\b(?:Exception|Throwable|everything|all|any|broad\w*)\b|\bcatch-?alls?\b/i;
const BARELY = /\bbare\s+`?(?:except|catch|rescue)\b/i;

/** `do not write classes`, but not `do not import ORM classes`. A cue leaves spaces where it was. */
const CLASS_FORM =
  /\bclass components?\b|(?:^\s{0,3}|;\s{0,3}|\s{2,3})(?:(?:us(?:e|ing)|writ(?:e|ing|ten)|implement(?:ed)?|defin(?:e|ed|ing)|creat(?:e|ing)|declar(?:e|ing)|be|as|any|ES6)\s+)*classes(?=\W*(?:;|$|(?:for|in|as|here)\b))/i;

/** Of the things that projects choose between, those that code shows by their names. */
const SEEN_IN_CODE: ReadonlySet<string> = new Set([
  'hash function',
  'cipher',
  'random source',
  'place in the browser',
  'HTTP client',
  'data mapper',
  'logging',
  'source of settings',
  'treatment of markup',
  'way to inject',
  'data frame',
  'database',
  'cache',
  'queue',
  'test framework',
  'state of a front end',
  'server state',
  'number for money',
  'way to get at other parts',
  'data format',
]);

/** Whether it shows only what is there: that nothing is found does not mean that the rule is kept. */
export const isGuess = (asked: Asked): boolean => asked.kind === 'forbidden_import' && asked.isGuess === true;

export function refusals(text: string): Asked[] {
  if (text === '') return [];
  const used = usedIn(text);
  const guessed = [...text.matchAll(GUESSED)].map(([, word = '']) => word);
  const named = [...importedIn(text), ...captured(text, DEPENDED), ...captured(text, NOT_IMPORTED), ...used];
  const modules = [...new Set(named)].filter((module) => !guessed.includes(module));
  const bases = [...text.matchAll(BASE)].map(([, name = '']) => name);
  return [
    ...bases.map((name) => ({ kind: 'forbidden_base' as const, name })),
    ...[...text.matchAll(CALLED)].map(([, path = '', name = '']) => ({
      kind: 'forbidden_call' as const,
      name,
      qualifier: path === '' ? null : path.slice(0, -1),
    })),
    ...modules.map((module) => ({ kind: 'forbidden_import' as const, module })),
    ...guessed.map((module) => ({ kind: 'forbidden_import' as const, module, isGuess: true })),
    ...used.map((name) => ({ kind: 'forbidden_call' as const, name, qualifier: null, fromElsewhere: true })),
    ...identifiersIn(text)
      .filter((written) => !modules.includes(written) && !bases.includes(written))
      .map((written) => ({ kind: 'forbidden_name' as const, written })),
    ...(BARELY.test(text) ? [{ kind: 'broad_catch' as const, bareOnly: true }] : []),
    ...(BROADLY.test(text) && !BARELY.test(text) ? [{ kind: 'broad_catch' as const, bareOnly: false }] : []),
    ...(CLASS_FORM.test(text) ? [{ kind: 'form' as const, form: 'function' as const }] : []),
    ...choicesIn(text)
      .filter(({ family, member }) => SEEN_IN_CODE.has(family) && !member.startsWith('escap'))
      .map((choice) => ({ kind: 'avoided' as const, choice })),
  ];
}

const identifiersIn = (text: string): string[] =>
  [...text.replace(CALLED, ' ').replace(IMPORTED, ' ').matchAll(IDENTIFIER)]
    .map(([, quoted, plain, member]) => (quoted ?? plain ?? member ?? '').replace(/\(.*$/, ''))
    // A rule on what is not caught, exported or thrown names it for another reason.
    .filter((name) => /^[@.]?[\w$.]+$/.test(name) && !/(?:Exception|Error)$/.test(name));

/** `use lodash`, `use puts`: a module or a function. */
const usedIn = (text: string): string[] =>
  [...text.matchAll(USED)].flatMap(([, a, b]) => [a, b].filter((each) => each !== undefined));

const captured = (text: string, pattern: RegExp): string[] =>
  [...text.matchAll(pattern)].map(([, ...names]) => (names.find(Boolean) ?? '').replace(/[.:]+$/, ''));

/** `import sqlalchemy or requests`, `import anything from './infrastructure'`. */
function importedIn(text: string): string[] {
  return [...text.matchAll(IMPORTED)].flatMap(([whole, list = '']) => {
    const quoted = [...list.matchAll(/[`'"“]([^`'"”]+)[`'"”]/g)].map(([, module = '']) => module);
    if (quoted.length > 0) return quoted;
    const words = list
      .split(/[\s,]+/)
      .map((word) => word.replace(/[.:]+$/, ''))
      .filter(
        (word) =>
          !/^(?:or|and|from|the|any|its|their|anything|something|directly|here|SDK|library|package)?$/i.test(word),
      );
    return /\bfrom\b/.test(whole) || words.length <= 1 || /,|\bor\b|\band\b/.test(list) ? words.slice(0, 6) : [];
  });
}
