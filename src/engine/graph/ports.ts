// What the graph of entities, and the knowledge about them, ask of the store.
import type { ScopeFilter } from '../access/actor.ts';
import type { SearchFilter, VectorModel } from '../memories/ports.ts';
import type { Direction, Entity, Relation, Scope } from '../model.ts';

export interface NewEntity {
  readonly id: string;
  readonly scope: Scope;
  readonly key: string;
  readonly name: string;
  /** Null leaves the type of an entity that is there already. */
  readonly type: string | null;
  /** The type of one that nobody has made before, in the place of what a mention took it for. */
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

/** Who stands beside a memory in its conversation, how many passages that one has, and how both begin. */
export interface Neighbour {
  readonly memory: number;
  readonly neighbour: number;
  readonly passages: number;
  readonly openings: { readonly memory: string; readonly neighbour: string };
}

export interface GraphStore {
  /**
   * The entity of that name in that space, made when it is not there; a given type or description is filled in. One that
   * somebody has made before keeps its spelling.
   */
  declareEntity(entity: NewEntity): Promise<Entity>;
  entity(id: string, within: ScopeFilter): Promise<Entity | null>;
  entitiesByRow(rows: readonly number[]): Promise<Entity[]>;
  /** Known entities with any of these keys. */
  entitiesByKey(keys: readonly string[], within: ScopeFilter): Promise<KnownEntity[]>;
  /** The same relation between the same two is one, with the weight that was given last; null when an end is gone. */
  relate(relation: Relation): Promise<Relation | null>;
  /** The relations that touch these entities, valid at that moment, strongest first; both ends are within the reach. */
  relations(
    entities: readonly number[],
    direction: Direction,
    validAt: number,
    within?: ScopeFilter,
  ): Promise<(Relation & { fromRow: number; toRow: number })[]>;
  /**
   * The links of these memories to entities that lead on: others mention them, too, or somebody made them by hand, and
   * one with more than `hub` mentions is what some memory is about.
   */
  mentionsOf(memories: readonly number[], hub: number): Promise<MentionEdge[]>;
  /** The memories that mention these entities; of one with more than `hub` mentions only those that are about it. */
  mentionedBy(entities: readonly number[], hub: number): Promise<MentionEdge[]>;
  /** Memories that mention an entity and pass the filter: first those that are about it, then the newest. */
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
  /** Somebody made it; any other is only mentioned. */
  readonly declared: boolean;
}

/** A relation whose ends may have to be made. */
export interface NewRelation extends Omit<Relation, 'from' | 'to'> {
  readonly from: NewEntity;
  readonly to: NewEntity;
}

export interface KnowledgeStore {
  /**
   * Makes the entity or finds it, and adds what is new, in one step. What is known already is not told twice; with the
   * memory that told it, an observation goes. That memory mentions the entity from then on, whatever its text says.
   */
  observe(entity: NewEntity, texts: readonly string[], memory: number | null, at: number): Promise<Entity>;
  /** The newest first, so many of each. */
  observations(entities: readonly number[], most: number): Promise<Observation[]>;
  /**
   * The same relation between the same two is one; its row. Ends that are not there are made, in one step with it. With
   * the memory that told it, it goes.
   */
  relateOnce(relation: NewRelation, memory: number | null): Promise<number>;
  /** Those that somebody made first, the newest of them first. */
  newest(within: ScopeFilter, limit: number): Promise<Entity[]>;
  /** Entities that have no vector of this model yet, those that somebody made first. */
  withoutVector(model: VectorModel, within: ScopeFilter, limit: number): Promise<Entity[]>;
  addVectors(model: VectorModel, vectors: readonly { entity: number; vector: Float32Array }[]): Promise<void>;
  /** By cosine. */
  nearest(vector: Float32Array, model: VectorModel, within: ScopeFilter, limit: number): Promise<NearEntity[]>;
  /** By the share of these words that their name or observations hold. */
  holding(words: readonly string[], within: ScopeFilter, limit: number): Promise<ScoredEntity[]>;
  /** Entities that somebody made, by how many of these beginnings of words their name, description or observations hold. */
  declaredWith(beginnings: readonly string[], within: ScopeFilter, limit: number): Promise<number[]>;
}
