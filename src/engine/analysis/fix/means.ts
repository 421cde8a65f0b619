// Reads means from a rule such as `Emails are sent through SendGrid` (what is done, to what, and where, from where
// or by what), and tells whether a fix uses the same or others.
import { terms } from '../../text/terms.ts';
import { allWordsOf, deedWords, wordsOf } from './deeds.ts';
import { tellingTerms } from './stretches.ts';

export interface Means {
  /** The verb. */
  readonly deed: string;
  /** What it is done to, and by whom. */
  readonly what: ReadonlySet<string>;
  readonly role: Role;
  readonly by: ReadonlySet<string>;
}

type Role = 'means' | 'source' | 'place' | 'form' | 'state' | 'use';

const ROLES: Readonly<Record<string, Role>> = {
  through: 'means',
  via: 'means',
  by: 'means',
  with: 'means',
  using: 'means',
  against: 'means',
  over: 'means',
  from: 'source',
  'out of': 'source',
  in: 'place',
  into: 'place',
  to: 'place',
  on: 'place',
  onto: 'place',
  as: 'form',
};
const PREPOSITION = Object.keys(ROLES)
  .toSorted((a, b) => b.length - a.length)
  .join('|');
const THING = String.raw`(?:(?:the|an?|our|its|their|this|one)\s+)?((?!(?:while|when|whenever|until|if|unless|during|after|before|once|because|since|so)\b)[\w./-]+(?:\s+(?!(?:${PREPOSITION}|and|or|but|so|when|if|for|that|which|of|at|with|instead|before|after|first|only|alone|everywhere|directly)\b)[\w./-]+){0,2})`;
const BE = String.raw`(?:is|are|gets?|(?:must|shall|should|has to|have to|needs? to|will|may|can)(?:\s+(?:only|always))?\s+be)`;
const PASSIVE = new RegExp(
  String.raw`^(.*?)\b${BE}\s+(?:always\s+|\w+ly\s+)*(\w{2,}(?:ed|en|wn|nt|ad|pt|lt|ld|de|un|ut|et|able|ible))\s+(?:\w+ly\s+)?(${PREPOSITION})\s+${THING}`,
  'i',
);
const ACTIVE = new RegExp(
  String.raw`^(.*?)\b(?:(?:must|shall|should|ha(?:s|ve) to|will|always|only)\s+)*(go(?:es)?|talks?|comes?|lives?|happens?|reads?|writes?|sends?|deploys?|runs?|speaks?|communicates?|answers?|responds?|ends?|starts?|begins?|ships?|authenticates?|publishes|subscribes?|stay(?:s)?)\s+(?:(?:out|in|up|on|over)\s+(?=(?:through|via|by|over|to|from|in)\b))?(?:(?:to|with) (?:each other|one another)\s+)?(${PREPOSITION})\s+${THING}`,
  'i',
);
const GOES = new RegExp(String.raw`\b(${PREPOSITION})\s+${THING}`, 'gi');

/** Verbs that mean nothing without what follows. */
const PLAIN = /^(?:go(?:es)?|happens?|comes?|done|made|handled|managed|performed|stays?)$/i;

/** `Consumers must be idempotent`. */
const COPULA = new RegExp(
  String.raw`^(.*?)\b${BE}\s+(?:always\s+|only\s+)?(?!not\b|never\b|\d)([\w-]+(?:\s+[\w-]+)?)\s*(?:[:,(.;]|$)`,
  'i',
);

export function meansOf(asked: string): Means | null {
  return useOf(asked) ?? wayOf(asked) ?? usedBy(asked) ?? stateOf(asked);
}

/** `Orders are locked while they are packed` asks for the lock. */
const MEANWHILE = /\s(?:while|when|whenever|if|once|until|unless|after|before|as soon as)\s.*$/i;

function stateOf(asked: string): Means | null {
  const [, what = '', state = ''] = COPULA.exec(asked.replace(MEANWHILE, '')) ?? [];
  const by = wordsOf(state);
  return by.size === 0 ? null : { deed: '', what: wordsOf(what), role: 'state', by };
}

const USES =
  /^\W*(?:(?:we|always|please|must|should|shall)\s+)*use\s+(.+?)(?:\s+(?:for|when|in|to|with|on|as)\s+(.+))?$/i;

function useOf(asked: string): Means | null {
  const [, thing = '', where = ''] = USES.exec(asked) ?? [];
  const by = wordsOf(thing);
  return by.size === 0 || by.size > 3 ? null : { deed: '', what: wordsOf(where), role: 'use', by };
}

/** `Charts use the palette`. */
const USED_BY =
  /^\W*(?:the\s+|all\s+|our\s+)?((?!we\b|always\b|must\b)[\w-]+(?:\s+[\w-]+){0,3}?)\s+uses?\s+(?:the\s+|an?\s+|our\s+)?(.+)$/i;

function usedBy(asked: string): Means | null {
  const [, what = '', thing = ''] = USED_BY.exec(asked) ?? [];
  const by = wordsOf(thing.replace(/\s(?:for|when|in|to|with|on|as|of|and)\s.*$/i, ''));
  return by.size === 0 || by.size > 3 ? null : { deed: '', what: wordsOf(what), role: 'means', by };
}

function wayOf(asked: string): Means | null {
  const [, what = '', verb = '', preposition = '', thing = ''] = PASSIVE.exec(asked) ?? ACTIVE.exec(asked) ?? [];
  const role = ROLES[preposition.toLowerCase()];
  const by = wordsOf(thing);
  if (role === undefined || by.size === 0 || /^\d/.test(thing)) return null;
  const [deed = ''] = PLAIN.test(verb) ? [''] : deedWords(terms(verb.replace(/[ai]ble$/i, '')));
  return { deed, what: wordsOf(what), role, by };
}

/** Whether `doing` uses the required means or others; `around` holds all words of the fix. Null if unrelated. */
export function goesBy(
  { deed, what, role, by }: Means,
  doing: string,
  around: ReadonlySet<string>,
  isAbout: boolean,
): 'same' | 'other' | null {
  const words = allWordsOf(doing);
  const does = deed !== '' && words.has(deed);
  const isSame = [...what].some((term) => words.has(term));
  if ([...by].every((term) => around.has(term))) {
    if (deed !== '' && around.has(deed)) return 'same';
    // A name of several words does not occur by chance.
    if (by.size > 1) return 'same';
    // `on the device` is not `from the device`.
    if (DELETED.has(deed) && role === 'source' && !comesFrom(doing, by)) return null;
    const isSubject = isAbout || role === 'use' || what.size === 0 || [...what].some((term) => around.has(term));
    return isSubject && (deed === '' || role !== 'place' || what.size === 0) ? 'same' : null;
  }
  if (!isSame || !does) return null;
  const others = [...doing.matchAll(GOES)].filter(
    ([, preposition = '', thing = '']) => ROLES[preposition.toLowerCase()] === role && tellingTerms(thing).length > 0,
  );
  const named = others.map(([, , thing = '']) => tellingTerms(thing));
  return named.length > 0 && !named.some((terms) => terms.some((term) => by.has(term) || what.has(term)))
    ? 'other'
    : null;
}

const DELETED = deedWords(terms('delete'));
const comesFrom = (doing: string, by: ReadonlySet<string>): boolean =>
  [...doing.matchAll(GOES)].some(
    ([, preposition = '', thing = '']) =>
      ROLES[preposition.toLowerCase()] === 'source' && [...wordsOf(thing)].some((term) => by.has(term)),
  );
