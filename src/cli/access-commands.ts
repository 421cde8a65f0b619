import type { Command } from 'commander';
import { addSettings, settings } from './options.ts';

/** Who may see what, and who did what. */
export function addAccess(program: Command): void {
  const json = (command: Command) => addSettings(command, settings.copying).option('--json', 'Print it as JSON.');
  const user = program.command('user').description('Users of a shared server, and their tokens.');
  json(user.command('add'))
    .description('Make a user.')
    .argument('<id>')
    .option('--role <role>', 'guest (reads), user (reads and writes), admin or root (administer).', 'user')
    .option('--name <name>', 'A name for people.')
    .action(async (id, flags) => (await import('./users.ts')).addUser(id, flags));
  json(user.command('list'))
    .description('All users, with the state of their tokens.')
    .action(async (flags) => (await import('./users.ts')).listUsers(flags));
  json(user.command('role'))
    .description('Give a user another role.')
    .argument('<id>')
    .argument('<role>')
    .action(async (id, role, flags) => (await import('./users.ts')).setRole(id, role, flags));
  json(user.command('disable'))
    .description('Shut a user out, whatever tokens it has; what it owns stays.')
    .argument('<id>')
    .action(async (id, flags) => (await import('./users.ts')).setActive(id, false, flags));
  json(user.command('enable'))
    .description('Let a user in again.')
    .argument('<id>')
    .action(async (id, flags) => (await import('./users.ts')).setActive(id, true, flags));
  json(user.command('token'))
    .description('Make a token for a user; it is shown once.')
    .argument('<id>')
    .option('--days <number>', 'How long it lasts.', '90')
    .action(async (id, flags) => (await import('./users.ts')).issueToken(id, flags));
  json(user.command('revoke'))
    .description('End a token, or all tokens of a user, at once.')
    .argument('<token-or-user>')
    .action(async (which, flags) => (await import('./users.ts')).revokeToken(which, flags));

  const cube = program.command('cube').description('Cubes of memories, and who they are shared with.');
  json(cube.command('list'))
    .description('All cubes.')
    .action(async (flags) => (await import('./cubes.ts')).listCubes(flags));
  json(cube.command('share'))
    .description('Let a user see and, unless a guest, change the memories of a cube.')
    .argument('<cube>')
    .argument('<user>')
    .action(async (cube, user, flags) => (await import('./cubes.ts')).shareCube(cube, user, flags));
  json(cube.command('unshare'))
    .description('Take that back.')
    .argument('<cube>')
    .argument('<user>')
    .action(async (cube, user, flags) => (await import('./cubes.ts')).unshareCube(cube, user, flags));

  json(program.command('audit'))
    .description('Who did what to which memory, cube, user or token, newest first.')
    .option('--who <user>', 'Only what this user did.')
    .option('--subject <id>', 'Only what was done to this memory, user or token.')
    .option('--limit <number>', 'At most so many entries.', '100')
    .action(async (flags) => (await import('./users.ts')).audit(flags));
}
