// Code memory as the outside sees it: projects that are indexed, watched, searched and forgotten.
import { notFound } from '../../errors.ts';
import { type Actor, entityReach, entitySpace, home, reach } from '../access/actor.ts';
import { Jobs, type Running } from '../job.ts';
import type { Embedding } from '../memories/embedding.ts';
import type { Clock, Job, Stage, Store } from '../ports.ts';
import { Indexing } from './indexing.ts';
import { Links } from './links.ts';
import type { CodeBase, Definition, Project, Selection } from './ports.ts';
import { type ProjectStatus, projectNames, statusOf } from './projects.ts';
import { type CodeAnswer, CodeSearch, type CodeSearchOptions } from './search.ts';
import { Watches } from './watches.ts';

export interface IndexOptions {
  readonly watch?: boolean | undefined;
  readonly selection?: Selection | undefined;
  /** False leaves the vectors to the next server on this store. */
  readonly vectors?: boolean | undefined;
  /** How long to wait for the end; the work goes on behind. */
  readonly patienceMs?: number | undefined;
  readonly signal?: AbortSignal | undefined;
  readonly onProgress?: ((stage: Stage) => void) | undefined;
}

export interface Indexed {
  readonly status: ProjectStatus;
  /** Somebody else was at it already. */
  readonly joined: boolean;
}

const jobOf = (project: Pick<Project, 'id'>): string => `index ${project.id}`;

export class Code {
  readonly links: Links;
  readonly #store: Store;
  readonly #codeBase: CodeBase;
  readonly #clock: Clock;
  readonly #jobs: Jobs;
  readonly #indexing: Indexing;
  readonly #watches: Watches;
  readonly #search: CodeSearch;
  readonly #stopping = new AbortController();
  readonly #running = new Map<number, Promise<Job | null>>();

  constructor(store: Store, codeBase: CodeBase, embedding: Embedding, clock: Clock) {
    this.#store = store;
    this.#codeBase = codeBase;
    this.#clock = clock;
    this.#jobs = new Jobs(store.jobs, clock);
    this.links = new Links(store);
    this.#indexing = new Indexing(store, codeBase, embedding, this.links, clock);
    this.#search = new CodeSearch(store, embedding);
    this.#watches = new Watches(codeBase, this.#jobs, (project) => this.#again(project));
  }

  /** Indexes a folder, or brings its index up to date. One that is being indexed already is only waited for. */
  async index(actor: Actor, path: string, options: IndexOptions = {}): Promise<Indexed> {
    const root = await this.#codeBase.locate(path, actor.roots);
    const { projects } = this.#store.code;
    const scope = entitySpace(home(actor));
    const project = await projects.declare({ scope, root, names: projectNames(root), createdAt: this.#clock.now() });
    await projects.configure(project.id, {
      ...(options.selection ? { selection: options.selection } : {}),
      ...(options.watch ? { watch: true } : {}),
    });
    const current = (await projects.byId(project.id)) ?? project;
    const before = await this.#jobs.latest(jobOf(current));
    const cancel = new AbortController();
    const stop = () => cancel.abort();
    options.signal?.addEventListener('abort', stop);
    const work = this.#run(current, { ...options, signal: cancel.signal });
    await Promise.race([work, ...(options.patienceMs === undefined ? [] : [after(options.patienceMs)])]);
    // The work outlives the call: who has his answer cannot take it back.
    options.signal?.removeEventListener('abort', stop);
    if (current.watch) await this.#watches.begin(current);
    options.signal?.throwIfAborted();
    return { status: await this.#status(current), joined: before?.state === 'running' };
  }

  async status(actor: Actor, name: string): Promise<ProjectStatus> {
    return this.#status(await this.#find(actor, name));
  }

  projects(actor: Actor): Promise<Project[]> {
    return this.#store.code.projects.list(entityReach(reach(actor)));
  }

  /** Everything that is defined in a project. */
  async definitions(actor: Actor, name: string): Promise<Definition[]> {
    const { id } = await this.#find(actor, name);
    const files = (await this.#store.code.index.files(id)).filter(({ visible }) => visible);
    return this.#store.code.symbols.inFiles(files.map((file) => file.id));
  }

  search(actor: Actor, query: string, options: CodeSearchOptions): Promise<CodeAnswer> {
    return this.#search.search(actor, query, options);
  }

  /** Stops the work on a project, in whichever process it is done; what is published stays. */
  async cancel(actor: Actor, name: string): Promise<void> {
    await this.#jobs.cancel(jobOf(await this.#find(actor, name)));
  }

  /** How many chunks went with it. */
  async remove(actor: Actor, name: string): Promise<number> {
    return this.#remove([await this.#find(actor, name)]);
  }

  async reset(actor: Actor): Promise<number> {
    return this.#remove(await this.projects(actor));
  }

  async chunkCount(actor: Actor): Promise<number> {
    const projects = await this.projects(actor);
    return (await this.#store.code.projects.counts(projects.map(({ id }) => id))).chunks;
  }

  /** What others have left undone, and projects that nobody watches: to be called from time to time. */
  async tend(): Promise<void> {
    const { projects } = this.#store.code;
    await this.#indexing.sweep(this.#stopping.signal);
    for (const project of await projects.list({})) {
      if (this.#stopping.signal.aborted) return;
      if (project.watch) await this.#watches.begin(project);
      if (project.generation === 0 || this.#running.has(project.id)) continue;
      const { pending, unresolved } = await projects.counts([project.id]);
      if (pending > 0 || unresolved > 0) await this.#resume(project);
    }
  }

  async close(): Promise<void> {
    this.#stopping.abort();
    await this.#watches.close();
    await Promise.allSettled(this.#running.values());
    await this.#codeBase.close();
  }

  async #find(actor: Actor, name: string): Promise<Project> {
    const project = await this.#store.code.projects.byName(name, entityReach(reach(actor)));
    if (!project) throw notFound(`Project not found: ${name}`);
    return project;
  }

  async #status(project: Project): Promise<ProjectStatus> {
    const current = (await this.#store.code.projects.byId(project.id)) ?? project;
    const counts = await this.#store.code.projects.counts([project.id]);
    return statusOf(current, counts, await this.#jobs.latest(jobOf(project)), this.#clock.now());
  }

  /** One run for each project in this process; who comes later waits for the same. */
  #run(project: Project, { vectors, signal, onProgress }: IndexOptions = {}): Promise<Job | null> {
    const work = (running: Running) => this.#indexing.update(project, running, { vectors: vectors ?? true });
    return this.#start(project, work, signal, onProgress);
  }

  #resume(project: Project): Promise<Job | null> {
    return this.#start(project, (running) => this.#indexing.complete(project, running, { vectors: true }));
  }

  #start(
    project: Project,
    work: (running: Running) => Promise<void>,
    signal?: AbortSignal,
    onProgress?: (stage: Stage) => void,
  ): Promise<Job | null> {
    const known = this.#running.get(project.id);
    if (known) return known;
    const stop = this.#stopping.signal;
    const run = this.#jobs
      .run(jobOf(project), work, { signal: signal ? AbortSignal.any([signal, stop]) : stop, onProgress })
      .finally(() => this.#running.delete(project.id));
    this.#running.set(project.id, run);
    return run;
  }

  async #again(id: number): Promise<void> {
    const project = await this.#store.code.projects.byId(id);
    if (project) await this.#run(project);
  }

  async #remove(projects: readonly Project[]): Promise<number> {
    const ids = projects.map(({ id }) => id);
    const { chunks } = await this.#store.code.projects.counts(ids);
    for (const project of projects) {
      await this.#watches.end(project.id);
      await this.#jobs.cancel(jobOf(project));
      await this.#store.code.projects.retire(project.id);
      await this.#running.get(project.id)?.catch(() => null);
      await this.#jobs.forget(jobOf(project));
    }
    await this.#indexing.sweep(this.#stopping.signal);
    return chunks;
  }
}

const after = (ms: number): Promise<void> =>
  new Promise((resolve) => {
    setTimeout(resolve, ms).unref();
  });
