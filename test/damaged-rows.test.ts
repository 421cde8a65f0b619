// Rows of the bin and of the history whose JSON is damaged on disk: everything else stays within reach.
import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from '@photostructure/sqlite';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { Engine } from '../src/engine/engine.ts';
import { FOREIGN_FORMATS } from '../src/engine/foreign/formats.ts';
import type { Memory } from '../src/engine/model.ts';
import { GUARD } from '../src/stores/sqlite/migrations/010-guard.ts';
import { command } from './command.ts';
import { OWNER, openFolder, temporaryFolder } from './open.ts';

const TOKEN = `ghp_${'a1B2'.repeat(9)}`;

let dataDir: string;
let binned: Memory;
let changed: Memory;
const open = () => openFolder(dataDir, { database: undefined }, { tends: false });
const run = (...input: string[]) => command([...input, '--data-dir', dataDir]);
function inFile(sql: string): void {
  const database = new DatabaseSync(join(dataDir, 'remanence.db'));
  database.function(GUARD, () => null);
  database.exec(sql);
  database.close();
}
async function within<T>(use: (engine: Engine) => Promise<T>): Promise<T> {
  const engine = await open();
  try {
    return await use(engine);
  } finally {
    await engine.close();
  }
}
async function* given(lines: readonly string[]): AsyncGenerator<string> {
  yield* lines;
}

beforeEach(async () => {
  dataDir = temporaryFolder();
  await within(async ({ memories }) => {
    binned = (await memories.store(OWNER, { content: 'The lamp oil is stored in the north shed.' })).memory;
    await memories.discard(OWNER, binned.id);
    changed = (await memories.store(OWNER, { content: 'The gate opens at six.' })).memory;
    await memories.update(OWNER, changed.id, { content: 'The gate opens at seven.' });
    changed = await memories.update(OWNER, changed.id, { content: 'The gate opens at eight.' });
  });
  inFile(`UPDATE deleted_memories SET memory = '{x' || substr(memory, 3);
    UPDATE memory_changes SET before = '{x' || substr(before, 3) WHERE revision = (SELECT max(revision) FROM memory_changes)`);
});
afterEach(() => rmSync(dataDir, { recursive: true, force: true }));

describe('damaged rows', () => {
  it('do not keep the bin and a memory from being shown', async () => {
    expect(await run('bin')).toMatchObject({ status: 0 });
    expect(await run('show', changed.id)).toMatchObject({
      status: 0,
      stdout: expect.stringContaining('The gate opens at eight.'),
    });
  });

  it('make no store look empty to a question that nothing answers', async () => {
    inFile("UPDATE memories SET content = content || '?'");
    const { found, note } = await within(({ retrieval }) => retrieval.recall(OWNER, '()', { limit: 3 }));
    expect(found).toEqual([]);
    expect(note ?? '').not.toContain('No memory is stored');
  });

  it('do not keep the scan from finding secrets, nor from cutting them out', async () => {
    inFile(`UPDATE deleted_memories SET memory = memory || ' ${TOKEN}'`);
    expect((await run('scan')).stdout).toContain(binned.id);
    expect(await run('scan', '--fix')).toMatchObject({ status: 0 });
    expect((await run('scan')).stdout).not.toContain(binned.id);
  });

  it('are named by doctor, with the way to be rid of them', async () => {
    const { status, stdout } = await run('doctor');
    expect(status).toBe(1);
    expect(stdout).toContain(`remanence forget ${binned.id} --for-good`);
    expect(stdout).toContain(`a change in the history of the memory ${changed.id} is damaged`);
  });

  it('are named by doctor also if they are JSON of something else', async () => {
    inFile(`UPDATE memory_changes SET before = '{"content":7}'`);
    const { status, stdout } = await run('doctor');
    expect(status).toBe(1);
    expect(stdout).toContain(`a change in the history of the memory ${changed.id} is damaged`);
  });

  it('are left out of a salvaged store, which says so', async () => {
    const { status, stdout } = await run('salvage');
    expect(status).toBe(1);
    expect(stdout.match(/1 damaged and left out/g)).toHaveLength(2);
    expect(await run('doctor')).toMatchObject({ stdout: expect.stringMatching(/ok {3}database/) });
  });

  const DAMAGED = `UPDATE deleted_memories SET memory = '{x' || substr(memory, 3) WHERE memory NOT LIKE '{x%'`;

  it('in the bin do not keep their memory from coming back with an import, except into another scope', async () => {
    const ada = { ...OWNER, user: 'ada' };
    const lines: string[] = [];
    await within(async ({ memories, exporting }) => {
      const { memory: hers } = await memories.store(ada, { content: 'The key is under the mat.' });
      const { memory: ours } = await memories.store(OWNER, { content: 'The mat is blue.' });
      for await (const line of exporting.lines(OWNER)) lines.push(line);
      for (const { id } of [hers, ours]) await memories.discard(OWNER, id);
    });
    inFile(DAMAGED);
    await within(async ({ memories, importing }) => {
      const his = lines.map((line) => line.replace('"user":"ada"', '"user":"bob"'));
      expect(await importing.take(OWNER, given(his))).toMatchObject({
        imported: 1,
        errors: [{ error: expect.stringContaining('in the bin of another scope') }],
      });
      expect(await importing.take(OWNER, given(lines))).toMatchObject({ imported: 1, failed: 0 });
      const contents = (await memories.list(OWNER, { limit: 9, offset: 0 })).memories.map(({ content }) => content);
      expect(contents).toEqual(expect.arrayContaining(['The key is under the mat.', 'The mat is blue.']));
    });
    const { stdout } = await run('doctor');
    expect(stdout.match(/in the bin is damaged/g)).toHaveLength(1);
  });

  it('of a memory do not keep an import from taking the other lines', async () => {
    const lines: string[] = [];
    await within(async ({ memories, exporting }) => {
      await memories.store(OWNER, { content: 'The mat is blue.' });
      for await (const line of exporting.lines(OWNER)) lines.push(line);
    });
    inFile(`UPDATE memories SET content = 'The mat is grey.' WHERE content = 'The mat is blue.'`);
    await within(async ({ importing }) => {
      expect(await importing.take(OWNER, given(lines))).toMatchObject({
        skipped: 1,
        errors: [{ error: expect.stringContaining('damaged on disk') }],
      });
    });
  });

  it('in the bin are reported by an import from another server, which goes on', async () => {
    const bring = (...notes: string[]) =>
      within(async ({ foreign, textImports, memories }) => {
        const source = { format: 'mem0', name: 'export.json' } as const;
        const text = JSON.stringify(notes.map((memory) => ({ id: memory, memory })));
        const preview = await textImports.preview(OWNER, { ...source, text });
        const format = FOREIGN_FORMATS.mem0;
        if (!format) throw new Error('no format');
        const report = await foreign.run(OWNER, 'mem0', await format.read([{ path: 'export.json', text }]));
        const [first] = (await memories.list(OWNER, { limit: 1, offset: 0 })).memories;
        return { preview, report, first };
      });
    const { first } = await bring('The mat is blue.');
    await within(({ memories }) => memories.discard(OWNER, first?.id));
    inFile(DAMAGED);
    expect(await bring('The mat is blue.', 'The door is red.')).toMatchObject({
      preview: { memories: 1, known: 1 },
      report: {
        memories: { added: 1 },
        problems: [
          { where: 'The mat is blue.', why: expect.stringContaining(`remanence forget ${first?.id} --for-good`) },
        ],
      },
    });
  });

  it('are no change that can be undone, for it is not known what was before', async () => {
    await within(async ({ editing, memories }) => {
      expect(editing.isUndoable(await memories.history(OWNER, changed.id))).toBe(false);
      await expect(editing.undo(OWNER, changed)).rejects.toMatchObject({
        code: 'storage',
        message: expect.stringContaining('damaged'),
      });
      expect((await memories.get(OWNER, changed.id)).content).toBe('The gate opens at eight.');
    });
  });
});
