// What a fix tells beside what it does: what is wrong today, and what stays as it is. Neither keeps nor breaks a rule.
import { isVerb } from '../../text/ordinary.ts';
import { opensDoing } from './stretches.ts';

/** Why the fix is needed, in a sentence of its own: `Support cannot find failed orders.` */
const TROUBLE =
  /^\W*(?!(?:add|let|make|use|when|if|whenever|so)\b)(?:[\w'’-]+\s+){1,6}?(?:cannot|can['’]t|could(?: not|n['’]t)|complain(?:s|ed)?|confus(?:es|ed)|keeps? (?:crashing|failing)|crash(?:es|ed)|kill(?:s|ed)|times out|timed out|leaks|took|takes (?:too|\d+|more|over|ages))\b(?!.*,\s*so\b)/i;

/** What may stand before a command: `Therefore`, `For the dashboard,`. */
const LEADS =
  /^\W*(?:(?:please|then|next|also|first|finally|instead|always|never|do not|don['’]t|simply|just|therefore|so|and|(?:for|in|on|after|before|with|to|if|when|once|while|as|since|because)\s[^,]{1,100},)\s+)*/i;
/** What follows a command: its object, or where it goes. */
const OBJECT =
  /^[\w-]+\s+(?:the|an?|its|their|our|all|each|every|both|it|them|this|these|those|that|any|no|only|to|from|into|on|in|off|out|up|down|by|with|back|\d|[`"'“]|[\w-]+s(?=\s+(?:in|on|at|to|from|for|with|by|per|after|before|as|into|through|via|when|if|only|and|or|that|which|without|instead|once|until|while)\b|[.,;:]|$))/i;
/** Words that open no command, whatever follows. */
const NO_COMMAND =
  /^(?:i|we|you|he|she|it|they|this|that|these|those|the|an?|its|our|their|there|here|all|both|each|every|some|most|many|much|few|any|no|none|nothing|nobody|one|two|only|even|when|where|while|what|who|which|why|how|if|since|as|because|for|in|on|at|by|with|without|from|to|of|after|before|until|under|over|between|about|like|than|not|today|now|currently|often|sometimes|still|so|once|right|half|part|because|\w+(?:ly|ing|ed|s))$/i;

function isCommand(sentence: string): boolean {
  const said = sentence.replace(LEADS, '');
  const [verb = ''] = /^[\w-]+/.exec(said) ?? [];
  if (
    verb === '' ||
    (NO_COMMAND.test(verb) &&
      !/^(?:pass|process|address|press|bypass|discuss|compress|suppress|express|focus|apply|rely|reply|supply)$/i.test(
        verb,
      ))
  )
    return false;
  return OBJECT.test(said) || isVerb(verb) || opensDoing(verb);
}

/** What a fix will do may be told, too: `Retries should stop at 3`, `The client now waits`, `We move it`. */
const TELLS_WHAT_IT_DOES =
  /\b(?:should|shall|must|will|would|ought to|now|from now on|instead|no longer|any ?more|not any longer|new(?:ly)?)\b|^\W*(?:i|we|this (?:fix|change|patch|pr|commit|diff)|the (?:fix|change|patch|proposal|idea|plan))\b|:\s*$/i;
const OF_TODAY = /\b(?:still|today|currently|at the moment|right now|so far|by mistake|accidentally)\b/i;

/** The sentences that tell what is wrong: those before the first command, if one follows. */
export function motivesIn(sentences: readonly string[], isDiff: boolean): ReadonlySet<string> {
  const first = sentences.findIndex(isCommand);
  const isBefore = (sentence: string, i: number) =>
    i < first && (OF_TODAY.test(sentence) || !TELLS_WHAT_IT_DOES.test(sentence));
  return new Set(
    sentences.filter(
      (sentence, i) =>
        ((isDiff || sentences.length > 1) && TROUBLE.test(sentence)) || (!isDiff && isBefore(sentence, i)),
    ),
  );
}

/** `Alarm texts remain as they are`, `The calculation stays for the report`, `Nothing else changes`. */
const REMAINS =
  /^[^,;]*\b(?:stays?|remains?|(?:is|are) (?:left|kept))(?:\s*[.!]?$|\s+(?:as (?:it|they) (?:is|are|was|were)|unchanged|untouched|unaffected|the same|in place|where (?:it|they) (?:is|are)|for (?:the|our|all|now)\b))|^\W*(?:nothing|no other\b[^,;]*|the rest)\b[^,;]*\b(?:chang\w+|stays?|remains?|touched|affected)\b|^[^,;]*\b(?:(?:is|are) not (?:touched|affected|changed)|do(?:es)? not change|(?:is|are) (?:unchanged|untouched|unaffected))\b/i;

export const remains = (sentence: string): boolean => REMAINS.test(sentence) && !isCommand(sentence);
