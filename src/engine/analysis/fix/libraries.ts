// Libraries by their names, which no table knows: what a rule says to use and not to use, and what a fix brings in.
import { escaped } from '../../text/pattern.ts';
import { STOP_WORDS } from '../../text/terms.ts';
import type { Demand } from './demands.ts';
import { choicesIn } from './families.ts';
import { type Judgement, make, type Nearness } from './judgement.ts';
import type { Proposal } from './proposal.ts';

const NAME = String.raw`[${'`'}"']?(@?[A-Za-z][\w/.-]*\w)[${'`'}"']?`;
const REFUSED: readonly RegExp[] = [
  new RegExp(
    String.raw`${NAME} (?:is|are) (?:also )?(?:deprecated|banned|forbidden|not allowed|no longer (?:used|allowed)|gone|retired|not to be used|prohibited)\b`,
    'gi',
  ),
  new RegExp(
    String.raw`\b(?:instead of|rather than|never (?:use|add|import)|do not (?:use|add|import)|must not (?:use|import|depend on)|don't use)\s+(?:the\s+)?${NAME}`,
    'gi',
  ),
];
const ASKED = new RegExp(
  String.raw`\b(?:us(?:e|es|ing)|with|through|via|by)\s+(?:either\s+|the\s+)?${NAME}(?:,?\s+or\s+${NAME})?(?=\s*(?:[.,;:()]|$|\b(?:for|in|instead|rather|to|everywhere|only|and|when|as|is|are|but)\b))`,
  'gi',
);
/** How a fix brings one in, in words and in code. */
const BROUGHT = new RegExp(
  String.raw`\b(?:import(?:s|ing)?|us(?:e|es|ing)|with|through|via|by|add(?:s|ing)?|install(?:s|ing)?|require[sd]?|adopt(?:s|ing)?|(?:switch|migrat|mov)(?:e|es|ing)? to|from|gem|crate)\s*\(?\s*(?:the\s+)?${NAME}(?:['’]s?)?`,
  'gi',
);

const namesBy = (patterns: readonly RegExp[], text: string): string[] =>
  patterns
    .flatMap((pattern) => [...text.matchAll(pattern)])
    .flatMap(([, ...names]) => names.filter((name) => name !== undefined))
    .map((name) => name.toLowerCase())
    .filter((name) => name.length > 2 && !STOP_WORDS.has(name) && !ORDINARY.test(name));

/** Words that occur where a library is named, but name none. */
const ORDINARY =
  /^(?:it|them|this|that|these|those|any|all|each|every|one|only|raw|plain|same|new|old|own|other|another|default|time|data|code|file|files|user|users|client|server|service|services|database|queue|cache|hand|means|name|id|ids|key|value|values|list|class|classes|function|functions|method|methods|type|types|string|strings|number|numbers|float|floats|integer|integers|test|tests|log|logs|error|errors|null|true|false|none|exactly|first|last|and|use|at|a|an|the|its|their|more|less|least|most|request|requests|response|token|tokens|page|pages|table|tables|row|rows|column|columns|index|event|events|message|messages|json|http|https|api|apis|sql|local|global|global|static|public|private|internal|external)$/;

/** Every rule asks for them: a fix is read once. */
const known = new WeakMap<Proposal, ReadonlySet<string>>();

function broughtBy(proposal: Proposal): ReadonlySet<string> {
  const { diff, text } = proposal;
  const found = known.get(proposal) ?? new Set(namesBy([BROUGHT], diff ? `${diff.prose}\n${diff.added}` : text));
  known.set(proposal, found);
  return found;
}

export function library(proposal: Proposal, demand: Demand, { tied }: Nearness): Judgement | null {
  if (!tied) return null;
  const { diff, undoing } = proposal;
  // What a table knows is judged by it.
  const unknown = (names: readonly string[]) => names.filter((name) => choicesIn(name).length === 0);
  const refused = new Set(unknown(namesBy(REFUSED, demand.quote)));
  const positive = demand.quote.replace(/\b(?:not?|never|instead of|rather than)\s[^.;,]*/gi, ' ');
  const asked = unknown(namesBy([ASKED], positive)).filter((name) => !refused.has(name));
  if (refused.size + asked.length + demand.refused.length === 0) return null;
  const brought = broughtBy(proposal);
  const isUndone = (name: string) =>
    undoing.some(({ text: undone }) => new RegExp(String.raw`(?<![\w-])${escaped(name)}(?![\w-])`, 'i').test(undone));
  const used = [...refused].find((name) => brought.has(name) && !isUndone(name));
  if (used !== undefined) return make('breaks', 'forbidden', demand, `brings in ${used}`);
  // Where it must not be called it may be imported.
  const imported =
    demand.placed === null ? importedFrom(diff ? diff.added : proposal.told, diff?.removed ?? '', demand) : undefined;
  if (imported !== undefined) return make('breaks', 'forbidden', demand, `imports ${imported}`);
  const isLibrary = (name: string) => refused.size > 0 || /[-/@.\d]|js$/.test(name) || /\bor\b/.test(demand.quote);
  const given = asked.find((name) => brought.has(name) && !isUndone(name) && isLibrary(name));
  return given === undefined ? null : make('keeps', 'asked_for', demand, `uses ${given}`);
}

const IMPORT = /^[ \t]*(?:[Ii]mport|from|use|using|require|#include|const\s.*require\()[^\n]*$/gm;

/** `Spring annotations are not allowed`: an import that has the word in its path. */
function importedFrom(added: string, removed: string, { refused }: Demand): string | undefined {
  const imports = [...added.matchAll(IMPORT)].map(([line]) => line.toLowerCase());
  const words = refused.flatMap((things) => [...things]).filter((word) => word.length > 4 && !ORDINARY.test(word));
  return words.find((word) => imports.some((line) => line.includes(word)) && !removed.toLowerCase().includes(word));
}
