import type { Code } from './code/code.ts';
import type { Editing } from './maintenance/editing.ts';
import type { Normalising } from './maintenance/normalise/normalise.ts';
import type { Reembedding } from './maintenance/normalise/reembed.ts';
import type { Scanning } from './maintenance/scan.ts';
import type { Browsing } from './memories/browsing.ts';
import type { Embedding } from './memories/embedding.ts';
import type { Memories } from './memories/memories.ts';
import type { Memory } from './model.ts';
import type { Store } from './ports.ts';
import type { Retrieval } from './retrieval/retrieval.ts';

/** One store and everything that works on it: one for the main store, and one for each cube with its own file. */
export interface Shelf {
  readonly store: Store;
  readonly embedding: Embedding;
  readonly code: Code;
  readonly memories: Memories;
  readonly browsing: Browsing;
  readonly editing: Editing;
  readonly retrieval: Retrieval;
  readonly reembedding: Reembedding;
  readonly normalising: Normalising;
  readonly scanning: Scanning;
  /** Links new or rewritten memories to the code that they name. */
  tie(memories: readonly Memory[]): Promise<void>;
  /** Makes missing vectors now if a server tends the store. */
  runUpkeepSoon(): void;
}
