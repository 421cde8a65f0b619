// What the knowledge about entities asks of the store.
import type { ScopeFilter } from '../access/actor.ts';
import type { Entity, Relation } from '../model.ts';
import type { VectorModel } from '../ports.ts';

export interface Observation {
  readonly entity: number;
  readonly text: string;
}

export interface ScoredEntity {
  readonly row: number;
  readonly score: number;
}

export interface KnowledgeStore {
  /** What is known already is not told twice; with the memory that told it, an observation goes. */
  observe(entity: number, texts: readonly string[], memory: number | null, at: number): Promise<void>;
  /** The newest first, so many of each. */
  observations(entities: readonly number[], most: number): Promise<Observation[]>;
  /** The same relation between the same two is one; its row. With the memory that told it, it goes. */
  relateOnce(relation: Relation, memory: number | null): Promise<number>;
  /** Those that somebody made first, the newest of them first. */
  newest(within: ScopeFilter, limit: number): Promise<Entity[]>;
  /** Entities that somebody made and that have no vector of this model yet. */
  withoutVector(model: VectorModel, within: ScopeFilter, limit: number): Promise<Entity[]>;
  addVectors(model: VectorModel, vectors: readonly { entity: number; vector: Float32Array }[]): Promise<void>;
  /** By cosine. */
  nearest(vector: Float32Array, model: VectorModel, within: ScopeFilter, limit: number): Promise<ScoredEntity[]>;
  /** By the share of these words that their name or observations hold. */
  holding(words: readonly string[], within: ScopeFilter, limit: number): Promise<ScoredEntity[]>;
}
