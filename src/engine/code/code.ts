// The interface of code memory: projects that are indexed, watched, searched and deleted.
import { RemanenceError } from '../../errors.ts';
import { checkAdministers } from '../access/access.ts';
import {
  type Actor,
  checkAnyRoot,
  checkWrite,
  codeRoots,
  entityReach,
  identityOf,
  inScope,
  maySeeJobBy,
  writeReach,
} from '../access/actor.ts';
import { type Job, Jobs } from '../job.ts';
import type { Embedding } from '../memories/embedding.ts';
import type { Clock, Store } from '../ports.ts';
import { waitAtMost, whileWaiting } from '../waiting.ts';
import { withAuthors } from './authorship.ts';
import type { CodeBase, Outline } from './code-base.ts';
import { type DuplicateAnswer, type DuplicateOptions, Duplicates } from './duplicates/duplicates.ts';
import { goneLast, markStale, noteWithStale, type Placed, withoutGone } from './freshness.ts';
import { type FileOptions, type FileOutcome, indexFile } from './indexing/index-file.ts';
import { Indexing } from './indexing/indexing.ts';
import { Reindexing } from './indexing/reindexing.ts';
import { indexJob, type RunOptions, Runs } from './indexing/runs.ts';
import { Watches } from './indexing/watches.ts';
import { Links } from './links.ts';
import { OwnProjects, type Settings } from './own-projects.ts';
import type { Definition, IndexCounts, Machine, Project } from './ports.ts';
import {
  findProject,
  type Indexed,
  nothingToIndex,
  type ProjectStatus,
  projectContaining,
  projectsSeenBy,
  statusOf,
  unknownProject,
} from './projects.ts';
import { type FunctionAnswer, type FunctionOptions, findFunctions } from './search/functions.ts';
import { type CodeAnswer, CodeSearch, type CodeSearchOptions } from './search/search.ts';

interface IndexOptions extends RunOptions, Settings {
  /** How long to wait; the work then continues in the background. */
  readonly timeoutMs?: number | undefined;
  /** Waits for the files, not their vectors, and not for another process. */
  readonly joins?: boolean | undefined;
}

/** How long a caller waits for what is not needed to search: the model's vectors, the end of a deletion. */
const BRIEFLY_MS = 3000;

export class Code {
  readonly links: Links;
  readonly #store: Store;
  readonly #codeBase: CodeBase;
  readonly #clock: Clock;
  readonly #own: OwnProjects;
  readonly #jobs: Jobs;
  readonly #indexing: Indexing;
  readonly #runs: Runs;
  readonly #watches: Watches;
  readonly #reindexing: Reindexing;
  readonly #search: CodeSearch;
  readonly #duplicates: Duplicates;
  readonly #stopping = new AbortController();

  /** `machine` is null for a store that only one machine uses at a time. */
  constructor(store: Store, codeBase: CodeBase, embedding: Embedding, clock: Clock, machine: Machine | null) {
    this.#store = store;
    this.#codeBase = codeBase;
    this.#clock = clock;
    this.#own = new OwnProjects(store.code, codeBase, clock, machine);
    this.#jobs = new Jobs(store.jobs, clock);
    this.links = new Links(store);
    this.#indexing = new Indexing(store, codeBase, embedding, this.links, clock);
    this.#runs = new Runs(store.code.projects, this.#jobs, this.#indexing, this.#stopping.signal);
    this.#reindexing = new Reindexing(this.#jobs, this.#stopping.signal);
    this.#search = new CodeSearch(store, embedding);
    this.#duplicates = new Duplicates(store, codeBase, this.#search);
    this.#watches = new Watches(codeBase, this.#jobs, (project) => this.#runs.changed(project));
  }

  /**
   * Indexes a folder, or updates its index, and waits for that, `timeoutMs` at most.
   * If it is under way here, it is done once more afterwards; a caller with `timeoutMs` waits only if it joins.
   * If it is under way in another process, waits until that has read the files, unless the caller joins.
   */
  async index(actor: Actor, path: string, options: IndexOptions = {}): Promise<Indexed> {
    const indexed = await this.#index(actor, path, options);
    if (indexed) return indexed;
    throw new RemanenceError('conflict', `The project was deleted while it was being indexed: ${path}`, {
      hint: 'Index it again if you still want it.',
    });
  }

  /** Like `index`, but returns the job as soon as it has started; if another process is indexing, that job. */
  begin(actor: Actor, path: string, options: IndexOptions = {}): Promise<Job> {
    return new Promise((resolve, reject) => {
      this.index(actor, path, { ...options, onStart: resolve })
        .then(({ status }) => this.#jobs.latest(indexJob(status.project)))
        .then((job) => (job ? resolve(job) : reject(new RemanenceError('internal', 'No job was started.'))))
        .catch(reject);
    });
  }

  /** Indexes a project, or all on this machine, again: changed files only, or all. */
  async reindex(actor: Actor, path: string | undefined, options: Pick<IndexOptions, 'reread'> = {}): Promise<Job> {
    checkAnyRoot(codeRoots(actor));
    const projects = await this.#ownProjects(actor);
    if (path !== undefined) {
      const folder = await this.#own.locate(actor, path);
      // A folder inside a project means that project.
      const root = projectContaining(folder, projects)?.root ?? folder;
      return this.begin({ ...actor, anyCode: true }, root, options);
    }
    const [only] = projects;
    if (!only) throw nothingToIndex(await this.projects(actor));
    if (projects.length === 1) return this.begin(atProject(actor, only), only.root, options);
    const again = (project: Project) => this.#index(atProject(actor, project), project.root, options);
    return this.#reindexing.begin(identityOf(actor), projects, again);
  }

  /** An index job is visible to everyone who sees the project, any other job only to its caller; otherwise null. */
  async job(actor: Actor, id: string): Promise<Job | null> {
    const job = await this.#jobs.byId(id);
    if (!job || maySeeJobBy(actor, job.by)) return job;
    const isOwn = (await this.projects(actor)).some((project) => indexJob(project) === job.kind);
    return isOwn ? job : null;
  }

  /** Updates the index of one file, along with other changes in its project. */
  async indexFile(actor: Actor, path: string, options: FileOptions): Promise<FileOutcome> {
    return indexFile(actor, path, {
      ...options,
      store: this.#store,
      codeBase: this.#codeBase,
      projects: await this.#ownProjects(actor),
      stopping: this.#stopping.signal,
      index: (root, options) => this.index({ ...actor, anyCode: true }, root, options),
      isReading: async ({ id }) => (await this.#runs.underWay(id)) !== null,
    });
  }

  /** The number of files per language. */
  async languages(actor: Actor): Promise<Map<string, number>> {
    return this.#store.code.projects.languages((await this.projects(actor)).map(({ id }) => id));
  }

  async status(actor: Actor, name: string): Promise<ProjectStatus> {
    const status = await this.#status(await this.#find(actor, name));
    if (!status) throw unknownProject(name, await this.projects(actor));
    return status;
  }

  async statuses(actor: Actor): Promise<ProjectStatus[]> {
    const all = await Promise.all((await this.projects(actor)).map((project) => this.#status(project)));
    return all.filter((status) => status !== null);
  }

  projects(actor: Actor): Promise<Project[]> {
    return projectsSeenBy(actor, this.#store.code.projects);
  }

  /** The machine that has its folder; null if it is this one, or nobody knows. */
  otherMachineOf = (project: Project): string | null => this.#own.otherMachineOf(project);

  /** Everything that is defined in a project. */
  async definitions(actor: Actor, name: string): Promise<Definition[]> {
    const { id } = await this.#find(actor, name);
    const files = (await this.#store.code.index.files(id)).filter(({ visible }) => visible);
    return this.#store.code.symbols.inFiles(files.map((file) => file.id));
  }

  async search(actor: Actor, query: string, options: CodeSearchOptions): Promise<CodeAnswer> {
    const { found, ...answer } = await this.candidates(actor, query, options);
    const marked = await this.markStale(found, options.signal);
    return { ...answer, found: goneLast(marked), note: noteWithStale(answer.note, marked) };
  }

  /** The same, not yet compared with the files. */
  candidates(actor: Actor, query: string, options: CodeSearchOptions): Promise<CodeAnswer> {
    const search = (subject: string) => this.#search.search(actor, subject, options);
    return withAuthors(query, this.#codeBase, search, options.signal);
  }

  /** Compares what a search found with the files on this machine. */
  markStale<T extends Placed>(found: readonly T[], signal?: AbortSignal): Promise<T[]> {
    return markStale(found, this.#codeBase, (project) => this.#own.has(project), signal);
  }

  /** Searches functions and classes by a description, a name or a piece of code. */
  async functions(actor: Actor, query: string, options: FunctionOptions): Promise<FunctionAnswer> {
    const means = { symbols: this.#store.code.symbols, search: this.#search };
    const { found, note } = await findFunctions(actor, query, options, means);
    const marked = await this.markStale(found, options.signal);
    return { found: goneLast(marked), note: noteWithStale(note, marked) };
  }

  /** Functions that do the same as a piece of code, or match a signature, in files that are still there. */
  async duplicates(actor: Actor, code: string, options: DuplicateOptions): Promise<DuplicateAnswer> {
    const { found, note } = await this.#duplicates.find(actor, code, options);
    const isHere = (project: Project) => this.#own.has(project);
    return { found: await withoutGone(found, this.#codeBase, isHere, options.limit), note };
  }

  /** What code that is in no file defines; null if no grammar can parse it. */
  outline(code: string, language: string | null): Promise<Outline | null> {
    return this.#codeBase.outline(code, language);
  }

  /** Stops indexing a folder, whichever process does it; the published index stays. False if none is running. */
  async cancel(actor: Actor, path: string): Promise<boolean> {
    const root = await this.#own.locate(actor, path);
    let isRunning = false;
    for (const project of (await this.#ownProjects(actor)).filter((each) => each.root === root)) {
      if ((await this.#jobs.latest(indexJob(project)))?.state !== 'running') continue;
      checkWrite(actor, project.scope);
      await this.#jobs.cancel(indexJob(project));
      isRunning = true;
    }
    return isRunning;
  }

  /** Deletes a project; returns the number of its chunks. */
  async remove(actor: Actor, name: string): Promise<number> {
    const project = await this.#find(actor, name);
    await checkAdministers(this.#store.access, actor, project.scope);
    return this.#remove([project]);
  }

  async reset(actor: Actor): Promise<number> {
    return this.#remove(await this.#store.code.projects.list(entityReach(writeReach(actor))));
  }

  async counts(actor: Actor): Promise<IndexCounts> {
    const projects = await this.projects(actor);
    return this.#store.code.projects.counts(projects.map(({ id }) => id));
  }

  /** Completes unfinished work and starts missing watches of this machine's projects; to be called periodically. */
  async tend(): Promise<void> {
    const { projects } = this.#store.code;
    const own = await this.#own.claimed(await projects.list({}));
    for (const project of own) if (project.watch) this.#watches.begin(project);
    await this.#indexing.sweep(this.#stopping.signal);
    for (const { id, generation } of own) {
      if (this.#stopping.signal.aborted) return;
      if (this.#runs.isBusy(id)) continue;
      if ((await this.#jobs.latest(indexJob({ id })))?.interrupted) await this.#runs.update(id);
      if (generation === 0) continue;
      const { pending, unresolved } = await projects.counts([id]);
      if (pending > 0 || unresolved > 0) await this.#runs.complete(id);
    }
  }

  async close(): Promise<void> {
    this.#stopping.abort();
    await this.#watches.close();
    await Promise.all([this.#reindexing.settled(), this.#runs.allSettled()]);
    await this.#codeBase.close();
  }

  /** Null if the project was deleted in the meantime. */
  async #index(actor: Actor, path: string, options: IndexOptions): Promise<Indexed | null> {
    options.signal?.throwIfAborted();
    const known = await this.#own.declare(actor, path, options);
    const project = (await this.#store.code.projects.ask(known.id)) ?? known;
    const underWay = await this.#runs.underWay(project.id);
    const { joins = false, timeoutMs } = options;
    // What is under way here started before this call, so a caller with a limit gets its state at once.
    const patienceMs = underWay === 'here' && !joins && timeoutMs !== undefined ? 0 : timeoutMs;
    let isRead = false;
    await whileWaiting(options.signal, (signal) => {
      const run = { ...options, signal };
      const work = joins ? this.#runs.update(project.id, run) : this.#runs.updateAnywhere(project, run);
      const wait = async () => {
        await this.#runs.untilRead(project, work);
        isRead = !joins || underWay !== 'elsewhere';
        if (patienceMs === undefined) await work.then(() => this.#runs.swept());
        else if (!joins) await waitAtMost(work, BRIEFLY_MS);
      };
      return patienceMs === undefined ? wait() : waitAtMost(wait(), patienceMs);
    });
    if (project.watch) this.#watches.begin(project);
    options.signal?.throwIfAborted();
    const named = (await this.projects(actor)).find(({ id }) => id === project.id);
    const status = await this.#status(named ?? project);
    return status && { status, underWay, isRead };
  }

  async #ownProjects(actor: Actor): Promise<Project[]> {
    return this.#own.claimed(await this.projects(actor));
  }

  async #find(actor: Actor, name: string): Promise<Project> {
    return findProject(name, await this.projects(actor));
  }

  /** Under the name by which the caller sees it; null if the project no longer exists. */
  async #status({ id, name }: Project): Promise<ProjectStatus | null> {
    const counts = await this.#store.code.projects.counts([id]);
    const job = await this.#jobs.latest(indexJob({ id }));
    // Read last, because the project may have been deleted while its counts were read.
    const project = await this.#store.code.projects.byId(id);
    if (!project) return null;
    const watching = project.watch && (await this.#watches.isWatched(id));
    const status = statusOf({ ...project, name }, counts, job, this.#clock.now());
    return { ...status, watching, machine: this.otherMachineOf(project) };
  }

  async #remove(projects: readonly Project[]): Promise<number> {
    const { chunks } = await this.#store.code.projects.counts(projects.map(({ id }) => id));
    for (const project of projects) {
      await this.#jobs.cancel(indexJob(project));
      await this.#store.code.projects.retire(project.id);
      this.#runs.stop(project.id);
      await this.#watches.end(project.id);
      await this.#runs.settled(project.id);
      await this.#jobs.forget(indexJob(project));
    }
    // Already invisible to everyone; a large one is swept in the background, by the next server if need be.
    await waitAtMost(this.#indexing.sweep(this.#stopping.signal), BRIEFLY_MS);
    return chunks;
  }
}

/** The actor where a project is: a folder may have an index in several scopes, and this one is meant. */
const atProject = (actor: Actor, { scope }: Project): Actor => ({ ...inScope(actor, scope), anyCode: true });
