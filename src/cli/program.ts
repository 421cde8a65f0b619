import { Command, CommanderError } from 'commander';
import { RemanenceError } from '../errors.ts';
import { version } from '../version.ts';
import { addAccessCommands } from './access-commands.ts';
import { addBenchCommands } from './bench-commands.ts';
import { addCodeCommands } from './code-commands.ts';
import { addConnectCommands } from './connect-commands.ts';
import { fail } from './exit-on-error.ts';
import { addKeepingCommands } from './keeping-commands.ts';
import { addSettings, settings } from './options.ts';
import { isClosedPipe } from './standard-output.ts';
import { addTerminalCommands } from './terminal/commands.ts';

/** Exit code of a wrong command line, so that 1 can be an answer. */
const MISUSE = 2;

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

  addCodeCommands(program);
  addKeepingCommands(program);
  addAccessCommands(program);
  addBenchCommands(program);

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
      process.exitCode = thrown.exitCode === 0 ? 0 : MISUSE;
      return;
    }
    const isMisuse = thrown instanceof RemanenceError && thrown.code === 'invalid';
    fail(thrown, isMisuse ? MISUSE : 1);
  }
}

/** The command still finishes its work. */
function ignoreClosedPipe(error: Error): void {
  if (!isClosedPipe(error)) throw error;
}
