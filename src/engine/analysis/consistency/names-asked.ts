// How a component or its methods are to be called, as prose says it; names of files, tables and interfaces are not theirs.
import type { Asked } from './expectations.ts';

const ENDING =
  /(?:\*|<\w+>|\{\w+\}|Xxx|\.\.\.)([A-Z]\w+)|\b(?:end(?:s|ing)? (?:in|with)|suffix(?:ed)?(?: is| with| by)?|called something like)\s+(?:the (?:word|suffix) )?[`"“']?[*-]?([A-Z]\w+)/g;
const BEGINNING =
  /\b(?:(?:start|begin)(?:s|ning|ing)? with|prefix(?:ed)?(?: is| with| by)?)\s+(?:the (?:word|prefix) )?(?:[`"“'](\w+)|(use|get|set|is|has|on|handle|make|create|new|New|Abstract|Base)\b|([A-Z][a-z]\w+))/g;
/** What else in a code base has a name. */
const OTHER_THINGS =
  /\b(?:protocols?|interfaces?|files?|modules?|tables?|columns?|events?|topics?|routes?|variables?|constants?|fields?|propert(?:y|ies)|parameters?|tests?|folders?|keys?|exceptions?|dtos?|requests?|responses?|private|branches|packages?|constructors?)\b/i;
const METHODS = /\b(?:methods|functions)\b/i;
const ONE_METHOD = /\b(?:method|function)\b(?!\s+whose)/i;
const CLAUSE = /[,;]\s+|\s+(?:and|that|which)\s+/;

export function namesAskedIn(text: string): Asked[] {
  return clausesOf(text).flatMap((clause) => {
    const affixes = [
      ...[...clause.matchAll(ENDING)].map(({ 1: a, 2: b, index }) => ({
        affix: a ?? b ?? '',
        at: 'end' as const,
        index,
      })),
      ...[...clause.matchAll(BEGINNING)].map(({ 1: a, 2: b, 3: c, index }) => ({
        affix: a ?? b ?? c ?? '',
        at: 'start' as const,
        index,
      })),
    ];
    return affixes.flatMap(({ affix, at, index }): Asked[] => {
      const before = clause.slice(0, index);
      if (OTHER_THINGS.test(before)) return [];
      if (METHODS.test(before)) return [{ kind: 'method_affix', affix, at, onlyAsync: /\basync/i.test(text) }];
      if (ONE_METHOD.test(before)) return [];
      return [
        at === 'end'
          ? { kind: 'naming', pattern: `Xhole99x${affix}`, inWords: `a name that ends in ${affix}` }
          : { kind: 'naming', pattern: `${affix}Xhole99x`, inWords: `a name that begins with ${affix}` },
      ];
    });
  });
}

/** `methods that are async must end with Async` is one: what is said of it goes on being about it. */
function clausesOf(text: string): string[] {
  const clauses: string[] = [];
  for (const part of text.split(CLAUSE)) {
    const last = clauses.at(-1);
    const goesOn =
      last !== undefined &&
      /^(?:are|is|must|should|ha(?:s|ve)|start|begin|end)/i.test(part) &&
      !/\s(?:in|with|by)\s+\S+$/i.test(last);
    if (goesOn) clauses[clauses.length - 1] = `${last} ${part}`;
    else clauses.push(part);
  }
  return clauses;
}
