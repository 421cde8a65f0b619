// What the CODE_MEMORY_ variables switch on and off.
import { rmSync } from 'node:fs';
import { expect, it } from 'vitest';
import { callTool, clientOf, connectContract } from '../../../test/contract-client.ts';
import { OWNER, openFolder, openTestEngine, temporaryFolder } from '../../../test/open.ts';
import type { Engine } from '../../engine/engine.ts';
import { codeVectorMemory } from './contract.ts';

const session_id = 'settings';
const DAY_MS = 86_400_000;

const search = async (engine: Engine, query: string, more = {}): Promise<{ content: string; fts_hit: boolean }[]> => {
  const client = await clientOf(codeVectorMemory, engine, OWNER);
  const { text } = await callTool(client, 'search_memory', { query, session_id, ...more });
  await client.close();
  return JSON.parse(text);
};

it('searches by meaning alone if words are off, with the configured limit and share', async () => {
  const settings = { codeMemoryEnableFts: '0', codeMemoryTopK: 2, codeMemoryTopP: 0.5 };
  const { engine, dispose } = await openTestEngine(settings);
  const notes = ['Zx9 is the code of the gate.', 'The brand is blue.', 'Lunch is at noon.', 'The lift is broken.'];
  await engine.memories.storeMany(
    { ...OWNER, session: session_id },
    notes.map((content) => ({ content })),
  );
  const found = await search(engine, 'What colour is the logo?', { top_p: 1 });
  expect(found).toHaveLength(2);
  expect(found[0]).toMatchObject({ content: 'The brand is blue.', fts_hit: false });
  expect((await search(engine, 'Zx9', { limit: 4 })).map(({ fts_hit }) => fts_hit)).toEqual([false, false]);
  await dispose();
});

it('deletes old notes only if configured to', async () => {
  const dataDir = temporaryFolder();
  const open = () => openFolder(dataDir);
  let engine = await open();
  const session = { ...OWNER, session: session_id };
  await engine.memories.store(session, { content: 'Said long ago.' });
  await engine.importing.take(OWNER, backdated(engine, 400 * DAY_MS), { conflict: 'overwrite' });
  await engine.memories.store(session, { content: 'Said today.' });
  // A server starts with its chores and finishes them before it stops.
  for (let start = 0; start < 2; start++) {
    await engine.close();
    engine = await open();
  }
  expect((await engine.memories.counts(OWNER)).memories).toBe(2);
  const client = await connectContract(codeVectorMemory, engine, OWNER);
  const prune = { action: 'prune_older_than', confirm: true };
  expect((await client.call('maintenance', { ...prune, older_than_days: 500 })).value).toMatchObject({ deleted: 0 });
  expect((await client.call('maintenance', { ...prune, older_than_days: 300 })).value).toMatchObject({ deleted: 1 });
  expect(await engine.retrieval.byWords(OWNER, 'said', 5)).toMatchObject([{ memory: { content: 'Said today.' } }]);
  await client.close();
  await engine.close();
  rmSync(dataDir, { recursive: true, force: true });
});

/** Everything that is stored, with its times moved back. */
async function* backdated(engine: Engine, ms: number): AsyncGenerator<string> {
  const earlier = (time: string) => new Date(Date.parse(time) - ms).toISOString();
  for await (const line of engine.exporting.lines(OWNER))
    yield line.replace(/(?<="ingestion_time":")[^"]+/, (time) => earlier(time));
}
