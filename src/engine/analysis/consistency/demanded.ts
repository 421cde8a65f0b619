// Derives expectations from the text of a pattern. A mere description of its purpose demands nothing.
import { sentences } from '../../text/sentences.ts';
import { choicesIn } from '../fix/families.ts';
import { stretchesOf } from '../fix/stretches.ts';
import type { Asked, Expectation } from './expectations.ts';

const DEMANDS =
  /\b(?:must|shall|should|never|always|every|all|each|only|no|not|avoid\w*|forbidden|requires?|required|needs? to|ha(?:s|ve) to|do(?:es)? not|don't|cannot|without)\b|^\W*(?:use|extend|call|import|inject|name|define|decorate|catch|log|wrap|implement|inherit|throw|handle|go)\b/i;
const BULLET = /^\s*(?:[-*•]|\d{1,2}[.)])\s/;

export const askedByText = (text: string): Expectation[] =>
  text.split('\n').flatMap((line) => sentences(line).flatMap((sentence) => asked(sentence, BULLET.test(line))));

/** Stands for the parentheses of a call, at which a sentence would otherwise be split. */
const CALL_END = '\u{fe59}\u{fe5a}';
const joined = (sentence: string): string =>
  sentence.replace(/(?<=[\w$])\([^()]*\)/g, CALL_END).replace(/(?<=\w)::(?=\w)/g, '.');

function asked(sentence: string, isListed: boolean): Expectation[] {
  const basis = `its text: “${sentence.slice(0, 160)}”`;
  const stretches = stretchesOf(joined(sentence));
  const of = (way: 'does' | 'undoes') =>
    stretches
      .filter((stretch) => stretch.way === way)
      .map((stretch) => stretch.text)
      .join(' ; ');
  const firmly = isListed || DEMANDS.test(sentence);
  const found = [...structure(of('does')), ...(firmly ? habits(of('does')) : []), ...refusals(of('undoes'))];
  return found.map((each) => ({ ...each, basis }));
}

const NAME = String.raw`(?:[A-Za-z_$][\w$]*\.)*[A-Z]\w*[a-z]\w*`;
const BASE = new RegExp(
  String.raw`\b(?:extend(?:s|ing)?|inherits? from|subclass(?:es)? of|subclass(?:es)?|derives? from|built on|implements? the|implements)\s+(?:the\s+|an?\s+)?${'`'}?(${NAME})${'`'}?`,
  'g',
);
const CALLED = new RegExp(String.raw`((?:[\w$]+\.)*)([A-Za-z_]\w*)${CALL_END}`, 'g');
const CALLING = /\b(?:calls?|called|calling|invok\w+|uses?|using|used)\b/gi;
const DEFINING =
  /\b(?:defin\w+|implement\w*|ha(?:s|ve)|provid\w+|expos\w+|exports?|offer\w*|overrid\w+|declar\w+|contains?|methods?)\b/gi;
const DECORATOR = /(?<![\w.])@([A-Za-z_][\w.]*(?:\([^)]*\))?)|\b(?:attribute|annotation)\s+`?#?\[?([A-Z]\w+)\]?/g;
const NAMED =
  /(?:\*|<\w+>|\{\w+\}|Xxx|\.\.\.)([A-Z]\w+)|\b(?:end(?:s|ing)? (?:in|with)|suffix(?:ed)?(?: is| with)?|called something like)\s+[`"“']?\*?([A-Z]\w+)/g;
const PREFIXED = /\b(?:(?:start|begin)(?:s|ning|ing)? with|prefix(?:ed)?(?: is| with| by)?)\s+[`"“']?(\w+)/g;
const NAMED_METHOD =
  /\b(?:methods?|functions?)\s+(?:called\s+|named\s+)?(?:`(\w+)`|"(\w+)"|([A-Za-z_]\w*))(?=\s*(?:[.,;:]|$|\band\b|\bthat\b|\bwhose\b|\bwhich\b|\bwith\b))/g;
/** Words that follow `methods` in plain English and are no names. */
const NO_NAME =
  /^(?:are|is|must|should|shall|may|can|have|has|return|returns|take|takes|only|and|or|in|of|names?|calls)$/i;
const TAKEN =
  /\b(?:parameter|argument)\s+(?:is|are|must be|of type|has the type)\s+(?:an?\s+|the\s+)?`?((?:\w+\.)*[A-Z]\w*)`?|\btakes?\s+(?:an?\s+|the\s+)?`?((?:\w+\.)*[A-Z]\w*)`?\s+as\s+(?:its\s+|their\s+|the\s+|an?\s+)?(?:first\s+|only\s+|last\s+)?(?:parameter|argument)/g;
const OF_METHODS = /\b(?:methods?|functions?)\b/i;
const STYLE = /\b(snake_case|camelCase)\b/;
const IMPORTED =
  /\bimport(?:s|ed|ing)?\b(?:\s+[\w\s]*?\bfrom\b)?\s+((?:(?:,|\s|\bor\b|\band\b|\bfrom\b|\bthe\b)*[`'"“]?[\w@.:/-]+[`'"”]?)+)/gi;
const PARAMETER = /\b(?:constructor|injected|inject(?:s)?)\b/i;
const TYPE_NAME = /`([A-Za-z]\w+)`|\b([A-Z][a-z\d]+(?:[A-Z]\w*)*)\b/g;
const IS_ASYNC = /\basync(?:hronous)?\b/i;

/** Expectations about identifiers, which hold even in a plain statement. */
function structure(text: string): Asked[] {
  const ofMethods = OF_METHODS.test(text);
  const isAsync = IS_ASYNC.test(text);
  const affixes = [
    ...[...text.matchAll(NAMED)].map(([, a, b]) => ({ affix: a ?? b ?? '', at: 'end' as const })),
    ...[...text.matchAll(PREFIXED)].map(([, affix = '']) => ({ affix, at: 'start' as const })),
  ];
  const style = STYLE.exec(text)?.[1];
  const calls = callsIn(text);
  const named = [...calls.filter(({ defines }) => defines), ...methodsNamedIn(text)];
  const [only] = named.length === 1 ? named : [];
  return [
    ...[...text.matchAll(BASE)].map(([, name = '']) => ({ kind: 'base_class' as const, name })),
    ...calls.map(({ name, qualifier, defines }) =>
      defines ? ({ kind: 'method', name } as const) : ({ kind: 'call', name, qualifier } as const),
    ),
    ...methodsNamedIn(text).map(({ name }) => ({ kind: 'method', name }) as const),
    ...(PARAMETER.test(text) ? [] : [...text.matchAll(TAKEN)]).map(([, a, b]) => ({
      kind: 'takes' as const,
      written: a ?? b ?? '',
      of: only?.name ?? null,
    })),
    ...[...text.matchAll(DECORATOR)].map(([, a, b]) => ({
      kind: 'decorator' as const,
      written: a ?? b ?? '',
      of: null,
    })),
    ...affixes.map(
      ({ affix, at }): Asked =>
        ofMethods
          ? { kind: 'method_affix', affix, at, onlyAsync: isAsync }
          : at === 'end'
            ? { kind: 'naming', pattern: `Xhole99x${affix}`, inWords: `a name that ends in ${affix}` }
            : { kind: 'naming', pattern: `${affix}Xhole99x`, inWords: `a name that begins with ${affix}` },
    ),
    ...(isAsync && ofMethods && affixes.length === 0 && named.length === 0
      ? [{ kind: 'async' as const, of: null }]
      : []),
    ...(isAsync ? named.map(({ name }) => ({ kind: 'async' as const, of: name })) : []),
    ...(style === 'snake_case' || style === 'camelCase' ? [{ kind: 'method_naming', style } as const] : []),
    ...modulesIn(text).map((module) => ({ kind: 'import' as const, module })),
    ...(PARAMETER.test(text) ? [] : [...text.matchAll(DEPENDS)])
      .filter(([, quoted]) => quoted !== undefined)
      .map(([, name = '']) => ({ kind: 'dependency' as const, name })),
  ];
}

function callsIn(text: string): { name: string; qualifier: string | null; defines: boolean }[] {
  return [...text.matchAll(CALLED)].map((match) => {
    const [, path = '', name = ''] = match;
    const before = text.slice(0, match.index);
    const last = (words: RegExp) => [...before.matchAll(words)].at(-1)?.index ?? -1;
    const qualifier = path === '' ? null : path.slice(0, -1);
    return { name, qualifier, defines: qualifier === null && last(DEFINING) >= last(CALLING) };
  });
}

/** `has a method Run`, `defines a function called main`. */
const methodsNamedIn = (text: string): { name: string }[] =>
  [...text.matchAll(NAMED_METHOD)].flatMap((match) => {
    const [, a, b, c] = match;
    const name = a ?? b ?? c ?? '';
    const isDefined =
      /\b(?:defin\w+|implement\w*|ha(?:s|ve)|provid\w+|expos\w+|exports?|offer\w*|overrid\w+|declar\w+)\b/i.test(
        text.slice(0, match.index),
      );
    return isDefined && !NO_NAME.test(name) ? [{ name }] : [];
  });

/** `import sqlalchemy or requests`, `imports its styles from './styles.css'`. */
const modulesIn = (text: string): string[] =>
  [...text.matchAll(IMPORTED)].flatMap(([whole, list = '']) => {
    const quoted = [...list.matchAll(/[`'"“]([^`'"”]+)[`'"”]/g)].map(([, module = '']) => module);
    if (quoted.length > 0) return quoted;
    const words = list
      .split(/[\s,]+/)
      .filter((word) => !/^(?:or|and|from|the|any|its|their|anything|something|directly)?$/i.test(word));
    return /\bfrom\b/.test(whole) || words.length <= 1 || /,|\bor\b|\band\b/.test(list) ? words.slice(0, 6) : [];
  });

const DEPENDS =
  /\b(?:inject(?:s|ed with)?|takes?|receives?|depends? on|relies on|uses?|goes? through|asks?|calls?)\s+(?:the\s+|an?\s+|its\s+)*(?:`([A-Za-z]\w+)`|([A-Z][a-z\d]+(?:[A-Z]\w*)+))/g;
const HANDLES =
  /\b(?:handles? (?:all |every |its )?(?:errors?|exceptions?|failures?)|error handling|try\/(?:except|catch)|catch(?:es)?|(?:errors?|exceptions?|failures?) (?:is|are|must be) (?:wrapped|caught|translated|handled)|wraps? (?:\w+ )*(?:errors?|exceptions?))\b/i;
const LOGGING = /\b(?:logs?|logged|logging|logger)\b/i;

/** Expectations in plain words, which count only in a sentence that demands something. */
function habits(text: string): Asked[] {
  const parameters = PARAMETER.test(text)
    ? [...text.matchAll(TYPE_NAME)]
        .map(([, a, b]) => a ?? b ?? '')
        .filter((name, i) => i > 0 || /[a-z][A-Z]/.test(name))
    : [];
  const calls = callsIn(text)
    .map(({ name, qualifier }) => `${qualifier ?? ''} ${name}`)
    .join(' ');
  return [
    ...parameters.map((written) => ({ kind: 'parameter' as const, written })),
    ...[...text.matchAll(DEPENDS)]
      .map(([, a, b]) => a ?? b ?? '')
      .filter((name) => !parameters.includes(name))
      .map((name) => ({ kind: 'dependency' as const, name })),
    ...(HANDLES.test(text) ? [{ kind: 'error_handling' as const }] : []),
    ...(LOGGING.test(text) && !LOGGING.test(calls) ? [{ kind: 'logging' as const }] : []),
  ];
}

const BROADLY =
  /\bexcept\s+(?:Base)?Exception\b|\b(?:broad|blanket|catch-?all|generic|general)\w*\b.*\b(?:except|catch|exception)|\bcatch\w*\b.*\b(?:Exception|Throwable|everything|all|any|broad\w*)\b|\bcatch-?alls?\b/i;
const BARELY = /\bbare\s+`?(?:except|catch|rescue)/i;

/** Matches `do not write classes`, but not `do not import ORM classes`. A removed cue has left spaces behind. */
const CLASS_FORM =
  /\bclass components?\b|(?:^\s{0,3}|;\s{0,3}|\s{2,3})(?:(?:us(?:e|ing)|writ(?:e|ing|ten)|implement(?:ed)?|defin(?:e|ed|ing)|creat(?:e|ing)|declar(?:e|ing)|be|as|any|ES6)\s+)*classes(?=\W*(?:;|$|(?:for|in|as|here)\b))/i;

function refusals(text: string): Asked[] {
  return [
    ...[...text.matchAll(BASE)].map(([, name = '']) => ({ kind: 'forbidden_base' as const, name })),
    ...callsIn(text).map(({ name, qualifier }) => ({ kind: 'forbidden_call' as const, name, qualifier })),
    ...[...text.replace(CALLED, ' ').matchAll(/\b(?:calls?|uses?)\s+`?((?:[a-z]\w*\.)+)(\w+)`?/g)].map(
      ([, path = '', name = '']) => ({
        kind: 'forbidden_call' as const,
        name,
        qualifier: path.slice(0, -1),
      }),
    ),
    ...modulesIn(text).map((module) => ({ kind: 'forbidden_import' as const, module })),
    ...(BARELY.test(text) ? [{ kind: 'broad_catch' as const, bareOnly: true }] : []),
    ...(BROADLY.test(text) && !BARELY.test(text) ? [{ kind: 'broad_catch' as const, bareOnly: false }] : []),
    ...(CLASS_FORM.test(text) ? [{ kind: 'form' as const, form: 'function' as const }] : []),
    ...choicesIn(text)
      .filter(({ family }) => family !== 'kind of component')
      .map((choice) => ({ kind: 'avoided' as const, choice })),
  ];
}
