import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { OWNER, temporaryFolder } from '../../../test/open.ts';
import { openSqliteStore } from '../../stores/sqlite/store.ts';
import { memory, NOW } from '../../stores/suites/store-fixture.ts';
import type { Store } from '../ports.ts';
import { Browsing } from './browsing.ts';

const MEMORIES = 2100;
/** The newest memory is the first. */
const NOTES = [5, 6, 210, 2090];

describe('the memories as known at a moment, all of them changed since', () => {
  let folder: string;
  let store: Store;
  let browsing: Browsing;
  beforeAll(async () => {
    folder = temporaryFolder();
    store = await openSqliteStore(join(folder, 'remanence.db'));
    browsing = new Browsing(store, { now: () => NOW + 30 }, 0);
    const facts = Array.from({ length: MEMORIES }, (_, i) =>
      memory(`Fact ${i}`, { ingestionTime: NOW - i, label: NOTES.includes(i) ? 'note' : 'other', passages: [] }),
    );
    const added = await store.memories.add(facts);
    const changed = added.map((before, i) => ({
      before,
      after: memory('', { ...facts[i], importance: 2, updatedAt: NOW + 20 }),
    }));
    await store.transfer.put([], changed);
  });
  afterAll(async () => {
    await store.close();
    rmSync(folder, { recursive: true });
  });
  const page = async (label: string, limit: number, after?: string | null) => {
    const query = { label, limit, after: after ?? undefined, knownAt: NOW + 10 };
    const { items, next } = await browsing.asOf(OWNER, query);
    return { found: items.map(({ content }) => Number(content.split(' ')[1])), next };
  };

  it('fill a page of two of them, though few match', async () => {
    const first = await page('note', 2);
    expect(first.found).toEqual([5, 6]);
    expect(await page('note', 2, first.next)).toEqual({ found: [210, 2090], next: null });
  });

  it('come page by page, each once', async () => {
    const all: number[] = [];
    let next: string | null = null;
    do {
      const read = await page('other', 300, next);
      all.push(...read.found);
      next = read.next;
    } while (next !== null);
    const others = Array.from({ length: MEMORIES }, (_, i) => i).filter((i) => !NOTES.includes(i));
    expect(all).toEqual(others);
  });

  it('are read in part where few match, and the rest when the next page is asked for', async () => {
    const first = await page('note', 30);
    expect(first.found).toEqual([5, 6, 210]);
    expect(await page('note', 30, first.next)).toEqual({ found: [2090], next: null });
  });
});
