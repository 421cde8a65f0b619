import type { Actor } from '../engine/access/actor.ts';
import type { Exporting, ExportOptions, LeftOut } from '../engine/maintenance/transfer/export.ts';
import { CONFLICTS } from '../engine/maintenance/transfer/import-shelf.ts';
import { MemoryKind, MemoryType } from '../engine/model.ts';
import { invalid } from '../errors.ts';
import { progressBar } from './progress.ts';
import { isClosedPipe, write } from './standard-output.ts';
import { bytes, counted, print, type StoreFlags, withEngine, withStore } from './store-command.ts';

interface ExportFlags extends StoreFlags {
  readonly types?: string;
  readonly embeddings?: boolean;
}

interface ImportFlags extends StoreFlags {
  readonly conflict: string;
}

/** A memory without a type goes by its kind. */
const TYPES: readonly string[] = [...MemoryKind.options, ...MemoryType.options];
const STANDARD_OUTPUT = '-';
/** Errors shown; `--json` has more. */
const SHOWN = 20;

export async function exportMemories(file: string | undefined, flags: ExportFlags): Promise<void> {
  const types = flags.types === undefined ? undefined : readTypes(flags.types);
  const bar = progressBar();
  await withStore(flags, async (engine, owner, signal) => {
    const onProgress = (done: number, total: number) => bar.show('exporting', done, total);
    const options: ExportOptions = { types, vectors: flags.embeddings, signal, onProgress };
    if (file === STANDARD_OUTPUT) return printExport(engine.exporting, owner, options).finally(() => bar.end());
    const written = await engine.exporting.toFile(owner, file, options).finally(() => bar.end());
    print(flags, written, () =>
      [
        `${written.memories} memories, ${bytes(written.bytes)}: ${written.path}`,
        ...written.left.map(({ cube, reason }) => `LEFT OUT: the cube ${cube}: ${reason}`),
      ].join('\n'),
    );
    if (written.left.length > 0) process.exitCode = 1;
  });
}

/** Standard output holds nothing else; what was left out goes to stderr. */
async function printExport(exporting: Exporting, owner: Actor, options: ExportOptions): Promise<void> {
  const onLeft = ({ cube, reason }: LeftOut) => {
    process.exitCode = 1;
    process.stderr.write(`LEFT OUT: the cube ${cube}: ${reason}\n`);
  };
  try {
    for await (const line of await exporting.stream(owner, { ...options, onLeft })) await write(`${line}\n`);
  } catch (error) {
    if (!isClosedPipe(error)) throw error;
  }
}

/** A misspelt type would make an empty export. */
function readTypes(text: string): string[] {
  const types = text.split(',').map((type) => type.trim());
  const unknown = types.filter((type) => !TYPES.includes(type));
  if (unknown.length > 0)
    throw invalid(
      `--types: ${unknown.join(', ')} ${unknown.length === 1 ? 'is not a type' : 'are not types'}.`,
      `Use some of ${TYPES.join(', ')}.`,
    );
  return types;
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
        const sum = [
          `${counted(imported, 'memory', 'memories')} imported, ${skipped} skipped`,
          `${counted(linked, 'relation or observation', 'relations and observations')} added`,
          `${counted(failed, 'line', 'lines')} failed`,
        ].join('; ');
        return [sum, ...shown, ...more].join('\n');
      });
      if (failed > 0) process.exitCode = 1;
    },
    { mustExist: false },
  );
}
