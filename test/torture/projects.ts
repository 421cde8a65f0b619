// Small code bases to index.
import { mkdirSync, readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { World } from './world.ts';

const FILES = 12;

const source = (name: string): string =>
  `/** Weighs ${name} before it is stored. */\nexport function weigh${name}(items: number[]): number {\n  return items.reduce((sum, each) => sum + each, 0);\n}\n`;

export function createProject(world: World): { root: string; files: number } {
  const root = join(world.place.work, world.texts.name('project'));
  mkdirSync(root);
  for (let i = 0; i < FILES; i++) addFile(world, root);
  return { root, files: FILES };
}

/** Returns the path of the new file, and the number of files. */
export function addFile(world: World, root: string): { path: string; files: number } {
  const name = world.texts.name('File');
  const path = join(root, `${name}.ts`);
  writeFileSync(path, source(name));
  return { path, files: readdirSync(root).length };
}
