import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { rederive } from '../../../engine/maintenance/normalise/rederive.ts';
import { Embedding } from '../../../engine/memories/embedding.ts';
import type { Store } from '../../../engine/ports.ts';
import { AbsentEmbedder } from '../../../providers/embeddings/absent.ts';
import { MODEL, memory, NOW } from '../../suites/store-fixture.ts';
import { openSqliteStore } from '../store.ts';
import { salvageFile } from './salvage.ts';

let folder: string;
let store: Store;
beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'remanence-salvage-'));
  store = await openSqliteStore(join(folder, 'damaged.db'));
  await store.embeddings.adopt(MODEL);
});
afterEach(async () => {
  await store.close();
  rmSync(folder, { recursive: true });
});

const stored = async (...contents: string[]) => store.memories.add(contents.map((content) => memory(content)));

/** Salvages the store and opens the new one. */
async function salvaged(): Promise<Store> {
  await store.close();
  salvageFile(join(folder, 'damaged.db'), join(folder, 'saved.db'), folder);
  store = await openSqliteStore(join(folder, 'saved.db'));
  await rederive(store, new Embedding(store, new AbsentEmbedder(), 0));
  expect(await store.check()).toEqual([]);
  return store;
}

describe('a salvaged store', () => {
  it('knows which pairs somebody decided to keep, and which still wait for a decision', async () => {
    const [kept, alike, fresh] = await stored('kept', 'alike', 'fresh');
    if (!kept || !alike || !fresh) throw new Error('not stored');
    const pair = { kind: 'duplicate', similarity: 0.97, foundAt: NOW } as const;
    await store.inbox.note([
      { ...pair, memory: alike, other: kept },
      { ...pair, memory: fresh, other: kept },
    ]);
    await store.inbox.settle([alike.id, kept.id]);
    const { inbox } = await salvaged();
    expect(await inbox.settled([[alike.id, kept.id]])).toEqual([[alike.id, kept.id]]);
    expect(await inbox.pair([fresh.id, kept.id], {})).toMatchObject({ similarity: 0.97 });
  });

  it('finds a memory by the id of another that was merged into it', async () => {
    const [before, gone] = await stored('kept', 'copy');
    if (!before || !gone) throw new Error('not stored');
    const names = { mentions: [], phrases: [] };
    const merge = { before, after: before, conversation: null, trace: { names: [], claims: [] }, names, gone: [gone] };
    const plan = { within: {}, at: NOW, merges: [merge], orphans: false, refreshed: [], expiry: 0 };
    await store.normalising.apply(plan, () => {});
    expect(await store.memories.get(gone.id, {})).toMatchObject({ id: before.id });
    const { memories } = await salvaged();
    expect(await memories.get(gone.id, {})).toMatchObject({ id: before.id });
  });
});
