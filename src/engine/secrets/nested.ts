// JSON as part of a text: a name that holds secrets does so for all strings in its list or object. Read once, from the
// name on, as far as it is JSON.
import { assignments, type Mode, type Span } from './assignments.ts';
import { holderOf, isHeld, isHolder, oneOf } from './names.ts';

const HOLDER =
  /"(?<name>[\w.-]{0,40}(?:password|passwd|passphrase|pwd|secret|token|credential|key)s?)"\s{0,8}:\s{0,8}(?=[[{])/gi;
const PART = /\s{0,200}(?:(?<sign>[[\]{}:,])|"(?<string>(?:[^"\\\r\n]|\\.){0,4000})"|[\w.+-]{1,40})/dy;
/** This much of a value decides what it is. */
const JUDGED = 80;

interface Level {
  /** The name whose secrets are in it; null when it holds none. */
  readonly holder: string | null;
  readonly isList: boolean;
}

/** Whether `"password": "…"` would be cut out. */
const isSecret = (name: string, value: string, mode: Mode): Span | undefined =>
  assignments(`"${name}": "${value.slice(0, JUDGED)}"`, mode).find(({ start }) => start > name.length);

function* leaves(text: string, from: number, name: string, mode: Mode): Generator<Span, number> {
  const levels: Level[] = [];
  let key = name;
  let holder: string | null = name;
  let last = '';
  PART.lastIndex = from;
  for (let part = PART.exec(text); part; part = PART.exec(text)) {
    const at = PART.lastIndex;
    const sign = part.groups?.sign;
    const level = levels.at(-1);
    if (sign === '[' || sign === '{') levels.push({ holder, isList: sign === '[' });
    else if (sign === ']' || sign === '}') levels.pop();
    else if (sign === ':') {
      key = last;
      holder = holderOf(key, level?.holder ?? null);
    } else if (sign === undefined) {
      const [start, end] = part.indices?.groups?.string ?? [at, at];
      last = text.slice(start, end);
      const isValue = level?.isList === true || !/^\s{0,8}:/.test(text.slice(at, at + 10));
      const found =
        isValue && holder !== null && isHeld(key, last, holder) ? isSecret(oneOf(holder), last, mode) : undefined;
      if (found) yield { start, end, kind: found.kind };
    }
    if (sign === ',') holder = levels.at(-1)?.holder ?? null;
    if (levels.length === 0 || levels.length > 100) break;
    from = at;
    PART.lastIndex = at;
  }
  return from;
}

export function* nested(text: string, mode: Mode): Generator<Span> {
  HOLDER.lastIndex = 0;
  for (let match = HOLDER.exec(text); match; match = HOLDER.exec(text)) {
    const from = HOLDER.lastIndex;
    const name = match.groups?.name ?? '';
    HOLDER.lastIndex = isHolder(name) ? Math.max(from, yield* leaves(text, from, name, mode)) : from;
  }
}
