import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { type OpenEngine, OWNER } from '../../../test/open.ts';
import { createProject, SHOP, type TestProject } from '../../../test/project.ts';
import type { Actor } from '../access/actor.ts';
import { useShop } from './fixture-shop.ts';

let open: OpenEngine;
let shop: TestProject;
const { index } = useShop((...fresh) => {
  [open, shop] = fresh;
});

describe('the index of a folder', () => {
  it("is not a second copy of a project's index if it is indexed without the project, too", async () => {
    const inShop = { ...OWNER, project: 'shop' };
    await open.engine.code.index(inShop, shop.root);
    expect((await index()).status.project.scope.project).toBe('shop');
    expect((await open.engine.code.projects(OWNER)).map(({ name }) => name)).toEqual(['shop']);
    expect(await open.engine.code.projects({ ...OWNER, project: 'other' })).toEqual([]);
  });

  it('that several projects have is brought up to date for each of them when all are reindexed', async () => {
    for (const project of ['a', 'b']) {
      await open.engine.code.index({ ...OWNER, project }, shop.root, { vectors: false });
    }
    shop.write('src/late.ts', 'export function arrivedLate() { return 1; }\n');
    const { id } = await open.engine.code.reindex(OWNER, undefined);
    await expect
      .poll(async () => (await open.engine.code.job(OWNER, id))?.state, { timeout: 60_000 })
      .toBe('completed');
    const files = (await open.engine.code.statuses(OWNER)).map(({ project, files }) => [project.name, files]);
    expect(files).toEqual([
      ['shop@a', 5],
      ['shop@b', 5],
    ]);
  });

  it('that several projects have is read again where it was read last, by a caller in none of them', async () => {
    for (const project of ['a', 'b']) {
      await open.engine.code.index({ ...OWNER, project }, shop.root, { vectors: false });
    }
    const { project } = (await index(shop, { vectors: false })).status;
    expect(project.scope.project).toBe('b');
    expect((await open.engine.code.status(OWNER, project.name)).project.id).toBe(project.id);
  });
});

describe('the list of projects', () => {
  it('tells projects apart that have one name in several scopes', async () => {
    for (const project of ['a', 'b']) await open.engine.code.index({ ...OWNER, project }, shop.root);
    const names = async () => (await open.engine.code.projects(OWNER)).map(({ name }) => name);
    expect(await names()).toEqual(['shop@a', 'shop@b']);
    await expect(open.engine.code.remove(OWNER, 'shop')).rejects.toMatchObject({ code: 'not_found' });
    expect((await open.engine.code.status(OWNER, 'shop@a')).project.name).toBe('shop@a');
    await open.engine.code.remove(OWNER, 'shop@a');
    expect(await names()).toEqual(['shop']);
  });

  it('names the dimension of a scope if the scopes of two projects of one name are called the same', async () => {
    for (const scope of [{ project: 'a' }, { user: 'a' }, { project: 'b' }]) {
      await open.engine.code.index({ ...OWNER, ...scope }, shop.root, { vectors: false });
    }
    const names = (await open.engine.code.projects(OWNER)).map(({ name }) => name);
    expect(names.toSorted()).toEqual(['shop@b', 'shop@project a', 'shop@user a']);
    expect((await open.engine.code.status(OWNER, 'shop@user a')).project.scope.user).toBe('a');
  });
});

describe('deleting a project', () => {
  it("leaves another user's project of the same name", async () => {
    await open.engine.code.index({ who: 'local', user: 'ada' }, shop.root);
    const other = createProject('shop', { 'main.go': 'package main\n' });
    await index(other);
    await open.engine.code.remove(OWNER, 'shop');
    expect((await open.engine.code.projects(OWNER)).map(({ root }) => root)).toEqual([shop.root]);
    other.dispose();
  });

  it('leaves no trace of it', async () => {
    shop.write('src/odd.ts', 'export const xylophoneQuartz = 1;\n');
    await index();
    const removed = await open.engine.code.remove(OWNER, 'shop');
    expect(removed).toBeGreaterThan(3);
    expect(await open.engine.code.projects(OWNER)).toEqual([]);
    await expect(open.engine.code.status(OWNER, 'shop')).rejects.toThrow('Project not found');
    const bytes = readdirSync(open.dataDir).map((file) => readFileSync(join(open.dataDir, file)).toString('latin1'));
    expect(bytes.join('')).not.toMatch(/xylophoneQuartz|xylophonequartz|openSession/);
  });
});

describe('memories and the code they name', () => {
  it('are linked anew to the file that changed metadata name', async () => {
    await index();
    const at = (path: string) => ({ name: 'Keeper', file_path: path });
    const { memory } = await open.engine.memories.store(OWNER, {
      type: 'component',
      content: 'Keeps what people need.',
      metadata: at('src/session.ts'),
    });
    const linked = async () => (await open.engine.code.links.ties(OWNER, [memory.row])).map(({ path }) => path);
    expect(await linked()).toEqual(['src/session.ts']);
    await open.engine.memories.update(OWNER, memory.id, { metadata: at('src/password.ts') });
    expect(await linked()).toEqual(['src/password.ts']);
    await open.engine.memories.update(OWNER, memory.id, { metadataFields: { file_path: 'src/invoice.py' } });
    expect(await linked()).toEqual(['src/invoice.py']);
  });

  const store = (content: string) => open.engine.memories.store(OWNER, { content });
  const recallOne = async (question: string) =>
    (await open.engine.retrieval.recall(OWNER, question, { limit: 1 })).found[0];

  it('are marked as stale once that code changes or disappears', async () => {
    await index();
    await store('hashPassword in src/password.ts uses a thousand rounds of SHA-256.');
    expect((await recallOne('how are passwords hashed'))?.stale).toBeNull();
    shop.write('src/invoice.py', `# changed elsewhere\n${SHOP['src/invoice.py']}`);
    await index();
    expect((await recallOne('how are passwords hashed'))?.stale).toBeNull();
    shop.write('src/password.ts', SHOP['src/password.ts'].replace('1000', '5000'));
    await index();
    expect((await recallOne('how are passwords hashed'))?.stale).toBe(
      'hashPassword (src/password.ts) has changed since this was written.',
    );
    shop.remove('src/password.ts');
    await index();
    expect((await recallOne('how are passwords hashed'))?.stale).toContain('no longer in the indexed code');
  });

  it('are linked even if the code is indexed later, and linked again when they are rewritten', async () => {
    const { memory } = await store('Invoices are computed by `total_with_tax`.');
    await index();
    shop.write('src/invoice.py', SHOP['src/invoice.py'].replace('2)', '3)'));
    await index();
    expect((await recallOne('how are invoices computed'))?.stale).toContain(
      'total_with_tax (src/invoice.py) has changed',
    );
    await open.engine.memories.update(OWNER, memory.id, { content: memory.content });
    expect((await recallOne('how are invoices computed'))?.stale).toBeNull();
  });

  it('lead to it by the name under which the caller sees its project', async () => {
    const inA = { ...OWNER, project: 'a' };
    for (const project of ['a', 'b']) {
      await open.engine.code.index({ ...OWNER, project }, shop.root, { vectors: false });
    }
    const { memory } = await open.engine.memories.store(inA, { content: 'Sessions begin in `openSession`.' });
    const seenBy = async (actor: Actor) =>
      (await open.engine.code.links.placesOf(actor, memory.row)).map(({ project, symbol }) => [project.name, symbol]);
    expect(await seenBy(OWNER)).toEqual([['shop@a', 'openSession']]);
    expect(await seenBy(inA)).toEqual([['shop', 'openSession']]);
    expect(await open.engine.codeBrowsing.memoriesAt(OWNER, 'shop@a', 'src/session.ts')).toMatchObject([
      { memory: { id: memory.id }, symbol: 'openSession' },
    ]);
  });

  it('help to find others that name the same file', async () => {
    await index();
    for (let i = 0; i < 30; i++) await store(`Note ${i}: the coffee machine on floor ${i} was cleaned.`);
    await store('Whoever touches `expireIdle` must tell the operations team first.');
    await store('openSession is rate limited by the gateway.');
    const { found } = await open.engine.retrieval.recall(OWNER, 'what do I need to know about openSession', {
      limit: 3,
    });
    expect(found.map(({ memory }) => memory.content)).toContain(
      'Whoever touches `expireIdle` must tell the operations team first.',
    );
  });
});
