// Runs one scenario: builds its graph, runs its query, and compares the result with the expected one.
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { CypherError } from '../../src/cypher/error.ts';
import { type CypherResult, runCypher } from '../../src/cypher/run.ts';
import type { CypherValue } from '../../src/cypher/values/value.ts';
import { MemoryNetwork } from '../memory-network.ts';
import { respell, spell } from './expected.ts';
import { build } from './fixture.ts';
import type { Scenario, Step } from './gherkin.ts';

const OPTIONS = { rows: 1_000_000, timeMs: 30_000, clock: { now: () => Date.now() } };

const WRITES = /\b(?:CREATE|MERGE|SET|DELETE|REMOVE|FOREACH)\b/;
const TEMPORAL = /\b(?:date|datetime|time|localtime|localdatetime|duration)\s*\(/;

/** Null if it passes, else the reason. */
export async function run(scenario: Scenario, folder: string): Promise<string | null> {
  const query = scenario.steps.find(({ text }) => text === 'executing query:')?.docString ?? '';
  try {
    await attempt(scenario, folder);
    return null;
  } catch (thrown) {
    if (TEMPORAL.test(scenario.steps.map(({ docString }) => docString).join('\n'))) return 'temporal';
    if (WRITES.test(query)) return 'needs a write';
    return thrown instanceof Error ? `${thrown.message.split('\n').slice(0, 6).join(' / ')}` : String(thrown);
  }
}

async function attempt({ steps }: Scenario, folder: string): Promise<void> {
  const network = new MemoryNetwork();
  const params: Record<string, CypherValue> = {};
  let outcome: { readonly result: CypherResult } | { readonly error: unknown } | null = null;
  for (const step of steps) {
    const { text, docString, table } = step;
    const named = /^the (\S+) graph$/.exec(text)?.[1];
    if (named) await build(network, namedGraph(folder, named));
    else if (text === 'having executed:') await build(network, docString ?? '');
    else if (text === 'parameters are:')
      for (const [name = '', value = ''] of table) params[name] = await literal(value);
    else if (text === 'executing query:' || text === 'executing control query:') {
      outcome = await runCypher(network, docString ?? '', { ...OPTIONS, params }).then(
        (result) => ({ result }),
        (error: unknown) => ({ error }),
      );
    } else if (text.startsWith('the result should be')) check(step, outcome);
    else if (text.includes('should be raised')) checkError(text, outcome);
    else if (!/^(?:an empty graph|any graph|no side effects|the side effects should be:)$/.test(text)) {
      throw new Error(`unknown step: ${text}`);
    }
  }
}

function namedGraph(folder: string, name: string): string {
  const path = join(folder, 'graphs', name, `${name}.cypher`);
  if (!existsSync(path)) throw new Error(`no graph ${name}`);
  return readFileSync(path, 'utf8');
}

async function literal(text: string): Promise<CypherValue> {
  const { rows } = await runCypher(new MemoryNetwork(), `RETURN ${text} AS value`, OPTIONS);
  return rows[0]?.[0] ?? null;
}

function check(
  { text, table }: Step,
  outcome: { readonly result: CypherResult } | { readonly error: unknown } | null,
): void {
  if (!outcome) throw new Error('no query was run');
  if ('error' in outcome) throw outcome.error;
  const { columns, rows } = outcome.result;
  const spelling = { ignoreListOrder: text.includes('ignoring element order') };
  const [header = [], ...cells] = table;
  if (header.toSorted().join('|') !== columns.toSorted().join('|')) {
    throw new Error(`columns ${columns.join(', ')} instead of ${header.join(', ')}`);
  }
  const expected = cells.map((row) => row.map((cell) => respell(cell, spelling)).join(' | '));
  const places = header.map((name) => columns.indexOf(name));
  const actual = rows.map((row) => places.map((place) => spell(row[place] ?? null, spelling)).join(' | '));
  const ordered = text.includes('in order');
  const [a, b] = ordered ? [expected, actual] : [expected.toSorted(), actual.toSorted()];
  if (a.join('\n') !== b.join('\n')) throw new Error(`expected ${a.join(' ; ')} but got ${b.join(' ; ')}`);
}

function checkError(
  text: string,
  outcome: { readonly result: CypherResult } | { readonly error: unknown } | null,
): void {
  const [, type, phase, detail] = /^an? (\w+) should be raised at ([\w ]+): (\S+)$/.exec(text) ?? [];
  if (!outcome || !('error' in outcome)) throw new Error(`expected ${type} ${detail}, but it succeeded`);
  const { error } = outcome;
  if (!(error instanceof CypherError)) throw error;
  const fits =
    error.type === type &&
    (phase === 'any time' || error.phase === phase) &&
    (detail === '*' || error.detail === detail);
  if (!fits)
    throw new Error(
      `expected ${type} at ${phase}: ${detail}, got ${error.type} at ${error.phase}: ${error.detail}: ${error.message}`,
    );
}
