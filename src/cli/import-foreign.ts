import { readdirSync, readFileSync, statSync } from 'node:fs';
import { basename, join, relative } from 'node:path';
import type { SourceText } from '../engine/foreign/foreign.ts';
import { FOREIGN_FORMATS } from '../engine/foreign/formats.ts';
import type { ImportReport } from '../engine/foreign/import.ts';
import { invalid, messageOf } from '../errors.ts';
import { progressBar } from './progress.ts';
import { counted, print, type StoreFlags, withEngine } from './store-command.ts';

interface ForeignFlags extends StoreFlags {
  readonly from: string;
}

/** Imports the data of another memory server; importing it again adds nothing twice. */
export async function importForeign(path: string, flags: ForeignFlags): Promise<void> {
  const format = FOREIGN_FORMATS[flags.from];
  if (!format) {
    throw invalid(`Unknown format: ${flags.from}.`, `Use one of ${Object.keys(FOREIGN_FORMATS).join(', ')}.`);
  }
  const foreign = await format.read(readSources(path, format.extensions));
  const bar = progressBar();
  await withEngine(
    flags,
    async (engine, owner, signal) => {
      const report = await engine.foreign
        .run(owner, flags.from, foreign, {
          signal,
          onProgress: (done, total) => bar.show('importing', done, total),
        })
        .finally(() => bar.end());
      print(flags, report, () => describe(report));
      if (isNothing(report)) process.exitCode = 1;
    },
    { mustExist: false },
  );
}

/** One file, or all files of a folder with these extensions, except hidden ones. */
function readSources(path: string, extensions: readonly string[] | null): SourceText[] {
  try {
    if (!statSync(path).isDirectory()) return [{ path: basename(path), text: readText(path) }];
    if (extensions === null) throw new Error('it is a folder; pass a file');
    return readdirSync(path, { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile() && extensions.some((ending) => entry.name.toLowerCase().endsWith(`.${ending}`)))
      .map((entry) => relative(path, join(entry.parentPath, entry.name)).replaceAll('\\', '/'))
      .filter((file) => !file.split('/').some((part) => part.startsWith('.')))
      .sort()
      .map((file) => ({ path: file, text: readText(join(path, file)) }));
  } catch (error) {
    throw invalid(`${path} cannot be read: ${messageOf(error)}`);
  }
}

/** Windows editors and shells write a byte order mark, and some write UTF-16. */
function readText(file: string): string {
  const bytes = readFileSync(file);
  const isWide = bytes[0] === 0xff && bytes[1] === 0xfe;
  return new TextDecoder(isWide ? 'utf-16le' : 'utf-8').decode(bytes);
}

/** Whether nothing could be imported, most likely because the file has another format. */
function isNothing({ memories: { added, changed, known }, entities, relations, problems }: ImportReport): boolean {
  return problems.length > 0 && added + changed + known + entities + relations === 0;
}

function describe({ memories: { added, changed, known }, entities, relations, problems }: ImportReport): string {
  const lines = [
    `${counted(added, 'memory', 'memories')} added, ${changed} changed, ${known} known already; ${counted(entities, 'entity', 'entities')} and ${counted(relations, 'relation', 'relations')}, new or known.`,
    ...problems.map(({ where, why }) => `could not import ${JSON.stringify(where)}: ${why}`),
  ];
  return lines.join('\n');
}
