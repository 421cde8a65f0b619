// Indexes a single file, for a client that has just written it. It belongs to the project that contains it; if there is
// none, a project is created that holds only the requested files.
import { RemanenceError } from '../../../errors.ts';
import { type Actor, codeRoots } from '../../access/actor.ts';
import type { Store } from '../../ports.ts';
import { pause } from '../../waiting.ts';
import type { CodeBase, Selection } from '../code-base.ts';
import type { IndexedFile, Project } from '../ports.ts';
import { type Indexed, isInside, projectContaining } from '../projects.ts';
import { isClass, isFunction, REFERENCE_KINDS } from '../symbols.ts';
import type { RunOptions } from './runs.ts';

export interface FileOutcome {
  /** `unsupported`: no grammar can parse it, or it is not worth reading. */
  readonly status: 'indexed' | 'skipped' | 'unsupported';
  readonly functions: number;
  readonly classes: number;
  /** The number of calls, imports and base classes in it. */
  readonly references: number;
}

interface FileRun extends Pick<RunOptions, 'reread' | 'onProgress'> {
  readonly timeoutMs: number;
  readonly joins: true;
  readonly selection?: Selection;
}

export interface FileOptions extends Pick<RunOptions, 'onProgress'> {
  /** Reads the file again even if it has not changed. */
  readonly force: boolean;
}

interface Means extends FileOptions {
  readonly store: Store;
  readonly codeBase: CodeBase;
  readonly projects: readonly Project[];
  readonly stopping: AbortSignal;
  index(root: string, run: FileRun): Promise<Indexed>;
  /** Whether any process is indexing it. */
  isReading(project: Project): Promise<boolean>;
}

const NOTHING = { functions: 0, classes: 0, references: 0 };
const TIMEOUT_MS = 50_000;
const MOMENT_MS = 2000;
const LOOK_AGAIN_MS = 250;

export async function indexFile(actor: Actor, path: string, means: Means): Promise<FileOutcome> {
  const file = await means.codeBase.locateFile(path, codeRoots(actor));
  const project = projectContaining(file, means.projects);
  const root = project?.root ?? (await rootFor(file, actor, means.codeBase));
  const inside = file.slice(root.length + 1).replaceAll('\\', '/');
  const before = project && (await known(means.store, project, inside));
  const indexed = await means.index(root, {
    timeoutMs: TIMEOUT_MS,
    joins: true,
    onProgress: means.onProgress,
    ...(means.force ? { reread: (each: string) => each === inside } : {}),
    ...selectionWith(project, inside),
  });
  const after = await readAtLast(indexed, inside, before, means);
  if (!after || after.language === '' || after.language === 'text') return { status: 'unsupported', ...NOTHING };
  const isSame = before?.id === after.id;
  return { status: isSame ? 'skipped' : 'indexed', ...(await contents(means.store, after.id)) };
}

/** The file as it is now. While the project is still being read, perhaps by another process, waits a moment for it. */
async function readAtLast(
  { status: { project }, isRead }: Indexed,
  path: string,
  before: IndexedFile | undefined,
  means: Means,
): Promise<IndexedFile | undefined> {
  let isDone = isRead;
  for (let waited = 0; ; waited += LOOK_AGAIN_MS) {
    const file = await known(means.store, project, path);
    if (isDone || (file && file.id !== before?.id)) return file;
    if (waited >= MOMENT_MS) {
      if (file && (await isCurrent(file, project, means.codeBase))) return file;
      throw new RemanenceError('conflict', `The project is still being indexed: ${project.root}`, {
        hint: 'Try again when that is done.',
      });
    }
    await pause(LOOK_AGAIN_MS, means.stopping);
    isDone = !(await means.isReading(project));
  }
}

async function isCurrent({ path, content }: IndexedFile, { root, selection }: Project, codeBase: CodeBase) {
  const { files } = await codeBase.list(root, selection);
  return files.some((file) => file.path === path && file.content === content);
}

/** The working folder, if it contains the file; otherwise the file's own folder. */
async function rootFor(file: string, { roots = [] }: Actor, codeBase: CodeBase): Promise<string> {
  for (const root of roots) {
    const located = await codeBase.locate(root).catch(() => null);
    if (located !== null && isInside(located, file)) return located;
  }
  return codeBase.locate(file.slice(0, Math.max(file.lastIndexOf('/'), file.lastIndexOf('\\'))));
}

/** Adds the file to the selection of a project that holds only some files. */
function selectionWith(project: Project | undefined, path: string): Pick<FileRun, 'selection'> {
  const { include = [], exclude = [] } = project?.selection ?? {};
  const pattern = `/${path}`;
  if (project && (include.length === 0 || include.includes(pattern))) return {};
  return { selection: { include: [...include, pattern], exclude } };
}

async function known(store: Store, { id }: Project, path: string): Promise<IndexedFile | undefined> {
  return (await store.code.index.files(id)).find((file) => file.visible && file.path === path);
}

async function contents(store: Store, file: number): Promise<Omit<FileOutcome, 'status'>> {
  const symbols = await store.code.symbols.inFiles([file]);
  let references = 0;
  for (const kind of REFERENCE_KINDS) references += (await store.code.symbols.references([file], kind)).length;
  return {
    functions: symbols.filter(({ kind }) => isFunction(kind)).length,
    classes: symbols.filter(({ kind }) => isClass(kind)).length,
    references,
  };
}
