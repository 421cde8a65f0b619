// Whom a sentence of a pattern is about. What it says of other things, such as `dates use isoformat()`, holds only where
// a component has them.

const VERB =
  /\s(?:is|are|must|shall|should|may|can|cannot|has|have|needs?|uses?|calls?|goes|go|comes?|extends?|implements?|inherits?|derives?|subclass(?:es)?|takes?|gets?|returns?|lives?|carr(?:y|ies)|conforms?|stays?|declares?|sets?|ends?|starts?|begins?|do|does|never|always|only|logs?|catch(?:es)?|wraps?|throws?|raises?|defines?|exposes?|receives?|accepts?|registers?|includes?|embeds?|loads?|creates?|publish(?:es)?|loops?|runs?|works?|reads?|writes?|talks?|reports?|happens?)\s/i;
const ASIDE = /\s(?:that|which|who|of|in|with|to|for|from|on|at)\s.*$/i;

/** Words for the component itself, and for what every component has. */
const ITSELF: ReadonlySet<string> = new Set(
  `they it we you everything all this these those each every code work output class classe component module file method function
  constructor implementation dependency one nothing somebody nobody`.split(/\s+/),
);

const singular = (word: string): string =>
  word
    .toLowerCase()
    .replace(/ies$/, 'y')
    .replace(/(?<=[^s])s$/, '');

/** The head of its subject; null if it begins with a verb. */
function subjectOf(sentence: string): string | null {
  const bare = sentence.replace(/^\W+/, '');
  const verb = VERB.exec(` ${bare} `);
  if (verb === null || verb.index === 0) return null;
  const phrase = bare.slice(0, verb.index).replace(ASIDE, '').trim();
  const words = phrase.split(/\s+/);
  const head = words.at(-1) ?? '';
  return phrase === '' || words.length > 6 ? null : singular(head.replace(/[^\w]/g, ''));
}

/** Whether it is about the component, by one of the names that components of its kind have. */
export function isAboutItself(sentence: string, roles: ReadonlySet<string>): boolean {
  const subject = subjectOf(sentence);
  return subject === null || roles.has(subject) || ITSELF.has(subject);
}

/** The subject of the first sentence of a pattern, and the last word of its title. */
export const rolesIn = (first: string, title: string): ReadonlySet<string> =>
  new Set([subjectOf(first) ?? '', singular(title.trim().split(/\s+/).at(-1) ?? '')]);
