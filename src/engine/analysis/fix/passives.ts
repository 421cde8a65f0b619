// What a sentence in the passive refuses: `moment and axios are forbidden`.

interface Passive {
  readonly before: string;
  /** The subject; again with the place, where one is named: `axios`, `axios in tests`. */
  readonly refused: readonly string[];
  readonly after: string;
}

const PASSIVE =
  /^(.*?)\s*\b(?:(?:is|are|was|were|be|been|being|gets?)\s+(?:also\s+|therefore\s+|explicitly\s+|strictly\s+)?(?:not (?:allowed|permitted|acceptable|accepted|used|supported|an option|to be used)|no longer (?:allowed|permitted|accepted|used|supported|maintained)|forbidden|prohibited|banned|deprecated|rejected|ruled out|discouraged|disallowed|avoided|to be avoided|unwanted|considered|removed|dropped|phased out|retired|going away|disabled|skipped|bypassed|turned off)|(?:must|shall|should|may) (?:not|never) be used)\b(.*)$/i;

/** `columns are never dropped` keeps them. */
const IS_NEGATED = /\b(?:never|not)\s*$/i;
/** `log it whenever a payment is rejected` rejects no payment. */
const IN_CONDITION = /\S\s+(?:when|whenever|if|once|after|until|unless|while|where)\s+[^,;:]*$/i;
const PLACE = /^\s*(?:in|on|at|inside|within)\s[^,;:.]*/i;

export function passiveIn(text: string): Passive | null {
  const [, whole = '', after = ''] = PASSIVE.exec(text) ?? [];
  if (whole === '' || IS_NEGATED.test(whole) || IN_CONDITION.test(whole)) return null;
  const start = startOfClause(whole);
  const subject = whole.slice(start);
  const [place] = PLACE.exec(after) ?? [];
  return {
    before: whole.slice(0, start).replace(/[\s(;,]+(?:and|but)?\s*$/i, ''),
    refused: place === undefined ? [subject] : [subject, `${subject}${place}`],
    after,
  };
}

/**
 * Where the subject of a passive begins: after an open parenthesis, or after a clause that has a verb of its own, as in
 * `services implement Port, and field injection is forbidden`; `moment, lodash and axios are forbidden` is one subject.
 */
function startOfClause(text: string): number {
  const open = text.lastIndexOf('(');
  const inside = open > text.lastIndexOf(')') ? open + 1 : 0;
  const joint = [...text.matchAll(/;\s+|,\s+(?:and|but)\s+/gi)].findLast(
    ({ index }) => index >= inside && HAS_VERB.test(text.slice(inside, index)) && !/,\s*$/.test(text),
  );
  return joint === undefined ? inside : joint.index + joint[0].length;
}
const HAS_VERB =
  /^(?!.*\b(?:that|which|who|where|when|if)\b)\W*[\w-]+(?:\s+[\w-]+)*?\s+(?:is|are|must|shall|should|may|can|has|have|implements?|extends?|uses?|goes?|takes?|inherits?|define[sd]?|derives?|depends?|lives?|stays?)\b/i;
