// Interfaces that others build on: a rule freezes them, and a fix renames, removes or only adds to them.
import type { Demand } from './demands.ts';
import type { Diff } from './diff.ts';
import { type Judgement, make, type Nearness } from './judgement.ts';
import type { Proposal } from './proposal.ts';

const INTERFACE =
  /\b(?:APIs?|responses?|fields?|contracts?|interfaces?|events?|schemas?|endpoints?|payloads?|protos?|protobuf|exports?|exported|messages?|topics?|parameters?|properties|urls?|routes?|signatures?|enum\w*|columns?|SDK|keys?|names?|commands?|flags?)\b/i;
const FROZEN =
  /\bfrozen\b|\bbackwards?[- ]compatib|\bbreaking changes?\b|\badditive\b|\b(?:renam|remov)\w+\b[^.;]{0,50}\b(?:needs?|requires?|means?|only (?:in|with))\b[^.;]{0,20}\bversion|\b(?:not|never|nor|cannot|n't)\b[^.;]{0,30}\b(?:renam|remov|tak(?:en|e)|reus|drop|break|chang)\w*|\bstays? (?:stable|as (?:it|they)|until)|\bremain(?:s)? (?:stable|compatible)|\bstable (?:api|contract|interface)/i;
const BREAKS =
  /\brenam(?:e|es|ing)\b|\b(?:remov|drop|delet)(?:e|es|ing|ping)?\b[^.;]{0,40}\b(?:fields?|endpoints?|parameters?|propert(?:y|ies)|exports?|methods?|keys?|routes?|columns?|flags?)\b|\bchang(?:e|es|ing)\b[^.;]{0,20}\b(?:type|shape|signature|meaning|unit|name)\b|\bmak(?:e|es|ing)\b[^.;]{0,40}\b(?:required|mandatory)\b|\breus(?:e|es|ing)\b[^.;]{0,20}\b(?:field|tag) numbers?\b|\bturn(?:s|ing)?\b[^.;]{0,40}\binto an? (?:string|number|object|array|list)\b/i;
const WIDENS =
  /\bnew (?:major )?version\b|\bnew optional\b|\boptional (?:\w+ )?(?:field|parameter|property|argument)|\balongside\b|\bnext to the (?:old|existing)|\b(?:keep|leav|retain)\w*\b[^.;]{0,30}\b(?:old|existing|current)\b|\balias|\bdeprecat\w+|\b(?:under|in|as|to|into) (?:a new )?\/?v[2-9]\b/i;
/** Names that nobody outside uses. */
const INNER =
  /\b(?:private|internal|local|test|helper) (?:\w+ )?(?:variables?|functions?|methods?|fields?|class(?:es)?|helpers?)\b|\bvariable\b/i;

/** What a line declares for others to use. */
const DECLARED: readonly RegExp[] = [
  /\bexport\s+(?:default\s+)?(?:async\s+)?(?:function|const|class|interface|type|enum|let)\s+(\w+)/g,
  /\bexport\s*\{([^}]*)\}/g,
  /^[ \t]*["'](\w+)["']\s*:/gm,
  /@(?:JsonProperty|SerializedName|JsonPropertyName)\(\s*["'](\w+)["']/g,
  /\bjson:"(\w+)/g,
  /^[ \t]*(?:optional |repeated |required )?[\w.<>]+\s+(\w+)\s*=\s*\d+;/gm,
  /\bpub\s+(?:async\s+)?(?:fn|struct|enum|trait)\s+(\w+)/g,
  /^[ \t]*(?:readonly\s+)?(\w+)\??:\s*[\w<>[\]|. ]+[;,]?[ \t]*$/gm,
  /\b(?:app|router)\.(?:get|post|put|patch|delete)\(\s*["']([^"']+)["']/g,
];

const declaredIn = (code: string): ReadonlySet<string> =>
  new Set(
    DECLARED.flatMap((pattern) =>
      [...code.matchAll(pattern)].flatMap(([, names = '']) => names.split(/\s*,\s*/).map((name) => name.trim())),
    ).filter((name) => name !== ''),
  );

/** What others may use no more. */
function lostIn({ removed, added }: Diff): string | undefined {
  const [before, after] = [declaredIn(removed), declaredIn(added)];
  return [...before].find((name) => !after.has(name));
}

export function frozen({ diff, told, subject }: Proposal, demand: Demand, { tied, topic }: Nearness): Judgement | null {
  if (!tied || !FROZEN.test(demand.quote) || !INTERFACE.test(demand.quote)) return null;
  const lost = diff ? lostIn(diff) : undefined;
  if (lost !== undefined && !/\bdeprecat/i.test(diff?.added ?? ''))
    return make('breaks', 'removed', demand, `takes ${lost} from an interface that must stay`);
  const isShared = INTERFACE.test(told) || [...subject].some((term) => topic.has(term));
  if (!isShared || INNER.test(told)) return null;
  const [breaks, widens] = [BREAKS.test(told), WIDENS.test(told)];
  if (breaks && !widens) return make('breaks', 'removed', demand, 'changes an interface that must stay as it is');
  return widens && !breaks
    ? make('keeps', 'asked_for', demand, 'leaves the interface as it is for those who use it')
    : null;
}
