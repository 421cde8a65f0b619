import { readdirSync, readFileSync, realpathSync, statSync } from 'node:fs';
import { basename, dirname, join, relative } from 'node:path';
import type { Problem, SourceText } from '../engine/foreign/foreign.ts';
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
  const { sources, problems } = readSources(path, format.extensions);
  const read = await format.read(sources);
  const source = format.hasPaths ? folderOf(path) : undefined;
  const foreign = { ...read, problems: [...problems, ...read.problems], source };
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

/** The folder of the imported files, the same through any link. */
const folderOf = (path: string): string => realpathSync(statSync(path).isDirectory() ? path : dirname(path));

interface Sources {
  readonly sources: readonly SourceText[];
  readonly problems: readonly Problem[];
}

/** One file, or all files of a folder with these extensions, except hidden ones. */
function readSources(path: string, extensions: readonly string[] | null): Sources {
  try {
    if (!statSync(path).isDirectory()) return readable([{ path: basename(path), text: decoded(path) }]);
    if (extensions === null) throw new Error('it is a folder; pass a file');
    const files = readdirSync(path, { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile() && extensions.some((ending) => entry.name.toLowerCase().endsWith(`.${ending}`)))
      .map((entry) => relative(path, join(entry.parentPath, entry.name)).replaceAll('\\', '/'))
      .filter((file) => !file.split('/').some((part) => part.startsWith('.')))
      .sort();
    return readable(files.map((file) => ({ path: file, text: decoded(join(path, file)) })));
  } catch (error) {
    throw invalid(`${path} cannot be read: ${messageOf(error)}`);
  }
}

/** Leaves out files that are not text, and says so. */
function readable(files: readonly { readonly path: string; readonly text: string | null }[]): Sources {
  return {
    sources: files.flatMap(({ path, text }) => (text === null ? [] : [{ path, text }])),
    problems: files.flatMap(({ path, text }) =>
      text === null ? [{ where: path, why: 'It is not UTF-8 text. Save it as UTF-8, and import it again.' }] : [],
    ),
  };
}

/** Windows editors and shells write a byte order mark, and some write UTF-16. Null for what is in another encoding. */
function decoded(file: string): string | null {
  const bytes = readFileSync(file);
  const isWide = bytes[0] === 0xff && bytes[1] === 0xfe;
  try {
    return new TextDecoder(isWide ? 'utf-16le' : 'utf-8', { fatal: true }).decode(bytes);
  } catch (error) {
    if (error instanceof TypeError) return null;
    throw error;
  }
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
