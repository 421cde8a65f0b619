// The parts that an engine is built from.
import type { Llm } from './chat/ports.ts';
import type { CodeBase } from './code/code-base.ts';
import type { Machine } from './code/ports.ts';
import type { Keeper } from './maintenance/ports.ts';
import type { SideFiles } from './maintenance/side-files.ts';
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
  /** The machine of `codeBase`; null if the store is used by one machine at a time. */
  readonly machine: Machine | null;
  readonly files: Files;
  /** Stores of cubes that have their own file. */
  readonly cubeFiles: CubeStores;
  readonly keeper: Keeper;
  /** The model that writes answers, if one is configured. */
  readonly llm: Llm | null;
  /** Files beside the store that may still hold removed data. */
  readonly sideFiles: SideFiles;
  /** Whether to log what clients are given. */
  readonly logsRecalls: boolean;
  /** How long to keep removed memories. */
  readonly keepRemovedDays: number;
  readonly clock: Clock;
  /** Told of background work that failed and will be tried again. */
  readonly onFailure: (thrown: unknown) => void;
  readonly notes: NoteSettings;
  readonly summarizer: Summarizer;
  /** How long a call waits for a model that is still loading. */
  readonly modelWaitMs: number;
}

interface CubeStores {
  /** The cube file at a path, which must lie inside the roots if they are given. */
  locate(path: string, roots: readonly string[] | undefined): Promise<string>;
  /** Creates a missing file only if `makes` is set: an empty cube would hide that the real one is lost. */
  open(file: string, makes: boolean): Promise<Store>;
}
