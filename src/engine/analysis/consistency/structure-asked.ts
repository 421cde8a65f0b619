// What the text of a pattern asks for by identifiers: base classes, methods, decorators, parameters, results.
import { askedOfEachMethod } from './each-method.ts';
import type { Asked } from './expectations.ts';
import { BANG, CALL_END, CLOSE, OPEN } from './kept-whole.ts';
import { isMethodName, methodsNamedIn } from './members-named.ts';
import { namesAskedIn } from './names-asked.ts';
import { CONDITIONAL } from './names-shown.ts';
import { sortsAskedIn } from './sorts-of-type.ts';

const NAME = String.raw`(?:[A-Za-z_$][\w$]*\.)*[A-Z]\w*[a-z]\w*`;
const BASE = new RegExp(
  String.raw`\b(?:extend(?:s|ing)?|inherit(?:s|ing)? from|subclass(?:es)?(?: of)?|deriv(?:es?|ing) from|built on|conforms? to|implements? the|implements?(?=\s+(?:an?\s+)?${'`'}?(?:I[A-Z]|[A-Z]\w*(?:${'`'}|\s)+(?:interface|protocol|trait))|\s+${'`'}?[A-Z][a-z]+[A-Z][a-z]))\s+(?:the\s+|an?\s+|from\s+)?${'`'}?(${NAME})(?!${CALL_END}|\w|['’]s)${'`'}?`,
  'g',
);
const CALLED = new RegExp(String.raw`((?:[\w$]+\.)*)([A-Za-z_]\w*)${BANG}?${CALL_END}`, 'g');
const CALLING =
  /\b(?:calls?|calling|invok(?:es?|ing)|goes? through|uses?|using)\s+(?:(?:the|its|an?|this|both|and|or|,|either)\s*|[\w$.]+[\u{fe59}\u{fe5a}]+[\s,]*|`)*$/iu;
const CALLED_AFTER = /^`?\s*(?:is|are|must be|has to be|should be)\s+(?:called|invoked)(?! (?:by|from))\b/i;
const DECORATOR =
  /(?<![\w.])@([A-Za-z_]\w*(?:\.\w+)*(?:（[^）]*）)?)|\b(?:attribute|annotation)\s+`?#?\[?([A-Z]\w+)\]?|(?<![\w\])])\[([A-Z]\w*)\]/g;
const CODE_TYPE = String.raw`${'`'}?((?:\w+\.)*[A-Z]\w*[a-z]\w*)${'`'}?`;
const TAKEN = new RegExp(
  String.raw`\b(?:parameter|argument)\s+(?:is|are|must be|of type|has the type)\s+(?:an?\s+|the\s+)?${CODE_TYPE}|\b(?:takes?|accepts?|receives?|taking)\s+(?:an?\s+|the\s+)?(?:[a-z]+\s+)?${CODE_TYPE}|\b(?:has|have)\s+(?:an?\s+|the\s+)?${CODE_TYPE}\s+as\s+(?:its|the|their|an?)?\s*(?:first|last|only)?\s*(?:parameter|argument)`,
  'g',
);
const OF_ALL =
  /\b(?:every|each|all|its|their|the|public)\b[^,;.]*\b(?:methods?|functions?)\b|\b(?:methods|functions)\b(?! that| which| of)/i;
const STYLE = /\b(snake_case|camelCase)\b/;
const IMPORTED = /\bimport(?:s|ed|ing)?\b[^,;]*?[`'"“]([^`'"”]+)[`'"”]/gi;
export const CONSTRUCTOR = /\b(?:constructors?|init(?:ializer)?|__init__|inject(?:s|ed)?)\b/i;
const CONSTRUCTED: readonly RegExp[] = [
  /\b(?:tak(?:es?|ing)|receiv(?:es?|ing)|accepts?|gets?|given|injects?|needs?)\s+([^;:]{2,80}?)\s+(?:in|through|via|by|as|from|into|with)\s+(?:an?\s+|the\s+|its\s+|their\s+)?(?:parameters?\s+(?:of|in|to)\s+(?:the|its|their)\s+)?(?:constructor|init(?:ializer)?|__init__)\b/gi,
  /\bconstructors?\b[^,;.]{0,40}?\b(?:takes?|receives?|accepts?|gets?)\s+([^;:]{2,80})/gi,
  /\bconstructor(?:'s|’s)?\s+(?:only\s+|first\s+|last\s+)?parameter\s+is\s+([^;:]{2,60})/gi,
  /\binjects?\s+([^;:]{2,60})/gi,
];
const TYPE_NAME = /`([A-Za-z]\w+)`|(?<![\w.@])([A-Z]\w*[a-z]\w*)\b/g;
const ALL_ASYNC =
  /\b(?:methods?|functions?)\b[^,;.]{0,30}?\b(?:is|are|be|marked|declared)\s+(?:async|suspend\b)|\basync(?:hronous)?(?:\s+throw(?:s|ing))?\s+(?:methods|functions)\b|\b(?:is|are|be)\s+(?:an?\s+)?(?:\w+\s+)?async\s+functions?\b/i;
const ONE_ASYNC =
  /(?:`(\w+)(?:\(\))?`|\b(\w+(?:\u{fe59}\u{fe5a})?))\s+(?:method\s+|function\s+)?(?:must be|is|should be|has to be)\s+(?:an?\s+)?async/iu;
const RETURNS =
  /(?:`?(\w+)(?:\u{fe59}\u{fe5a})?`?\s+(?:must\s+|should\s+|shall\s+|always\s+|has to\s+)?)?\b(?:returns?|returning|answers? with)\s+(?:an?\s+|the\s+|either\s+an?\s+)?`?((?:\w+\.)*[A-Z]\w*[a-z]\w*|errors?\b)/gu;
const RETURNED_BY_EACH =
  /\b(?:every|each|all)\s+(?:(?:public|exported|async)\s+)*(?:methods?|functions?)\b(?! that| which)/i;
const MODIFIED =
  /(?<!\b(?:fields?|propert(?:y|ies)|members?|variables?|dependencies|methods?|parameters?|values?)\b[^,;.]{0,30})\b(?:is|are|be|declared|marked|as|an?)\s+(?:\w+\s+(?:and|,)\s+)?(final|sealed|abstract|readonly)\b(?!\s+(?:methods?|fields?))|(?:^|[\s,;])(final|sealed|abstract)\s+class(?:es)?\b/gi;
const ONE_METHOD =
  /\b(?:exactly|only)\s+one\s+(?:public\s+)?(?:\w+\s+)?method\b|\b(?:one|single)\s+public\s+(?:\w+\s+)?method\b/i;
const EXPORTED =
  /\b(?:is|are|be|an?|stay)\s+(?:named\s+)?exported\b|\bexports? (?:exactly |only )?(?:one|a single)\b|(?:^|[,;]|\band)\s*exported\b/i;

/** `declares queue_as and retry_on`, `sets permission_classes`. */
const SETTING = /\b(?:declares?|sets?|specif(?:y|ies)|configures?)\s+([^;.]{2,80})/gi;
const SET_NAME = /(?<![\w.(])(?:\$[a-z]\w*|[a-z]+(?:_[a-z]+)+|[a-z]+[A-Z]\w*)(?![\w(\u{fe59}])/gu;
/** `derive Debug, Clone and PartialEq`. */
const DERIVED = /\bderives?\s+(?!from\b)(`?[A-Z]\w+`?(?:(?:,\s*(?:and\s+)?|\s+and\s+)`?[A-Z]\w+`?)*)/g;
/** `errors are wrapped in a DomainError`. */
const FAILING =
  /\b(?:wrap(?:s|ped)?|map(?:s|ped)?|translate[sd]?|convert(?:s|ed)?|throw(?:s|n)?|raise[sd]?|rethrow(?:s|n)?|turn(?:s|ed)?)\b[^,;.]{0,50}?\b(?:an?|to|as|into|in)\s+`?([A-Z]\w*(?:Error|Exception))\b/g;

/** `prepareForReuse must be overridden`. */
const OVERRIDDEN =
  /(?<![\w.])`?([A-Za-z]\w*)`?(?:\u{fe59}\u{fe5a})?\s+(?:must|has to|have to|is to|should)\s+be\s+(?:overridden|implemented)\b/gu;

/** Expectations about identifiers, which hold even in a plain statement. */
export function structureAskedIn(text: string): Asked[] {
  if (text === '') return [];
  const methods = methodsNamedIn(text);
  const ofEach = askedOfEachMethod(text);
  const [only] = methods.length === 1 ? methods : [];
  const [, quoted, plain] = ONE_ASYNC.exec(text) ?? [];
  const oneAsync = (quoted ?? plain ?? '').replace(CALL_END, '');
  const isOneAsync = quoted !== undefined || isMethodName(plain ?? '');
  const style = STYLE.exec(text)?.[1];
  return [
    ...[...text.matchAll(BASE)]
      .filter((match) => !isOneOfSeveral(text, match))
      .map(([whole, name = '']) => ({
        kind: 'base_class' as const,
        name,
        ...(/^(?:implement|conform)/i.test(whole) ? { isContract: true } : {}),
      })),
    ...methods.map(({ name }) => ({ kind: 'method', name }) as const),
    ...[...text.matchAll(OVERRIDDEN)]
      .map(([, name = '']) => name)
      .filter((name) => isMethodName(name))
      .map((name) => ({ kind: 'method', name }) as const),
    ...callsIn(text)
      .filter(({ isCalled }) => isCalled)
      .map(({ name, qualifier }) => ({ kind: 'call' as const, name, qualifier })),
    ...takenIn(text, only?.name ?? null),
    ...ofEach,
    ...[...text.matchAll(DECORATOR)]
      .filter((match) => !isOneOfSeveral(text, match))
      .map(([, a, b, c]) => (a ?? b ?? c ?? '').replace(OPEN, '(').replace(CLOSE, ')'))
      .filter((written) => !ofEach.some((each) => each.written === written) && !isSubject(written, text))
      .map((written) => ({ kind: 'decorator' as const, written, of: null })),
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
    ...[...text.matchAll(RETURNS)]
      .filter((match) => !isOneOfSeveral(text, match))
      .map(([, who = '', written = '']) => ({
        kind: 'returns' as const,
        written: written.replace(/^errors$/, 'error'),
        of: isMethodName(who) ? who : (only?.name ?? null),
        ...(RETURNED_BY_EACH.test(text) ? { isEach: true } : {}),
      })),
    ...[...text.matchAll(MODIFIED)]
      .filter(({ 0: written, index }) => !/^\s*(?:class(?:es)?\s+)?or\b/.test(text.slice(index + written.length)))
      .map(([, a, b]) => ({
        kind: 'modifier' as const,
        word: (a ?? b ?? '').toLowerCase(),
      })),
    ...sortsAskedIn(text).map((name) => ({ kind: 'sort' as const, name })),
    ...[...text.matchAll(DERIVED)].flatMap(([, list = '']) =>
      [...list.matchAll(/[A-Z]\w+/g)].map(([name]) => ({ kind: 'dependency' as const, name })),
    ),
    ...(ONE_METHOD.test(text) ? [{ kind: 'single_method' as const }] : []),
    ...(EXPORTED.test(text) ? [{ kind: 'exported' as const }] : []),
    ...(CONSTRUCTOR.test(text) ? [] : [...text.matchAll(DEPENDS)])
      .filter(([, quotedName]) => quotedName !== undefined)
      .map(([, name = '']) => ({ kind: 'dependency' as const, name })),
  ];
}

/** `@ObservedObject or @Bindable`: which of them is left to the component. */
const isOneOfSeveral = (text: string, { 0: written, index }: RegExpExecArray): boolean =>
  /^[`\u{fe59}\u{fe5a}]*(?:<[^>]*>)?(?:,\s*[\w.@`\u{fe59}\u{fe5a}]+)*,?\s+or\s+(?:an?\s+|the\s+)?[`@[]?\w/u.test(
    text.slice(index + written.length),
  ) || /[\w`\u{fe59}\u{fe5a})]\s+or\s+(?:an?\s+|the\s+)?[`[]?$/u.test(text.slice(0, index));

/** `every @Query and @Mutation is guarded` asks for neither. */
const isSubject = (written: string, text: string): boolean =>
  new RegExp(
    String.raw`\b(?:every|each|all|any)\s+(?:@\w+(?:,\s*|\s+and\s+|\s+or\s+))*@${written.replace(/\W.*$/s, '')}\b`,
    'i',
  ).test(text);

export function callsIn(text: string): { name: string; qualifier: string | null; isCalled: boolean }[] {
  return [...text.matchAll(CALLED)].map((match) => {
    const [whole, path = '', name = ''] = match;
    const before = text.slice(0, match.index);
    const isCalled =
      (CALLING.test(before) &&
        !isOneOfSeveral(text, match) &&
        !CONDITIONAL.test(before.split(/[,;]\s/).at(-1) ?? '')) ||
      CALLED_AFTER.test(text.slice(match.index + whole.length));
    return { name, qualifier: path === '' ? null : path.slice(0, -1), isCalled };
  });
}

/** What a named method takes, or every method where the sentence is about all. */
function takenIn(text: string, only: string | null): Asked[] {
  if (CONSTRUCTOR.test(text) || (only === null && !OF_ALL.test(text))) return [];
  return [...text.matchAll(TAKEN)].map(([, a, b, c]) => ({
    kind: 'takes' as const,
    written: a ?? b ?? c ?? '',
    of: only,
  }));
}

function parametersIn(text: string): Asked[] {
  return CONSTRUCTED.flatMap((pattern) => [...text.matchAll(pattern)]).flatMap(([, list = '']) =>
    [...(list.split(/\b(?:and|,)\s+(?:\w+s\b\s+)(?=[a-z])/)[0]?.matchAll(TYPE_NAME) ?? [])].map(([, a, b]) => ({
      kind: 'parameter' as const,
      written: a ?? b ?? '',
    })),
  );
}

export const DEPENDS =
  /\b(?:depends? on|relies on|uses?|goes? through|through|asks?|calls?)\s+(?:the\s+|an?\s+|its\s+)*(?:`([A-Za-z]\w+)`|([A-Z][a-z\d]+(?:[A-Z][a-z]\w*)+))(?!\w|\.\w)/g;
