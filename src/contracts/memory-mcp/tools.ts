import type { Tool } from '../contract.ts';
import { codeTools } from './code-tools.ts';
import { graphTools } from './graph-tools.ts';
import { memoryTools } from './memory-tools.ts';
import { searchTools } from './search-tools.ts';
import { systemTools } from './system-tools.ts';
import { timeTools } from './time-tools.ts';

export const tools: readonly Tool[] = [
  ...memoryTools,
  ...searchTools,
  ...graphTools,
  ...timeTools,
  ...codeTools,
  ...systemTools,
];
