// Presents the rows of a query within the caller's budget: first long texts are cut, then rows are left out.
import { cutText, fairShare, fitting, tokens } from '../../engine/retrieval/budget.ts';
import { BUDGET, MIN_TOKENS } from '../texts.ts';

interface Rows {
  readonly columns: readonly string[];
  readonly rows: readonly (readonly unknown[])[];
  readonly truncated: boolean;
  readonly hint: string | null;
}

type Row = Record<string, unknown>;

/** Texts up to this size are shown whole, so that many rows of short texts stay as they are. */
const WHOLE_TEXT = 200;
const CUT = 'Long texts are cut: substring(text, start, length) returns a part, and memory_get a whole memory.';

/** Rows as objects keyed by column, as many as fit the answer. */
export function presentRows({ columns, rows, truncated, hint }: Rows): { results: Row[]; note?: string } {
  const all = rows.map((row): Row => Object.fromEntries(columns.map((column, i) => [column, row[i] ?? null])));
  const { results, isCut } = withinRoom(all);
  const isWhole = results.length === all.length && !truncated;
  const more = truncated ? `more than ${all.length}` : String(all.length);
  const rest = `${results.length} of ${more} rows: add LIMIT and SKIP, or return single properties.`;
  const notes = [hint, isCut ? CUT : null, isWhole ? null : rest].filter((note) => note !== null);
  return notes.length === 0 ? { results } : { results, note: notes.join(' ') };
}

/** Cuts the texts harder while a row of one long text would leave no room for the others. */
function withinRoom(rows: readonly Row[]): { results: Row[]; isCut: boolean } {
  const whole = fitting(rows, BUDGET);
  const sizes = textsIn(rows).map(tokens);
  const hasLong = sizes.some((size) => size > WHOLE_TEXT);
  if (whole.length === rows.length || (whole.length > 0 && !hasLong)) return { results: whole, isCut: false };
  const others = tokens(JSON.stringify(rows)) - sizes.reduce((sum, size) => sum + size, 0);
  let share = Math.max(fairShare(sizes, BUDGET - others), WHOLE_TEXT);
  for (;;) {
    const cut = rows.map((row) => withShortTexts(row, share));
    const results = fitting(cut, BUDGET);
    if (results.length === rows.length || share <= MIN_TOKENS || (share <= WHOLE_TEXT && results.length > 0)) {
      return { results, isCut: true };
    }
    share = Math.floor(share / 2);
  }
}

function textsIn(value: unknown): string[] {
  if (typeof value === 'string') return [value];
  return typeof value === 'object' && value !== null ? Object.values(value).flatMap(textsIn) : [];
}

const withShortTexts = (row: Row, most: number): Row =>
  Object.fromEntries(Object.entries(row).map(([column, value]) => [column, shortened(value, most)]));

function shortened(value: unknown, most: number): unknown {
  if (typeof value === 'string') {
    const { text, left } = cutText(value, most);
    return left === 0 ? value : `${text} … (${left} more characters)`;
  }
  if (Array.isArray(value)) return value.map((each) => shortened(each, most));
  return typeof value === 'object' && value !== null ? withShortTexts({ ...value }, most) : value;
}
