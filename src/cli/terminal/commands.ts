import type { Command } from 'commander';
import { careful } from '../failing.ts';
import { addSettings, settings } from '../options.ts';

/** What people do with memories at the terminal. */
export function addTerminal(program: Command): void {
  const keeping = (name: string) =>
    addSettings(program.command(name), settings.keeping).option('--json', 'Print JSON.');

  keeping('search')
    .description(
      'Recall memories, with what each owes to words, meaning and graph; the exit code is 1 when nothing is clearly about the question.',
    )
    .argument('<question...>')
    .option('--limit <number>', 'At most so many.', '5')
    .option('--at <time>', 'What was valid then (ISO 8601), instead of now.')
    .option('--explain', 'Say in figures why each was found.')
    .action(careful(async (words, flags) => (await import('./search.ts')).search(words, flags)));

  keeping('show')
    .description('One memory whole: how long it holds, and how it came to be what it is.')
    .argument('<id>', 'Its id, or the end of it.')
    .action(careful(async (id, flags) => (await import('./show.ts')).show(id, flags)));

  keeping('edit')
    .description('Change the text of a memory in $EDITOR; who was overtaken by another change keeps the text.')
    .argument('<id>', 'Its id, or the end of it.')
    .action(careful(async (id, flags) => (await import('./edit.ts')).edit(id, flags)));

  keeping('forget')
    .description('Put memories into the bin, out of which restore takes them.')
    .argument('<ids...>', 'Their ids, or the ends of them.')
    .option('--for-good', 'Delete them and every trace of them instead.')
    .option('--yes', 'Do not ask.')
    .action(careful(async (ids, flags) => (await import('./forget.ts')).forget(ids, flags)));

  keeping('log')
    .description(
      'What was written and what was recalled, with the reasons; of each memory that a client was given whether it was only shown, read again by its id, or corrected since.',
    )
    .option('--follow', 'Go on as things happen.')
    .option('--limit <number>', 'Begin with the latest so many.', '20')
    .action(careful(async (flags) => (await import('./log.ts')).log(flags)));

  keeping('inbox')
    .description('What waits for a decision: proposals, contradictions, duplicates, stale memories.')
    .argument('[decision]', 'keep, reject, merge or replace; without it what waits is listed.')
    .argument('[ids...]', 'Their ids, or the ends of them.')
    .action(careful(async (decision, ids, flags) => (await import('./inbox.ts')).inbox(decision, ids, flags)));

  keeping('top')
    .description('Live: who recalls what, how long it takes, what is being worked on. Into a pipe one look.')
    .action(careful(async (flags) => (await import('./top.ts')).top(flags)));

  program
    .command('completion')
    .description('Print the completion script of a shell.')
    .argument('<shell>', 'bash, zsh, fish or powershell.')
    .action(
      careful(async (shell) => {
        process.stdout.write((await import('./completion.ts')).completion(program, shell));
      }),
    );
}
