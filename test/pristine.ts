// A folder that each test of a file finds as the first one did: it is made once, and put back before every test.
import { cpSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { temporaryFolder } from './open.ts';

export interface Pristine {
  /** As it was, at the same place; nobody may have it open. */
  putBack(): void;
  dispose(): void;
}

export function pristine(folder: string): Pristine {
  const kept = temporaryFolder();
  const options = { recursive: true, preserveTimestamps: true };
  cpSync(folder, join(kept, 'copy'), options);
  return {
    putBack() {
      rmSync(folder, { recursive: true, force: true });
      cpSync(join(kept, 'copy'), folder, options);
    },
    dispose() {
      for (const path of [folder, kept]) rmSync(path, { recursive: true, force: true });
    },
  };
}
