import type { Tool } from '../contract.ts';
import { graphTools } from './graph-tools.ts';
import { memoryTools } from './memory-tools.ts';
import { systemTools } from './system-tools.ts';

export const tools: readonly Tool[] = [...memoryTools, ...graphTools, ...systemTools];
