import type { Tool } from '../contract.ts';
import { analysisTools } from './analysis-tools.ts';
import { indexTools } from './index-tools.ts';
import { maintenanceTools } from './maintenance-tools.ts';
import { memoryTools } from './memory-tools.ts';
import { searchTools } from './search-tools.ts';

export const tools: readonly Tool[] = [
  ...memoryTools,
  ...searchTools,
  ...indexTools,
  ...analysisTools,
  ...maintenanceTools,
];
