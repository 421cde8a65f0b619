// Metrics for Prometheus: calls as they are observed, and the state of the store at the time of the scrape.
import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client';
import type { Observe, Serving } from '../contracts/serve.ts';
import type { Actor } from '../engine/access/actor.ts';
import type { Engine } from '../engine/engine.ts';
import type { Status } from '../engine/status.ts';
import { messageOf } from '../errors.ts';
import { log } from '../log.ts';
import { readiness } from './health.ts';

/** From a read by key to an index_project that runs until its timeout. */
const SECONDS = [0.002, 0.005, 0.01, 0.02, 0.05, 0.1, 0.2, 0.5, 1, 2, 5, 10, 60];

export class Metrics {
  readonly #registry = new Registry();
  readonly #calls = this.#counter('remanence_tool_calls_total', 'Tool calls; status is ok or an error code.', [
    'profile',
    'tool',
    'status',
  ]);
  readonly #seconds = new Histogram({
    name: 'remanence_tool_seconds',
    help: 'How long tool calls took.',
    labelNames: ['profile', 'tool'],
    buckets: SECONDS,
    registers: [this.#registry],
  });
  readonly #running = this.#gauge('remanence_tool_calls_running', 'Tool calls that are being answered.');
  readonly #ready = this.#gauge('remanence_ready', '1 when the server can answer, 0 when /health/ready tells why not.');
  readonly #hits = this.#counter('remanence_embedding_cache_hits_total', 'Texts whose vector was still known.');
  readonly #misses = this.#counter('remanence_embedding_cache_misses_total', 'Texts that the model had to embed.');
  readonly #memories = this.#gauge('remanence_memories', 'Stored memories, valid or not.');
  readonly #entities = this.#gauge('remanence_entities', 'Entities of the knowledge graph.');
  readonly #chunks = this.#gauge('remanence_code_chunks', 'Chunks of indexed code.');
  readonly #bytes = this.#gauge('remanence_store_bytes', 'Size of the store on disk.');
  readonly #free = this.#gauge('remanence_disk_free_bytes', 'Room that is left on the disk of the store.');
  readonly #writable = this.#gauge(
    'remanence_writable',
    '1 when writes go through or wait for others, 0 when they fail.',
  );
  readonly #pending = this.#gauge('remanence_vectors_pending', 'Memories that wait for their vectors.');
  readonly #jobs = this.#gauge('remanence_jobs', 'Background jobs by state, running or pending.', ['state']);

  constructor() {
    collectDefaultMetrics({ register: this.#registry });
  }

  get contentType(): string {
    return this.#registry.contentType;
  }

  readonly observe: Observe = (call) => {
    this.#running.inc();
    const stop = this.#seconds.startTimer({ ...call });
    return (status) => {
      stop();
      this.#running.dec();
      this.#calls.inc({ ...call, status });
    };
  };

  /** All metrics as text. If the store cannot be read, its figures stay as they were and `remanence_ready` is 0. */
  async text(serving: Serving): Promise<string> {
    this.#ready.set((await readiness(serving)).status === 'ready' ? 1 : 0);
    try {
      await this.#read(await serving.engine(), serving.actor);
    } catch (thrown) {
      log.warn('metrics of the store are out of date', { error: messageOf(thrown) });
    }
    return this.#registry.metrics();
  }

  async #read(engine: Engine, actor: Actor): Promise<void> {
    const status = await engine.status(actor);
    const { counts, codeChunks, bytes, pending, embedding, disk } = status;
    this.#memories.set(counts.memories);
    this.#entities.set(counts.entities);
    this.#chunks.set(codeChunks);
    this.#bytes.set(bytes);
    if (disk.room) this.#free.set(disk.room.freeBytes);
    this.#writable.set(disk.writes === 'failed' ? 0 : 1);
    this.#pending.set(pending);
    advance(this.#hits, embedding.cache.hits);
    advance(this.#misses, embedding.cache.misses);
    const jobs = [vectorsJob(status), ...(await indexingJobs(engine, actor))];
    for (const state of ['running', 'pending'] as const) {
      this.#jobs.set({ state }, jobs.filter((each) => each === state).length);
    }
  }

  #counter<T extends string>(name: string, help: string, labelNames: readonly T[] = []): Counter<T> {
    return new Counter({ name, help, labelNames, registers: [this.#registry] });
  }

  #gauge<T extends string>(name: string, help: string, labelNames: readonly T[] = []): Gauge<T> {
    return new Gauge({ name, help, labelNames, registers: [this.#registry] });
  }
}

/** Sets a counter to a total that is counted elsewhere. */
function advance(counter: Counter, total: number): void {
  counter.reset();
  counter.inc(total);
}

type JobState = 'running' | 'pending' | 'done';

/** Re-embedding, in whichever process. */
const vectorsJob = ({ reembedding, pending }: Status): JobState =>
  reembedding?.state === 'running' ? 'running' : pending > 0 ? 'pending' : 'done';

/** One for each code base. */
const indexingJobs = async (engine: Engine, actor: Actor): Promise<JobState[]> =>
  (await engine.code.statuses(actor)).map(({ state, pending }) =>
    state === 'indexing' ? 'running' : state === 'pending' || pending > 0 ? 'pending' : 'done',
  );
