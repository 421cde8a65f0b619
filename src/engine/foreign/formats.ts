import { readBasicMemory } from './basic-memory.ts';
import { readClaudeMemory } from './claude-memory.ts';
import type { Foreign, SourceText } from './foreign.ts';
import { readMem0 } from './mem0.ts';
import { readServerMemory } from './server-memory.ts';

interface ForeignFormat {
  /** The extensions of its files; null for a single file of any name. */
  readonly extensions: readonly string[] | null;
  /** Whether its keys are paths, which another folder may have as well. */
  readonly hasPaths: boolean;
  read(files: readonly SourceText[]): Promise<Foreign>;
}

/** The supported memory servers, by their names on the command line. */
export const FOREIGN_FORMATS: Readonly<Record<string, ForeignFormat>> = {
  'server-memory': { extensions: null, hasPaths: false, read: readServerMemory },
  'basic-memory': { extensions: ['md', 'markdown'], hasPaths: true, read: readBasicMemory },
  'claude-memory': { extensions: ['md', 'markdown', 'txt'], hasPaths: true, read: readClaudeMemory },
  mem0: { extensions: null, hasPaths: false, read: readMem0 },
};
