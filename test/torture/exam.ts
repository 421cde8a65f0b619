// What the program itself reports about a mistreated folder.
import { cpSync, lstatSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import * as z from 'zod';
import { temporaryFolder } from '../open.ts';
import { runCommand } from './command.ts';
import { factOf } from './facts.ts';
import type { Place } from './place.ts';
import type { World } from './world.ts';

const Figures = z.looseObject({ orphansRemoved: z.number() });
const Normalized = Figures.extend({ cubes: z.array(Figures) });
const Line = z.looseObject({ record: z.string().optional(), content: z.string().optional() });

/** Nothing is wrong, nothing is left over, and an export holds every memory. */
export async function examine({ place, ledger }: World): Promise<string[]> {
  const root = temporaryFolder();
  try {
    const data = join(root, 'data');
    // The socket of a killed server cannot be copied.
    cpSync(place.data, data, { recursive: true, filter: (path) => !lstatSync(path).isSocket() });
    const copy: Place = { ...place, root, data };
    const problems: string[] = [];
    const doctor = await runCommand(copy, 'doctor');
    if (doctor.code !== 0) problems.push(`doctor: ${doctor.stdout}${doctor.stderr}`);
    const file = join(root, 'all.jsonl');
    const exported = await runCommand(copy, 'export', file);
    if (exported.code !== 0) problems.push(`export: ${exported.stderr}`);
    else problems.push(...missingIn(file, ledger.expected));
    const normalized = await runCommand(copy, 'normalize', '--skip-deduplication', '--json');
    if (normalized.code !== 0) problems.push(`normalize: ${normalized.stderr}`);
    else problems.push(...leftOver(normalized.stdout));
    return problems;
  } finally {
    rmSync(root, { recursive: true, force: true });
  }
}

function missingIn(file: string, expected: ReadonlyMap<string, string>): string[] {
  const lines = readFileSync(file, 'utf8').trimEnd().split('\n');
  const records = lines.map((line) => Line.parse(JSON.parse(line)));
  const contents = new Map(
    records.flatMap(({ content }) => (content === undefined ? [] : [[factOf(content), content]])),
  );
  return [...expected]
    .filter(([fact, text]) => fact.startsWith('memory ') && !text.startsWith(contents.get(fact) ?? '\0'))
    .map(([fact]) => `an export lacks ${fact}`);
}

function leftOver(printed: string): string[] {
  const { orphansRemoved, cubes } = Normalized.parse(JSON.parse(printed));
  const orphans = cubes.reduce((sum, cube) => sum + cube.orphansRemoved, orphansRemoved);
  return orphans === 0 ? [] : [`${orphans} rows belong to nothing`];
}
