import { describe, expect, it } from 'vitest';
import { RemanenceError } from '../../errors.ts';
import type { Store } from '../ports.ts';
import type { Embedder } from './embedder.ts';
import { Embedding } from './embedding.ts';

/** A model that never finishes loading. */
const loading: Embedder = {
  succeeds: [],
  status: () => ({
    state: 'loading',
    model: 'slow',
    dimensions: 0,
    backend: 'none',
    error: null,
    cache: { hits: 0, misses: 0, size: 0, bytes: 0 },
  }),
  passages: () => new Promise(() => {}),
  query: () => new Promise(() => {}),
  bulk: () => new Promise(() => {}),
  close: async () => {},
};

it('waits a short time for a model that is loading, then reports that it is not ready', async () => {
  const embeddings: Pick<Store['embeddings'], 'model'> = { model: async () => null };
  const store: Store = Object.assign(Object.create(null), { embeddings });
  const embedding = new Embedding(store, loading, 20);
  const notReady = { code: 'not_ready', message: 'Embedding service not ready. Please try again.' };
  await expect(embedding.question(['anything'])).rejects.toMatchObject(notReady);
  const text = { content: 'anything', tags: [], metadata: {}, type: null };
  await expect(embedding.passages(text)).rejects.toMatchObject(notReady);
});

it('fails when the store is unavailable, and does not take that for a model that is missing', async () => {
  const away = new RemanenceError('unavailable', 'The database cannot be reached.');
  const embeddings: Pick<Store['embeddings'], 'model'> = { model: () => Promise.reject(away) };
  const store: Store = Object.assign(Object.create(null), { embeddings });
  const ready: Embedder = {
    ...loading,
    status: () => ({ ...loading.status(), state: 'ready', dimensions: 2 }),
    query: async () => new Float32Array(2),
    passages: async () => [{ text: 'anything', vector: new Float32Array(2) }],
  };
  const embedding = new Embedding(store, ready, 20);
  await expect(embedding.questionIfAvailable(['anything'])).rejects.toBe(away);
  await expect(embedding.passages({ content: 'anything', tags: [], metadata: {}, type: null })).rejects.toBe(away);
});

describe('a verdict', () => {
  const store: Store = Object.assign(Object.create(null));
  const judging = (judge: NonNullable<Embedder['judge']>) => new Embedding(store, { ...loading, judge }, 20);

  it('is null if the model cannot judge, fails, or takes too long', async () => {
    const broken = new RemanenceError('unavailable', 'The embedding worker stopped.');
    expect(await new Embedding(store, loading, 20).judge('asked', 'passage')).toBeNull();
    expect(await judging(() => Promise.reject(broken)).judge('asked', 'passage')).toBeNull();
    expect(await judging(() => new Promise(() => {})).judge('asked', 'passage')).toBeNull();
  });

  it('is no longer awaited if the caller cancels', async () => {
    const cancelling = new AbortController();
    const judge: Embedder['judge'] = (_question, _passage, signal) =>
      new Promise((_, reject) => signal?.addEventListener('abort', () => reject(signal.reason)));
    const asked = judging(judge).judge('asked', 'passage', cancelling.signal);
    cancelling.abort(new Error('cancelled'));
    await expect(asked).rejects.toThrow('cancelled');
  });
});
