import { existsSync } from 'node:fs';
import { Command, CommanderError, Option } from 'commander';
import { version } from '../version.ts';
import { addAccessCommands } from './access-commands.ts';
import { addConnectCommands } from './connect-commands.ts';
import { exitOnError, fail } from './exit-on-error.ts';
import { addSettings, settings } from './options.ts';
import { isClosedPipe } from './standard-output.ts';
import { addTerminalCommands } from './terminal/commands.ts';

/** All commands; each imports what it needs when it runs, so that startup stays fast. */
export function createProgram(): Command {
  const program = new Command('remanence')
    .description('Long-term memory for coding agents.')
    .version(version)
    .configureOutput({ writeErr: (text) => process.stderr.write(text) })
    .exitOverride();

  addSettings(program.command('mcp'), settings.mcp)
    .description('Serve one agent over stdio: what Claude Code, Cursor and other MCP clients start.')
    .action(async (flags) => (await import('./mcp.ts')).mcp(flags));

  addSettings(program.command('serve'), settings.serve)
    .description('Serve agents on this machine over HTTP, with a page to view and edit the memory.')
    .action(async (flags) => (await import('./serve.ts')).serve(flags));

  addSettings(program.command('open'), settings.open)
    .description(
      'Open the page of a running server in the browser; if tokens exist, through a link that works once, for one minute.',
    )
    .option('--print', 'Print the address without opening it.')
    .action(async (flags) => (await import('./open.ts')).openPage(flags));

  addSettings(program.command('init'), settings.init)
    .description(
      "Connect this folder's project: write its client's MCP configuration with --project auto, and CLAUDE.md or AGENTS.md.",
    )
    .option('--client <name>', 'claude, cursor, vscode or none.', 'claude')
    .option(
      '--file <path>',
      'The file that tells agents when to use which tool (default: CLAUDE.md for claude, else AGENTS.md).',
    )
    .option('--dry-run', 'Print what would be written without writing it.')
    .action(async (flags) => (await import('./init/init.ts')).init(flags));

  addConnectCommands(program);
  addTerminalCommands(program);

  const several = (value: string, before: string[] = []) => [...before, value];
  addSettings(program.command('index'), settings.index)
    .description('Index a code base, or update its index. Without --project, it belongs to the project of its folder.')
    .argument('<path>', 'Root folder of the project.')
    .option('--watch', 'Keep the index up to date while this runs, and whenever a server runs on this data folder.')
    .option('--include <pattern>', 'Index only files that match this .gitignore pattern; repeatable.', several)
    .option('--exclude <pattern>', 'Skip files that match this .gitignore pattern; repeatable.', several)
    .option('--no-vectors', 'Leave vectors to the next server on this data folder; search by words works at once.')
    .option('--stop', 'Stop indexing this folder, whichever process does it.')
    .option('--json', 'Print the status as JSON.')
    .action(async (path, flags) => (await import('./index-project.ts')).indexProject(path, flags));

  addSettings(program.command('duplicates'), settings.duplicates)
    .description('Find functions in indexed projects that do the same as the code in a file or on standard input.')
    .argument('[file]', 'A file with a function or a signature; default: standard input.')
    .option('--language <name>', 'Its language, if that cannot be guessed.')
    .option('--threshold <number>', 'Minimum similarity, 0 to 1 (default: 0.85).')
    .option('--limit <number>', 'Maximum results.', '10')
    .action(async (file, flags) => (await import('./duplicates.ts')).duplicates(file, flags));

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
    .action(async (flags) => (await import('./scan.ts')).scan(flags));

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
    .option('--json', 'Print what was done as JSON.')
    .action(
      exitOnError(async (what, flags) =>
        (await import('./terminal/ids.ts')).isIdLike(what) && !existsSync(what)
          ? (await import('./terminal/forget.ts')).bringBack(what, flags)
          : (await import('./backup.ts')).restore(what, flags),
      ),
    );

  addSettings(program.command('salvage'), settings.copying)
    .description(
      'Save what is readable in a damaged store into a new one, and keep the damaged file; the exit code is 1 if anything is lost.',
    )
    .option('--to <folder>', 'Create the new store there, and leave the damaged one where it is.')
    .option('--json', 'Print what was saved as JSON.')
    .action(async (flags) => (await import('./salvage.ts')).salvage(flags));

  addAccessCommands(program);

  const bench = program.command('bench').description('Measure recall and speed.');
  addSettings(bench.command('retrieval'), settings.bench)
    .description('Measure recall, MRR and latency on folders in BEIR layout (corpus.jsonl, queries.jsonl, qrels.tsv).')
    .argument('<folders...>')
    .option('--json <file>', 'Write the figures as JSON.')
    .option('--no-graph', 'Leave the graph out (ppr_weight 0).')
    .option('--titles <form>', 'Write titles as heading, sentence, colon or bold, or leave them out: none.', 'heading')
    .option('--half <half>', 'Ask one half of the questions, a or b, or all.', 'all')
    .option('--categories <names>', 'Count only questions of these categories, comma-separated.')
    .option('--foreign <folder>', 'Ask the questions of another set, too: none of them has an answer here.')
    .option(
      '--database <address>',
      'Store in this database instead of a file, in a separate tenant that is emptied afterwards.',
    )
    .option('--keep <folder>', 'Keep the stores in this folder, and reuse those already there.')
    .action(async (folders, flags) => (await import('./bench.ts')).benchRetrieval(folders, flags));
  addSettings(bench.command('scale'), settings.bench)
    .description('Measure latency, memory and disk use of stores of given sizes.')
    .option('--memories <numbers>', 'Sizes to measure, comma-separated.', '10000,100000')
    .option(
      '--vectors <whose>',
      'Fill the stores with vectors of the model or, much faster, of the static table: model or static.',
      'model',
    )
    .option('--keep <folder>', 'Keep the stores in this folder, and reuse those already there.')
    .option(
      '--against <other>',
      'Compare, question by question, with the database at this address, in a separate tenant, or with the build of another version in this folder.',
    )
    .option('--json <file>', 'Write the figures as JSON.')
    .action(async (flags) => (await import('./bench.ts')).benchScale(flags));

  addSettings(bench.command('code'), settings.bench)
    .description('Measure NDCG@10 by file of code search on annotated repositories.')
    .option('--repos <folder>', 'Checkouts, one folder each.')
    .option('--annotations <folder>', 'Questions, one <name>.json for each checkout.')
    .option('--whole', 'Search all of each repository, not only its benchmark_root.')
    .option('--functions <folder>', 'Also ask a set in BEIR layout whose documents are functions.')
    .option('--json <file>', 'Write the figures as JSON.')
    .action(async (flags) => (await import('./bench-code.ts')).benchCode(flags));

  addSettings(bench.command('index'), settings.bench)
    .description('Measure indexing speed in files per second, stage by stage, and peak memory.')
    .requiredOption('--repos <folder>', 'Code bases, one folder each.')
    .option('--runs <number>', 'Runs per code base; the figures are medians.', '3')
    .option('--json <file>', 'Write the figures as JSON.')
    .action(async (flags) => (await import('./bench-code.ts')).benchIndex(flags));

  addSettings(bench.command('symbols'), settings.bench)
    .description('Compare symbols of a code base with Universal Ctags, which must be installed: precision and recall.')
    .argument('<folder>')
    .option('--language <names>', 'Only these languages, comma-separated.')
    .option('--list', 'Also list the differences.')
    .action(async (folder, flags) => (await import('./bench-code.ts')).benchSymbols(folder, flags));

  addSettings(bench.command('duplicates'), settings.bench)
    .description('Measure precision and recall of duplicates on labelled pairs of functions from public repositories.')
    .requiredOption('--repos <folder>', 'Checkouts of the repositories that bench/duplicate-pairs.json names.')
    .action(async (flags) => (await import('./bench-code.ts')).benchDuplicates(flags));

  addSettings(program.command('doctor'), settings.doctor)
    .description('Find problems with this installation and say how to fix them.')
    .action(async (flags) => (await import('./doctor.ts')).doctor(flags));

  return program;
}

/** Runs a command line; a failure goes to stderr, with how to fix it, and sets the exit code. */
export async function run(argv: readonly string[]): Promise<void> {
  for (const stream of [process.stdout, process.stderr]) stream.on('error', ignoreClosedPipe);
  try {
    await createProgram().parseAsync(argv);
  } catch (thrown) {
    if (thrown instanceof CommanderError) {
      // Misuse, so that 1 can be an answer.
      process.exitCode = thrown.exitCode === 0 ? 0 : 2;
      return;
    }
    fail(thrown, 1);
  }
}

/** The command still finishes its work. */
function ignoreClosedPipe(error: Error): void {
  if (!isClosedPipe(error)) throw error;
}
