import { type Command, Option } from 'commander';
import { exitOnError } from './exit-on-error.ts';
import { addSettings, settings } from './options.ts';

/** Commands for everything stored: health, figures, export and import, copies and backups. */
export function addKeepingCommands(program: Command): void {
  addSettings(program.command('health'), settings.keeping)
    .description('Check whether the data folder is healthy; the exit code is 1 if it is not.')
    .option('--json', 'Print JSON.')
    .action(async (flags) => (await import('./health.ts')).health(flags));

  addSettings(program.command('query'), settings.keeping)
    .description('Query the graph of everything stored, in read-only Cypher.')
    .argument('<cypher>', "The query, such as 'MATCH (r:Requirement) RETURN r.requirement_id'.")
    .option('--params <json>', 'Parameters, as a JSON object.')
    .option('--rows <number>', 'Maximum number of rows.', '1000')
    .option('--timeout <seconds>', 'Stop a query that takes longer.', '10')
    .option('--json', 'Print JSON.')
    .action(async (cypher, flags) => (await import('./query.ts')).query(cypher, flags));

  addSettings(program.command('stats'), settings.keeping)
    .description('Show what is stored, how much space it takes, and how long searches and writes take.')
    .option('--json', 'Print JSON.')
    .action(async (flags) => (await import('./stats.ts')).stats(flags));

  addSettings(program.command('normalize'), settings.normalize)
    .description(
      'Merge duplicate memories, remove orphans and make missing vectors; for the store and each cube with its own file, completely or not at all.',
    )
    .option('--skip-deduplication', 'Merge nothing.')
    .option('--skip-orphan-cleanup', 'Keep the remains of deleted memories.')
    .option('--skip-embedding-refresh', 'Make no vectors.')
    .option('--json', 'Print what was done as JSON.')
    .action(async (flags) => (await import('./normalize.ts')).normalize(flags));

  addSettings(program.command('scan'), settings.keeping)
    .description(
      'Look for secrets that an older version stored; the exit code is 1 if any remain, here or in a backup or export.',
    )
    .option('--fix', 'Cut them out, also from history and bin. Backups and exports are only listed.')
    .option('--json', 'Print what was found as JSON.')
    .action(exitOnError(async (flags) => (await import('./scan.ts')).scan(flags)));

  addSettings(program.command('export'), settings.keeping)
    .description('Write the memories of all cubes, and everything made by hand, as JSON lines.')
    .argument(
      '[file]',
      'The file to write, or - for standard output; an earlier export there is replaced. Default: a new file in the data folder.',
    )
    .option('--types <names>', 'Only memories of these types, comma-separated.')
    .option('--embeddings', 'Include words and vectors, so that an import need not recompute them.')
    .option('--json', 'Print what was written as JSON.')
    .action(async (file, flags) => (await import('./transfer.ts')).exportMemories(file, flags));

  addSettings(program.command('import'), settings.keeping)
    .description(
      "Import an export, or another memory server's data; the exit code is 1 if a line of an export, or all of the other server's data, could not be imported.",
    )
    .argument(
      '<path>',
      'An export; with --from, the file of server-memory or mem0, or the folder of basic-memory or claude-memory.',
    )
    .option(
      '--from <server>',
      'server-memory, basic-memory, claude-memory or mem0. Importing again adds nothing twice.',
    )
    .addOption(
      new Option(
        '--conflict <way>',
        'What to do with memories of an export that already exist: skip, overwrite or merge.',
      )
        .default('skip')
        .conflicts('from'),
    )
    .option('--json', 'Print what was imported as JSON.')
    .action(async (path, flags) =>
      flags.from === undefined
        ? (await import('./transfer.ts')).importMemories(path, flags)
        : (await import('./import-foreign.ts')).importForeign(path, flags),
    );

  addSettings(program.command('copy'), settings.copy)
    .description(
      'Copy a whole store into an empty one, file or database, and compare every table; run it again to resume a stopped copy.',
    )
    .argument(
      '<from>',
      'A file such as ~/.remanence/remanence.db, or an address such as postgres://user@host/database.',
    )
    .argument('<to>', 'A file that does not exist yet, or the address of a database; --tenant names the tenant.')
    .option('--json', 'Print what was copied as JSON.')
    .action(async (from, to, flags) => (await import('./copy.ts')).copyStores(from, to, flags));

  addSettings(program.command('distribute'), settings.distribute)
    .description(
      'Distribute the tables of --database over the workers of Citus, each tenant on one of them; run it again after adding workers or moving shards.',
    )
    .option(
      '--shards <number>',
      'Shards of each table, fixed with the first run; at least as many as there will ever be workers.',
      '8',
    )
    .option('--json', 'Print what was done as JSON.')
    .action(async (flags) => (await import('./distribute.ts')).distributeTables(flags));

  addSettings(program.command('backup'), settings.copying)
    .description(
      'Write a copy of everything as of one moment, even while servers run; the exit code is 1 if a cube could not be copied.',
    )
    .argument(
      '<path>',
      'A file that does not exist yet, or a folder. Cubes with their own files go into a folder beside it.',
    )
    .option('--json', 'Print what was written as JSON.')
    .action(async (path, flags) => (await import('./backup.ts')).backup(path, flags));

  addSettings(program.command('restore'), settings.keeping)
    .description(
      'Take a memory out of the bin; or replace everything with a backup, even while servers run, and keep the replaced files.',
    )
    .argument('<id-or-path>', 'The id of a memory or the end of it, or a file written by backup.')
    .option('--yes', 'Do not ask before everything is replaced.')
    .option('--json', 'Print what was done as JSON.')
    .action(exitOnError(async (what, flags) => (await import('./restore.ts')).restore(what, flags)));

  addSettings(program.command('salvage'), settings.copying)
    .description(
      'Save what is readable in a damaged store into a new one, and keep the damaged file; the exit code is 1 if anything is lost.',
    )
    .option('--to <folder>', 'Create the new store there, and leave the damaged one where it is.')
    .option('--json', 'Print what was saved as JSON.')
    .action(async (flags) => (await import('./salvage.ts')).salvage(flags));
}
