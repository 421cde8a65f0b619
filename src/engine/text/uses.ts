// Whether a note states that a thing is used for something: `Our bug tracker is Jira`, `Prometheus scrapes the metrics`.
import { escaped } from './pattern.ts';
import { sentences } from './sentences.ts';
import { STOP_WORDS } from './terms.ts';

/** What stands before the name of what is used. */
const USED =
  /(?:^|[\s(])(?:is|are|=|uses?|using|used|runs?|with|on|in|into|onto|by|through|via|to|over|under|at|behind|from|called|as|(?:built|made|packaged|written)\sfor|has|have|need(?:s|ed)?)\s(?:(?:an?|the|our|its|own|self-hosted|hosted|managed)\s){0,2}$|^[^:]{2,40}:\s$|\b(?:uses?|runs?\son|with|is|are)\s[^.;]{2,60}(?:,|\band|\bor)\s$/iu;
const DOES = /^(?:\s\d[\d.]*)?\s(?:is|are|has|\p{Ll}{2,20}s)\s/u;
/** What was, what is not so, what is only compared or remembered, and what others do. */
const NOT_SO =
  /\b(?:customers?|competitors?|vendors?|suppliers?|partners?|was|were|had|did|failed|crashed|broke|compared|considered|decided|tried|similar|unlike|like|than|not|never|no longer|instead|before|until|formerly|without|if|would|could|might|migrat\w+|moved|switched|replac\w+|test(?:ed|s)? against)\b|n['’]t\b/iu;

/** Its words, however far apart. */
const spaced = (name: string): string => escaped(name).replace(/\s+/g, String.raw`\s+`);

/** As it is written, or with its first letter in the other case; not as a part of a longer name, a path or an address. */
function naming(name: string): RegExp {
  const [first = '', others = ''] = [name.slice(0, 1), spaced(name.slice(1))];
  const opening = [...new Set([first.toLowerCase(), first.toUpperCase()])].map(escaped).join('|');
  return new RegExp(
    String.raw`(?<![\p{L}\p{N}_./@#-])(?:${opening})${others}(?![\p{L}\p{N}_/@-]|\.\p{L}|\s\p{Lu}\p{Ll}|\s\p{Lu}+-\d)`,
    'u',
  );
}

export const statesUse = (text: string, name: string): boolean =>
  sentences(text).some((sentence) => {
    const found = naming(name).exec(sentence);
    if (!found) return false;
    const before = sentence.slice(0, found.index);
    const after = sentence.slice(found.index + found[0].length);
    return (
      !NOT_SO.test(before) && !endsInName(before) && (USED.test(before) || (OPENS.test(before) && DOES.test(after)))
    );
  });

const OPENS = /^(?:(?:the|our)\s)?$/i;

/** `Google` before `Maps`. */
function endsInName(before: string): boolean {
  const [, word = ''] = /(\p{Lu}[\p{L}\p{N}]*)\s$/u.exec(before) ?? [];
  return word !== '' && !STOP_WORDS.has(word.toLowerCase());
}
