import type { Command } from 'commander';
import { addSettings, settings } from './options.ts';

/** Commands for the code base. */
export function addCodeCommands(program: Command): void {
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
}
