import { CONFLICTS } from '../engine/maintenance/transfer/import-shelf.ts';
import { invalid } from '../errors.ts';
import { progressBar } from './progress.ts';
import { bytes, print, type StoreFlags, withEngine, withStore } from './store-command.ts';

interface ExportFlags extends StoreFlags {
  readonly types?: string;
  readonly embeddings?: boolean;
}

interface ImportFlags extends StoreFlags {
  readonly conflict: string;
}

/** Errors shown; `--json` has more. */
const SHOWN = 20;

export async function exportMemories(file: string | undefined, flags: ExportFlags): Promise<void> {
  const bar = progressBar();
  await withStore(flags, async (engine, owner, signal) => {
    const written = await engine.exporting
      .toFile(owner, file, {
        types: flags.types?.split(',').map((type) => type.trim()),
        vectors: flags.embeddings,
        signal,
        onProgress: (done, total) => bar.show('exporting', done, total),
      })
      .finally(() => bar.end());
    print(flags, written, () =>
      [
        `${written.memories} memories, ${bytes(written.bytes)}: ${written.path}`,
        ...written.left.map(({ cube, reason }) => `LEFT OUT: the cube ${cube}: ${reason}`),
      ].join('\n'),
    );
    if (written.left.length > 0) process.exitCode = 1;
  });
}

export async function importMemories(file: string, flags: ImportFlags): Promise<void> {
  const conflict = CONFLICTS.find((way) => way === flags.conflict);
  if (!conflict) throw invalid(`Unknown --conflict: ${flags.conflict}.`, `Use one of ${CONFLICTS.join(', ')}.`);
  await withEngine(
    flags,
    async (engine, owner, signal) => {
      const result = await engine.importing.fromFile(owner, file, { conflict, signal });
      const { imported, skipped, linked, errors, failed } = result;
      print(flags, result, () => {
        const shown = errors.slice(0, SHOWN).map(({ line, error }) => `line ${line}: ${error}`);
        const more = failed > shown.length ? [`and ${failed - shown.length} more`] : [];
        const sum = `imported ${imported}, skipped ${skipped}, linked ${linked}, failed ${failed}`;
        return [sum, ...shown, ...more].join('\n');
      });
      if (failed > 0) process.exitCode = 1;
    },
    { mustExist: false },
  );
}
