// Relatives of what an earlier note names: after `Owner of gangway is Samir Haddad`, `Samir Haddad's deputy is Freja` tells of
// his deputy, and `The backup of the owner is Paul` of a backup.
import { terms } from './terms.ts';

const NAME = String.raw`\p{Lu}[\p{L}\p{N}-]{1,40}(?:\s\p{Lu}[\p{L}\p{N}-]{0,40}){0,2}`;
/** What an earlier note says something is, or is done by. */
const VALUE = new RegExp(String.raw`(?:\s(?:is|are|by)|:|=)\s(?<name>${NAME})(?=\s*(?:[.;,!]|$))`, 'gu');
/** What it says that of: `Owner of gangway is …`, `The lead for billing is …` */
const PROPERTY = /^(?:the |our )?(?:[\p{L}-]+ )?(?<property>[\p{L}-]+) (?:of|for) [^.;]{2,60}? (?:is|are) /iu;
/** Whoever has these is replaced. */
const TAKES_OVER =
  /^(?:duties|duty|handover|heir|hours?|job|ownership|part|place|position|post|replacement|responsibilit\w+|role|seat|shifts?|share|successor|tasks?|team|time|turn|work)$/i;
/** What follows is said of the relative, who is not named as the new value: not `Samir's colleague Freja owns gangway`. */
const OF_IT = String.raw`(?=\s(?:at|for|from|has|have|in|is|are|of|on|was|were|will|now|moved|changed|became)(?!\p{L})|\s?:)`;

/** Longer texts tell of more than of a relative, and name too much to look for. */
const MOST_LENGTH = 600;

/** Whether a note tells of a relative of what the earlier one names, and so of nothing that the earlier one says. */
export function tellsOfRelative(later: string, earlier: string): boolean {
  if (Math.max(later.length, earlier.length) > MOST_LENGTH) return false;
  const known = new Set(terms(earlier));
  const isNew = (relation: string | undefined) =>
    relation !== undefined && !TAKES_OVER.test(relation) && terms(relation).every((term) => !known.has(term));
  const { property } = PROPERTY.exec(earlier)?.groups ?? {};
  const values = [...earlier.matchAll(VALUE)].flatMap(({ groups: { name = '' } = {} }) => spellings(name));
  return (
    values.some((name) => isNew(possessed(later, name)) || isNew(relationTo(later, name))) ||
    (property !== undefined && isNew(relationTo(later, property)))
  );
}

/** Whoever has a first and a last name may be called by either. */
const spellings = (name: string): string[] => [...new Set([name, ...name.split(/\s/)])];

/** `Samir's deputy for gangway` */
const possessed = (text: string, name: string): string | undefined =>
  new RegExp(
    String.raw`(?<![\p{L}\p{N}-])${name}['’]s?\s(?:\p{Ll}[\p{L}-]+\s)?(?<relation>\p{Ll}[\p{L}-]+)${OF_IT}`,
    'u',
  ).exec(text)?.groups?.relation;

/** `The assistant of Pia`, `The backup for the owner`: nothing else is spoken of. */
const relationTo = (text: string, name: string): string | undefined =>
  new RegExp(
    String.raw`^(?:the\s|our\s)?(?<relation>[\p{L}-]+)\s(?:of|for|to)\s(?:the\s|our\s)?${name}(?![\p{L}\p{N}-])`,
    'iu',
  ).exec(text)?.groups?.relation;
