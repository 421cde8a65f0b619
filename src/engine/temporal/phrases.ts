// The words by which a question asks about time.

/** Any of these patterns, whatever the case; their own flags do not count. */
const anyOf = (...phrases: readonly RegExp[]): RegExp =>
  new RegExp(phrases.map(({ source }) => source).join('|'), 'iu');

/** Asks what happened, not what was the case. */
export const NOTED = anyOf(
  /\b(?:what|which|anything|something)(?:\s\S+){0,4}?\s(?:chang|happened|happening|decid|done\b|agreed|new\b|going on|settled|noted|put in place|replaced|introduced|went live)/u,
  /\bwhat (?:did|have|had) (?:we|i|you|they)\b(?!\s+(?:know|known|believed?|th(?:ink|ought)|assumed?|expect(?:ed)?)\b)/u,
  /\bdid \p{L}+ (?:do|chang|decid|agree|note|ship|merg|write|settle|tighten|learn|record|work|add|fix|remove)/u,
  /\b(?:notes?|changes|events|decisions|session|everything|summary|recap|overview|standup|digest)\b/u,
);

/** What is said of any note: `was recorded`, `did we find out`, `came up`, but not `the record` or `do we store`. */
export const NOTING = anyOf(
  /(?<=\b(?:was|were|been|got|we|i|you|they|anything|something|everything) )(?:learn(?:ed|t)|recorded|found out|stored|saved|wr(?:itten|ote)(?: down)?|remembered|added|logged|discussed|brought up|came up with|come up with)\b/u,
  /(?<=\bdid (?:we|i|you|they) )(?:learn|record|find out|store|save|write(?: down)?|remember|add|log|discuss|bring up|come up with)\b/u,
  /(?<=\b(?:what|which|anything|something|everything|that|did|has|have|had) )(?:came|come) up\b/u,
);

/** Asks for what was noted, too, if it names a date: `what broke last week`, `incidents in April`, `what was upgraded in May`. */
export const WENT_WRONG = anyOf(
  /\b(?:what|which|anything|something)(?: \S+){0,2}? (?:went wrong|broke|crashed|failed|fell over|went down|stopped working)\b/u,
  /^(?!.*\b(?:who|whom|whose|how|when|where|why)\b)(?:\S+ ){0,3}(?:incidents?|outages?|crash(?:es)?|failures?|problems?|troubles?|regressions?|breakages?|postmortems?)(?=\s*(?:[?.!,]|$)|\s(?:in|on|at|with|of|since|before|after|from|during|for|last|this|yesterday|today|occurr\w*|happen\w*|we|did|that|there|were|was|have|has)\b)/u,
  /\b(?:what|which|anything|something)(?: \S+){0,2}? (?:was|were|got|has been|have been) (?:upgraded|updated|deployed|released|shipped|fixed|patched|hotfixed|removed|added|renamed|migrated|merged|reverted|rolled back|rejected|refused)\b/u,
  /\bdid \p{L}+ (?:hotfix|patch|upgrade|release|revert|roll back|migrate|rename|break|reject|refuse|scrap|cancel)\b/u,
);

/** Clearly asks for a former value. */
export const FORMER = anyOf(
  /\b(?:former|previous|original|initial)(?:ly)?\b/u,
  /\b(?:earlier|at first|back then|as it was|was there ever|back in the day)\b/u,
  // `what it used to be`, but not `what it is used to sign`
  /\b(?<!\b(?:be|been|being|is|are|was|were|not|get)(?: [^\s?]+){0,3} )used to\b/u,
  /\buse to (?:be|have)\s*\??$(?<=\bdid\b[^?]*\??)/u,
  /\bin the (?:past(?!\s+(?:\d|few|couple|hour|minute))|beginning|early days|old days)\b/u,
  /\bat the (?:very )?(?:start|beginning|outset)(?: of the (?:year|project))?(?! of)\b/u,
  /\bat project start\b/u,
  /\bwhen (?:we|it|the project) (?:first )?(?:began|started|launched)\b/u,
  /\b(?:(?<=\bdid )(?:we|i|it) (?:begin|start)|(?:we|i|it) (?:began|started))(?: out| off| the (?:year|project))? with\b/u,
  // `what did we migrate from?`
  /\b(?:switch|migrate|move|upgrade|change)(?: away)? from\s*\??$(?<=\bdid\b[^?]*\??)/u,
);

/** Of the words that ask for a former value, those for the first. */
export const FIRST = /original|initial|first|outset|early|beg[ai]n|start/i;

/** Asks for what a thing replaced, and names that thing: `which queue did pg-boss replace`, not `which parts were replaced`. */
export const REPLACED = anyOf(
  /\b(?:what|which|whom?)\b[^?]*?\bdid (?!we |you |i |they |he |she )(?<thing>(?:(?!to |not |never )[^\s?]+ ){1,4})(?:replace|supersede|take over from)\s*\??$/u,
  /\b(?:that|which|what|who) (?<by>(?:(?!to |not |never |be |been |being |is |are |was |were |gets? |got |has |have |had |must |should |can |may )[^\s?]+ ){1,4})(?:replaced|superseded|took over from)\s*\??$/u,
  /\b(?:predecessors? of|preceded) (?<after>[^?]+)/u,
  /(?<![\p{L}\p{N}-])(?<former>[\p{L}\p{N}-]{1,60})['’]s predecessor/u,
);

/** May ask for a former value. */
export const PERHAPS = anyOf(
  /^(?:the |our |my )?old (?!and\b)/u,
  /\b(?:was|were)(?: the| our)? old\b/u,
  /\bthe very first\b/u,
  /\b(?:the|our|my) first(?= (?:plan|choice|idea|estimate|deadline)\b)/u,
  // `who had it before?`, but not `the day before`
  /(?<!\b(?:day|night|evening|week|month) )\bbefore(?: (?:her|him|them|that))?\s*\??$/u,
  // `which printer did we drop?`
  /\bdid (?:we|i) (?:drop|ditch|leave|abandon|retire|give up|get rid of|cancel|phase out|swap out|stop using|part ways with)\s*\??$(?<=^(?:what|which|who)\b[^?]*\??)/u,
  /\b(?:before|old|earlier) and (?:after|now|new|today)\b/u,
);

/** Ages and intervals, which say nothing about former values. */
export const NOT_FORMER = anyOf(
  /\bhow old\b/u,
  /\b(?:years?|months?|days?|weeks?|too|very) old\b/u,
  /\b(?:days?|hours?|weeks?|minutes?|an?) earlier\b/u,
  /\bearlier (?:in|than)\b/u,
);

/** `(in the two weeks) after the crash`, `since the upgrade`, `in the week of the audit`. */
export const ANCHOR =
  /\b(?:(?:in |within |during |on )?(?:the )?(?:(?:last|first|next|right)\s)?(?:(\d+|an?|one|two|three|four|five|six|few|ten)\s)?(day|week|fortnight|month|weekend)s?\s(?:right |just )?)?(before|after|since|until|till|(?<=\b(?:day|week|fortnight|month|weekend)s? )of)\s+(?:(?:the|that|our|we|they)\s+)?([\p{L}\p{N}][^?,;:]{1,60})/iu;

/** What was in use then, not what happened. */
export const IN_USE =
  /\b(?:used?|using|run|ran|running|have|had|rely|relied|choose|chose|chosen|pick|picked)(?:\s(?:on|for|in|as|with)\b|\W*$)|\b(?:in|with)\W*$/i;

/** Happens rather than replaces: `before launch`, `before Monday`. */
export const HAPPENING =
  /^(?:launch|release|deploy|deployment|go-?live|review|migration|upgrade|update|merge|move|switch|rewrite|refactoring|outage|incident|crash|audit|meeting|standup|demo|kick-?off|lunch|noon|midnight|christmas|easter|\p{L}+day|v?\d[\d.]*)(?![\p{L}\p{N}])/iu;

/** Days that instructions also name: `restore it to yesterday`. */
export const NEAR = /today|yesterday|tonight|this/i;

/** Recurs every year. */
export const SEASON = /^(?!.*(?:last|\d)).*(?:spring|summer|autumn|fall|winter)/i;

export const LEADING =
  /\b(?:in|on|at|of|from|for|since|until|till|before|after|by|during|over|within|between|and|back|around|about|the)\s*$/i;

export const PAST = /\b(?:did|was|were|had|ran|went|took|got|came|kept|made|could|used|began|[a-z]{3,}ed)\b/i;

/** Asks what to do, whatever was done: `where do I put a finished file today`. */
export const ASKS_NOW = /\b(?:do|should|must|can|may) (?:i|we)\b/i;

export const ADVICE =
  /\b(?:should|must|need|needs|have to|has to|do (?:i|we|you)|can|may|shall|will|is|are|does|add|write|make|how to)\b/i;

/** Changes what is so, unlike `before printing`. */
export const MOVING = /^(?:moving|switching|migrating|upgrading|changing)\b/i;

/** `before we left Heroku`, but not what is done each time: `before they are sent`, `before we deploy`. */
export const HAPPENED =
  /^(?:(?:had|have) )?(?:had(?! to\b)|left|chose|built|bought|sold|wrote|brought|lost|found|met|began|knew|grew|broke|gave|took|went|got|came|kept|made|ran|did|were|was|became|changed|switched|[a-z]{2,}ed)\b/i;

/** `who answers the pager`, `what's the last day`, but not `what printers did we have`. */
export const PRESENTLY = /^(?!.*\b(?:did|had|was|were)\b)(?:who|what|where|when)(?:'s|\s\p{L}+s)\b/iu;
