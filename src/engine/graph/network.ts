// The stored data as the network that Cypher queries (src/cypher).
import type { Network } from '../../cypher/index.ts';

export type {
  Network,
  NetworkEdge,
  NetworkNode,
  NetworkSchema,
  NodeCount,
  NodeMatch,
  Page,
  Value,
  Wanted,
} from '../../cypher/index.ts';

/** A network of stored data that knows the ids of its nodes. */
export interface StoredNetwork extends Network {
  idOf(kind: 'memory' | 'entity', row: number): string;
  /** The types of edge that occur, in no particular order. */
  edgeTypes(): Promise<readonly string[]>;
  /** The fields of metadata, which are properties of memories too; null if there are too many to list. */
  metadataKeys(): Promise<readonly string[] | null>;
}
