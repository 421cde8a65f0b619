import type { Command } from 'commander';
import { addSettings, settings } from './options.ts';

/** Commands for users, tokens, shared cubes and the audit trail. */
export function addAccessCommands(program: Command): void {
  const json = (command: Command) => addSettings(command, settings.copying).option('--json', 'Print JSON.');
  const user = program.command('user').description('Manage the users of a shared server and their tokens.');
  json(user.command('add'))
    .description('Add a user.')
    .argument('<id>')
    .option('--role <role>', 'guest (reads), user (reads and writes), admin or root (administer).', 'user')
    .option('--name <name>', 'A display name.')
    .action(async (id, flags) => (await import('./users.ts')).addUser(id, flags));
  json(user.command('list'))
    .description('List all users with the state of their tokens.')
    .action(async (flags) => (await import('./users.ts')).listUsers(flags));
  json(user.command('role'))
    .description("Change a user's role.")
    .argument('<id>')
    .argument('<role>')
    .action(async (id, role, flags) => (await import('./users.ts')).setRole(id, role, flags));
  json(user.command('disable'))
    .description('Lock a user out, whatever tokens they hold; their data stays.')
    .argument('<id>')
    .action(async (id, flags) => (await import('./users.ts')).setActive(id, false, flags));
  json(user.command('enable'))
    .description('Let a disabled user in again.')
    .argument('<id>')
    .action(async (id, flags) => (await import('./users.ts')).setActive(id, true, flags));
  json(user.command('token'))
    .description('Issue a token for a user; it is shown only once.')
    .argument('<id>')
    .option('--days <number>', 'Days until it expires.', '90')
    .action(async (id, flags) => (await import('./users.ts')).issueToken(id, flags));
  json(user.command('revoke'))
    .description('Revoke a token, or all tokens of a user, immediately.')
    .argument('<token-or-user>')
    .action(async (which, flags) => (await import('./users.ts')).revokeToken(which, flags));

  const cube = program.command('cube').description('Manage cubes of memories and who they are shared with.');
  json(cube.command('list'))
    .description('List all cubes.')
    .action(async (flags) => (await import('./cubes.ts')).listCubes(flags));
  json(cube.command('share'))
    .description('Let a user read the memories of a cube and, unless a guest, change them.')
    .argument('<cube>')
    .argument('<user>')
    .action(async (cube, user, flags) => (await import('./cubes.ts')).shareCube(cube, user, flags));
  json(cube.command('unshare'))
    .description('Stop sharing a cube with a user.')
    .argument('<cube>')
    .argument('<user>')
    .action(async (cube, user, flags) => (await import('./cubes.ts')).unshareCube(cube, user, flags));

  json(program.command('audit'))
    .description('List who did what to which memory, cube, user or token, newest first.')
    .option('--who <user>', 'Only what this user did.')
    .option('--subject <id>', 'Only what was done to this memory, user or token.')
    .option('--limit <number>', 'Maximum number of entries.', '100')
    .action(async (flags) => (await import('./users.ts')).audit(flags));
}
