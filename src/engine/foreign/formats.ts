import { readBasicMemory } from './basic-memory.ts';
import { readClaudeMemory } from './claude-memory.ts';
import type { Foreign, SourceText } from './foreign.ts';
import { readMem0 } from './mem0.ts';
import { readServerMemory } from './server-memory.ts';

interface ForeignFormat {
  /** The endings of its files; null for one file of any name. */
  readonly extensions: readonly string[] | null;
  read(files: readonly SourceText[]): Foreign;
}

/** The memory servers that can be read, by the names the command line knows. */
export const FOREIGN_FORMATS: Readonly<Record<string, ForeignFormat>> = {
  'server-memory': { extensions: null, read: readServerMemory },
  'basic-memory': { extensions: ['md', 'markdown'], read: readBasicMemory },
  'claude-memory': { extensions: ['md', 'markdown', 'txt'], read: readClaudeMemory },
  mem0: { extensions: null, read: readMem0 },
};
