// Tells whether a text reports that something has changed.
import { MONTH, WEEKDAY } from './months.ts';

const COMING = `(?:today|tomorrow|next (?:week|month|quarter|year|sprint|release|${WEEKDAY}|${MONTH})|\\d{1,2} ${MONTH})`;

const SOME_WORDS = String.raw`(?:[^\s.;]+ ){1,4}`;

const CHANGE = new RegExp(
  String.raw`\b(?:${[
    'no longer|not any ?more|instead of|rather than|from now on|from \\S+ on|as of|since|(?<!also )now(?! also)|new|gone|(?:is|are) history',
    `(?:from|starting(?: on)?) ${COMING}`,
    '(?:switch|migrat|mov|chang|convert)(?:ed|es|ing)',
    '(?:rais|lower|reduc|increas|bump|extend|shorten|renam|upgrad|downgrad)(?:ed|es)',
    'replac(?:ed|es)|supersed(?:ed|es)|retired|deprecated|decommissioned|dropped|cancell?ed|abolished|scrapped|thrown out|(?:shut|switched|turned) (?:down|off)',
    'meanwhile|in the meantime|for the time being|stands? in|fills? in|while \\S+ is (?:away|on)',
    '(?:took|takes|taken|hand(?:ed|s)) over|left|leaves|becomes?|became',
    'went (?:up|down|to)|goes (?:up|down)|comes? down',
    `(?:took|takes|taken|hand(?:ed|s)) ${SOME_WORDS}over(?= (?:to|from) )`,
    `(?:not|never|nobody|nothing|\\w{2,6}n['’]t) ${SOME_WORDS}(?:anymore|any more(?=[.,;:!)]|$| (?:since|because|after|so|and|but|for|in|on|by|at|to) ))`,
    `(?:is|are) down to (?=\\d)|(?:is|are|went) back (?:on|to|with)(?! (?:back|${WEEKDAY}|${COMING}|${MONTH})\\b)`,
    '(?:is|are) (?:optional|mandatory|required|allowed|forbidden|public|private|daily|weekly|monthly) again(?! (?:after|at|when|once|if|until|within|in|every) )',
    '(?:we|they) gave up(?! (?:after|when|because) )|(?<!(?:is|are|was|were|be|been|being|gets?) )(?:turned into|used to be)',
  ].join('|')})\b`,
  'i',
);
/** A change is reported in the first words. */
const WORDS = 30;

export const reportsChange = (text: string): boolean => CHANGE.test(text.split(/\s+/, WORDS).join(' '));

const DATE = `(?:\\d{1,2}(?:st|nd|rd|th|\\.)? ${MONTH}|${MONTH} \\d{1,2}|\\d{4}-\\d\\d-\\d\\d|${WEEKDAY})`;
const HAPPENED_ONCE = new RegExp(
  String.raw`^[^.;:]{2,80}?(?<!\b(?:is|are|be|been|being|gets?)) (?:joined|arrived|visited|met|signed|ordered|paid|attended|presented|crashed|failed|broke|shipped|was (?:born|hired|founded|delivered|ordered|paid))(?= )[^.;]{0,60}? (?:on|at|in the night of) (?:the )?${DATE}\b`,
  'i',
);

/** `Leila joined the team on 29 October` stays true, whatever she takes over later. */
export const tellsEvent = (text: string): boolean => HAPPENED_ONCE.test(text.slice(0, 300));
