// Another user's job is invisible: its state, its figures and its existence.
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { contractOf } from '../src/contracts/contracts.ts';
import { type Actor, maySeeJobBy } from '../src/engine/access/actor.ts';
import { toUuid } from '../src/engine/ids.ts';
import { callTool, clientOf } from './contract-client.ts';
import { type OpenEngine, OWNER, openTestEngine } from './open.ts';
import { createProject, SHOP, type TestProject } from './project.ts';

const UNKNOWN_ID = '01890000-0000-7000-8000-000000000000';
let open: OpenEngine;
let tokens: Record<'alice' | 'bob' | 'boss', Actor>;
const projects: TestProject[] = [];

beforeAll(async () => {
  open = await openTestEngine();
  const { users, access, cubes } = open.engine;
  const enter = async (id: string, role: 'user' | 'admin'): Promise<Actor> => {
    await users.add(OWNER, { id, role });
    const { token } = await users.issueToken(OWNER, id, 1);
    await cubes.register(await access.authenticate(token), { id: `${id}s` });
    return { ...(await access.authenticate(token)), ...(role === 'user' ? { cube: `${id}s` } : {}), anyCode: true };
  };
  tokens = { alice: await enter('alice', 'user'), bob: await enter('bob', 'user'), boss: await enter('boss', 'admin') };
});
afterAll(async () => {
  await open.dispose();
  for (const project of projects) project.dispose();
});

async function call(actor: Actor, tool: string, input: Record<string, unknown>) {
  const client = await clientOf(contractOf(['long-term-memory']), open.engine, actor);
  const { text, isError } = await callTool(client, tool, input);
  await client.close();
  return { text, isError };
}

/** The same answer for a foreign job as for one that never existed. */
async function expectUnknown(actor: Actor, tool: string, id: string): Promise<void> {
  const [foreign, none] = [await call(actor, tool, { job_id: id }), await call(actor, tool, { job_id: UNKNOWN_ID })];
  const plain = (text: string) =>
    text
      .replaceAll(id, 'ID')
      .replaceAll(UNKNOWN_ID, 'ID')
      .replace(/"timestamp":"[^"]*"/, '');
  expect(foreign.isError).toBe(true);
  expect(plain(foreign.text)).toBe(plain(none.text));
}

const indexed = (name: string): TestProject => {
  const project = createProject(name, SHOP);
  projects.push(project);
  return project;
};

const pairs = (): [Actor, Actor][] => [
  [tokens.alice, tokens.bob],
  [
    { who: 'local', user: 'alice' },
    { who: 'local', user: 'bob' },
  ],
  [
    { who: 'local', project: 'heron' },
    { who: 'local', project: 'wren' },
  ],
];

describe("another user's job", () => {
  it('that normalises is visible only to the user who started it and to admins', async () => {
    for (const [own, foreign] of pairs()) {
      await open.engine.memories.store(own, { content: 'Counted by nobody else.' });
      const { job, ended } = await open.engine.normalising.start(own);
      await ended;
      const id = toUuid(job.id);
      await expectUnknown(foreign, 'normalize_status', id);
      await expectUnknown(foreign, 'index_status', id);
      for (const actor of [own, OWNER, tokens.boss]) {
        expect((await call(actor, 'normalize_status', { job_id: id })).text).toContain('completed');
      }
    }
  });

  it('that indexes a project is visible to users who see the project', async () => {
    for (const [i, [own, foreign]] of pairs().entries()) {
      const job = await open.engine.code.begin({ ...own, anyCode: true }, indexed(`shop${i}`).root);
      const id = toUuid(job.id);
      await expectUnknown(foreign, 'index_status', id);
      for (const actor of [own, OWNER, tokens.boss]) {
        expect((await call(actor, 'index_status', { job_id: id })).isError).toBe(false);
      }
    }
  });

  it('that reindexes everything is not visible, nor returned to another user who requests the same', async () => {
    for (const [i, [own, foreign]] of pairs().entries()) {
      for (const [who, actor] of [own, foreign].entries()) {
        for (const n of [1, 2])
          await open.engine.code.index({ ...actor, anyCode: true }, indexed(`again${i}${who}${n}`).root);
      }
      const [mine, theirs] = await Promise.all([
        open.engine.code.reindex(own, undefined),
        open.engine.code.reindex(foreign, undefined),
      ]);
      expect(mine.id).not.toBe(theirs.id);
      await expectUnknown(foreign, 'index_status', toUuid(mine.id));
      await expectUnknown(own, 'index_status', toUuid(theirs.id));
      expect((await call(own, 'index_status', { job_id: toUuid(mine.id) })).isError).toBe(false);
    }
  });
});

it("a caller confined more closely than the job's starter does not see it", () => {
  const by = { who: 'local', user: 'alice' };
  expect(maySeeJobBy({ who: 'local', user: 'alice' }, by)).toBe(true);
  expect(maySeeJobBy({ who: 'local', user: 'alice', project: 'heron' }, by)).toBe(false);
  expect(maySeeJobBy({ who: 'alice', role: 'user', cubes: ['default'] }, by)).toBe(false);
  expect(maySeeJobBy({ who: 'local', user: 'alice' }, null)).toBe(false);
  expect(maySeeJobBy(OWNER, null)).toBe(true);
});
