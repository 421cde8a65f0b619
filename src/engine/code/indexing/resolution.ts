// Resolves the references of a project in batches. Inheritance comes first, because a method may be defined in a base
// class.
import { groupBy } from '../../group.ts';
import type { JobContext } from '../../job.ts';
import type { Store } from '../../ports.ts';
import { yieldToEventLoop } from '../../waiting.ts';
import type { Definition, IndexedFile, Project, StoredReference, Target } from '../ports.ts';
import type { ReferenceKind } from '../symbols.ts';
import { ProjectFiles } from './resolve/project-files.ts';
import type { ReferencingFile } from './resolve/reference.ts';
import { namesNeeded, namesReturned, resolveReferences } from './resolve/resolve.ts';

/** Small enough not to block other requests noticeably. */
const BATCH = 1000;
/** Names whose definitions are cached across batches, because files call much the same functions. */
const MAX_NAMES = 20_000;
/** Files whose symbols and imports are cached across kinds of references. */
const MAX_FILES = 3000;
const ORDER: readonly ReferenceKind[] = ['extends', 'implements', 'import', 'call'];

export class Resolution {
  readonly #store: Store;

  constructor(store: Store) {
    this.#store = store;
  }

  async run(project: Project, { signal, report }: JobContext): Promise<void> {
    const { projects, index } = this.#store.code;
    const { unresolved: total } = await projects.counts([project.id]);
    report('resolve', 0, total);
    if (total === 0) return;
    const files = (await index.files(project.id)).filter(({ visible }) => visible);
    const known: Known = {
      files: new Map(files.map((file) => [file.id, file])),
      paths: new ProjectFiles(new Map(files.map(({ path, id }) => [path, id])), project.name.split('/').at(-1)),
      contents: new Map(),
      definitions: new Map(),
      bases: new Map(),
    };
    let done = 0;
    for (const kind of ORDER) {
      if (kind === 'call') known.bases = await this.#bases(project);
      for (;;) {
        const references = await this.#store.code.symbols.unresolved(project.id, kind, BATCH);
        if (references.length === 0) break;
        signal.throwIfAborted();
        await this.#store.code.symbols.resolve(await this.#resolve(project, references, known));
        done += references.length;
        report('resolve', Math.min(done, total), total);
        await yieldToEventLoop();
      }
    }
  }

  async #resolve(
    project: Project,
    references: readonly StoredReference[],
    { files, paths, contents, definitions, bases }: Known,
  ): Promise<Map<number, readonly Target[]>> {
    const { symbols } = this.#store.code;
    const byFile = groupBy(references, ({ file }) => file);
    const ids = [...byFile.keys()];
    if (contents.size > MAX_FILES) contents.clear();
    const unknown = ids.filter((id) => !contents.has(id));
    const own = groupBy(await symbols.inFiles(unknown), ({ file }) => file);
    const imports = groupBy(await symbols.references(unknown, 'import'), ({ file }) => file);
    for (const id of unknown) contents.set(id, { symbols: own.get(id) ?? [], imports: imports.get(id) ?? [] });
    const asked = ids.flatMap((id): Asked[] => {
      const file = files.get(id);
      const content = contents.get(id);
      return file && content ? [{ file, ...content, references: byFile.get(id) ?? [] }] : [];
    });
    if (definitions.size > MAX_NAMES) definitions.clear();
    const learn = async (names: Iterable<string>) => {
      const unknown = [...new Set(names)].filter((name) => !definitions.has(name));
      const found = groupBy(await symbols.named([project.id], unknown), ({ name }) => name);
      for (const name of unknown) definitions.set(name, found.get(name) ?? []);
    };
    const lookup = {
      files: paths,
      definitions: (name: string) => definitions.get(name) ?? [],
      bases: (symbol: number) => bases.get(symbol) ?? [],
    };
    await learn(asked.flatMap((each) => [...namesNeeded(each, each.references)]));
    await learn(asked.flatMap((each) => [...namesReturned(each, each.references, lookup)]));
    const targets = asked.flatMap((each) => {
      const resolved = resolveReferences(each, each.references, lookup);
      return each.references.map(({ id }, i): [number, readonly Target[]] => [id, resolved[i] ?? []]);
    });
    return new Map(targets);
  }

  async #bases(project: Project): Promise<Map<number, Definition[]>> {
    const pairs = await this.#store.code.symbols.inheritance(project.id);
    const found = await this.#store.code.symbols.byIds([...new Set(pairs.map(({ base }) => base))]);
    const byId = new Map(found.map((definition) => [definition.id, definition]));
    const bases = new Map<number, Definition[]>();
    for (const { symbol, base } of pairs) {
      const definition = byId.get(base);
      if (definition) bases.set(symbol, [...(bases.get(symbol) ?? []), definition]);
    }
    return bases;
  }
}

interface Known {
  readonly files: ReadonlyMap<number, IndexedFile>;
  readonly paths: ProjectFiles;
  readonly contents: Map<number, Omit<ReferencingFile, 'file'>>;
  readonly definitions: Map<string, readonly Definition[]>;
  bases: ReadonlyMap<number, readonly Definition[]>;
}

interface Asked extends ReferencingFile {
  readonly references: readonly StoredReference[];
}
