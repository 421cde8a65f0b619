import { invalid } from '../errors.ts';
import { columns, print, type StoreFlags, wholeNumber, withEngine } from './store-command.ts';
import { sanitize } from './terminal/screen.ts';

interface QueryFlags extends StoreFlags {
  readonly params?: string;
  readonly rows: string;
  readonly timeout: string;
}

export async function query(cypher: string, flags: QueryFlags): Promise<void> {
  const params = readParams(flags.params);
  const [rows, seconds] = [wholeNumber('--rows', flags.rows), Number(flags.timeout)];
  if (!(seconds > 0)) throw invalid(`--timeout ${flags.timeout} is not a positive number.`);
  await withEngine(flags, async (engine, owner, signal) => {
    const answer = await engine.graph.query(owner, cypher, { params, rows, timeMs: seconds * 1000, signal });
    const named = (row: readonly unknown[]) => Object.fromEntries(answer.columns.map((column, i) => [column, row[i]]));
    print(flags, { results: answer.rows.map(named), truncated: answer.truncated }, () =>
      columns([answer.columns, ...answer.rows.map((row) => row.map(shown))]),
    );
    if (answer.hint !== null) process.stderr.write(`${sanitize(answer.hint)}\n`);
    if (answer.truncated) process.stderr.write(`The result has more than ${rows} rows: raise --rows to see them.\n`);
  });
}

const shown = (value: unknown): string => sanitize(typeof value === 'string' ? value : JSON.stringify(value));

function readParams(text: string | undefined): Record<string, unknown> {
  if (text === undefined) return {};
  try {
    const params: unknown = JSON.parse(text);
    if (typeof params === 'object' && params !== null && !Array.isArray(params)) return { ...params };
  } catch {
    // Reported below.
  }
  throw invalid('--params is not a JSON object.', `Write it like '{"name": "auth-service"}'.`);
}
