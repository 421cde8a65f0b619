import type { Tool } from '../contract.ts';
import { chatTools } from './chat-tools.ts';
import { cubeTools } from './cube-tools.ts';
import { memoryTools } from './memory-tools.ts';
import { Category, systemTools } from './system-tools.ts';
import { userTools } from './user-tools.ts';

const byCategory: Readonly<Record<Category, readonly Tool[]>> = {
  memory: memoryTools,
  cube: cubeTools,
  chat: chatTools,
  user: userTools,
  system: systemTools(() => byCategory),
};

export const tools: readonly Tool[] = Category.options.flatMap((category) => byCategory[category]);
