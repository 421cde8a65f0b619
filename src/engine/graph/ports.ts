// What the entity graph and the knowledge about entities require from a store.
import type { ScopeFilter } from '../access/actor.ts';
import type { SearchFilter, VectorModel } from '../memories/ports.ts';
import type { Direction, Entity, Relation, Scope } from '../model.ts';

export interface NewEntity {
  readonly id: string;
  readonly scope: Scope;
  readonly key: string;
  readonly name: string;
  /** Null keeps the type of an existing entity. */
  readonly type: string | null;
  /** The type of an entity that was not declared before; replaces the type guessed from a mention. */
  readonly typeIfNew?: string;
  readonly description: string | null;
  readonly createdAt: number;
}

/** An edge of the walk between a memory and an entity. */
export interface MentionEdge {
  readonly memory: number;
  readonly entity: number;
  readonly subject: boolean;
  /** How many memories mention the entity. */
  readonly mentions: number;
  /** How many memories are about it. */
  readonly subjects: number;
}

export interface KnownEntity {
  readonly row: number;
  readonly key: string;
  readonly mentions: number;
  readonly subjects: number;
}

/** The memory next to another in its conversation, its number of passages, and how both begin. */
export interface Neighbour {
  readonly memory: number;
  readonly neighbour: number;
  readonly passages: number;
  readonly openings: { readonly memory: string; readonly neighbour: string };
}

export interface GraphStore {
  /**
   * Finds or creates the entity of that name in that space, and fills in a given type or description. An entity that
   * was declared before keeps its spelling.
   */
  declareEntity(entity: NewEntity): Promise<Entity>;
  entity(id: string, within: ScopeFilter): Promise<Entity | null>;
  entitiesByRow(rows: readonly number[]): Promise<Entity[]>;
  /** Known entities with any of these keys. */
  entitiesByKey(keys: readonly string[], within: ScopeFilter): Promise<KnownEntity[]>;
  /** Stores the same relation between the same two only once, with the last weight; null if an end no longer exists. */
  relate(relation: Relation): Promise<Relation | null>;
  /** The relations of these entities valid at that moment, strongest first; both ends must be within the reach. */
  relations(
    entities: readonly number[],
    direction: Direction,
    at: Pick<SearchFilter, 'validAt' | 'past'>,
    within?: ScopeFilter,
  ): Promise<(Relation & { fromRow: number; toRow: number })[]>;
  /**
   * The links of these memories to entities that connect further: other memories mention them as well, or they were
   * declared. An entity with more than `hub` mentions counts only if some memory is about it.
   */
  mentionsOf(memories: readonly number[], hub: number): Promise<MentionEdge[]>;
  /** The memories that mention these entities; for one with more than `hub` mentions, only those about it. */
  mentionedBy(entities: readonly number[], hub: number): Promise<MentionEdge[]>;
  /** Memories that mention an entity and pass the filter: those about it first, then the newest. */
  memoriesNaming(entity: number, filter: SearchFilter, limit: number): Promise<number[]>;
  /** Which of these memories mention which of these entities. */
  mentioning(memories: readonly number[], entities: readonly number[]): Promise<{ memory: number; entity: number }[]>;
  neighbours(memories: readonly number[]): Promise<Neighbour[]>;
}

export interface Observation {
  readonly entity: number;
  readonly text: string;
}

export interface ScoredEntity {
  readonly row: number;
  readonly score: number;
}

export interface NearEntity extends ScoredEntity {
  /** Whether it was declared; any other is only mentioned. */
  readonly declared: boolean;
}

/** A relation whose entities may have to be created. */
export interface NewRelation extends Omit<Relation, 'from' | 'to'> {
  readonly from: NewEntity;
  readonly to: NewEntity;
}

export interface KnowledgeStore {
  /**
   * Finds or creates the entity and adds new observations, in one step. A known observation is not added twice, and one
   * that comes from a memory is deleted with it. That memory then counts as mentioning the entity, whatever its text.
   */
  observe(entity: NewEntity, texts: readonly string[], memory: number | null, at: number): Promise<Entity>;
  /** Newest first, at most `most` per entity. */
  observations(entities: readonly number[], most: number): Promise<Observation[]>;
  /**
   * Stores the same relation between the same two only once; returns its row. Creates missing entities in the same
   * step. A relation that comes from a memory is deleted with it.
   */
  relateOnce(relation: NewRelation, memory: number | null): Promise<number>;
  /** Declared entities first, each group newest first. */
  newest(within: ScopeFilter, limit: number): Promise<Entity[]>;
  /** Entities without a vector of this model, declared ones first. */
  withoutVector(model: VectorModel, within: ScopeFilter, limit: number): Promise<Entity[]>;
  addVectors(model: VectorModel, vectors: readonly { entity: number; vector: Float32Array }[]): Promise<void>;
  /** By cosine. */
  nearest(vector: Float32Array, model: VectorModel, within: ScopeFilter, limit: number): Promise<NearEntity[]>;
  /** By the share of these words in their name or observations. */
  holding(words: readonly string[], within: ScopeFilter, limit: number): Promise<ScoredEntity[]>;
  /** Declared entities, by how many of these word beginnings occur in their name, description or observations. */
  declaredWith(beginnings: readonly string[], within: ScopeFilter, limit: number): Promise<number[]>;
}
