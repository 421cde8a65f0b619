// What a note says is used no more, and of what it says so: `We moved from Jira to Linear`, `Honeycomb was dropped for Tempo`,
// `The planner got rid of Google Maps`.
import { MONTH, WEEKDAY } from './months.ts';
import { isUnitOrDay } from './ordinary.ts';
import { questionTerms } from './terms.ts';

export interface Ending {
  /** What is used no more. */
  readonly name: string;
  /** The terms for what it was used for or where, if the note says so: it may still be used elsewhere. */
  readonly scope: readonly string[];
}

const SIGNS = String.raw`(?:[\p{L}\p{N}_+#&’'-]|\.(?=[\p{L}\p{N}])){0,40}`;
const CAPITALISED = String.raw`\p{Lu}${SIGNS}`;
const WORDS = String.raw`(?:\s(?:${CAPITALISED}|\d[\d.]{0,8}(?<!\.))){0,3}`;
/** Whoever opens a sentence with a small letter writes a name so: `wkhtmltopdf had to go`. */
const NAME = String.raw`(?:(?:[Tt]he|[Oo]ur)\s)?(?<name>(?:${CAPITALISED}|(?<=^)\p{Ll}${SIGNS})${WORDS})(?:\s(?:server|service|instance|account|cluster|subscription|contract))?`;
/** What follows the name of a thing, rather than of its alerts or tickets. */
const BOUNDARY = String.raw`(?=$|\s(?:and|as|at|because|by|completely|due|entirely|for|from|in|into|last|now|on|onto|over|since|so|this|to|with)\s|\s(?:altogether|everywhere|now|too|yesterday|today|completely|entirely)$|\s[(–—-])`;
const GONE =
  'abandoned|cancell?ed|decommissioned|discontinued|ditched|dropped|given up|phased out|removed|retired|scrapped|superseded|swapped(?= for )|replaced(?= (?:\\S+ ){0,4}(?:by|with) )|(?:shut|switched|turned) (?:down|off)|thrown out';
const PREPOSITION = 'about|at|behind|by|for|from|in|of|on|to|with';
const AWAY = '(?:switch|mov|migrat|chang|convert|transferr|port|shift)ed|went|gone';
const GAVE_UP =
  'abandoned|cancell?ed|decommissioned|discontinued|ditched|dropped|gave up|got rid of|left|no longer (?:use|have|run)|phased out|quit|retired|scrapped|stopped using|swapped|threw out';

const FORMS = [
  String.raw`^(?<scope>.*?)\b(?:${AWAY})\b(?<more>.{0,40}?)\s(?:from|off(?:\sof)?|away\sfrom)\s${NAME}(?=\s(?:to|onto|into|over\sto|and)\s|$)(?<after>.*)$`,
  String.raw`^(?<scope>.*?)(?<![\p{L}\p{N}’'-])(?:are|is)\soff\s${NAME}${BOUNDARY}(?<after>.*)$`,
  String.raw`^(?<scope>(?:.*?\s)?)(?<!\b(?:${PREPOSITION})\s(?:the\s|our\s)?)${NAME}\s(?:(?:was|were|(?:has|have|had)\sbeen|got|(?:is|are)\snow|is(?=\s(?:retired|discontinued|decommissioned)))\s(?:now\s|finally\s|completely\s)?(?:${GONE})|(?:is|are)\s(?:gone|out|history|no longer used|not used any ?more)(?=$|\s(?:since|now)\b)|retired|(?:had|has)\sto\sgo|(?:made|gave)\sway|makes\sway)(?!\p{L})(?<after>.*)$`,
  String.raw`^(?<scope>.*?)\b(?:${GAVE_UP})\s${NAME}${BOUNDARY}(?<after>.*)$`,
  String.raw`^(?<scope>.*?)\breplaced\s${NAME}(?=\s(?:by|with)\s)(?<after>.*)$`,
  String.raw`^(?<become>.*?)\s(?:now\s|has\s|have\s)?(?:replaces?|replaced|supersedes?|superseded|t(?:ook|akes?)\sthe\splace\sof|t(?:ook|akes?)\sover\sfrom)\s${NAME}(?!\s(?:by|with)\s)${BOUNDARY}(?<after>.*)$`,
  String.raw`^(?<become>.*?)(?:^|\s)(?:instead\sof|rather\sthan|[Nn]o\slonger)\s${NAME}${BOUNDARY}(?<after>.*)$`,
].map((form) => new RegExp(form, 'u'));

/** Only planned, denied, of a while, or long past. */
const NOT_SO =
  /\b(?:[Ii]f|[Uu]nless|would|could|should|may|might|wants?|wanted|[Pp]lan(?:s|ned|ning)?|[Cc]onsider\w*|propos\w*|suggest\w*|will|shall|going to|not|[Nn]ever|nearly|almost|[Tt]emporar\w+|until|maintenance|restart\w*|again|try|tried|had(?! to go)|for (?:a|an|one|two|\d+) (?:minute|hour|day|night|week)s?)\b|n['’]t\b/;
/** Whoever is meant by these is who writes. */
const ANYONE =
  /\b(?:we|i|us|our|ours|my|the (?:company|team|firm|organisation|organization|project|office|group)|company|everyone|everybody|everything|everywhere|all|they|people)(?:['’]ve)?\b/giu;
const WHEN = new RegExp(
  String.raw`\b(?:(?:${MONTH}|${WEEKDAY})\b\.?|(?:next|last|this|that|early|late|mid|past)\b|since\b[^,]*?(?=\bwe\b|$)|(?:in|over|for|with)\s(?:the\s)?(?:end|meantime|favou?r|good|full|weekend|week|month|year|quarter|sprint|spring|summer|autumn|fall|winter)\b(?:\sof\b)?|\d[\d.:-]*(?:st|nd|rd|th)?\b|now|today|yesterday|finally|meanwhile|completely|entirely|meantime|have|has|been|also|already|us(?:e|es|ed|ing)|runs?|just|own)`,
  'giu',
);
const REASON = /\s(?:because|since|as|after|when|due|whose|which|who|so|where|until|at last)\s.*$/u;
/** What came instead: `to Linear`, `for Grafana Tempo`, `with a tool of our own`; but `for logs` says where it was used. */
const BECOME =
  /^\s(?:(?:to|onto|into|over to|and onto|by|in favou?r of)\s(?:the\s|an?\s)?|(?:for|with)\s(?:an?\s|(?:the\s)?(?=[^\s,]*[\p{Lu}\d])))[^\s,]+(?:\s\p{Lu}\S*)*/u;

const AND_MORE = /\sand\s.*$/u;

const CLAUSE = /(?<=[.;:!?])\s+|,\s+(?=\p{L})|\s+(?:but|then|so)\s+/u;
const OPENS_PLACE = /^(?:In|On|At|For|Of|With|Within|Since|From)\s/;

/** The clauses of a note; an opening `In the lab,` belongs to what follows. */
function clausesOf(text: string): string[] {
  const clauses: string[] = [];
  for (const piece of text.split(CLAUSE)) {
    const before = clauses.at(-1);
    if (before !== undefined && OPENS_PLACE.test(before) && before.split(' ').length <= 6) {
      clauses.splice(-1, 1, `${before} ${piece}`);
    } else clauses.push(piece);
  }
  return clauses.map((clause) => clause.replace(/[.;:!?]+$/, '').trim());
}

/** Longer texts tell of more than of a change. */
const MOST_LENGTH = 600;

export const endingsIn = (text: string): readonly Ending[] =>
  text.length > MOST_LENGTH ? [] : clausesOf(text).flatMap((clause) => (NOT_SO.test(clause) ? [] : endingOf(clause)));

function endingOf(clause: string): Ending[] {
  for (const form of FORMS) {
    const { name, scope = '', more = '', become, after = '' } = form.exec(clause)?.groups ?? {};
    if (name === undefined) continue;
    // Of another kind of the same, it is not over: `from Postgres to a hosted Postgres`.
    if (isCommon(name, clause) || after.includes(name)) return [];
    const rest = after
      .replace(REASON, '')
      .replace(become === undefined ? BECOME : '', '')
      .replace(AND_MORE, '');
    return [{ name, scope: scopeTerms(`${scope} ${more} ${unnamed(become ?? '')} ${rest}`) }];
  }
  return [];
}

/** A day, or a word that is capitalised only because it opens the clause: `Reviews were dropped`, `Logging was switched off`. */
const isCommon = (name: string, clause: string): boolean =>
  isUnitOrDay(name) ||
  (/^\p{Lu}\p{Ll}+$/u.test(name) &&
    clause.startsWith(name) &&
    (/ing$/.test(name) || PLURAL.test(clause.slice(name.length))));

const PLURAL = /^\s(?:were|are|have)\b/;

/** Without the name of what came instead: `Typesense`, `k6`, but not `Builds on laptops use`. */
const unnamed = (become: string): string =>
  become.trim().split(/\s+/).length <= 2 ? '' : become.replace(/(?<=\s)\p{Lu}\S*/gu, '');

const scopeTerms = (text: string): string[] => questionTerms(text.replace(WHEN, ' ').replace(ANYONE, ' '));
