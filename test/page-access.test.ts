// Every route of the page × role × own, shared and foreign cube, checked against the one rule that decides.
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { isAdmin, permission, Role, Tie } from '../src/engine/access/permission.ts';
import { newId } from '../src/engine/ids.ts';
import type { Memory } from '../src/engine/model.ts';
import { versionOf } from '../src/transports/api/memory-view.ts';
import { pathOf, routes } from '../src/transports/api/routes.ts';
import { ApiClient } from './api-client.ts';
import { type HttpUsers, startUsers } from './http-users.ts';
import { OWNER } from './open.ts';

/** A cell of the table: 200, 403 or 404, or whether the cube's memory is in the answer. */
type Outcome = 200 | 400 | 403 | 404 | 409 | 'shown' | 'hidden' | 'begun';

interface Case {
  readonly role: Role;
  readonly tie: Tie;
  readonly cube: string;
  readonly memory: Memory;
  readonly other: Memory;
  readonly item: string;
}

interface Rule {
  input(each: Case): Record<string, unknown>;
  expected(each: Case): Outcome;
}

const may = ({ role, tie }: Case, action: 'read' | 'write' | 'admin') => permission(role, tie, action).allowed;
const versioned = ({ id, revision }: Memory) => ({ id, version: versionOf({ id, revision }) });

const sees = (each: Case): Outcome => (may(each, 'read') ? 'shown' : 'hidden');
const opens = (each: Case): Outcome => (may(each, 'read') ? 200 : 404);
const writes = (each: Case): Outcome => (may(each, 'write') ? 200 : may(each, 'read') ? 403 : 404);
const forAdmins = ({ role }: Case): Outcome => (isAdmin(role) ? 200 : 403);
const forWriters = ({ role }: Case): Outcome => (role === 'guest' ? 403 : 200);
const outsideRoots = ({ role }: Case): Outcome => (isAdmin(role) ? 400 : 403);
const anybody = (): Outcome => 200;

const nothing = () => ({});
const inCube = ({ cube }: Case) => ({ cube });
const ofMemory = ({ memory }: Case) => ({ id: memory.id });
const asked = ({ cube }: Case) => ({ question: wordOf(cube), limit: 100 });
const seen = ({ item }: Case) => ({ item });

/** In calling order: removing routes come last. */
const RULES: Readonly<Record<keyof typeof routes, Rule>> = {
  'search.words': { input: asked, expected: sees },
  'search.recall': { input: asked, expected: sees },
  'search.path': { input: ({ memory, other }) => ({ id: memory.id, from: [other.id] }), expected: opens },
  'memory.get': { input: ofMemory, expected: opens },
  'memory.neighbours': { input: ofMemory, expected: opens },
  'memory.list': { input: () => ({ limit: 200 }), expected: sees },
  'memory.names': { input: nothing, expected: sees },
  'memory.bin': { input: inCube, expected: opens },
  'time.facts': { input: () => ({ limit: 500 }), expected: sees },
  'graph.start': { input: ({ memory }) => ({ name: memory.id }), expected: opens },
  'graph.grow': { input: () => ({ nodes: ['m0'] }), expected: () => 404 },
  'graph.schema': { input: nothing, expected: anybody },
  'inbox.counts': { input: nothing, expected: anybody },
  'inbox.list': { input: () => ({ kind: 'duplicate', limit: 100 }), expected: sees },
  'recalls.list': { input: nothing, expected: anybody },
  'recalls.judge': { input: () => ({ id: newId(1), useful: true }), expected: () => 404 },
  'code.projects': { input: nothing, expected: anybody },
  'code.status': { input: () => ({ project: 'nowhere' }), expected: () => 404 },
  'code.files': { input: () => ({ project: 'nowhere' }), expected: () => 404 },
  'code.symbols': { input: () => ({ project: 'nowhere' }), expected: () => 404 },
  'code.symbol': { input: () => ({ project: 'nowhere', id: '1' }), expected: () => 404 },
  'code.memories': { input: () => ({ project: 'nowhere', path: 'a.ts' }), expected: () => 404 },
  'code.duplicates': { input: () => ({ code: 'function add(a, b) { return a + b; }' }), expected: anybody },
  // Only folders below the server's roots, and only for admin and root.
  'code.cancel': { input: () => ({ path: '/etc' }), expected: outsideRoots },
  'code.index': { input: () => ({ path: '/etc' }), expected: outsideRoots },
  'code.remove': { input: () => ({ project: 'nowhere' }), expected: () => 404 },
  'trace.requirements': { input: nothing, expected: anybody },
  'trace.get': { input: () => ({ requirement: 'REQ-404' }), expected: () => 404 },
  'query.run': {
    input: ({ cube }) => ({
      cypher: 'MATCH (m:Memory) WHERE m.content CONTAINS $cube RETURN m.content',
      params: { cube },
    }),
    expected: sees,
  },
  // What other servers held goes into the cube `default`, an export into the cubes that it names.
  'data.preview': { input: () => ({ format: 'mem0', text: '[]' }), expected: forAdmins },
  'data.import': { input: () => ({ format: 'mem0', text: '[]' }), expected: forAdmins },
  'data.backups': { input: nothing, expected: forAdmins },
  'data.backup': { input: nothing, expected: forAdmins },
  'data.jobs': { input: nothing, expected: anybody },
  'health.now': { input: nothing, expected: anybody },
  'health.hours': { input: nothing, expected: anybody },
  'people.users': { input: nothing, expected: forAdmins },
  'people.tokens': { input: nothing, expected: forAdmins },
  'people.audit': { input: nothing, expected: forAdmins },
  'people.cubes': { input: nothing, expected: sees },
  'people.addUser': {
    input: ({ role, tie }) => ({ id: `new-${role}-${tie}`, role: 'user' }),
    expected: forAdmins,
  },
  'people.setRole': { input: () => ({ id: 'olga', role: 'user' }), expected: forAdmins },
  'people.setActive': { input: () => ({ id: 'olga', active: true }), expected: forAdmins },
  'people.issueToken': { input: () => ({ user: 'olga' }), expected: forAdmins },
  'people.revokeToken': { input: () => ({ which: 'olga' }), expected: forAdmins },
  'people.addCube': { input: ({ role, tie }) => ({ id: `made-${role}-${tie}` }), expected: forWriters },
  'people.share': {
    input: ({ cube }) => ({ cube, user: 'olga' }),
    expected: (each) => (may(each, 'admin') ? 200 : may(each, 'read') ? 403 : 404),
  },
  'people.unshare': {
    input: ({ cube }) => ({ cube, user: 'olga' }),
    expected: (each) => (may(each, 'admin') ? 200 : may(each, 'read') ? 403 : 404),
  },
  'inbox.look': { input: nothing, expected: ({ role }) => (role === 'guest' ? 403 : 'begun') },
  'inbox.propose': { input: ({ cube }) => ({ cube, content: `The signal of ${cube} blinks.` }), expected: writes },
  'memory.add': { input: ({ cube }) => ({ cube, content: `A lamp of ${cube}.` }), expected: writes },
  'memory.edit': { input: ({ memory }) => ({ ...versioned(memory), label: 'seen' }), expected: writes },
  'memory.invalidate': { input: ({ other }) => versioned(other), expected: writes },
  'memory.replace': { input: ({ other }) => ({ ...versioned(other), content: 'The lamp is new.' }), expected: writes },
  'memory.merge': {
    input: ({ memory, other }) => ({ keep: versioned(memory), gone: versioned(other) }),
    expected: writes,
  },
  'memory.undo': {
    input: ({ memory }) => ({ reverts: [versioned(memory)], restores: [], discards: [] }),
    expected: writes,
  },
  'inbox.keep': { input: seen, expected: writes },
  'inbox.merge': { input: seen, expected: writes },
  'inbox.replace': { input: seen, expected: writes },
  'inbox.reject': { input: seen, expected: writes },
  // Not in the bin, which only who may see it is told.
  'memory.restore': {
    input: ({ memory }) => ({ id: memory.id }),
    expected: (each) => (may(each, 'read') ? 409 : 404),
  },
  'memory.forget': { input: ({ memory }) => versioned(memory), expected: writes },
  'memory.erase': { input: ofMemory, expected: writes },
};

describe('a route of the page', () => {
  let users: HttpUsers;
  const tokens = new Map<Role, string>();
  beforeAll(async () => {
    users = await startUsers({ address: { rateLimit: 'off' } });
    await users.token('olga');
    for (const role of Role.options) {
      tokens.set(role, await users.token(role, 'user'));
      for (const tie of Tie.options) await makeCube(users, role, tie);
      await users.open.engine.users.setRole(OWNER, role, role);
    }
  });
  afterAll(() => users.dispose());

  it('is in the table', () => {
    expect(Object.keys(RULES).sort()).toEqual(Object.keys(routes).sort());
  });

  describe.each(Role.options)('asked by a %s', (role) => {
    it.each(Tie.options)('answers about its %s cube as the rule says', async (tie) => {
      const client = new ApiClient(users.http.url, tokens.get(role));
      const wrong: string[] = [];
      let each = await caseOf(users, role, tie);
      for (const [name, rule] of Object.entries(RULES)) {
        // Changes by one route do not affect the next.
        if (/^(?:memory|inbox)\.(?!list|get|counts)/.test(name)) each = await caseOf(users, role, tie);
        const is = await call(client, name, rule.input(each), each);
        const should = rule.expected(each);
        if (!fits(is, should)) wrong.push(`${name}: ${JSON.stringify(is)}, the rule says ${should}`);
      }
      expect(wrong).toEqual([]);
    });
  });

  it('does not distinguish a foreign memory or cube from one that does not exist', async () => {
    const client = new ApiClient(users.http.url, tokens.get('user'));
    const each = await caseOf(users, 'user', 'foreign');
    const strange = newId(Date.now());
    const told = async (id: string, cube: string) => {
      const answers = [
        await client.get('memory.get', { id }),
        await client.get('memory.get', { id, cube }),
        await client.post('memory.edit', { id, version: 'x', label: 'mine' }),
        await client.post('memory.erase', { id }),
        await client.post('memory.restore', { id }),
        await client.post('people.share', { cube, user: 'olga' }),
      ];
      return answers.map(
        ({ status, body }) => `${status} ${JSON.stringify(body).replaceAll(id, 'ID').replaceAll(cube, 'CUBE')}`,
      );
    };
    expect(await told(each.memory.id, each.cube)).toEqual(await told(strange, 'nowhere'));
  });
});

const cubeOf = (role: Role, tie: Tie) => `${tie}-${role}`;

async function makeCube({ open: { engine } }: HttpUsers, role: Role, tie: Tie): Promise<void> {
  const id = cubeOf(role, tie);
  await engine.cubes.register(await engine.access.as(OWNER, tie === 'own' ? role : 'olga'), { id });
  if (tie === 'shared') await engine.cubes.registry.share(OWNER, id, role);
}

/** A word that only the memories of a cube contain. */
const wordOf = (cube: string): string => `zz${cube.replace('-', '')}`;

/** Two memories that say the same; the newer was changed once. */
async function caseOf({ open: { engine } }: HttpUsers, role: Role, tie: Tie): Promise<Case> {
  const cube = cubeOf(role, tie);
  const { shelf, author } = await engine.cubes.open(OWNER, cube, 'write');
  const content = `The signal of ${cube} is green: ${wordOf(cube)}.`;
  const said = { content, tags: [cube], kind: 'episodic' as const };
  const { memory: other } = await shelf.memories.store(author, said);
  const { memory: fresh } = await shelf.memories.store(author, said);
  const memory = await shelf.memories.describe(author, fresh.id, 'A signal.');
  return { role, tie, cube, memory, other, item: `pair-${memory.id}-${other.id}` };
}

async function call(client: ApiClient, name: string, input: Record<string, unknown>, { cube }: Case) {
  const route = Object.entries(routes).find(([each]) => each === name)?.[1];
  const isRead = route?.effect === 'reads';
  const query = new URLSearchParams();
  for (const [key, value] of Object.entries(input)) for (const each of [value].flat()) query.append(key, String(each));
  const headers = { 'content-type': 'application/json', origin: client.url };
  const { status, body } = await client.send(isRead ? `${pathOf(name)}?${query}` : pathOf(name), {
    method: isRead ? 'GET' : 'POST',
    ...(isRead ? {} : { headers, body: JSON.stringify(input) }),
  });
  return { status, isShown: JSON.stringify(body).includes(cube) };
}

function fits(is: { status: number; isShown: boolean }, should: Outcome): boolean {
  if (should === 'shown' || should === 'hidden') return is.status === 200 && is.isShown === (should === 'shown');
  // One at a time: another user's may still be running.
  if (should === 'begun') return is.status === 200 || is.status === 409;
  return is.status === should;
}
