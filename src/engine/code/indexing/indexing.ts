// Indexes a project: parses changed files and publishes them in one step, resolves references, and makes the vectors of
// chunks. Each step can be interrupted and resumes where it stopped.

import { invalid } from '../../../errors.ts';
import type { JobContext } from '../../job.ts';
import type { Embedding } from '../../memories/embedding.ts';
import type { Clock, Store } from '../../ports.ts';
import { redactText } from '../../secrets/redact.ts';
import { remembered } from '../../text/remembered.ts';
import { pause, yieldToEventLoop } from '../../waiting.ts';
import type { CodeBase, Listing, SourceFile } from '../code-base.ts';
import type { Links } from '../links.ts';
import type { IndexedFile, NewFile, Project } from '../ports.ts';
import { unreadResult } from '../projects.ts';
import { embeddingText } from './embedding-text.ts';
import { Resolution } from './resolution.ts';

/** Files parsed in parallel: enough to keep every reader busy while others are written. */
const READ_AT_ONCE = 48;
/** A long deletion stops after this long for a gap in which other processes can write. */
const STRETCH_MS = 150;
const OTHERS_WRITE_MS = 40;
/** The size of one transaction; the process answers other requests in between. */
const BATCH_FILES = 60;
const BATCH_CHUNKS = 360;
const EMBEDDED_AT_ONCE = 64;
const LINKED_AT_ONCE = 200;
/** The content of a file that was not read fully: unlike any listed, so the next run reads it again, but only once more. */
const unfinished = (content: string): string => `unfinished ${content}`;

/** The difference between the listed and the indexed files. */
interface Difference {
  readonly read: readonly SourceFile[];
  /** Visible files that were changed or deleted. */
  readonly gone: readonly number[];
  /** Files read by an unfinished run that have changed since. */
  readonly stale: readonly number[];
}

/** `reread` selects files to read again even if they seem unchanged. */
export function compare(
  listed: readonly SourceFile[],
  known: readonly IndexedFile[],
  reread: (path: string) => boolean = () => false,
): Difference {
  const wanted = new Map(listed.map((file) => [file.path, file]));
  const kept = new Set<string>();
  const gone: number[] = [];
  const stale: number[] = [];
  // Files read by an unfinished run are newer than visible ones.
  for (const { id, path, content, visible } of known.toSorted((a, b) => Number(a.visible) - Number(b.visible))) {
    const isCurrent = wanted.get(path)?.content === content && !kept.has(path) && !reread(path);
    if (isCurrent) kept.add(path);
    else (visible ? gone : stale).push(id);
  }
  return { read: listed.filter(({ path }) => !kept.has(path)), gone, stale };
}

/** Remembered, because every update lists all files. */
const holdsSecret = remembered((path) => redactText(path).kinds.length > 0);

/** Leaves out files whose path contains a secret, because paths are stored. */
const withoutSecrets = ({ files, ...listing }: Listing): Listing => ({
  ...listing,
  files: files.filter(({ path }) => !holdsSecret(path)),
});

export class Indexing {
  readonly #store: Store;
  readonly #codeBase: CodeBase;
  readonly #embedding: Embedding;
  readonly #links: Links;
  readonly #resolution: Resolution;
  readonly #clock: Clock;
  #sweeping: Promise<void> = Promise.resolve();

  constructor(store: Store, codeBase: CodeBase, embedding: Embedding, links: Links, clock: Clock) {
    this.#store = store;
    this.#codeBase = codeBase;
    this.#embedding = embedding;
    this.#links = links;
    this.#resolution = new Resolution(store);
    this.#clock = clock;
  }

  /** Reads everything that has changed since the last run. */
  async update(project: Project, running: JobContext, reread?: (path: string) => boolean): Promise<void> {
    running.report('read', 0, 0);
    const { index } = this.#store.code;
    // A temporarily missing folder must not count as one whose files were deleted.
    await this.#codeBase.locate(project.root);
    const listing = withoutSecrets(await this.#codeBase.list(project.root, project.selection));
    if (listing.ignored) {
      throw invalid(
        'Git ignores this folder, so none of its files are read. Remove it from .gitignore, or index a copy elsewhere.',
      );
    }
    const known = await index.files(project.id);
    const { read, gone, stale } = compare(listing.files, known, reread);
    if (stale.length > 0) await index.discard(stale);
    const before = new Set(known.map(({ path, content }) => `${path} ${content}`));
    const isLateAgain = ({ path, content }: SourceFile) => before.has(`${path} ${unfinished(content)}`);
    const unread = read.length > 0 ? await this.#read(project, listing, read, isLateAgain, running) : [];
    running.conclude(unreadResult(unread));
    running.signal.throwIfAborted();
    const isNew = project.generation === 0 || project.commit !== listing.commit;
    if (read.length > 0 || gone.length > 0 || stale.length > 0 || isNew) {
      await index.publish(project.id, { gone, commit: listing.commit, at: this.#clock.now() });
    }
    await this.complete(project, running);
  }

  /** Does the steps that follow publication: links and references. */
  async complete(project: Project, running: JobContext): Promise<void> {
    await this.#link(project, running);
    await this.#resolution.run(project, running);
  }

  /** Deletes invisible data, one sweep after the other; nobody needs to wait for it. */
  sweep(signal: AbortSignal): Promise<void> {
    this.#sweeping = this.#sweeping.catch(() => {}).then(() => this.#sweep(signal));
    return this.#sweeping;
  }

  async #sweep(signal: AbortSignal): Promise<void> {
    let since = performance.now();
    while (!signal.aborted && (await this.#store.code.index.sweep())) {
      if (performance.now() - since < STRETCH_MS) await yieldToEventLoop();
      else {
        await pause(OTHERS_WRITE_MS, signal);
        since = performance.now();
      }
    }
  }

  /** Returns the paths of files that could not be read, or not fully. */
  async #read(
    project: Project,
    { files }: Listing,
    changed: readonly SourceFile[],
    isLateAgain: (file: SourceFile) => boolean,
    running: JobContext,
  ): Promise<readonly string[]> {
    const unread: string[] = [];
    const known = files.length - changed.length;
    let next = 0;
    let done = 0;
    let failed: unknown = null;
    let batch: NewFile[] = [];
    const standsFor = await this.#embedding.firstVectorsOf();
    const broken = new AbortController();
    const signal = AbortSignal.any([running.signal, broken.signal]);
    const flush = async () => {
      const full = batch;
      batch = [];
      await this.#store.code.index.add(project.id, full, standsFor);
      done += full.length;
      running.report('read', known + done, files.length);
    };
    const work = async () => {
      for (let file = changed[next++]; file; file = changed[next++]) {
        signal.throwIfAborted();
        // A file that cannot be read now is skipped and retried by the next run.
        const parsed = await this.#codeBase.parse(project.root, file.path, signal).catch((error) => {
          failed = error;
          unread.push(file.path);
          return undefined;
        });
        signal.throwIfAborted();
        if (parsed === undefined) continue;
        if (parsed?.late) unread.push(file.path);
        // Only after the await: other workers may have replaced the batch in the meantime.
        const content = parsed?.late && !isLateAgain(file) ? unfinished(file.content) : file.content;
        batch.push({ ...file, parsed, content });
        const chunks = batch.reduce((sum, { parsed }) => sum + (parsed?.chunks.length ?? 0), 0);
        if (batch.length >= BATCH_FILES || chunks >= BATCH_CHUNKS) await flush();
      }
    };
    running.report('read', known, files.length);
    // If one fails, the others stop, too, before the run ends and another may begin.
    const workers = Array.from({ length: READ_AT_ONCE }, () => work().catch((error) => broken.abort(error)));
    await Promise.all(workers);
    signal.throwIfAborted();
    await flush();
    // If nothing at all can be read, the files are not the problem.
    if (done === 0 && failed !== null) throw failed;
    return unread.sort();
  }

  async #link(project: Project, { signal }: JobContext): Promise<void> {
    const { index } = this.#store.code;
    for (;;) {
      const files = await index.unlinked(project.id, LINKED_AT_ONCE);
      if (files.length === 0) return;
      signal.throwIfAborted();
      await this.#links.discover(project, files);
      await index.linked(files.map(({ id }) => id));
      await yieldToEventLoop();
    }
  }

  /** Makes the vectors of chunks, until somebody asks for an update in whichever process. */
  async embed(project: Project, { signal, report }: JobContext): Promise<void> {
    const { vectors, projects } = this.#store.code;
    const { pending, chunks } = await projects.counts([project.id]);
    let done = chunks - pending;
    report('embed', done, chunks);
    for (;;) {
      const batch = await vectors.pending(project.id, EMBEDDED_AT_ONCE);
      if (batch.length === 0) return;
      signal.throwIfAborted();
      const texts = batch.map((chunk) => embeddingText(chunk.path, chunk));
      const made = await this.#embedding.bulk(texts, signal);
      const filled = batch.flatMap(({ id }, i) => {
        const vector = made.vectors[i];
        return vector ? [{ id, vector }] : [];
      });
      await vectors.fill(filled, made.model);
      done += batch.length;
      report('embed', Math.min(done, chunks), chunks);
      if ((await projects.byId(project.id))?.asked !== project.asked) return;
    }
  }
}
