import { existsSync } from 'node:fs';
import { Command, CommanderError, Option } from 'commander';
import { version } from '../version.ts';
import { addAccess } from './access-commands.ts';
import { addConnecting } from './connecting.ts';
import { fail } from './failing.ts';
import { addSettings, settings } from './options.ts';
import { addTerminal } from './terminal/commands.ts';

/** Every command; what a command needs is imported when it runs, so that starting is quick. */
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
    .description('Serve agents on this machine over HTTP, with a page to see and mend the memory.')
    .action(async (flags) => (await import('./serve.ts')).serve(flags));

  addSettings(program.command('open'), settings.open)
    .description(
      'Open the page of a running server in the browser; where tokens exist, by a link that works once within a minute.',
    )
    .option('--print', 'Only print the address.')
    .action(async (flags) => (await import('./open.ts')).openPage(flags));

  addSettings(program.command('init'), settings.init)
    .description(
      "Connect this folder's project: its client's MCP configuration with --project auto, and CLAUDE.md or AGENTS.md.",
    )
    .option('--client <name>', 'claude, cursor, vscode or none.', 'claude')
    .option(
      '--file <path>',
      'Where to tell agents which tool to use when (default: CLAUDE.md for claude, else AGENTS.md).',
    )
    .option('--dry-run', 'Print what would be written, and write nothing.')
    .action(async (flags) => (await import('./init/init.ts')).init(flags));

  addConnecting(program);
  addTerminal(program);

  const several = (value: string, before: string[] = []) => [...before, value];
  addSettings(program.command('index'), settings.index)
    .description('Index a code base, or bring its index up to date.')
    .argument('<path>', 'Root folder of the project.')
    .option('--watch', 'Keep the index up to date while this runs, and whenever a server runs on this data folder.')
    .option('--include <pattern>', 'Only files that match this .gitignore pattern; may be given again.', several)
    .option('--exclude <pattern>', 'Leave out what matches this .gitignore pattern; may be given again.', several)
    .option('--no-vectors', 'Leave the vectors to the next server on this data folder; words find at once.')
    .option('--stop', 'Stop the indexing of this folder, in whichever process it runs.')
    .option('--json', 'Print the status as JSON.')
    .action(async (path, flags) => (await import('./index-project.ts')).indexProject(path, flags));

  addSettings(program.command('duplicates'), settings.duplicates)
    .description('Functions in indexed projects that do the same as the code in a file, or on standard input.')
    .argument('[file]', 'A file with a function or a signature; standard input without it.')
    .option('--language <name>', 'Its language, where that cannot be guessed.')
    .option('--threshold <number>', 'How alike they must be, 0 to 1 (default: 0.85).')
    .option('--limit <number>', 'Maximum results.', '10')
    .action(async (file, flags) => (await import('./duplicates.ts')).duplicates(file, flags));

  addSettings(program.command('health'), settings.keeping)
    .description('Say whether the data folder is healthy; the exit code is 1 when it is not.')
    .option('--json', 'Print it as JSON.')
    .action(async (flags) => (await import('./health.ts')).health(flags));

  addSettings(program.command('query'), settings.keeping)
    .description('Ask the graph of everything that is stored in read-only Cypher.')
    .argument('<cypher>', "The query, such as 'MATCH (r:Requirement) RETURN r.requirement_id'.")
    .option('--params <json>', 'Parameters, as a JSON object.')
    .option('--rows <number>', 'At most so many rows.', '1000')
    .option('--timeout <seconds>', 'Stop a query that takes longer.', '10')
    .option('--json', 'Print it as JSON.')
    .action(async (cypher, flags) => (await import('./query.ts')).query(cypher, flags));

  addSettings(program.command('stats'), settings.keeping)
    .description('How much is stored, how large it is, and how long things take.')
    .option('--json', 'Print it as JSON.')
    .action(async (flags) => (await import('./stats.ts')).stats(flags));

  addSettings(program.command('normalize'), settings.normalize)
    .description(
      'Merge memories that say the same, remove what is left over, make missing vectors; the store and each cube with a file, whole or not at all.',
    )
    .option('--skip-deduplication', 'Merge nothing.')
    .option('--skip-orphan-cleanup', 'Leave what is left of memories that are gone.')
    .option('--skip-embedding-refresh', 'Make no vectors.')
    .option('--json', 'Print what was done as JSON.')
    .action(async (flags) => (await import('./normalize.ts')).normalize(flags));

  addSettings(program.command('scan'), settings.keeping)
    .description(
      'Look for secrets that an older version has stored, in everything that is kept; the exit code is 1 when one is left, here or in a backup or export.',
    )
    .option('--fix', 'Cut them out, history and bin included. Backups and exports are named and left to you.')
    .option('--json', 'Print what was found as JSON.')
    .action(async (flags) => (await import('./scan.ts')).scan(flags));

  addSettings(program.command('export'), settings.keeping)
    .description('Write memories of all cubes, and what was made by hand, as lines of JSON.')
    .argument('[file]', 'An earlier export there is replaced; without it a new file in the data folder.')
    .option('--types <names>', 'Only memories of these types, comma-separated.')
    .option('--embeddings', 'With words and vectors, so that an import need not make them anew.')
    .option('--json', 'Print what was written as JSON.')
    .action(async (file, flags) => (await import('./transfer.ts')).exportMemories(file, flags));

  addSettings(program.command('import'), settings.keeping)
    .description(
      'Take in an export, or what another memory server has kept; the exit code is 1 when a line of an export could not be taken, or nothing of another server.',
    )
    .argument(
      '<path>',
      'An export; with --from the file of server-memory or mem0, the folder of basic-memory or claude-memory.',
    )
    .option(
      '--from <server>',
      'server-memory, basic-memory, claude-memory or mem0. What came already does not come twice.',
    )
    .addOption(
      new Option(
        '--conflict <way>',
        'What becomes of memories of an export that are there already: skip, overwrite or merge.',
      )
        .default('skip')
        .conflicts('from'),
    )
    .option('--json', 'Print what was taken as JSON.')
    .action(async (path, flags) =>
      flags.from === undefined
        ? (await import('./transfer.ts')).importMemories(path, flags)
        : (await import('./import-foreign.ts')).importForeign(path, flags),
    );

  addSettings(program.command('copy'), settings.copy)
    .description(
      'Copy all of a store into an empty one, file or database, and compare every table; a copy that was stopped goes on when it is run again.',
    )
    .argument(
      '<from>',
      'A file such as ~/.remanence/remanence.db, or an address such as postgres://user@host/database.',
    )
    .argument('<to>', 'A file that is not there yet, or the address of a database; --tenant names the tenant.')
    .option('--json', 'Print what was copied as JSON.')
    .action(async (from, to, flags) => (await import('./copy.ts')).copyStores(from, to, flags));

  addSettings(program.command('backup'), settings.copying)
    .description(
      'Write a copy of everything, as it is at one moment; servers may run meanwhile. The exit code is 1 when a cube could not be copied.',
    )
    .argument(
      '<path>',
      'A file that is not there yet, or a folder. Cubes with files of their own go into a folder beside it.',
    )
    .option('--json', 'Print what was written as JSON.')
    .action(async (path, flags) => (await import('./backup.ts')).backup(path, flags));

  addSettings(program.command('restore'), settings.keeping)
    .description(
      'Take a memory out of the bin; or put a backup in the place of everything, and keep what was there, while servers may run.',
    )
    .argument('<id-or-path>', 'The id of a memory, or the end of it; or a file that was written by backup.')
    .option('--json', 'Print what was done as JSON.')
    .action(async (what, flags) =>
      (await import('./terminal/ids.ts')).isIdLike(what) && !existsSync(what)
        ? (await import('./terminal/forget.ts')).bringBack(what, flags)
        : (await import('./backup.ts')).restore(what, flags),
    );

  addSettings(program.command('salvage'), settings.copying)
    .description(
      'Save what can be read of a damaged store into a new one, and keep the damaged file; the exit code is 1 when not all of it could be.',
    )
    .option('--to <folder>', 'Make the new store there, and leave the damaged one in its place.')
    .option('--json', 'Print what was saved as JSON.')
    .action(async (flags) => (await import('./salvage.ts')).salvage(flags));

  addAccess(program);

  const bench = program.command('bench').description('Measure recall and speed.');
  addSettings(bench.command('retrieval'), settings.bench)
    .description('Recall, MRR and latency on folders in BEIR layout (corpus.jsonl, queries.jsonl, qrels.tsv).')
    .argument('<folders...>')
    .option('--json <file>', 'Write the figures as JSON.')
    .option('--no-graph', 'Leave the graph out (ppr_weight 0).')
    .option('--titles <form>', 'Write titles as heading, sentence, colon or bold, or leave them out: none.', 'heading')
    .option('--half <half>', 'Ask one half of the questions, a or b, or all.', 'all')
    .option('--categories <names>', 'Count only questions of these categories, comma-separated.')
    .option('--foreign <folder>', 'Ask the questions of another set, too: none of them has an answer here.')
    .option('--keep <folder>', 'Keep the stores there, and use those that are there already.')
    .action(async (folders, flags) => (await import('./bench.ts')).benchRetrieval(folders, flags));
  addSettings(bench.command('scale'), settings.bench)
    .description('Latency, memory and disk of stores of a given size.')
    .option('--memories <numbers>', 'Sizes to measure, comma-separated.', '10000,100000')
    .option('--against <address>', 'Compare a file with this database, question by question, in a tenant of its own.')
    .option('--json <file>', 'Write the figures as JSON.')
    .action(async (flags) => (await import('./bench.ts')).benchScale(flags));

  addSettings(bench.command('code'), settings.bench)
    .description('NDCG@10 by file of code search on annotated repositories.')
    .option('--repos <folder>', 'Checkouts, one folder each.')
    .option('--annotations <folder>', 'Questions, one <name>.json for each checkout.')
    .option('--whole', 'Search all of each repository, not only its benchmark_root.')
    .option('--functions <folder>', 'Ask a set in BEIR layout whose documents are functions, too.')
    .option('--json <file>', 'Write the figures as JSON.')
    .action(async (flags) => (await import('./bench-code.ts')).benchCode(flags));

  addSettings(bench.command('index'), settings.bench)
    .description('Files a second that code bases are read with, stage by stage, and the peak of memory.')
    .requiredOption('--repos <folder>', 'Code bases, one folder each.')
    .option('--runs <number>', 'Read each so often; the figures are medians.', '3')
    .option('--json <file>', 'Write the figures as JSON.')
    .action(async (flags) => (await import('./bench-code.ts')).benchIndex(flags));

  addSettings(bench.command('symbols'), settings.bench)
    .description('Symbols of a code base against Universal Ctags, which must be installed: precision and recall.')
    .argument('<folder>')
    .option('--language <names>', 'Only these languages, comma-separated.')
    .option('--list', 'List what is different, too.')
    .action(async (folder, flags) => (await import('./bench-code.ts')).benchSymbols(folder, flags));

  addSettings(bench.command('duplicates'), settings.bench)
    .description('Precision and recall of duplicates on labelled pairs of functions from public repositories.')
    .requiredOption('--repos <folder>', 'Checkouts of the repositories that bench/duplicate-pairs.json names.')
    .action(async (flags) => (await import('./bench-code.ts')).benchDuplicates(flags));

  addSettings(program.command('doctor'), settings.doctor)
    .description('Say what is wrong with this installation, and how to mend it.')
    .action(async (flags) => (await import('./doctor.ts')).doctor(flags));

  return program;
}

/** Runs a command line; what fails is said on stderr, with the way to mend it, and in the exit code. */
export async function run(argv: readonly string[]): Promise<void> {
  for (const stream of [process.stdout, process.stderr]) stream.on('error', ignoreClosedPipe);
  try {
    await createProgram().parseAsync(argv);
  } catch (thrown) {
    if (thrown instanceof CommanderError) {
      process.exitCode = thrown.exitCode;
      return;
    }
    fail(thrown, 1);
  }
}

/** `| head` stops reading early: what the command does is done all the same. */
function ignoreClosedPipe(error: NodeJS.ErrnoException): void {
  if (error.code !== 'EPIPE') throw error;
}
