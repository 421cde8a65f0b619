// What the text of a pattern asks for. A description of what it is for asks nothing, and in doubt neither does a sentence.
import { sentences } from '../../text/sentences.ts';
import { choicesIn } from '../fix/families.ts';
import { stretchesOf } from '../fix/stretches.ts';
import type { Asked, Expectation } from './expectations.ts';
import { CLOSE, joined, OPEN } from './joined-calls.ts';
import { CALL_END, isMethodName, methodsNamedIn } from './members-named.ts';
import { namesAskedIn } from './names-asked.ts';
import { practicesRefusedIn, practicesTurnedIn } from './practices.ts';
import { isGuess, refusals } from './refusals.ts';

const DEMANDS =
  /\b(?:must|shall|should|never|always|every|all|each|only|no|not|avoid\w*|forbidden|requires?|required|needs? to|ha(?:s|ve) to|do(?:es)? not|don't|cannot|without)\b|^\W*(?:use|extend|call|import|inject|name|define|decorate|catch|log|wrap|implement|inherit|throw|handle|go)\b/i;
const BULLET = /^\s*(?:[-*•]|\d{1,2}[.)])\s/;
/** What may be is not asked for, and neither is what others do. */
const PERMITTED =
  /\b(?:may|might|can|could|(?<!returns? |an )optional(?:ly)?|usually|often|typically|sometimes|preferably|for example|e\.g\.|such as|if (?:needed|necessary))\b(?! not| only| never)/i;
const OTHERS =
  /^\W*(?:the |its |their |all )?(?:callers?|clients? of|users? of|base class(?:es)?|framework|runtime|container|scheduler|dispatcher|tests?|subclasses)\b/i;

/** What a pattern asks for. */
export interface AskedFor {
  readonly expectations: readonly Expectation[];
  /** How many sentences ask for something that can be checked. */
  readonly read: number;
  /** The sentences that ask for something that cannot be checked. */
  readonly unread: readonly string[];
  /** Those that forbid something or ask for a method, wholly or in a part that was not read. */
  readonly binding: readonly string[];
}

/** As much as is read of a text that is not taken line by line (sentences.ts). */
const LONGEST_READ = 20_000;

export function askedByText(text: string): AskedFor {
  const lines = new Set(text.slice(0, LONGEST_READ).split('\n'));
  const statements = [...lines].flatMap((line) =>
    sentences(asOne(line)).map((sentence) => ({ sentence, found: asked(sentence, BULLET.test(line)) })),
  );
  const isRead = ({ found }: { readonly found: readonly Expectation[] }) => found.some((each) => !isGuess(each));
  const unread = statements.filter((each) => !isRead(each) && asks(each.sentence));
  const binding = statements.filter(
    ({ sentence, found }) =>
      asks(sentence) && (isRefusalUnread(sentence) || (found.length === 0 && ASKS_FOR_METHOD.test(sentence))),
  );
  return {
    expectations: statements.flatMap(({ found }) => found),
    read: statements.filter(isRead).length,
    unread: unread.map(written),
    binding: binding.map(written),
  };
}

const written = ({ sentence }: { readonly sentence: string }): string => sentence.replaceAll(BANG, '!');

/** `a driver exposes <name>_open`: a method whose name could not be read. */
const ASKS_FOR_METHOD =
  /\b(?:expos|implement|offer|provid|defin)\w*\b[^.;]*(?:<\w+>|\w_\w|\w\(|[a-z][A-Z])|\bha(?:s|ve)\b[^.;]*\b(?:methods?|functions?)\b/;

/** Whether it forbids something that code would have to be searched for, and nothing was found to search for. */
function isRefusalUnread(sentence: string): boolean {
  if (practicesTurnedIn(sentence).length > 0) return false;
  return stretchesOf(joined(sentence)).some(
    ({ way, text, cue }) =>
      way === 'undoes' &&
      FORBIDS.test(cue ?? '') &&
      refusals(text).every(isGuess) &&
      practicesRefusedIn(sentenceOf(text)).length === 0,
  );
}

/** `pass ids, not records` only sets one thing apart from another. */
const FORBIDS = /\b(?:\w+ not|never|no|cannot|avoid\w*|forbid\w*|prohibit\w*|bans?|neither|nor|nobody|passive)\b|n't\b/;

/** `How requests are handled.`, `Repository pattern: for every table.` */
const TITLE =
  /^(?:[^:;,]{2,40}:\s+)?(?:how|why|what|where|for)\b(?![^.]*\b(?:must|shall|should|never|always|only|not|no)\b)/i;

/** Titles, headings and permissions ask for nothing. */
const asks = (sentence: string): boolean =>
  sentence.split(' ').length > 3 &&
  !sentence.endsWith(':') &&
  !TITLE.test(sentence) &&
  !PERMITTED.test(sentence) &&
  !OTHERS.test(sentence);

/** `panic!` and `try!` end no sentence. */
const BANG = '\u{a71d}';
const asOne = (line: string): string => line.replace(/(?<=[a-z_])!(?=[\s,;.)`]+(?:[a-z]|$))/g, BANG);

const BARE_VERB = /^(?:delete|remove|drop|stop|skip|revert|undo|suspend|ignore|disable)$/;

function asked(sentence: string, isListed: boolean): Expectation[] {
  const plain = sentence.replaceAll(BANG, '!');
  const basis = `its text: “${plain.slice(0, 160)}”`;
  const stretches = stretchesOf(joined(sentence));
  // `implements get, save and delete` removes nothing.
  const isWhole = stretches.every(({ way, cue }) => way === 'does' || BARE_VERB.test(cue ?? ''));
  const of = (way: 'does' | 'undoes') =>
    (isWhole ? [{ text: joined(sentence), way: 'does' }] : stretches)
      .filter((stretch) => stretch.way === way)
      .map((stretch) => stretch.text)
      .join(' ; ');
  const does = PERMITTED.test(of('does')) || OTHERS.test(sentence) ? '' : of('does');
  const firmly = isListed || DEMANDS.test(sentence);
  const found = [
    ...structure(does),
    ...(does === '' ? [] : [...plain.matchAll(OPENING)]).map(([, name = '']) => ({
      kind: 'dependency' as const,
      name,
    })),
    ...(firmly ? habits(does) : []),
    ...practicesTurnedIn(sentence).map(({ name }) => ({ kind: 'practice' as const, name })),
    ...refusals(of('undoes')),
    ...(of('undoes') === '' ? [] : practicesRefusedIn(sentenceOf(of('undoes')))).map(({ name }) => ({
      kind: 'practice' as const,
      name,
    })),
  ];
  return found.map((each) => ({ ...each, basis }));
}

const sentenceOf = (joinedText: string): string => joinedText.replaceAll(CALL_END, '').replace(/\s{2,}/g, ' ');

const NAME = String.raw`(?:[A-Za-z_$][\w$]*\.)*[A-Z]\w*[a-z]\w*`;
const BASE = new RegExp(
  String.raw`\b(?:extend(?:s|ing)?|inherit(?:s|ing)? from|subclass(?:es)?(?: of)?|deriv(?:es?|ing) from|built on|conforms? to|implements? the|implements?(?=\s+(?:an?\s+)?${'`'}?(?:I[A-Z]|[A-Z]\w*(?:${'`'}|\s)+(?:interface|protocol|trait))|\s+${'`'}?[A-Z][a-z]+[A-Z][a-z]))\s+(?:the\s+|an?\s+|from\s+)?(?:(?:interface|protocol|trait|(?:abstract |base )?class)\s+)?${'`'}?(${NAME})(?!${CALL_END}|\w|['’]s)${'`'}?`,
  'g',
);
const CALLED = new RegExp(String.raw`((?:[\w$]+\.)*)([A-Za-z_]\w*)${CALL_END}`, 'g');
const CALLING =
  /\b(?:calls?|calling|invok(?:es?|ing)|goes? through|uses?|using)\s+(?:(?:the|its|an?|this|both|and|or|,|either)\s*|[\w$.]+[\u{fe59}\u{fe5a}]+[\s,]*|`)*$/iu;
const CALLED_AFTER = /^`?\s*(?:is|are|must be|has to be|should be)\s+(?:called|invoked)(?! (?:by|from))\b/i;
const DECORATOR =
  /(?<![\w.])@([A-Za-z_]\w*(?:\.\w+)*(?:（[^）]*）)?)|\b(?:attribute|annotation)\s+`?#?\[?([A-Z]\w+)\]?/g;
const CODE_TYPE = String.raw`${'`'}?((?:\w+\.)*[A-Z]\w*[a-z]\w*)${'`'}?`;
const TAKEN = new RegExp(
  String.raw`\b(?:parameter|argument)\s+(?:is|are|must be|of type|has the type)\s+(?:an?\s+|the\s+)?${CODE_TYPE}|\b(?:takes?|accepts?|receives?|taking)\s+(?:an?\s+|the\s+)?${CODE_TYPE}`,
  'g',
);
const OF_ALL =
  /\b(?:every|each|all|its|their|the|public)\b[^,;.]*\b(?:methods?|functions?)\b|\b(?:methods|functions)\b(?! that| which| of)/i;
const STYLE = /\b(snake_case|camelCase)\b/;
const IMPORTED = /\bimport(?:s|ed|ing)?\b[^,;]*?[`'"“]([^`'"”]+)[`'"”]/gi;
const CONSTRUCTOR = /\b(?:constructors?|init(?:ializer)?|__init__|inject(?:s|ed)?)\b/i;
const CONSTRUCTED: readonly RegExp[] = [
  /\b(?:tak(?:es?|ing)|receiv(?:es?|ing)|accepts?|gets?|given|injects?|needs?)\s+([^;:]{2,80}?)\s+(?:in|through|via|by|as|from|into|with)\s+(?:an?\s+|the\s+|its\s+|their\s+)?(?:parameters?\s+(?:of|in|to)\s+(?:the|its|their)\s+)?(?:constructor|init(?:ializer)?|__init__)\b/gi,
  /\bconstructors?\b[^,;.]{0,40}?\b(?:takes?|receives?|accepts?|gets?)\s+([^;:]{2,80})/gi,
  /\bconstructor(?:'s|’s)?\s+(?:only\s+|first\s+|last\s+)?parameter\s+is\s+([^;:]{2,60})/gi,
  /\binjects?\s+([^;:]{2,60})/gi,
];
const OF_A_METHOD = new RegExp(String.raw`^(?:${CALL_END})?\s+(?:methods?|functions?)\b`);
/** `start with declare(strict_types=1)` */
const OPENING = /\b(?:start|begin|open)(?:s|ing)?\s+with\s+(?:an?\s+|the\s+)?`?\w{1,60}\(\s?([A-Za-z]\w{0,60})\s?=/gi;
const TYPE_NAME = /`([A-Za-z]\w+)`|(?<![\w.])([A-Z]\w*[a-z]\w*)\b/g;
const ALL_ASYNC =
  /\b(?:methods?|functions?)\b[^,;.]{0,30}?\b(?:is|are|be)\s+async|\basync(?:hronous)?(?:\s+throw(?:s|ing))?\s+(?:methods|functions)\b|\b(?:is|are|be)\s+(?:an?\s+)?(?:\w+\s+)?async\s+functions?\b/i;
const ONE_ASYNC =
  /(?:`(\w+)(?:\(\))?`|\b(\w+(?:\u{fe59}\u{fe5a})?))\s+(?:method\s+|function\s+)?(?:must be|is|should be|has to be)\s+(?:an?\s+)?async/iu;
const RETURNS =
  /(?:`?(\w+)(?:\u{fe59}\u{fe5a})?`?\s+(?:must\s+|should\s+|shall\s+|always\s+|has to\s+)?)?\b(?:returns?|returning|answers? with)\s+(?:an?\s+|the\s+|either\s+an?\s+)?`?((?:\w+\.)*[A-Z]\w*[a-z]\w*|errors?\b)/gu;
const MODIFIED =
  /(?<!\b(?:fields?|propert(?:y|ies)|members?|variables?|dependencies|methods?|parameters?|values?)\b[^,;.]{0,30})\b(?:is|are|be|declared|marked|as|an?)\s+(?:\w+\s+(?:and|,)\s+)?(final|sealed|abstract)\b(?!\s+(?:methods?|fields?))|(?:^|[\s,;])(?<!\b(?:extends?|inherits? from|implements?|deriv(?:e|es|ed) from)\s(?:the|an?)\s)(final|sealed|abstract)\s+class(?:es)?\b/gi;
const ONE_METHOD =
  /\b(?:exactly|only)\s+one\s+(?:public\s+)?(?:\w+\s+)?method\b|\b(?:one|single)\s+public\s+(?:\w+\s+)?method\b/i;
const EXPORTED =
  /\b(?:is|are|be|an?|stay)\s+(?:named\s+)?exported\b|\bexports? (?:exactly |only )?(?:one|a single)\b|(?:^|[,;]|\band)\s*exported\b/i;

/** `declares queue_as and retry_on`, `sets permission_classes`. */
const SETTING = /\b(?:declares?|sets?|specif(?:y|ies)|configures?)\s+([^;.]{2,80})/gi;
const SET_NAME = /(?<![\w.(])(?:\$[a-z]\w*|[a-z]+(?:_[a-z]+)+|[a-z]+[A-Z]\w*)(?![\w(\u{fe59}])/gu;
/** `errors are wrapped in a DomainError`. */
const FAILING =
  /\b(?:wrap(?:s|ped)?|map(?:s|ped)?|translate[sd]?|convert(?:s|ed)?|throw(?:s|n)?|raise[sd]?|rethrow(?:s|n)?|turn(?:s|ed)?)\b[^,;.]{0,50}?\b(?:an?|to|as|into|in)\s+`?([A-Z]\w*(?:Error|Exception))\b/g;

/** Expectations about identifiers, which hold even in a plain statement. */
function structure(text: string): Asked[] {
  if (text === '') return [];
  const methods = methodsNamedIn(text);
  const [only] = methods.length === 1 ? methods : [];
  const [, quoted, plain] = ONE_ASYNC.exec(text) ?? [];
  const oneAsync = (quoted ?? plain ?? '').replace(CALL_END, '');
  const isOneAsync = quoted !== undefined || isMethodName(plain ?? '');
  const style = STYLE.exec(text)?.[1];
  return [
    ...[...text.matchAll(BASE)].map(([whole, name = '']) => ({
      kind: 'base_class' as const,
      name,
      ...(/^(?:implement|conform)/i.test(whole) ? { isContract: true } : {}),
    })),
    ...methods.map(({ name }) => ({ kind: 'method', name }) as const),
    ...callsIn(text)
      .filter(({ isCalled }) => isCalled)
      .map(({ name, qualifier }) => ({ kind: 'call' as const, name, qualifier })),
    ...takenIn(text, only?.name ?? null),
    ...[...text.matchAll(DECORATOR)].map(([, a, b]) => ({
      kind: 'decorator' as const,
      written: (a ?? b ?? '').replace(OPEN, '(').replace(CLOSE, ')'),
      of: null,
    })),
    ...namesAskedIn(text),
    ...methods.filter(({ isAsync }) => isAsync).map(({ name }) => ({ kind: 'async' as const, of: name })),
    ...(isOneAsync ? [{ kind: 'async' as const, of: oneAsync }] : []),
    ...(ALL_ASYNC.test(text) && methods.length === 0 && !isOneAsync ? [{ kind: 'async' as const, of: null }] : []),
    ...(style === 'snake_case' || style === 'camelCase' ? [{ kind: 'method_naming', style } as const] : []),
    ...[...text.matchAll(IMPORTED)].map(([, module = '']) => ({ kind: 'import' as const, module })),
    ...parametersIn(text),
    ...[...text.matchAll(SETTING)].flatMap(([, list = '']) =>
      [...list.matchAll(SET_NAME)].map(([name]) => ({ kind: 'dependency' as const, name })),
    ),
    ...[...text.matchAll(FAILING)].map(([, name = '']) => ({ kind: 'dependency' as const, name, onFailure: true })),
    ...[...text.matchAll(RETURNS)].map(([, who = '', written = '']) => ({
      kind: 'returns' as const,
      written: written.replace(/^errors$/, 'error'),
      of: isMethodName(who) ? who : (only?.name ?? null),
    })),
    ...[...text.matchAll(MODIFIED)].map(([, a, b]) => ({
      kind: 'modifier' as const,
      word: (a ?? b ?? '').toLowerCase(),
    })),
    ...(ONE_METHOD.test(text) ? [{ kind: 'single_method' as const }] : []),
    ...(EXPORTED.test(text) ? [{ kind: 'exported' as const }] : []),
    ...(CONSTRUCTOR.test(text) ? [] : [...text.matchAll(DEPENDS)])
      .filter(([, quotedName]) => quotedName !== undefined)
      .map(([, name = '']) => ({ kind: 'dependency' as const, name })),
  ];
}

function callsIn(text: string): { name: string; qualifier: string | null; isCalled: boolean }[] {
  return [...text.matchAll(CALLED)].map((match) => {
    const [whole, path = '', name = ''] = match;
    const isCalled =
      CALLING.test(text.slice(0, match.index)) || CALLED_AFTER.test(text.slice(match.index + whole.length));
    return { name, qualifier: path === '' ? null : path.slice(0, -1), isCalled };
  });
}

/** What a named method takes, or every method where the sentence is about all. */
function takenIn(text: string, only: string | null): Asked[] {
  if (CONSTRUCTOR.test(text) || (only === null && !OF_ALL.test(text))) return [];
  return [...text.matchAll(TAKEN)].map(([, a, b]) => ({ kind: 'takes' as const, written: a ?? b ?? '', of: only }));
}

function parametersIn(text: string): Asked[] {
  return CONSTRUCTED.flatMap((pattern) => [...text.matchAll(pattern)]).flatMap(([, list = '']) =>
    [...(list.split(/\b(?:and|,)\s+(?:\w+s\b\s+)(?=[a-z])/)[0]?.matchAll(TYPE_NAME) ?? [])]
      // `takes its dependencies and has a ServeHTTP method`
      .filter(({ 0: name, index }) => !OF_A_METHOD.test(list.slice(index + name.length)))
      .map(([, a, b]) => ({ kind: 'parameter' as const, written: a ?? b ?? '' })),
  );
}

const DEPENDS =
  /\b(?:depends? on|relies on|uses?|goes? through|through|asks?|calls?)\s+(?:the\s+|an?\s+|its\s+)*(?:`([A-Za-z]\w+)`|([A-Z][a-z\d]+(?:[A-Z][a-z]\w*)+))(?!\w|\.\w)/g;
const HANDLES =
  /\b(?:must|shall|should|has to|have to|always)\s+(?:handle|catch)\s+(?:all |every |its |their )?(?:errors?|exceptions?|failures?)|\btry\/(?:except|catch)|\b(?:errors?|exceptions?|failures?) must be (?:caught|translated|handled)\b|\bhandles? (?:(?:all|every|its|their|the) )?(?:errors?|exceptions?|failures?)/i;
const LOGGING =
  /\b(?:must|shall|should|always|ha(?:s|ve) to|needs? to)\s+(?:be\s+)?log(?:s|ged)?\b|\b(?:every|each|all)\b[^.;]*\b(?:is|are|gets?)\s+logged\b|(?:^|[;,]|\band)\s*log(?:s)?\s+(?:every|each|all|its|their|the|what|them|it)\b/i;

/** Expectations in plain words, which count only in a sentence that demands something. */
function habits(text: string): Asked[] {
  const calls = callsIn(text)
    .map(({ name, qualifier }) => `${qualifier ?? ''} ${name}`)
    .join(' ');
  return [
    ...(CONSTRUCTOR.test(text) ? [] : [...text.matchAll(DEPENDS)])
      .map(([, a, b]) => a ?? b ?? '')
      .filter((name) => choicesIn(name).length === 0 && !PRODUCT.test(name))
      .map((name) => ({ kind: 'dependency' as const, name })),
    ...(HANDLES.test(text) ? [{ kind: 'error_handling' as const }] : []),
    ...(LOGGING.test(text) && !/log/i.test(calls) ? [{ kind: 'logging' as const }] : []),
  ];
}

/** Names of things that code uses without naming them. */
const PRODUCT =
  /^(?:Git|Java|Type|Postgre|My|Mongo|Graph|Open|Web|Circle|Linked|You|Power|Elastic)(?:Hub|Lab|Script|SQL|Sql|DB|QL|API|Socket|CI|Tube|Shell|Search)/;
