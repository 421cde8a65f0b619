// The public interface: callers that run queries, and stores that provide a graph, import from here.
export type { Clock } from './clock.ts';
export { CypherError } from './error.ts';
export type { NamedParts } from './execute/interest.ts';
export type {
  Direction,
  Network,
  NetworkEdge,
  NetworkNode,
  NetworkSchema,
  NodeCount,
  NodeMatch,
  Page,
  Value,
  Wanted,
} from './network.ts';
export { Float } from './network.ts';
export { type Plain, plain } from './plain.ts';
export { type CypherOptions, type CypherResult, runCypher } from './run.ts';
