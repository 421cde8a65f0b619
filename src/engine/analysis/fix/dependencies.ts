// Rules that want no further dependencies, and a fix that brings one in or gives one up.
import type { Demand } from './demands.ts';
import { type Judgement, make, type Nearness } from './judgement.ts';
import type { Proposal } from './proposal.ts';

const DEPENDENCY = '(?:dependenc(?:y|ies)|librar(?:y|ies)|packages?|crates?|gems?|third[- ]party (?:code|modules?))';
const REFUSED = new RegExp(
  String.raw`\b(?:zero|no|not|never|without|free of|nothing but|n't)\b(?:(?!\bversion)[^.;]){0,40}?\b(?:(?:runtime|third[- ]party|external|new|npm|other|additional|further)\s+)*${DEPENDENCY}\b(?! (?:on|between|from|injection|cycles?)\b)|\b(?:standard library|stdlib|std)\b[^.;]{0,12}\b(?:alone|only)\b|\bonly (?:on )?the (?:\w+ )?(?:standard library|stdlib)\b|\bdependency[- ]free\b|\bvanilla\b`,
  'i',
);
const BRINGS = new RegExp(
  String.raw`\b(?:add|install|pull|bring|introduc|adopt|includ|requir|import|us|depend)(?:e|s|es|ing)?\b(?:(?!\b(?:own|standard|built)\b)[^.;]){0,60}?\b${DEPENDENCY}\b|\b(?:npm|yarn|pnpm|pip|cargo|go|gem|composer|poetry|bundle) (?:install|add|get|i|require)\b|\b(?:lodash|ramda|axios|date-fns|dayjs|rxjs|jquery|numpy|pandas|psutil|pydantic|serde|tokio|anyhow|guava|lombok|commons-\w+|gson|left-pad|uuid package)\b|\b(?:add|install|import|adopt|us|pull in|switch to)(?:e|s|es|ing)?\s+(?:the\s+)?(?:moment|requests|underscore|attrs|jackson|boost)\b`,
  'i',
);
/** As something is named that is removed: here a word that also means something else is a name. */
const NAMED = /\b(?:moment|requests|underscore|attrs|jackson|boost)\b/i;
const GIVES_UP = new RegExp(
  String.raw`\b(?:remov|drop|replac|delet|get rid of|uninstall|without|instead of)\w*\b[^.;]{0,40}\b${DEPENDENCY}\b|\b(?:our own|hand-?written|hand-?rolled|ourselves|standard library|stdlib|built-?in|in-house)\b`,
  'i',
);
/** A line of a manifest that names a dependency and its version, or an import that is not of this project. */
const IN_CODE =
  /^[ \t]*"(?!version"|name"|node"|main")[@\w/.-]+":\s*"(?:[\^~>=<]*\d|\*|latest|workspace)|^[ \t]*[\w-]+\s*=\s*(?:"[\^~>=]*\d|\{[^}\n]*version)|^[\w.[\]-]+(?:==|>=|~=)\d|^[ \t]*(?:implementation|api|compile|runtimeOnly)\b\s*[('"]|^[ \t]*gem ['"]|<dependency>|<PackageReference|^[ \t]*(?:require\s+)?[\w-]+\.\w+\/\S+ v\d|^[ \t]*import\b[^\n]*\bfrom ['"](?![./#@~]|node:)|\brequire\(['"](?![./#]|node:)/m;
const OWN = /\b(?:our own|hand-?written|hand-?rolled)\b/i;

export function dependency(
  { diff, told, drops, doing, undoing }: Proposal,
  demand: Demand,
  { tied }: Nearness,
): Judgement | null {
  if (!tied || !REFUSED.test(demand.quote)) return null;
  const isDevelopment = /\bdev(?:elopment)?[- ]?dependenc|\bdevDependencies\b/i.test(told);
  if (diff !== null) {
    const [comes, goes] = [IN_CODE.test(diff.added), IN_CODE.test(diff.removed)];
    if (comes && !goes) return make('breaks', 'forbidden', demand, 'brings in a dependency');
    if (goes && !comes) return make('keeps', 'asked_for', demand, 'gives up a dependency');
  }
  const done = doing.filter(({ text }) => text !== diff?.added).map(({ text }) => text);
  const brings = done.some((text) => BRINGS.test(text.replace(GIVES_UP, ' '))) && drops.length === 0;
  const isGivenUp = undoing.some(
    ({ text, fromDiff, lacks }) => !fromDiff && !lacks && (BRINGS.test(text) || NAMED.test(text)),
  );
  const isReplaced = new RegExp(
    String.raw`\b(?:instead of|in place of|rather than|replac\w+)\b[^.;]{0,40}${OWN.source}`,
    'i',
  ).test(told);
  if (brings && !isDevelopment) return make('breaks', 'forbidden', demand, 'brings in a dependency');
  return (isGivenUp || GIVES_UP.test(told)) && !isReplaced && !brings
    ? make('keeps', 'asked_for', demand, 'does without a dependency')
    : null;
}
