// Addresses of two things: `The dashboard is at https://tide.example/dash`, `The public API is at https://tide.example/v2`.
import { LOOSE } from './members.ts';
import { questionTerms, terms, wordsIn } from './terms.ts';

const ADDRESS = /\bhttps?:\/\/[^\s<>"')]{1,300}(?<![.,;:!?])/giu;
/** What an address belongs to stands before the first of these. */
const THING =
  /^(?:(?:the|our|my)\s)?(?<thing>[^.;!?]{2,60}?)(?:\s(?:of|for|behind|in|on|at|is|are|was|were|has|have|can|now|moved|moves|answers|lives|runs|listens|published|served)\b|:|\s?=|\shttps?:)/iu;
const SAYS_ADDRESS = /\s(?:address|link|url|uri)$/i;

/** Whether each gives the address of another thing, and the later does not name the earlier address. */
export function areAddressesOfOthers(later: string, earlier: string): boolean {
  const [own = [], known = []] = [later, earlier].map((text): readonly string[] => text.match(ADDRESS) ?? []);
  if (own.length === 0 || known.length === 0 || own.some((address) => known.includes(address))) return false;
  const [one, other] = [thingIn(later), thingIn(earlier)];
  return one.length > 0 && other.length > 0 && (areOthers(one, other, later, earlier) || areOfOneKind(one, other));
}

/** Neither word for the thing is in the other note, and nothing else that names it. */
function areOthers(one: readonly string[], other: readonly string[], later: string, earlier: string): boolean {
  const isIn = (text: string) => {
    const words = new Set(terms(text.replace(ADDRESS, ' ')));
    return (term: string) => words.has(term);
  };
  const [head, otherHead] = [one.slice(-1), other.slice(-1)];
  return !head.some(isIn(earlier)) && !otherHead.some(isIn(later)) && !one.some((term) => other.includes(term));
}

/** `API documentation`, `Design documentation`; but `the new dashboard` is the dashboard. */
const areOfOneKind = (one: readonly string[], other: readonly string[]): boolean =>
  one.at(-1) === other.at(-1) &&
  one.slice(0, -1).some((term) => !other.includes(term)) &&
  other.slice(0, -1).some((term) => !one.includes(term));

function thingIn(text: string): readonly string[] {
  const { thing = '' } = THING.exec(text.trim())?.groups ?? {};
  const words = wordsIn(thing.replace(SAYS_ADDRESS, '')).filter((word) => !LOOSE.test(word));
  return questionTerms(words.join(' '));
}
