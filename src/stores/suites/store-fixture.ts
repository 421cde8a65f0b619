// Shared by the store suites: a new store for each test, and memories to put into it.
import { afterEach, beforeEach } from 'vitest';
import { newId } from '../../engine/ids.ts';
import type { NewMemory } from '../../engine/memories/ports.ts';
import type { Memory, Scope } from '../../engine/model.ts';
import type { Store } from '../../engine/ports.ts';
import { type WeightedTerms, weighTerms } from '../../engine/text/bm25.ts';

export interface StoreUnderTest {
  /** Opens the same data again, as another process would. */
  open(): Promise<Store>;
  dispose(): void;
}

export const NOWHERE: Scope = { cube: null, user: null, project: null, session: null };
export const DIMENSIONS = 8;
export const MODEL = { name: 'test', dimensions: DIMENSIONS };
export const NOW = 1_700_000_000_000;

/** A unit vector near axis `axis`. */
export function vector(axis: number, tilt = 0): Float32Array {
  const values = new Float32Array(DIMENSIONS).fill(-0.01);
  values[axis] = 1;
  values[(axis + 1) % DIMENSIONS] = tilt;
  const length = Math.hypot(...values);
  return values.map((x) => x / length);
}

export function memory(content: string, overrides: Partial<NewMemory> = {}): NewMemory {
  return {
    id: newId(NOW),
    scope: NOWHERE,
    content,
    kind: 'semantic',
    type: null,
    label: null,
    tags: [],
    summary: null,
    accesses: 0,
    accessedAt: null,
    trace: { names: [], claims: [] },
    relations: [],
    importance: 1,
    metadata: {},
    conversation: null,
    eventTime: NOW,
    ingestionTime: NOW,
    updatedAt: NOW,
    validFrom: NOW,
    validUntil: null,
    invalidReason: null,
    supersededBy: null,
    passages: [{ terms: content.toLowerCase(), vector: vector(0) }],
    mentions: [],
    phrases: [],
    model: MODEL,
    ...overrides,
  };
}

/** Restores a memory from the bin. */
export async function again(store: Store, id: string): Promise<Memory | null> {
  const binned = await store.forgetting.binned(id, {});
  const { row: _, revision: __, ...fields } = binned?.memory ?? (await store.memories.get(id, {})) ?? {};
  return store.forgetting.restore({ ...memory(''), ...fields });
}

export const mention = (name: string, subject = false) => ({ key: name.toLowerCase(), name, type: 'name', subject });

/** Equally rare words. */
export const weighed = (...terms: string[]): WeightedTerms =>
  weighTerms(terms, { passages: 100, averageLength: 3, frequency: new Map(terms.map((term) => [term, 1])) }).all;

/** Everything that is valid. */
export const now = { within: {}, validAt: NOW + 1 };

/** Opens an empty store before each test, and removes it afterwards. */
export function useFreshStore(
  create: () => StoreUnderTest,
  use: (store: Store, place: StoreUnderTest) => void | Promise<void>,
): void {
  let place: StoreUnderTest;
  let store: Store;
  beforeEach(async () => {
    place = create();
    store = await place.open();
    await store.embeddings.adopt(MODEL);
    await use(store, place);
  });
  afterEach(async () => {
    await store.close();
    place.dispose();
  });
}

export const entity = (name: string, overrides = {}) => ({
  id: newId(NOW),
  scope: NOWHERE,
  key: name.toLowerCase(),
  name,
  type: 'concept',
  description: null,
  createdAt: NOW,
  ...overrides,
});

export const relation = (from: string, to: string, overrides = {}) => ({
  id: newId(NOW),
  from,
  to,
  type: 'uses',
  weight: 1,
  createdAt: NOW,
  validFrom: NOW,
  validUntil: null,
  ...overrides,
});
