// Rules on imports: `Route modules must not import stripe`. A fix that merely calls or names such a module neither keeps
// nor breaks them.
import { escaped } from '../../text/pattern.ts';
import { isModule } from '../consistency/modules.ts';
import { allWordsOf } from './deeds.ts';
import type { Proposal } from './proposal.ts';

export interface Imported {
  /** The modules that must not be imported. */
  readonly modules: readonly string[];
  /** The words for who must not import them. */
  readonly who: ReadonlySet<string>;
}

const RULE =
  /^(.*?)\b(?:(?:must|shall|should|may|can|do|does|will)(?: not| never|n't)|never|cannot)\s+(?:directly\s+)?(?:imports?|depends? on)\s+(?:directly\s+)?(.+?)[.;:!]*$/i;
/** Beside the names of modules. */
const BESIDE = /^(?:from|the|an?|any|anything|directly|here|modules?|packages?|library|libraries|SDK|client)$/i;

export function importedBy(sentence: string): Imported | null {
  const [, who = '', list = ''] = RULE.exec(sentence.replaceAll('’', "'")) ?? [];
  const quoted = [...list.matchAll(/[`'"“]([^`'"”\s]+)[`'"”]/g)].map(([, name = '']) => name);
  const named = quoted.length > 0 ? quoted : list.split(/,\s*|\s+(?:or|and|nor)\s+/).map(nameIn);
  const modules = named.map((name) => name.replace(/^[./]+|[/*]+$/g, ''));
  return list === '' || modules.includes('') ? null : { modules, who: allWordsOf(who) };
}

/** Empty if it is described and not named: `the database layer`, `the network`, `repositories`. */
function nameIn(part: string): string {
  if (DESCRIBED.test(part.trim())) return '';
  const words = part.split(/\s+/).filter((word) => word !== '' && !BESIDE.test(word));
  return words.length === 1 && /^[\w@./*:-]+$/.test(words[0] ?? '') ? (words[0] ?? '') : '';
}

const DESCRIBED = /^(?:the|an?|any)\s+[a-z]\w*$|^[a-z]+(?:ies|ers|ors|ices|els|ules|asses|ents)$/;

/** What may follow a name that stands for the module itself. */
const ENDS = String.raw`(?:[${'`'}'"]|\b|(?<=/))(?=\s*(?:$|[.,;:)]|(?:in|into|to|from|for|here|there|as|at|by|with|and|or|so|directly|instead|again|because|since)\b))`;

const brings = (name: string): RegExp =>
  new RegExp(
    String.raw`\b(?:import|requir|depend|pull|includ|bring)(?:s|e|es|ing)?\s+(?:in\s+|on\s+)?(?:the\s+)?[${'`'}'"]?${name}${ENDS}|\b(?:us|add|install)(?:e|es|s|ing)?\s+(?:the\s+)?[${'`'}'"]?${name}${ENDS}|\b(?:imports?|dependenc(?:y|ies))\s+(?:of|on)\s+[${'`'}'"]?${name}`,
    'i',
  );
/** `import debounce from lodash`: refunds are imported from Stripe, and not from stripe. */
const takes = (name: string): RegExp =>
  new RegExp(String.raw`\b[Ii]mport(?:s|ing)?\b[^.;]{1,60}?\bfrom\s+[${'`'}'"]?(?:[\w@.-]*/)*${name}(?![\w-])`);
const names = (name: string): RegExp =>
  new RegExp(
    String.raw`^\W*(?:the\s+)?[${'`'}'"]?${name}[${'`'}'"]?(?:\s+(?:imports?|dependency|package|library|module|SDK))?${ENDS}|\b(?:import\w*|dependenc(?:y|ies)|requir\w*|depend\w*)\b[^.;]{0,40}(?<![\w-])${name}(?![\w-])|(?<![\w-])${name}[${'`'}'"]?\s+(?:import|dependenc)`,
    'i',
  );

const PLACE =
  /\b(?:in|into|to|inside|within|from)\s+(?:the|an?|our|this|that|each|every|all)\s+(?:[\w-]+\s+){0,3}?([\w./-]*\w)(?=\s*(?:$|[.,;:)]|(?:and|for|so|to|with|that|which|because|when|instead|directly|by|in|of|where|while|as)\b))/gi;

/** Whether it is done in a part of another kind than the rule speaks of: `in the worker`. */
function isElsewhere(text: string, { who }: Imported): boolean {
  const heads = [...text.matchAll(PLACE)].map(([, head = '']) => head);
  return (
    who.size > 0 &&
    heads.length > 0 &&
    !heads.some((head) => /[./]/.test(head) || [...allWordsOf(head)].some((word) => who.has(word)))
  );
}

/** A line of code that imports; in Go a path stands alone. */
const CODE =
  /^[ \t]*(?:import|from|use|using|require\w*|#include|export\b.*\bfrom)\b.*$|^.*\b(?:require|import)\(.*$|^[ \t]*(?:[\w.]+[ \t]+)?"[\w./-]+"[ \t]*$/gm;

const isInCode = (code: string, { modules }: Imported): boolean =>
  [...code.matchAll(CODE)].some(([line]) =>
    (line.match(/[\w@$./:\\-]+/g) ?? []).some((word) => modules.some((module) => isModule(word, module))),
  );

/** Null where the fix imports nothing that the rule speaks of. */
export function importsIn(imported: Imported, { diff, doing, undoing }: Proposal): 'breaks' | 'keeps' | null {
  if (diff !== null) {
    const [comes, goes] = [isInCode(diff.added, imported), isInCode(diff.removed, imported)];
    return comes === goes ? null : comes ? 'breaks' : 'keeps';
  }
  const is = (pattern: (name: string) => RegExp, text: string) =>
    imported.modules.some((module) => pattern(escaped(module)).test(text)) && !isElsewhere(text, imported);
  if (doing.some(({ text, guards }) => !guards && (is(brings, text) || is(takes, text)))) return 'breaks';
  return undoing.some(({ text }) => is(names, text)) ? 'keeps' : null;
}
