import type { Command } from 'commander';
import { exitOnError } from './exit-on-error.ts';
import { addSettings, settings } from './options.ts';

/** Commands that connect clients to the server or disconnect them. */
export function addConnectCommands(program: Command): void {
  const dryRun = ['--dry-run', 'Show what would change without changing anything.'] as const;
  const yes = ['--yes', 'Do not ask.'] as const;
  addSettings(program.command('install'), settings.init)
    .description("Connect this machine's clients; shows the changes to each file and asks first.")
    .argument(
      '[clients...]',
      'claude-code, claude-desktop, codex, cursor, vscode, gemini, zed, windsurf, opencode; default: all found.',
    )
    .option(...dryRun)
    .option(...yes)
    .option('--json', 'Print what changes as JSON.')
    .option('--links', 'Only print links that install the server in Cursor and VS Code.')
    .action(exitOnError(async (clients, flags) => (await import('./install/install.ts')).install(clients, flags)));

  addSettings(program.command('uninstall'), settings.uninstall)
    .description("Restore the clients' files to what they were before install.")
    .option(...dryRun)
    .option(...yes)
    .option('--json', 'Print what changes as JSON.')
    .action(exitOnError(async (flags) => (await import('./install/uninstall.ts')).uninstall(flags)));

  program
    .command('hook')
    .description(
      'Answer a Claude Code or Codex event, given as JSON on standard input, without a server; used by the plugin.',
    )
    .argument('<event>', 'session-start, user-prompt-submit, pre-tool-use, stop, pre-compact or session-end.')
    .action(exitOnError(async (event) => (await import('./hook.ts')).hook(event), 1));
}
