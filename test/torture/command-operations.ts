// The commands that write.
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { writeImport } from './file-operations.ts';
import { merging } from './memory-operations.ts';
import { type CommandOperation, changing } from './operation.ts';
import { createProject } from './projects.ts';
import type { World } from './world.ts';

const ON_DISK = ['export ', 'backup '];

const someUser = (world: World): string | null => world.some('user', (id) => id !== 'local');

export const commandOperations: readonly CommandOperation[] = [
  {
    command: 'import',
    grain: 'each',
    plan: (world) => {
      const { path, texts } = writeImport(world);
      return { changes: texts, args: ['import', path] };
    },
  },
  {
    command: 'import --from server-memory',
    grain: 'each',
    plan: (world) => {
      const people = Array.from({ length: 30 }, () => world.texts.fresh('Pers'));
      const path = join(world.place.work, `${world.texts.name('graph')}.jsonl`);
      const lines = people.map(({ name }) => ({ type: 'entity', name, entityType: 'person', observations: [] }));
      writeFileSync(path, lines.map((line) => `${JSON.stringify(line)}\n`).join(''));
      return {
        changes: changing(...people.map(({ name }) => [`entity ${name}`, 'person'] as const)),
        args: ['import', '--from', 'server-memory', path],
      };
    },
  },
  {
    command: 'export',
    plan: (world) => {
      const name = `${world.texts.name('all')}.jsonl`;
      return { changes: changing([`export ${name}`, 'whole']), args: ['export', join(world.place.exports, name)] };
    },
  },
  {
    command: 'normalize',
    plan: (world) => ({ changes: merging(world), args: ['normalize'] }),
  },
  {
    command: 'index',
    plan: (world) => {
      const { root, files } = createProject(world);
      return { changes: changing([`project ${root}`, `${files} files`]), args: ['index', root] };
    },
  },
  {
    command: 'backup',
    plan: (world) => {
      const name = `${world.texts.name('copy')}.db`;
      world.backups.set(name, new Map(world.ledger.expected));
      return { changes: changing([`backup ${name}`, 'whole']), args: ['backup', join(world.place.backups, name)] };
    },
  },
  {
    command: 'restore',
    isFinishedLater: true,
    plan: (world) => {
      const name = world.some('backup');
      const held = name === null ? undefined : world.backups.get(name);
      if (name === null || !held) return null;
      const facts = new Set([...world.ledger.expected.keys(), ...held.keys()]);
      const inStore = [...facts].filter((fact) => !ON_DISK.some((kind) => fact.startsWith(kind)));
      return {
        changes: changing(...inStore.map((fact) => [fact, held.get(fact) ?? null] as const)),
        args: ['restore', join(world.place.backups, name), '--yes'],
      };
    },
  },
  {
    command: 'forget',
    plan: (world) => {
      const memory = world.someMemory();
      return (
        memory && {
          changes: changing([`memory ${memory.name}`, null], [`ended ${memory.name}`, null]),
          args: ['forget', memory.id, '--yes'],
        }
      );
    },
  },
  {
    command: 'user add',
    plan: (world) => {
      const id = world.texts.name('user');
      return { changes: changing([`user ${id}`, 'user']), args: ['user', 'add', id] };
    },
  },
  {
    command: 'user role',
    plan: (world) => {
      const id = world.some('user', (each, role) => each !== 'local' && !role.endsWith('disabled'));
      const role = world.random.pick(['guest', 'user', 'admin']);
      return id === null ? null : { changes: changing([`user ${id}`, role]), args: ['user', 'role', id, role] };
    },
  },
  {
    command: 'user disable',
    plan: (world) => {
      const id = world.some('user', (each, role) => each !== 'local' && !role.endsWith('disabled'));
      const role = world.ledger.expected.get(`user ${id}`);
      return id === null
        ? null
        : { changes: changing([`user ${id}`, `${role}, disabled`]), args: ['user', 'disable', id] };
    },
  },
  {
    command: 'user enable',
    plan: (world) => {
      const id = world.some('user', (_, role) => role.endsWith(', disabled'));
      const role = world.ledger.expected.get(`user ${id}`)?.replace(', disabled', '') ?? '';
      return id === null ? null : { changes: changing([`user ${id}`, role]), args: ['user', 'enable', id] };
    },
  },
  {
    command: 'user token',
    plan: (world) => {
      const id = world.some('user', (each, role) => each !== 'local' && !role.endsWith('disabled'));
      const live = Number(world.ledger.expected.get(`tokens ${id}`) ?? 0);
      return id === null ? null : { changes: changing([`tokens ${id}`, `${live + 1}`]), args: ['user', 'token', id] };
    },
  },
  {
    command: 'user revoke',
    plan: (world) => {
      const id = world.some('tokens');
      return id === null ? null : { changes: changing([`tokens ${id}`, null]), args: ['user', 'revoke', id] };
    },
  },
  {
    command: 'cube share',
    plan: (world) => {
      const [cube, user] = [world.some('cube'), someUser(world)];
      return cube === null || user === null
        ? null
        : { changes: changing([`share ${cube} ${user}`, 'yes']), args: ['cube', 'share', cube, user] };
    },
  },
  {
    command: 'cube unshare',
    plan: (world) => {
      const shared = world.some('share');
      const [cube = '', user = ''] = shared?.split(' ') ?? [];
      return shared === null
        ? null
        : { changes: changing([`share ${shared}`, null]), args: ['cube', 'unshare', cube, user] };
    },
  },
];
