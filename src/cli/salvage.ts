import { resolve } from 'node:path';
import { type Salvage, salvage as save } from '../compose.ts';
import { configOf } from './options.ts';
import { counted, print, type StoreFlags, table } from './store-command.ts';

/** Ids shown; `--json` has all. */
const SHOWN = 20;

export async function salvage(flags: StoreFlags & { to?: string }): Promise<void> {
  const saved = await save(configOf(flags), flags.to === undefined ? undefined : resolve(flags.to));
  print(flags, saved, () =>
    [
      ...describe(saved.main),
      ...saved.cubes.flatMap((each) => ['', `The cube ${each.cubes.join(', ')}:`, ...describe(each)]),
      ...saved.left.map(({ cubes, path }) => `NOT SAVED: the cube ${cubes.join(', ')}: ${path}`),
      '',
      `The new store: ${saved.store}`,
      ...saved.restored.damaged.map((path) => `The damaged file is kept byte for byte: ${path}`),
      'The next server makes missing vectors; index code again with remanence index PATH.',
    ].join('\n'),
  );
  const isWhole = (each: Salvage) =>
    each.lost.length + each.falsified.length === 0 &&
    each.tables.every(({ gaps, left, damaged }) => gaps + left + damaged === 0);
  if (![saved.main, ...saved.cubes].every(isWhole) || saved.left.length > 0) process.exitCode = 1;
}

function describe({ tables, lost, falsified }: Salvage): string[] {
  const rows = tables.map(({ name, saved, gaps, left, damaged }): [string, string] => {
    const broken = gaps > 0 ? `, ${counted(gaps, 'stretch', 'stretches')} could not be read` : '';
    return [
      name,
      `${saved} saved${broken}${left > 0 ? `, ${counted(left, 'row', 'rows')} did not fit the table` : ''}${damaged > 0 ? `, ${damaged} damaged and left out` : ''}`,
    ];
  });
  const ids = (all: readonly string[]) => `${all.slice(0, SHOWN).join(', ')}${all.length > SHOWN ? ', …' : ''}`;
  return [
    table(rows, 'left'),
    ...(lost.length > 0 ? [`${lost.length} memories could not be read: ${ids(lost)}`] : []),
    ...(falsified.length > 0
      ? [`${falsified.length} memories were altered on disk and left out: ${ids(falsified)}`]
      : []),
  ];
}
