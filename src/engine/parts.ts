// What an engine is made of.
import type { Llm } from './chat/ports.ts';
import type { CodeBase } from './code/code-base.ts';
import type { Keeper } from './maintenance/ports.ts';
import type { Remains } from './maintenance/remains.ts';
import type { Files } from './maintenance/transfer/files.ts';
import type { Embedder } from './memories/embedder.ts';
import type { NoteSettings } from './notes/notes.ts';
import type { Summarizer } from './notes/summarizer.ts';
import type { Clock, Store } from './ports.ts';

export interface EngineParts {
  readonly version: string;
  readonly store: Store;
  readonly embedder: Embedder;
  readonly codeBase: CodeBase;
  readonly files: Files;
  /** Stores of cubes that have a file of their own. */
  readonly cubeFiles: CubeStores;
  readonly keeper: Keeper;
  /** What puts answers into words, where one is configured. */
  readonly llm: Llm | null;
  /** What lies beside the store and may hold what was removed from it. */
  readonly remains: Remains;
  /** Whether what is given to clients is written down. */
  readonly logsRecalls: boolean;
  /** How long what was removed is kept. */
  readonly keepRemovedDays: number;
  readonly clock: Clock;
  readonly notes: NoteSettings;
  readonly summarizer: Summarizer;
  /** How long a call waits for a model that is still loading. */
  readonly modelWaitMs: number;
}

interface CubeStores {
  /** The file of a cube at a path, which must lie inside of the roots when they are given. */
  locate(path: string, roots: readonly string[] | undefined): Promise<string>;
  /** One that is not there is made only where that is wanted: an empty cube in the place of a lost one would hide the loss. */
  open(file: string, makes: boolean): Promise<Store>;
}
