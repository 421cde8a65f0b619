// A small project for tests: files given as text, parsed by the real parser, resolved as with a store.
import { read } from '../../../../providers/parser/fixture-parser.ts';
import { languageOf } from '../../../../providers/parser/languages.ts';
import type { Definition } from '../../ports.ts';
import { ProjectFiles } from './project-files.ts';
import type { Lookup, Reference, ReferencingFile } from './reference.ts';
import { namesNeeded, namesReturned, resolveReferences } from './resolve.ts';

interface ReadFile extends ReferencingFile {
  readonly references: readonly Reference[];
  /** The enclosing symbol of each reference, in order. */
  readonly owners: readonly (Definition | null)[];
}

/** Every resolved reference as `file:line name -> file:line certainty`; imports of a whole file have no target line. */
export async function edges(texts: Readonly<Record<string, string>>, name = ''): Promise<string[]> {
  const files = await readAll(texts);
  const bases = new Map<number, Definition[]>();
  const symbols = files.flatMap((file) => file.symbols);
  const byId = new Map(symbols.map((symbol) => [symbol.id, symbol]));
  const ids = new Map(Object.keys(texts).map((path, id) => [path, id]));
  const paths = [...ids.keys()];
  const projectFiles = new ProjectFiles(ids, name);
  const found: string[] = [];
  const resolve = (file: ReadFile, isWanted: (reference: Reference) => boolean): void => {
    const asked = file.references.filter(isWanted);
    let known = namesNeeded(file, asked);
    const project: Lookup = {
      files: projectFiles,
      // Only names requested in advance are available, as with the store.
      definitions: (wanted) => (known.has(wanted) ? symbols.filter((symbol) => symbol.name === wanted) : []),
      bases: (id) => bases.get(id) ?? [],
    };
    known = new Set([...known, ...namesReturned(file, asked, project)]);
    for (const [index, targets] of resolveReferences(file, asked, project).entries()) {
      const reference = asked[index];
      const owner = reference && file.owners[file.references.indexOf(reference)];
      for (const { file: to, symbol: id, certainty } of targets) {
        const symbol = id === null ? undefined : byId.get(id);
        const where = symbol ? `${paths[to]}:${symbol.line}` : paths[to];
        found.push(`${file.file.path}:${reference?.line} ${reference?.name} -> ${where} ${certainty}`);
        if (owner && symbol && reference.kind !== 'call') bases.set(owner.id, [...(bases.get(owner.id) ?? []), symbol]);
      }
    }
  };
  for (const file of files) resolve(file, ({ kind }) => kind === 'extends' || kind === 'implements');
  for (const file of files) resolve(file, ({ kind }) => kind === 'import' || kind === 'call');
  return found;
}

async function readAll(texts: Readonly<Record<string, string>>): Promise<ReadFile[]> {
  const files: ReadFile[] = [];
  let nextId = 0;
  for (const [file, [path, text]] of Object.entries(texts).entries()) {
    const language = languageOf(path, text)?.name;
    if (!language) continue;
    const { symbols, references } = await read(path, text);
    const own = symbols.map((symbol) => ({ ...symbol, id: nextId++, project: 0, file, path, language, digest: '' }));
    const numbered = references.map((reference, id) => ({ ...reference, id }));
    files.push({
      file: { id: file, path, language },
      symbols: own,
      imports: numbered.filter(({ kind }) => kind === 'import'),
      references: numbered,
      owners: references.map(({ from }) => (from === null ? null : (own[from] ?? null))),
    });
  }
  return files;
}
