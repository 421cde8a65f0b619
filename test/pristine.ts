// A folder that is created once and restored before every test of a file.
import { cpSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { temporaryFolder } from './open.ts';

export interface Pristine {
  /** Restores it at the same path; nothing may have it open. */
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
