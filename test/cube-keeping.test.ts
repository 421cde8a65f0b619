// Maintenance commands when cubes have their own files.
import { readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { toUuid } from '../src/engine/ids.ts';
import { command } from './command.ts';
import { type OpenEngine, OWNER, openTestEngine } from './open.ts';

let open: OpenEngine;
beforeEach(async () => {
  open = await openTestEngine();
  await open.engine.cubes.register(OWNER, { id: 'logbook', name: 'Log book' }, join(open.dataDir, 'logbook.db'));
});
afterEach(() => open.dispose());

const add = async ({ engine }: OpenEngine, cube: string, content: string) => {
  const { shelf, author } = await engine.cubes.open(OWNER, cube, 'write');
  return (await shelf.memories.store(author, { content })).memory;
};
const count = async ({ engine }: OpenEngine, cube: string) =>
  (await engine.cubes.figures(OWNER, await engine.cubes.registry.find(OWNER, cube)))?.total ?? null;
const run = ({ dataDir }: OpenEngine, ...input: string[]) => command([...input, '--data-dir', dataDir]);
/** A cube whose file was removed. */
const lose = async ({ engine, dataDir }: OpenEngine) => {
  await engine.cubes.register(OWNER, { id: 'lost' }, join(dataDir, 'lost.db'));
  rmSync(join(dataDir, 'lost.db'));
};

describe('normalize', () => {
  beforeEach(async () => {
    for (const end of ['.', '!']) {
      await open.engine.memories.store(OWNER, { content: `The lighthouse is painted every five years${end}` });
      await add(open, 'logbook', `The harbour is dredged every five years${end}`);
    }
  });

  it('processes the store and every cube with a file, each separately', async () => {
    const { status, stdout } = await run(open, 'normalize', '--json');
    expect(status).toBe(0);
    expect(JSON.parse(stdout)).toMatchObject({
      duplicatesMerged: 1,
      cubes: [{ cube: 'logbook', memoriesProcessed: 2, duplicatesMerged: 1 }],
      left: [],
    });
    expect(await count(open, 'logbook')).toBe(1);
    expect((await open.engine.memories.counts(OWNER)).memories).toBe(1);
    expect((await run(open, 'normalize')).stdout).toMatch(/duplicates merged +0\n(?:.*\n)+\nthe cube logbook\n.* 1\n/);
  });

  it('skips a cube whose file is missing, and reports it in the exit code', async () => {
    await lose(open);
    expect(await run(open, 'normalize')).toMatchObject({
      status: 1,
      stdout: expect.stringMatching(/the cube logbook\n(?:.*\n)+NOT NORMALISED: the cube lost: .*lost\.db/),
    });
    expect(await count(open, 'logbook')).toBe(1);
  });
});

describe('export and import', () => {
  let other: OpenEngine;
  let file: string;
  beforeEach(async () => {
    other = await openTestEngine();
    file = join(open.dataDir, 'exports', 'all.jsonl');
    await open.engine.memories.store(OWNER, { content: 'The lighthouse is painted every five years.' });
  });
  afterEach(() => other.dispose());

  /** Two memories in the cube's file, with an edge between them. */
  const fill = async () => {
    const first = await add(open, 'logbook', 'The mate saw a whale at noon.');
    const { shelf, author } = await open.engine.cubes.open(OWNER, 'logbook', 'write');
    const relations = [{ type: 'SEE', target: toUuid(first.id) }];
    await shelf.memories.store(author, { content: 'The cook did not believe it.', relations });
    return first;
  };
  const found = async ({ engine }: OpenEngine, cube: string) => {
    const { shelf, actor } = await engine.cubes.open(OWNER, cube);
    const { memories } = await shelf.memories.list(actor, { limit: 10, offset: 0 });
    const edges = await shelf.store.transfer.relationships({ within: { cubes: [cube] }, after: null, limit: 10 });
    return { memories: memories.map(({ id, content }) => ({ id, content })), edges: edges.map(({ type }) => type) };
  };

  it("transfer memories of cube files with the cube's name but not its path", async () => {
    await fill();
    expect(await run(open, 'export', file)).toMatchObject({ status: 0, stdout: expect.stringMatching(/^3 memories/) });
    const text = readFileSync(file, 'utf8');
    expect(text).toContain(
      '{"record":"cube","id":"logbook","name":"Log book","description":null,"owner":"local","shared_with":[]}',
    );
    expect(text).not.toContain('logbook.db');

    expect(await run(other, 'import', file)).toMatchObject({
      status: 0,
      stdout: expect.stringMatching(/^3 memories imported, 0 skipped; 1 relation or observation added; 0 lines failed/),
    });
    // The cube did not exist here: now it does, in the store.
    expect(await other.engine.cubes.registry.find(OWNER, 'logbook')).toMatchObject({ name: 'Log book', path: null });
    expect(await found(other, 'logbook')).toEqual(await found(open, 'logbook'));
    expect((await other.engine.memories.counts(OWNER)).memories).toBe(3);
  });

  it("put a cube's memories into its file, if it has one", async () => {
    await fill();
    await other.engine.cubes.register(OWNER, { id: 'logbook' }, join(other.dataDir, 'mine.db'));
    await run(open, 'export', file, '--embeddings');
    expect(await run(other, 'import', file)).toMatchObject({ status: 0 });
    expect(await found(other, 'logbook')).toEqual(await found(open, 'logbook'));
    expect((await other.engine.memories.counts(OWNER)).memories).toBe(1);
    expect((await other.engine.cubes.search(OWNER, 'What did the mate see?', { limit: 1 })).found).toMatchObject([
      { cube: 'logbook', memory: { content: 'The mate saw a whale at noon.' } },
    ]);
    expect((await run(other, 'import', file)).stdout).toMatch(
      /^0 memories imported, 3 skipped; 0 relations and observations added; 0 lines failed/,
    );
  });

  it('hide the files of cubes from users they are not shared with', async () => {
    await fill();
    await open.engine.users.add(OWNER, { id: 'bob', role: 'user' });
    const { token } = await open.engine.users.issueToken(OWNER, 'bob', 1);
    const lines = async () => {
      const all: string[] = [];
      for await (const line of open.engine.exporting.lines(await open.engine.access.authenticate(token)))
        all.push(line);
      return all;
    };
    expect(await lines()).toHaveLength(1);
    await open.engine.cubes.registry.share(OWNER, 'logbook', 'bob');
    expect((await lines()).filter((line) => line.includes('"record":"memory"'))).toHaveLength(2);
  });

  it('skip a cube whose file is missing, and report it in the exit code', async () => {
    await fill();
    await run(open, 'export', file);
    await lose(open);
    expect(await run(open, 'export', join(open.dataDir, 'exports', 'again.jsonl'))).toMatchObject({
      status: 1,
      stdout: expect.stringMatching(/^3 memories.*\nLEFT OUT: the cube lost: .*lost\.db/),
    });
    await other.engine.cubes.register(OWNER, { id: 'logbook' }, join(other.dataDir, 'mine.db'));
    rmSync(join(other.dataDir, 'mine.db'));
    expect(await run(other, 'import', file)).toMatchObject({
      status: 1,
      stdout: expect.stringMatching(/^1 memory imported, .* 3 lines failed\nline 4: The cube logbook cannot be opened/),
    });
    expect((await other.engine.memories.counts(OWNER)).memories).toBe(1);
  });
});
