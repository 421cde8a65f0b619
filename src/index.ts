// The public library interface: everything that bench/ and embedding programs use.
export { openEngine, staticTable, threadedParts } from './compose.ts';
export { Config, readConfig } from './config.ts';
export type { Actor } from './engine/access/actor.ts';
export type { Definition as CodeDefinition } from './engine/code/ports.ts';
export type { Engine } from './engine/engine.ts';
export type { MemoryInput } from './engine/memories/draft.ts';
export type { Embedder } from './engine/memories/embedder.ts';
export type { Memory } from './engine/model.ts';
export { DEFAULT_WEIGHTS, type Weights } from './engine/retrieval/parts.ts';
export type { Found } from './engine/retrieval/results.ts';
export type { Status } from './engine/status.ts';
export { RemanenceError } from './errors.ts';
