import type { Command } from 'commander';
import { exitOnError } from '../exit-on-error.ts';
import { addSettings, settings } from '../options.ts';

/** Commands for people who work with memories at the terminal. */
export function addTerminalCommands(program: Command): void {
  const keeping = (name: string) =>
    addSettings(program.command(name), settings.keeping).option('--json', 'Print JSON.');

  keeping('search')
    .description(
      'Recall memories, with what words, meaning and graph contributed to each; the exit code is 1 if nothing clearly answers the question.',
    )
    .argument('<question...>')
    .option('--limit <number>', 'Maximum number of memories.', '5')
    .option('--at <time>', 'Search what was valid at this time (ISO 8601) instead of now.')
    .option('--explain', 'Show the scores behind each result.')
    .action(exitOnError(async (words, flags) => (await import('./search.ts')).search(words, flags)));

  keeping('show')
    .description('Show a whole memory: its text, its validity and its history.')
    .argument('<id>', 'Its id, or the end of it.')
    .action(exitOnError(async (id, flags) => (await import('./show.ts')).show(id, flags)));

  keeping('edit')
    .description('Edit the text of a memory in $EDITOR; if it changed meanwhile, your text is kept in a file.')
    .argument('<id>', 'Its id, or the end of it.')
    .action(exitOnError(async (id, flags) => (await import('./edit.ts')).edit(id, flags)));

  keeping('forget')
    .description('Move memories to the bin; `restore` can bring them back.')
    .argument('<ids...>', 'Their ids, or the ends of them.')
    .option('--for-good', 'Delete them permanently instead, with every trace of them.')
    .option('--yes', 'Do not ask.')
    .action(exitOnError(async (ids, flags) => (await import('./forget.ts')).forget(ids, flags)));

  keeping('bin')
    .description('List the memories in the bin, which `restore` can bring back, latest first.')
    .option('--limit <number>', 'Maximum number of memories.', '50')
    .action(exitOnError(async (flags) => (await import('./bin.ts')).bin(flags)));

  keeping('log')
    .description(
      'List what was written and recalled, with the reasons, and whether each recalled memory was only shown, read again by its id, or corrected since.',
    )
    .option('--follow', 'Keep printing new entries as they occur.')
    .option('--limit <number>', 'How many of the latest entries to begin with.', '20')
    .action(exitOnError(async (flags) => (await import('./log.ts')).log(flags)));

  keeping('inbox')
    .description('List what waits for a decision: proposals, contradictions, duplicates, stale memories; or decide.')
    .argument(
      '[decision]',
      'keep: keep everything. reject: the newer one goes to the bin. For a pair also merge: into the older; replace: the older one is no longer valid. Default: list what waits.',
    )
    .argument('[ids...]', 'Their ids, or the ends of them.')
    .action(exitOnError(async (decision, ids, flags) => (await import('./inbox.ts')).inbox(decision, ids, flags)));

  keeping('top')
    .description('Show live who recalls what, how long it takes and which jobs run; in a pipe, print it once.')
    .action(exitOnError(async (flags) => (await import('./top.ts')).top(flags)));

  program
    .command('completion')
    .description('Print the completion script for a shell.')
    .argument('<shell>', 'bash, zsh, fish or powershell.')
    .action(
      exitOnError(async (shell) => {
        process.stdout.write((await import('./completion.ts')).completion(program, shell));
      }),
    );
}
