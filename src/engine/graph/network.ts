// What is stored, as the network that Cypher asks (src/cypher).
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

/** A network of what is stored, which says how it calls its nodes. */
export interface StoredNetwork extends Network {
  idOf(kind: 'memory' | 'entity', row: number): string;
}
