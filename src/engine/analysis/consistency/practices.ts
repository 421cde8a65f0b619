// Practices that prose names and code shows: what is written in a pattern, and what it looks like where somebody does it.
import { bodiesOfCatches } from './catches.ts';

export interface Practice {
  readonly name: string;
  /** What a pattern says when it refuses it. */
  readonly refusedAs: RegExp;
  /** What a pattern says when it asks for the contrary. */
  readonly contrary?: RegExp;
  /** Where the code does it; null where it does not. */
  readonly found: (plain: string, language: string) => string | null;
}

const shown =
  (pattern: RegExp, languages?: RegExp) =>
  (plain: string, language: string): string | null =>
    languages !== undefined && !languages.test(language) ? null : (pattern.exec(plain)?.[0].trim() ?? null);

const SCRIPT = /^(?:typescript|javascript|tsx|jsx)$/i;

export const SWALLOWED = 'swallowed errors';

export const PRACTICES: readonly Practice[] = [
  {
    name: SWALLOWED,
    refusedAs:
      /\bswallow|\bempty (?:catch|except|rescue)|\b(?:silent(?:ly)?|ignor\w+)\b.*\b(?:errors?|exceptions?|failures?)\b|\b(?:errors?|exceptions?|failures?)\b.*\b(?:ignor\w+|silent\w*|suppress\w+|dropped|discarded)\b|\bexcept: ?pass\b/i,
    contrary:
      /\bre-?throw|\bre-?rais|\b(?:errors?|exceptions?|failures?)\b[^,;]*\b(?:propagate[sd]?|bubbles? up|passed on|reach(?:es)?)\b/i,
    found: (plain, language) => bodiesOfCatches(plain, language).find(isSwallowing) ?? null,
  },
  {
    name: 'default exports',
    refusedAs: /\bdefault[- ]exports?\b/i,
    contrary: /\bnamed exports? only\b|\bonly named exports?\b|\bexported by (?:its |their )?name\b/i,
    found: shown(/\bexport\s+default\b/, SCRIPT),
  },
  {
    name: 'wildcard imports',
    refusedAs: /\b(?:wildcard|star|glob) imports?\b|\bimport \*/i,
    found: shown(/\bimport\s+[\w.]+\.\*|\bfrom\s+\S+\s+import\s+\*|\buse\s+[\w:]+::\*/),
  },
  {
    name: 'thrown errors',
    refusedAs:
      /(?:^|[;\s])(?:throw(?:s|n|ing)?|raise[sd]?|raising)(?: (?:any |an? )?(?:errors?|exceptions?))?\s*(?:$|[;,.]|or\b|for\b|from\b|across\b)/i,
    found: shown(/\bthrow\b(?!s)[^\n;]*|^[ \t]*raise\b[^\n]*/m),
  },
  {
    name: 'panics',
    refusedAs: /\bpanic(?:s|king)?\b/i,
    found: shown(/\bpanic!?\s*\(|\bpreconditionFailure\(|\bfatalError\(/),
  },
  {
    name: 'unwrap',
    refusedAs: /\bunwrap(?:s|ping)?\b(?<!force[- ]unwrap\w*)/i,
    found: shown(/\.unwrap\s*\(\s*\)/),
  },
  {
    name: 'forced unwrapping',
    refusedAs:
      /`?!!`?|\bforce[d]?[- ]unwrap\w*|\bforced? (?:casts?|tr(?:y|ies))\b|\bnon-?null assertions?\b|\bimplicitly unwrapped\b/i,
    found: shown(/\btry!|\bas!|[\w)\]]!(?=[.,;)\]]|\s*$)|!!/m, /^(?:swift|kotlin|typescript|tsx)$/i),
  },
  {
    name: 'printing',
    refusedAs:
      /\bprint(?:ln|f|s|ing)?(?: statements?| calls?)?(?:$|[\s;,.])(?!\s*(?:version|size|layout))|\bputs`?\s*(?:$|[;,.]|or\b)/i,
    found: shown(
      /(?<![\w.])print(?:ln|f)?!?\s*\(|\bconsole\.log\s*\(|\bSystem\.out\.print\w*|\bfmt\.Print\w*|\becho\s|^[ \t]*puts\b/m,
    ),
  },
  {
    name: 'any as a type',
    refusedAs: /\b(?:type|types?) any\b|\bany types?\b|`any`|\bas any\b|\bcast\w* to any\b/i,
    found: shown(/:\s*any\b|\bas\s+any\b|<any>|\bany\[\]/, SCRIPT),
  },
  {
    name: 'var',
    refusedAs: /(?:^|[\s;])`?var`?(?: declarations?| keyword)?\s*(?:$|[;,.]|is\b|or\b)/,
    found: shown(/\bvar\s+\w+/, SCRIPT),
  },
  {
    name: 'injected fields',
    refusedAs: /\bfield injection\b/i,
    contrary: /\bconstructor injection\b/i,
    found: shown(
      /@(?:Autowired|Inject|Resource)\b(?:(?!@(?:Autowired|Inject|Resource)\b)[^(){};=])*;/,
      /^(?:java|kotlin)$/i,
    ),
  },
  {
    name: 'sleeping',
    refusedAs: /\bsleep(?:s|ing)?\b/i,
    found: shown(/\b(?:Thread\.|time\.|std::this_thread::)?sleep(?:_for)?\s*\(/i),
  },
  {
    name: 'memory from the heap',
    refusedAs:
      /\b(?:dynamic(?: memory)?|heap|memory) allocat\w*|\ballocat\w* (?:\w+ )?(?:memory|on the heap|dynamic\w*)|\b(?:raw|naked|bare) `?new\b/i,
    found: shown(/\b(?:malloc|calloc|realloc)\s*\(|(?<!placement )\bnew\s+[A-Za-z_]/, /^(?:c|cpp|c\+\+|arduino)$/i),
  },
  {
    name: 'mutable default arguments',
    refusedAs: /\bmutable defaults?(?: arguments?| parameters?)?\b/i,
    found: shown(/\bdef\s+\w+\([^()]*=\s*(?:\[\]|\{\}|list\(\)|dict\(\))/, /^python$/i),
  },
  {
    name: 'errors passed on without a word',
    refusedAs: /\b(?:bare|raw|naked|unwrapped) (?:errors?|err)\b/i,
    contrary: /\bwrap(?:s|ped|ping)?\b.*(?:\bfmt\.Errorf\b|%w)/i,
    found: shown(/\breturn\b(?:(?:(?!\breturn\b)[^\n])*,)?\s*err\s*$/m, /^go$/i),
  },
  {
    name: 'unsafe code',
    refusedAs: /\bunsafe\b(?! (?:characters|html))/i,
    found: shown(/\bunsafe\s*(?:\{|fn\b|impl\b)/, /^(?:rust|csharp)$/i),
  },
  {
    name: 'the end of the process',
    refusedAs: /\b(?:exit|end|terminate|kill)(?:s|ing)? the (?:process|program)\b/i,
    found: shown(/\b(?:process\.exit|sys\.exit|os\.Exit|System\.exit|std::process::exit|exit)\s*\(/),
  },
  {
    name: 'null as an answer',
    refusedAs: /\breturn(?:s|ed|ing)? (?:null|nil|None|undefined)\b/i,
    found: shown(/\breturn\s+(?:null|nil|None|undefined)\b/),
  },
  {
    name: 'waiting for async work',
    refusedAs: /\bblock(?:s|ing)? (?:on|the (?:event loop|thread)|waits?|async)|\.Result\b|\bWait\b/i,
    found: shown(
      /\.Result\b(?!\s*\()|\.Wait\(\)|\.GetAwaiter\(\)\.GetResult\(\)|\brunBlocking\b|\btime\.sleep\(|\bThread\.sleep\(|\b\w+Sync\(/,
    ),
  },
  {
    name: 'setters',
    refusedAs: /\bsetters?\b/i,
    found: shown(/\bset\s*;|\bvoid\s+set[A-Z]\w*\(|\bfunction\s+set[A-Z]\w*\(/),
  },
  {
    name: 'chains of then',
    refusedAs: /\bthen[- ]?chains?\b|\.then\b|\bpromise chains?\b/i,
    found: shown(/\.then\(/, SCRIPT),
  },
  {
    name: 'code from strings',
    refusedAs: /\beval\b|\bexec\b/,
    found: shown(/(?<![\w.])(?:eval|exec)\s*\(/),
  },
  {
    name: 'inline styles',
    refusedAs: /\binline styles?\b/i,
    found: shown(/\bstyle=\{\{?/, SCRIPT),
  },
  {
    name: 'using namespace',
    refusedAs: /\busing namespace\b/i,
    found: shown(/\busing\s+namespace\b/),
  },
  {
    name: 'goto',
    refusedAs: /\bgoto\b/i,
    found: shown(/\bgoto\s+\w+/),
  },
];

/** Each statement takes all up to the next, so that there is one way only to read a body. */
const LOGS_ONLY =
  /^[\s;]*(?:(?:(?:(?:@?\w+|\$this)(?:\.|->|::))*_?(?:log(?:ger|ging)?|console|slog|timber|Log|print(?:ln|f|StackTrace)?)\b[^\n;]*|(?:pass|\.\.\.|nil|_ = \w+)[^\S\n]*)(?:[;\n][\s;]*|$))*$/i;
const isSwallowing = (body: string): boolean => LOGS_ONLY.test(body);

export const practicesRefusedIn = (text: string): Practice[] =>
  PRACTICES.filter(({ refusedAs }) => refusedAs.test(text));
/** What asks for the contrary rules it out as well. */
export const practicesTurnedIn = (text: string): Practice[] =>
  PRACTICES.filter(({ contrary }) => contrary?.test(text) === true);
