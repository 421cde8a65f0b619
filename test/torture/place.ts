// A data folder, and the files of a run beside it: projects, exports, backups.
import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { onExit } from '../on-exit.ts';
import { temporaryFolder } from '../open.ts';

export interface Place {
  readonly root: string;
  readonly data: string;
  readonly database: string;
  /** What tools may read and write beside the data folder. */
  readonly work: string;
  readonly exports: string;
  readonly backups: string;
  remove(): void;
}

export function createPlace(root = temporaryFolder()): Place {
  const [data, work] = [join(root, 'data'), join(root, 'work')];
  const [exports, backups] = [join(work, 'exports'), join(root, 'backups')];
  for (const folder of [data, work, exports, backups]) mkdirSync(folder, { recursive: true, mode: 0o700 });
  writeFileSync(join(data, 'config.json'), JSON.stringify({ codeMemoryEnableGraph: true }));
  const erase = () => rmSync(root, { recursive: true, force: true });
  const callOff = onExit(erase);
  return {
    root,
    data,
    database: join(data, 'remanence.db'),
    work,
    exports,
    backups,
    remove() {
      erase();
      callOff();
    },
  };
}
