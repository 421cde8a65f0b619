// Makes shown answers reproducible: values that differ from run to run are replaced by fixed ones.

/** Replacements for measured figures, by the unit at the end of the field's name. */
const MEASURED: readonly (readonly [RegExp, number])[] = [
  [/(?:^|_)ms$/, 12],
  [/(?:^|_)seconds$/, 3],
  [/(?:^|_)bytes$/, 4096],
  [/_mb$/, 0.1],
  [/^(?:hits|misses|size|cache_hit_rate)$/, 1],
  [/^(?:threads|version)$/, 4],
];
const EPOCH_SECONDS = /^(?:created_at|last_accessed)$/;
const SCORES = /score|similarity|relevance|confidence|completeness/;
/** The parts of a score. */
const PARTS = /^(?:parts|match)$/;
/** Plain, after `mem_` or `chat_`, or as a UUID. */
const ID = /(?<![0-9a-z])(?:[0-9a-hjkmnp-tv-z]{20}|[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})(?![0-9a-z])/g;
const TIMES: readonly (readonly [RegExp, string])[] = [
  [/\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(?:\.\d+)?Z/g, '2026-01-06T12:00:00.000Z'],
  [/\d{4}-\d\d-\d\d \d\d:\d\d:\d\d/g, '2026-01-06 12:00:00'],
  [/\d{4}-\d\d-\d\dT\d\d-\d\d-\d\d-\d+Z/g, '2026-01-06T12-00-00-000Z'],
];
/** Items shown of a longer list. */
const MAX_SHOWN = 4;
const WIDTH = 110;

export class Steady {
  readonly #ids = new Map<string, number>();
  readonly #paths: Readonly<Record<string, string>>;

  /** `paths` maps paths of this run to what is shown instead. */
  constructor(paths: Readonly<Record<string, string>>) {
    this.#paths = paths;
  }

  /** The input, formatted for reading. */
  input(value: unknown): string {
    return this.#text(layout(value, 0));
  }

  /** The answer: JSON formatted for reading, anything else unchanged. */
  answer(text: string): string {
    let value: unknown;
    try {
      value = JSON.parse(text);
    } catch {
      return this.#text(text);
    }
    return this.#text(layout(steadied(value, ''), 0));
  }

  #text(text: string): string {
    const placed = Object.entries(this.#paths).reduce((all, [path, shown]) => all.replaceAll(path, shown), text);
    const named = placed.replace(ID, (id) => this.#spell(id));
    return TIMES.reduce((all, [time, shown]) => all.replace(time, shown), named);
  }

  /** The same id gets the same number everywhere, in its original spelling. */
  #spell(id: string): string {
    const number = this.#ids.get(id) ?? this.#ids.size + 1;
    this.#ids.set(id, number);
    return id.includes('-')
      ? `01980000-0000-7000-8000-${String(number).padStart(12, '0')}`
      : String(number).padStart(20, '0');
  }
}

function steadied(value: unknown, key: string): unknown {
  if (typeof value === 'number') return steadyNumber(value, key);
  // Files are read in parallel, so their chunks are numbered in any order.
  if (typeof value === 'string' && key === 'id' && /^\d{1,9}$/.test(value)) return '7';
  if (Array.isArray(value)) return shortened(value.map((each) => steadied(each, key)));
  if (typeof value !== 'object' || value === null) return value;
  const isScores = PARTS.test(key);
  const entries = Object.entries(value).map(([name, inner]) => [name, steadied(inner, isScores ? 'score' : name)]);
  if (key !== 'counts' || entries.length <= MAX_SHOWN) return Object.fromEntries(entries);
  return Object.fromEntries([...entries.slice(0, MAX_SHOWN), ['…', '…']]);
}

function steadyNumber(value: number, key: string): number {
  const measured = MEASURED.find(([name]) => name.test(key))?.[1];
  if (measured !== undefined) return measured;
  if (EPOCH_SECONDS.test(key) && value > 0) return 1767700800.5;
  return SCORES.test(key) ? Math.round(value * 10) / 10 : value;
}

const shortened = (list: unknown[]): unknown[] =>
  list.length <= MAX_SHOWN ? list : [...list.slice(0, MAX_SHOWN - 1), '…'];

/** JSON on one line if it fits, else one line per part. */
function layout(value: unknown, depth: number): string {
  const flat = JSON.stringify(value, null, 1).replace(/\n\s*/g, ' ');
  if (typeof value !== 'object' || value === null || flat.length + 2 * depth <= WIDTH) return flat;
  const [indent, end] = ['  '.repeat(depth + 1), '  '.repeat(depth)];
  if (Array.isArray(value)) {
    return `[\n${value.map((each) => `${indent}${layout(each, depth + 1)}`).join(',\n')}\n${end}]`;
  }
  const lines = Object.entries(value).map(
    ([key, inner]) => `${indent}${JSON.stringify(key)}: ${layout(inner, depth + 1)}`,
  );
  return `{\n${lines.join(',\n')}\n${end}}`;
}
