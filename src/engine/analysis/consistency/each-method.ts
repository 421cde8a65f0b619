// What a pattern asks of every method: `public methods are @Transactional`, `methods marked async throws`, `static methods only`.
import { isFunction } from '../../code/symbols.ts';
import type { Facts } from './facts.ts';
import type { Piece } from './piece.ts';
import type { Difference } from './shape.ts';
import { isDecorator } from './signatures.ts';
import { isPublic } from './visibility.ts';

export interface EachMethod {
  readonly kind: 'each_method';
  /** A decorator without its sign, or a modifier. */
  readonly written: string;
  readonly is: 'decorator' | 'modifier';
  /** Only of the methods that change something. */
  readonly thatWrite: boolean;
}

const SUBJECT = String.raw`\b(?:methods|functions|endpoints|(?:every|each|any)\s+(?:(?:public|exported|async|single)\s+)*(?:method|function|endpoint))`;
const RELATIVE = String.raw`(\s+(?:that|which)\s+(?:\w+\s+){1,6}?)?`;
const LINK = String.raw`\s*(?:(?:is|are|must be|should be|has|have|must have|carry|carries|must carry)\s+)?(?:all\s+|also\s+|always\s+|(?:marked|annotated|decorated|declared|guarded|tagged)\s+)*(?:(?:as|with|by|an?|the)\s+)*`;
const MODIFIERS = '(?:async|static|throws|suspend|virtual|override|noexcept|final|synchronized)';
const MARKED = new RegExp(
  String.raw`${SUBJECT}${RELATIVE}${LINK}(?:@([A-Za-z_]\w*(?:\.\w+)*)|\[([A-Z]\w*)\]|(${MODIFIERS}(?:(?:\s+|,\s*|\s+and\s+)${MODIFIERS})*)\b(?!\s+(?:methods?|functions?)))`,
  'gi',
);
const ONLY = new RegExp(
  String.raw`\b(${MODIFIERS})\s+(?:methods|functions)\s+only\b|\bonly\s+(${MODIFIERS})\s+(?:methods|functions)\b`,
  'gi',
);
const WRITING =
  /\b(?:writes?|changes?|modif(?:y|ies)|mutates?|saves?|persists?|stores?|deletes?|updates?|inserts?|alters?)\b/i;

export function askedOfEachMethod(text: string): EachMethod[] {
  const marked = [...text.matchAll(MARKED)].flatMap(([, relative = '', at, bracketed, words = '']): EachMethod[] => {
    const thatWrite = WRITING.test(relative);
    // Which methods another clause means cannot be told.
    if (relative !== '' && !thatWrite) return [];
    const decorator = at ?? bracketed;
    if (decorator !== undefined) return [{ kind: 'each_method', written: decorator, is: 'decorator', thatWrite }];
    return modifiersIn(words).map((written) => ({ kind: 'each_method', written, is: 'modifier', thatWrite }));
  });
  const only = [...text.matchAll(ONLY)].flatMap(([, a, b]) => modifiersIn(a ?? b ?? ''));
  return [
    ...marked,
    ...only.map((written) => ({ kind: 'each_method', written, is: 'modifier', thatWrite: false }) as const),
  ];
}

/** Whether a method is async is asked in another way, which knows its languages. */
const modifiersIn = (words: string): string[] =>
  words
    .toLowerCase()
    .split(/\W+/)
    .filter((word) => word !== '' && word !== 'and' && word !== 'async' && word !== 'suspend');

const WRITES = /\b(?:save|insert|update|delete|persist|remove|create|add|store|put|upsert)\w*\s*\(/i;

export function eachMethodDifference({ written, is, thatWrite }: EachMethod, facts: Facts): Difference {
  const { subject, methods, language } = facts;
  const own = subject && isFunction(subject.kind) ? [subject] : methods.filter(isOwn(subject));
  const has = ({ decorators, signature }: Piece) =>
    is === 'decorator'
      ? decorators.some((each) => isDecorator(each, written))
      : new RegExp(String.raw`\b${written}\b`).test(signature);
  if (is === 'decorator' && subject !== null && has(subject)) return null;
  const lacking = own.find(
    (piece) =>
      !piece.isConstructor && isPublic(piece, language) && (!thatWrite || WRITES.test(piece.body)) && !has(piece),
  );
  const sign = is === 'decorator' ? '@' : '';
  return lacking
    ? [`${sign}${written} on every method${thatWrite ? ' that writes' : ''}`, `${lacking.name} lacks it`]
    : null;
}

const isOwn =
  (subject: Piece | null) =>
  ({ container }: Piece): boolean =>
    subject === null || container?.split(/[.:\\]+/).at(-1) === subject.name;
