import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { Reembedding } from '../../../engine/maintenance/normalise/reembed.ts';
import { Embedding } from '../../../engine/memories/embedding.ts';
import type { Store } from '../../../engine/ports.ts';
import { AbsentEmbedder } from '../../../providers/embeddings/absent.ts';
import { MODEL, memory, NOW } from '../../suites/store-fixture.ts';
import { Database } from '../file/database.ts';
import { openSqliteStore } from '../store.ts';

let folder: string;
let store: Store;
beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'remanence-embeddings-'));
  store = await openSqliteStore(join(folder, 'test.db'));
  await store.embeddings.adopt(MODEL);
});
afterEach(async () => {
  await store.close();
  rmSync(folder, { recursive: true });
});

/** 20 memories without vectors, the first of them damaged. */
async function storeUnembedded({ damaged }: { damaged: number }): Promise<void> {
  const passages = [{ terms: 'waits', vector: null }];
  await store.memories.add(Array.from({ length: 20 }, (_, i) => memory(`waits ${i}`, { passages })));
  const database = new Database(join(folder, 'test.db'));
  database.run("UPDATE memories SET content = content || '?' WHERE row <= ?", damaged);
  database.close();
}

describe('memories that are damaged and lack vectors', () => {
  it('do not hide others that lack them', async () => {
    await storeUnembedded({ damaged: 18 });
    expect((await store.embeddings.pending(16)).map(({ content }) => content)).toEqual(['waits 18', 'waits 19']);
  });

  it('start no job, since nothing can be made of them', async () => {
    await storeUnembedded({ damaged: 20 });
    const reembedding = new Reembedding(store, new Embedding(store, new AbsentEmbedder(), 0), { now: () => NOW });
    await reembedding.run(new AbortController().signal);
    expect(await reembedding.latest()).toBeNull();
    expect(await reembedding.pending()).toBe(20);
  });
});
