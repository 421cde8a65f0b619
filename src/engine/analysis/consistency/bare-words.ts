// Plain words that a pattern rules out as code: `not console`, `do not call fetch`, `no DB facade`.
import { STOP_WORDS } from '../../text/terms.ts';

const WORD = String.raw`[A-Za-z_$][\w$]*`;
const LIST = String.raw`${WORD}(?:(?:,\s*(?:or\s+|and\s+)?|\s+or\s+|\s+and\s+|\s+nor\s+)${WORD})*`;
/** Before what a component may do with code alone. */
const DEED =
  '(?:us(?:e|es|ed|ing)|call(?:s|ed|ing)?|touch(?:es|ed)?|access(?:es)?|invok(?:e|es|ed|ing)|reach(?:es)? for|instantiat(?:e|es|ing)|new up|read(?:s)? from|log(?:s)? with|write(?:s)? to|print(?:s)? with|go(?:es)? to)';
const KIND =
  '(?:facade|package|module|library|helper|macro|keyword|operator|global|singleton|object|function|hook|class|type|API|statement|builtin|property|variable|service)s?';
const END = String.raw`\s*(?:$|;|\.(?!\w)|,\s|(?:here|directly|yourself|themselves|any ?more|anywhere|at all|in|inside|within|from|for|on|outside|by|be|used|allowed|called|permitted)\b)`;

const FORMS: readonly RegExp[] = [
  new RegExp(String.raw`(?:^|[;\s])${DEED}\s+(?:the\s+|an?\s+|any\s+)?(${LIST})${END}`, 'g'),
  new RegExp(String.raw`(?:^|[;\s])(?:the\s+|an?\s+|any\s+|raw\s+)?(${LIST})\s+${KIND}\b`, 'g'),
];
/** `through this.logger, not console`, `console is not used`: nothing else is in the phrase. */
const ALONE = new RegExp(String.raw`^\W*(?:with\s+|through\s+|via\s+|to\s+|by\s+|the\s+|either\s+)*(${WORD})${END}`);
const JOINT = /,\s*(?:and\s+|or\s+)?|\s+(?:and|or|nor)\s+/;

/** Nouns of plain English that code also has as names. */
const ENGLISH: ReadonlySet<string> = new Set(
  `state data user order time request response error result value config cache file name id test list item message event
  type class method function field logic code it them this that thing number string text date table column query row index key
  side effect input output default null nil none true false other others one anything something everything nothing be used
  shared static public private new raw plain direct magic hard business own same real global any only more mixed generic
  abstract concrete async sync inheritance mutation recursion reflection mutable stateful nested deep implement import export`.split(
    /\s+/,
  ),
);

export function bareWordsIn(text: string, isAlone: boolean): string[] {
  const lists = [
    ...FORMS.flatMap((form) => [...text.matchAll(form)].map(([, list = '']) => list)),
    ...(isAlone ? text.split(JOINT).map((item) => ALONE.exec(item)?.[1] ?? '') : []),
  ];
  return [...new Set(lists.flatMap((list) => list.split(/,\s*|\s+/)))].filter(isCodeWord);
}

const isCodeWord = (word: string): boolean =>
  word.length > 1 &&
  !STOP_WORDS.has(word.toLowerCase()) &&
  !ENGLISH.has(word.toLowerCase()) &&
  // `no repositories` names a kind of thing.
  (!/s$/.test(word) || /ss$/.test(word) || /^(?:params|os|sys|process|args|globals)$/.test(word));
