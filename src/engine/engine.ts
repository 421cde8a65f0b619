// The facade: every operation that the engine offers to the outside.
import type { Access } from './access/access.ts';
import { type Actor, forbidden, seesAll } from './access/actor.ts';
import { Audit } from './access/audit.ts';
import type { Logins } from './access/logins.ts';
import type { Refusals } from './access/refusals.ts';
import type { Users } from './access/users.ts';
import { Analysis } from './analysis/analysis.ts';
import { Chat } from './chat/chat.ts';
import { DAY_MS } from './clock.ts';
import { CodeBrowsing } from './code/browsing.ts';
import type { Code } from './code/code.ts';
import { createAccess } from './create-access.ts';
import { createCheckedShelf, createShelf } from './create-shelf.ts';
import { Cubes } from './cubes/cubes.ts';
import { ForeignImport } from './foreign/import.ts';
import { GraphExplorer } from './graph/explorer.ts';
import { Graph } from './graph/graph.ts';
import { Knowledge } from './graph/knowledge.ts';
import { Inbox } from './inbox/inbox.ts';
import { instrument } from './instrument.ts';
import { BackingUp } from './maintenance/backing-up.ts';
import type { Editing } from './maintenance/editing.ts';
import { Activity } from './maintenance/figures/activity.ts';
import { Hours } from './maintenance/figures/hours.ts';
import { Operating } from './maintenance/figures/operating.ts';
import { type Figures, Statistics } from './maintenance/figures/statistics.ts';
import { Timings } from './maintenance/figures/timings.ts';
import type { NormaliseOptions, Normalising } from './maintenance/normalise/normalise.ts';
import { normaliseAll } from './maintenance/normalise/normalise-all.ts';
import { rederive } from './maintenance/normalise/rederive.ts';
import { type Removed, Removing } from './maintenance/removing.ts';
import type { Scanning } from './maintenance/scan.ts';
import { Exporting } from './maintenance/transfer/export.ts';
import { Importing } from './maintenance/transfer/import.ts';
import { TextImports } from './maintenance/transfer/text-import.ts';
import type { Browsing } from './memories/browsing.ts';
import type { Memories } from './memories/memories.ts';
import type { Forgotten } from './memories/quotes.ts';
import { Notes } from './notes/notes.ts';
import type { EngineParts } from './parts.ts';
import { Recalls } from './recalls/recalls.ts';
import type { Retrieval } from './retrieval/retrieval.ts';
import type { Shelf } from './shelf.ts';
import { publicDiskState, publicEmbedderStatus, type Status } from './status.ts';
import { Upkeep } from './upkeep.ts';
import { VERBS } from './verbs.ts';
import { waitBriefly } from './waiting.ts';

export class Engine {
  readonly memories: Memories;
  readonly browsing: Browsing;
  readonly editing: Editing;
  readonly inbox: Inbox;
  readonly recalls: Recalls;
  readonly activity: Activity;
  readonly graph: Graph;
  readonly explorer: GraphExplorer;
  readonly knowledge: Knowledge;
  readonly code: Code;
  readonly codeBrowsing: CodeBrowsing;
  readonly notes: Notes;
  readonly foreign: ForeignImport;
  readonly retrieval: Retrieval;
  readonly normalising: Normalising;
  readonly scanning: Scanning;
  readonly exporting: Exporting;
  readonly importing: Importing;
  readonly textImports: TextImports;
  readonly analysis: Analysis;
  readonly access: Access;
  readonly logins: Logins;
  readonly users: Users;
  readonly cubes: Cubes;
  readonly chat: Chat;
  readonly removing: Removing;
  readonly operating: Operating;
  readonly #parts: EngineParts;
  readonly #main: Shelf;
  readonly #refusals: Refusals;
  readonly #timings: Timings;
  readonly #statistics: Statistics;
  readonly #upkeep: Upkeep;

  constructor(parts: EngineParts) {
    const { store, embedder, clock } = parts;
    this.#parts = parts;
    const audit = new Audit(store.access, clock);
    const shelved = {
      ...parts,
      audit,
      keptMs: parts.keepRemovedDays * DAY_MS,
      owning: (actor: Actor) => this.access.owning(actor),
      runUpkeepSoon: () => this.#upkeep.soon(),
      forgetTraces: async (memories: readonly Forgotten[], location: string, signal?: AbortSignal) => {
        await parts.sideFiles.forget(memories, location);
        // Takes less time, and is last, so that others hardly write anything between this and the deletion.
        for (const kept of [this.chat, this.recalls]) {
          signal?.throwIfAborted();
          await kept.forgetQuotes(memories);
        }
      },
    };
    const main = createShelf(store, shelved);
    const { embedding, code, memories, retrieval } = main;
    const timings = new Timings(store.statistics, clock, () => embedder.status().cache);
    this.recalls = new Recalls(store.recalls, clock, parts.logsRecalls, (ids) => this.cubes.gone(ids));
    this.activity = new Activity(store.activity, this.recalls, clock);
    this.code = instrument(code, VERBS.code, { audit, timings });
    this.codeBrowsing = new CodeBrowsing(store, code.links);
    this.browsing = main.browsing;
    this.editing = main.editing;
    this.inbox = instrument(new Inbox({ ...main, links: code.links, clock }), VERBS.inbox, { audit });
    this.explorer = new GraphExplorer(store, clock);
    // The shelf audits them already.
    this.memories = instrument(memories, VERBS.memories, { timings });
    this.retrieval = instrument(retrieval, VERBS.retrieval, { timings });
    this.graph = instrument(new Graph(store, clock), VERBS.graph, { audit });
    const knowledge = new Knowledge(store, this.memories, embedding, clock);
    this.knowledge = instrument(knowledge, VERBS.knowledge, { audit });
    const foreign = new ForeignImport(store, this.memories, knowledge);
    this.foreign = instrument(foreign, VERBS.foreign, { audit });
    const notes = new Notes({ ...parts, memories: this.memories, embedding, retrieval }, parts.notes);
    this.notes = instrument(notes, VERBS.notes, { timings });
    this.normalising = main.normalising;
    this.scanning = main.scanning;
    this.#timings = timings;
    this.#statistics = new Statistics(store, timings, clock, () => embedder.status());
    const hours = new Hours(store, timings, clock);
    const operating = new Operating({ hours, code: this.code, store, keeper: parts.keeper, clock });
    this.operating = instrument(operating, VERBS.operating, { audit });
    this.analysis = new Analysis(store, embedding, code, clock, parts.llm);
    const admission = createAccess(store, audit, clock, () => this.cubes);
    this.access = admission.access;
    this.logins = admission.logins;
    this.users = admission.users;
    this.#refusals = admission.refusals;
    const cubes = new Cubes(
      admission.registry,
      { ...main, memories: this.memories, retrieval: this.retrieval },
      {
        locate: (path, roots) => parts.cubeFiles.locate(path, roots),
        open: async (file, makes) => createCheckedShelf(await parts.cubeFiles.open(file, makes), shelved),
      },
    );
    this.cubes = instrument(cubes, VERBS.cubes, {});
    this.exporting = instrument(new Exporting(store, this.cubes, parts.files, clock), VERBS.exporting, { audit });
    this.importing = instrument(new Importing(main, this.cubes, parts.files, clock), VERBS.importing, { audit });
    const textImports = new TextImports(store, this.importing, foreign, clock);
    this.textImports = instrument(textImports, VERBS.textImports, { audit });
    this.chat = new Chat(this.cubes, store.chat, parts.llm, clock);
    const { access, chat, exporting, recalls } = this;
    const { sideFiles, keepRemovedDays: keptDays } = parts;
    const removing = new Removing({
      store,
      access,
      code: this.code,
      chat,
      recalls,
      exporting,
      sideFiles,
      clock,
      keptDays,
    });
    this.removing = instrument(removing, VERBS.removing, { audit });
    this.#main = main;
    const backingUp = new BackingUp(parts.keeper, store, clock);
    this.#upkeep = new Upkeep({
      long: [(signal) => main.reembedding.run(signal), (signal) => this.cubes.tend(signal), () => this.code.tend()],
      short: [
        (signal) => this.normalising.emptyBin(signal),
        () => this.removing.sweep(),
        () => this.recalls.expire(),
        () => timings.flush(),
        () => hours.note(),
        () => this.#refusals.flush(),
        // Warns of a full disk in time, even when nobody asks for the status.
        () => store.disk(),
      ],
      later: (signal) => backingUp.run(signal),
      finishRestore: () => parts.keeper.finishRestore(clock.now()),
      onFailure: parts.onFailure,
    });
  }

  /**
   * Refuses a model other than the one that made the store's vectors, or switches to it when `reembed` is set.
   * With `tends`, keeps tending the store: makes missing vectors and watches projects.
   */
  async start({ reembed, tends }: { reembed: boolean; tends: boolean }): Promise<void> {
    if (reembed) await this.#main.embedding.switchModel();
    else await this.#main.embedding.checkModel();
    if (!tends) return;
    await this.#main.embedding.introduce();
    this.#upkeep.start();
  }

  /** Rebuilds everything derived from the memories of a store that was salvaged from a damaged one. */
  rederive(): Promise<void> {
    return rederive(this.#parts.store, this.#main.embedding);
  }

  async status(actor: Actor): Promise<Status> {
    const { store, version } = this.#parts;
    const { reembedding } = this.#main;
    const embedding = this.#main.embedding.status();
    const isConfined = actor.cubes !== undefined;
    const indexed = await this.code.counts(actor);
    const disk = await store.disk();
    return {
      version,
      counts: await this.memories.counts(actor),
      codeChunks: indexed.chunks,
      codePending: indexed.pending,
      embedding: isConfined ? publicEmbedderStatus(embedding) : embedding,
      summaries: this.#parts.summarizer.status(),
      storedDimensions: (await store.embeddings.model())?.dimensions ?? embedding.dimensions,
      // These figures cover the whole store, so confined callers do not see them.
      pending: isConfined ? 0 : await reembedding.pending(),
      reembedding: isConfined ? null : await reembedding.latest(),
      disk: isConfined ? publicDiskState(disk) : disk,
      bytes: isConfined ? 0 : await store.size(),
      location: isConfined ? '' : store.location,
    };
  }

  /** Counts of everything stored, and timings of calls. */
  statistics(actor: Actor): Promise<Figures> {
    return this.#statistics.of(actor);
  }

  /** The part of the statistics that covers code. */
  indexFigures(actor: Actor): Promise<Figures['index']> {
    return this.#statistics.index(actor);
  }

  /** Loads the model if needed; its status shows the outcome. */
  wake(): Promise<void> {
    return this.#main.embedding.wake();
  }

  /** Removes everything that the actor owns, and reports how much that was. */
  reset(actor: Actor): Promise<Removed> {
    return this.removing.remove(actor, { everything: true });
  }

  /** The store's tables and their row counts; empty for callers who may not see the whole store. */
  async tables(actor: Actor): Promise<{ readonly name: string; readonly rows: number }[]> {
    return seesAll(actor) ? this.#parts.store.tables() : [];
  }

  /** Normalises the store, then each cube that has its own file. */
  normalise(actor: Actor, options: NormaliseOptions): ReturnType<typeof normaliseAll> {
    return normaliseAll(this.normalising, this.cubes, actor, options);
  }

  /** Returns the space of deleted data to the disk. */
  async compact({ who, cubes }: Actor): Promise<void> {
    if (cubes !== undefined) throw forbidden(`${who} may not compact the whole store.`);
    return this.#parts.store.compact();
  }

  /** Describes each fault in the stored data. */
  check(): Promise<string[]> {
    return this.#parts.store.check();
  }

  async close(): Promise<void> {
    this.#upkeep.stop();
    await Promise.all([this.normalising.close(), this.inbox.close()]);
    await this.code.close();
    await this.#upkeep.ended();
    // Losing figures must not make closing fail.
    await waitBriefly(this.#timings.flush());
    await waitBriefly(this.recalls.flush());
    await waitBriefly(this.#refusals.flush({ now: true }));
    await this.cubes.close();
    await this.#parts.embedder.close();
    await this.#parts.summarizer.close();
    await this.#parts.llm?.close();
    await this.#parts.store.close();
  }
}
