// What a pattern asks of those who follow it: from its template as a parser reads it, and from its text.
import type { Outline } from '../../code/code-base.ts';
import { texts } from '../../memories/names.ts';
import type { Memory } from '../../model.ts';
import { sentences } from '../../text/sentences.ts';
import { type Chosen, choicesIn } from '../fix/families.ts';
import { stretchesOf } from '../fix/stretches.ts';

export type Expectation = { readonly basis: string } & (
  | { readonly kind: 'method'; readonly name: string }
  | { readonly kind: 'base_class'; readonly name: string }
  /** The last part of the class's name. */
  | { readonly kind: 'naming'; readonly suffix: string; readonly sure: boolean }
  | { readonly kind: 'method_naming'; readonly style: 'snake_case' | 'camelCase' }
  | { readonly kind: 'dependency'; readonly name: string }
  | { readonly kind: 'error_handling' }
  | { readonly kind: 'logging' }
  | { readonly kind: 'avoided'; readonly choice: Chosen }
);

const HOLE = 'Placeholder';
const HOLES =
  /\{\{\s*\w+\s*\}\}|\$\{\w+\}|(?<=\b(?:class|interface|struct|def|function|extends|new)\s+\w*)[<{]\w+[>}]/g;
const EXAMPLE_NAME = new RegExp(
  `^(?:${HOLE}|Xxx|Foo|My|Example|Sample|Some|Entity|Thing|Concrete|Name|Your|Abc)(?=[A-Z])`,
);
const CONSTRUCTORS = new Set(['constructor', '__init__', 'new', 'initialize', 'init']);

/** A template in a form that a grammar can read. */
export const withoutHoles = (template: string): string => template.replace(HOLES, HOLE);

export function expectationsOf(pattern: Memory, template: string | null, outline: Outline | null): Expectation[] {
  const text = [pattern.content, ...texts(pattern.metadata.usage_context)].join('\n').replace(template ?? /$^/, '');
  const all = [
    ...(outline ? fromOutline(outline) : []),
    ...(template === null ? [] : fromTemplate(template)),
    ...sentences(text.replace(/```[\s\S]*?```/g, ' ')).flatMap(fromSentence),
  ];
  const bases = new Set(all.flatMap((each) => (each.kind === 'base_class' ? [each.name] : [])));
  const logs = all.some(({ kind }) => kind === 'logging');
  // A base class and a logger are imported, too; that is said once.
  const isSaid = (name: string) => bases.has(name) || (logs && /^log/i.test(name));
  const useful = all.filter((each) => each.kind !== 'dependency' || !isSaid(each.name));
  return useful.filter((each, i) => useful.findIndex((other) => keyOf(other) === keyOf(each)) === i);
}

const keyOf = ({ basis: _, ...rest }: Expectation): string =>
  rest.kind === 'avoided'
    ? `avoided ${rest.choice.member}`
    : JSON.stringify(rest.kind === 'naming' ? rest.suffix : rest);

function fromOutline({ symbols, references }: Outline): Expectation[] {
  const basis = 'the code template';
  const types = symbols.filter(({ kind }) => kind === 'class' || kind === 'struct');
  const callable = symbols.filter(({ kind }) => kind === 'method' || kind === 'function');
  const methods = callable.filter(
    ({ name }) => !name.includes(HOLE) && !CONSTRUCTORS.has(name) && !name.startsWith('#'),
  );
  const own = new Set(symbols.map(({ name }) => name));
  const styles = new Set(callable.map(({ name }) => styleOf(name)));
  const [style] = styles.size === 1 ? styles : [];
  return [
    ...references
      .filter(
        ({ kind, name }) => (kind === 'extends' || kind === 'implements') && !name.includes(HOLE) && !own.has(name),
      )
      .map(({ name }) => ({ kind: 'base_class' as const, name, basis })),
    ...types.flatMap(({ name }) => suffixOf(name).map((suffix) => ({ ...suffix, kind: 'naming' as const, basis }))),
    ...methods.map(({ name }) => ({ kind: 'method' as const, name, basis })),
    ...(style ? [{ kind: 'method_naming' as const, style, basis }] : []),
    ...references
      .filter(
        ({ kind, name }) => kind === 'import' && !name.includes(HOLE) && /^[\w$]+$/.test(name) && name !== 'default',
      )
      .map(({ name, alias }) => ({ kind: 'dependency' as const, name: alias ?? name, basis })),
  ];
}

function suffixOf(name: string): { suffix: string; sure: boolean }[] {
  const after = name.replace(EXAMPLE_NAME, '');
  if (after !== name) return after === '' ? [] : [{ suffix: after, sure: true }];
  const parts = name.split(/(?<=[a-z\d])(?=[A-Z])/);
  const last = parts.at(-1);
  return parts.length > 1 && last !== undefined ? [{ suffix: last, sure: false }] : [];
}

/** Null for one word, which is either. */
export function styleOf(name: string): 'snake_case' | 'camelCase' | null {
  if (/^_*[a-z\d]+(?:_[a-z\d]+)+$/.test(name)) return 'snake_case';
  return /^[a-z][a-z\d]*(?:[A-Z][a-z\d]*)+$/.test(name) ? 'camelCase' : null;
}

export const CATCHES = /\b(?:try|catch|except|rescue)\b|\.catch\(|\bon_error\b/;
export const LOGS = /\b(?:log(?:ger|ging)?|console)\b[.:(]|\blog_\w+|\bLogger\b/i;

function fromTemplate(template: string): Expectation[] {
  const basis = 'the code template';
  return [
    ...(CATCHES.test(template) ? [{ kind: 'error_handling' as const, basis }] : []),
    ...(LOGS.test(template) ? [{ kind: 'logging' as const, basis }] : []),
  ];
}

const BASE =
  /\b(?:extends?|inherits? from|subclass(?:es)? of|subclass(?:es)?|derives? from|built on|implements? the|implements)\s+(?:the\s+|an?\s+)?`?([A-Z]\w*[a-z]\w*)`?/g;
const CALLED = /\b([a-z_]\w*)\([^()]*\)/g;
const DEPENDS =
  /\b(?:inject(?:s|ed with)?|takes?|receives?|depends? on|relies on|uses?|goes? through|asks?|imports?|calls?)\s+(?:the\s+|an?\s+|its\s+)*(?:`([A-Za-z]\w+)`|([A-Z][a-z\d]+(?:[A-Z]\w*)+))/g;
const NAMED =
  /(?:\*|<\w+>|\{\w+\}|Xxx|\.\.\.)([A-Z]\w+)|\b(?:end(?:s|ing)? (?:in|with)|suffix(?:ed)?(?: is| with)?|called something like)\s+[`"“]?\*?([A-Z]\w+)/g;
const HANDLES =
  /\b(?:handles? (?:all |every |its )?(?:errors?|exceptions?|failures?)|error handling|try\/(?:except|catch)|catch(?:es)?|(?:errors?|exceptions?|failures?) (?:is|are|must be) (?:wrapped|caught|translated|handled)|wraps? (?:\w+ )*(?:errors?|exceptions?))\b/i;
const LOGGING = /\b(?:logs?|logged|logging|logger)\b/i;
const STYLE = /\b(snake_case|camelCase)\b/;

function fromSentence(sentence: string): Expectation[] {
  const basis = `its text: “${sentence.slice(0, 160)}”`;
  const stretches = stretchesOf(sentence);
  const asked = stretches
    .filter(({ way }) => way === 'does')
    .map(({ text }) => text)
    .join(' ; ');
  const refused = stretches
    .filter(({ way }) => way === 'undoes')
    .map(({ text }) => text)
    .join(' ; ');
  const style = STYLE.exec(asked)?.[1];
  const bases = [...asked.matchAll(BASE)].map(([, name = '']) => name);
  return [
    ...bases.map((name) => ({ kind: 'base_class' as const, name, basis })),
    ...[...asked.matchAll(CALLED)].map(([, name = '']) => ({ kind: 'method' as const, name, basis })),
    ...[...asked.matchAll(NAMED)].map(([, a, b]) => ({
      kind: 'naming' as const,
      suffix: a ?? b ?? '',
      sure: true,
      basis,
    })),
    ...(style === 'snake_case' || style === 'camelCase'
      ? [{ kind: 'method_naming' as const, style, basis } as const]
      : []),
    ...[...asked.matchAll(DEPENDS)].map(([, quoted, plain]) => ({
      kind: 'dependency' as const,
      name: quoted ?? plain ?? '',
      basis,
    })),
    ...(HANDLES.test(asked) ? [{ kind: 'error_handling' as const, basis }] : []),
    ...(LOGGING.test(asked) ? [{ kind: 'logging' as const, basis }] : []),
    ...choicesIn(refused).map((choice) => ({ kind: 'avoided' as const, choice, basis })),
  ];
}
