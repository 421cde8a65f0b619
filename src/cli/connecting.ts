import type { Command } from 'commander';
import { careful } from './failing.ts';
import { addSettings, settings } from './options.ts';

/** What connects clients to the server, and what takes that back. */
export function addConnecting(program: Command): void {
  const dryRun = ['--dry-run', 'Show what would change, and change nothing.'] as const;
  const yes = ['--yes', 'Do not ask.'] as const;
  addSettings(program.command('install'), settings.init)
    .description("Connect this machine's clients; shows what changes in which file, and asks.")
    .argument(
      '[clients...]',
      'claude-code, claude-desktop, codex, cursor, vscode, gemini, zed, windsurf, opencode; without it all that are found.',
    )
    .option(...dryRun)
    .option(...yes)
    .option('--json', 'Print what changes as JSON.')
    .option('--links', 'Print links that install it in Cursor and in VS Code, and change nothing.')
    .action(careful(async (clients, flags) => (await import('./install/install.ts')).install(clients, flags)));

  addSettings(program.command('uninstall'), settings.init)
    .description('Give the files of the clients back as they were before install.')
    .option(...dryRun)
    .option(...yes)
    .option('--json', 'Print what changes as JSON.')
    .action(careful(async (flags) => (await import('./install/uninstall.ts')).uninstall(flags)));

  program
    .command('hook')
    .description(
      'Answer an event of Claude Code or Codex without a server, as JSON on standard input tells it: what the plugin does.',
    )
    .argument('<event>', 'session-start, user-prompt-submit, pre-tool-use, stop, pre-compact or session-end.')
    .action(careful(async (event) => (await import('./hook.ts')).hook(event), 1));
}
