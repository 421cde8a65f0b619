import type { Contract } from './contract.ts';
import { memoryMcp } from './memory-mcp/contract.ts';

export const contracts: readonly Contract[] = [memoryMcp];
