// Every tool × role × tie × transport, compared with the table in docs/guide/access.md.
import { readFileSync } from 'node:fs';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { memgos } from '../src/contracts/memgos/contract.ts';
import { Role, Tie } from '../src/engine/access/permission.ts';
import { toMem } from '../src/engine/ids.ts';
import { type ContractClient, connectContract } from './contract-client.ts';
import { type HttpUsers, startUsers } from './http-users.ts';
import { OWNER } from './open.ts';

type Call = ContractClient['call'];

/** Rows of the table: a tool, sometimes for one transport only, and its answers by role and tie. */
const rows = [...readFileSync('docs/guide/access.md', 'utf8').matchAll(/^\| `(\w+)`(?: \((\w+)\))? +\|(.+)\|$/gm)]
  .map(([, tool = '', transport, cells = '']) => ({
    tool,
    transport,
    cells: cells.split('|').map((cell) => cell.split('/').map((each) => each.trim())),
  }))
  .filter(({ tool }) => memgos.tools.some(({ name }) => name === tool));

const expected = (tool: string, transport: string, role: Role, tie: Tie): string | undefined =>
  rows.find((row) => row.tool === tool && (row.transport ?? transport) === transport)?.cells[
    Role.options.indexOf(role)
  ]?.[Tie.options.indexOf(tie)];

const cubeOf = (role: Role, tie: Tie) => `${tie}-${role}`;

/** A user of each role, with three cubes: its own, one shared with it, and one not shared. */
async function populate(users: HttpUsers): Promise<{ tokens: Map<Role, string>; memories: Map<string, string> }> {
  const { engine } = users.open;
  const tokens = new Map<Role, string>();
  const memories = new Map<string, string>();
  await users.token('olga');
  for (const role of Role.options) {
    tokens.set(role, await users.token(role, 'user'));
    for (const tie of Tie.options) {
      const id = cubeOf(role, tie);
      const owner = await engine.access.as(OWNER, tie === 'own' ? role : 'olga');
      await engine.cubes.register(owner, { id });
      if (tie === 'shared') await engine.cubes.registry.share(OWNER, id, role);
      const { shelf, author } = await engine.cubes.open(OWNER, id, 'write');
      const { memory } = await shelf.memories.store(author, { content: `The signal of ${id} is green.` });
      memories.set(id, toMem(memory.id));
    }
    await engine.users.setRole(OWNER, role, role);
  }
  return { tokens, memories };
}

const inputOf = (tool: string, user: string, cube: string, memory: string): Record<string, unknown> => ({
  user_id: user,
  ...({
    search_memories: { query: 'signal', cube_ids: [cube] },
    add_memory: { memory_content: 'The signal was repaired.', mem_cube_id: cube },
    get_memory: { memory_id: memory, cube_id: cube },
    update_memory: { memory_id: memory, cube_id: cube, updated_content: 'The signal is red.' },
    delete_memory: { memory_id: memory, cube_id: cube },
    register_cube: { cube_id: cube },
    cube_info: { cube_id: cube },
    chat: { query: 'signal', cube_ids: [cube] },
    context_search: { query: 'signal', cube_ids: [cube] },
    validate_access: { resource_type: 'cube', resource_id: cube, action: 'read' },
  }[tool] ?? {}),
});

const REFUSALS: Record<string, string> = { ACCESS_DENIED: 'denied', CUBE_NOT_FOUND: 'not found', CONFLICT: 'taken' };

/** An answer in the terms of the table. */
function outcome(tool: string, cube: string, { isError, value }: Awaited<ReturnType<Call>>): string {
  if (isError) return REFUSALS[value.error.code] ?? value.error.code;
  if (tool === 'list_cubes') return value.cubes.some(({ id }: { id: string }) => id === cube) ? 'shown' : 'hidden';
  if (tool === 'session_info') return value.session.active_cubes.includes(cube) ? 'shown' : 'hidden';
  if (tool === 'validate_access') return value.access.has_access ? 'yes' : 'no';
  return 'yes';
}

describe.each(['http', 'stdio'])('over %s', (transport) => {
  let users: HttpUsers;
  let fixture: Awaited<ReturnType<typeof populate>>;
  beforeAll(async () => {
    users = await startUsers();
    fixture = await populate(users);
  });
  afterAll(() => users.dispose());

  const connect = (role: Role): Promise<{ call: Call; close(): Promise<void> }> =>
    transport === 'http'
      ? users.connect('memgos', fixture.tokens.get(role))
      : connectContract(memgos, users.open.engine, OWNER);

  it.each(Role.options)('every tool answers a %s as the guide says, for every cube', async (role) => {
    const client = await connect(role);
    // Deleting tools come last.
    const names = memgos.tools
      .map(({ name }) => name)
      .sort((a, b) => Number(a === 'delete_memory') - Number(b === 'delete_memory'));
    const wrong: string[] = [];
    for (const tie of Tie.options) {
      const cube = cubeOf(role, tie);
      for (const tool of names) {
        const answer = await client.call(tool, inputOf(tool, role, cube, fixture.memories.get(cube) ?? ''));
        const [is, should] = [outcome(tool, cube, answer), expected(tool, transport, role, tie)];
        if (is !== should) wrong.push(`${tool} ${tie}: ${is}, the guide says ${should}`);
      }
    }
    await client.close();
    expect(wrong).toEqual([]);
  });

  it('a refusal does not distinguish a foreign cube from one that does not exist', async () => {
    const client = await connect('user');
    for (const { name } of memgos.tools.filter(
      ({ name }) => expected(name, transport, 'user', 'foreign') === 'not found',
    )) {
      const told = async (cube: string) => {
        const { value } = await client.call(
          name,
          inputOf(name, 'user', cube, fixture.memories.get('foreign-user') ?? ''),
        );
        return JSON.stringify({ ...value.error, timestamp: '' }).replaceAll(cube, 'CUBE');
      };
      expect(await told('foreign-user')).toBe(await told('nowhere'));
    }
    await client.close();
  });
});

it('the table lists every tool', () => {
  expect([...new Set(rows.map(({ tool }) => tool))].sort()).toEqual(memgos.tools.map(({ name }) => name).sort());
});
