// Sixteen writers at two servers. Each follows the error codes: it retries if and only if they say so. At the end
// everything acknowledged must be stored exactly once, and nothing that was refused.
import { setTimeout as delay } from 'node:timers/promises';
import { readId } from '../../src/engine/ids.ts';
import { sql } from '../../src/stores/postgres/server/sql.ts';
import { openDatabase } from '../../src/stores/postgres/store.ts';
import { type Answered, type Call, type Member, TIMEOUT_S } from './member.ts';
import type { Tally } from './tally.ts';

const WRITERS = 16;
/** Every so many acknowledged memories, one is searched for at the other server. */
const SEARCHED = 4;
const PAUSE_MS = 50;
const LIMIT = 10;
/** The server waits one second longer for a silent connection; the rest allows for a busy machine. */
const LATE_MS = TIMEOUT_S * 1000 + 5000;

/** What became of each text. */
type Fate = { readonly kind: 'stored'; readonly id: string } | { readonly kind: 'refused' | 'again' | 'unknown' };

export class Writers {
  readonly #members: readonly [Member, Member];
  readonly #tally: Tally;
  readonly #fates = new Map<string, Fate>();
  readonly #working: Promise<unknown>;
  #isOver = false;

  /** `bulk` makes metadata that fills up the disk. */
  constructor(members: readonly [Member, Member], tally: Tally, bulk: () => string = () => '') {
    this.#members = members;
    this.#tally = tally;
    this.#working = Promise.all(Array.from({ length: WRITERS }, (_, i) => this.#write(i, bulk)));
  }

  async #write(writer: number, bulk: () => string): Promise<void> {
    for (let i = 0; !this.#isOver; i++) {
      const token = `${this.#tally.round.replaceAll(' ', '')}w${writer}n${i}`;
      await this.#store(writer, token, `The GatewayService of station ${writer} wrote ${token} down.`, bulk());
    }
  }

  async #store(writer: number, token: string, text: string, bulk: string): Promise<void> {
    const tally = this.#tally;
    do {
      const answered = await this.#call(writer, adding(writer, text, bulk));
      if (answered.kind === 'done') {
        const id = String(answered.value.memory_id);
        this.#fates.set(text, { kind: 'stored', id });
        tally.acknowledged++;
        if (tally.acknowledged % SEARCHED === 0) await this.#search(writer, token, id);
        return;
      }
      const kind = answered.kind === 'wrong' ? 'unknown' : answered.kind;
      this.#fates.set(text, { kind });
      tally[kind]++;
      await delay(PAUSE_MS);
      if (kind !== 'again') return;
    } while (!this.#isOver);
  }

  async #search(writer: number, token: string, id: string): Promise<void> {
    const answered = await this.#call(writer + 1, searching(writer, token));
    if (answered.kind !== 'done') return;
    this.#tally.searched++;
    if (!JSON.stringify(answered.value).includes(id))
      this.#tally.blame('unseen', `${token} is not found by the other server`);
  }

  async #call(writer: number, call: Call): Promise<Answered> {
    const tally = this.#tally;
    const answered = await this.#here(writer).call(call);
    tally.calls++;
    tally.slowestMs = Math.max(tally.slowestMs, answered.ms);
    const told = `${answered.kind}${answered.kind === 'done' ? '' : ` ${answered.message}`}`;
    // A call that succeeds may have waited several times; one that fails must fail in time.
    if (answered.ms > LATE_MS && answered.kind !== 'done')
      tally.blame('late', `${call.tool} took ${answered.ms.toFixed(0)} ms: ${told}`);
    if (answered.kind === 'wrong') tally.blame('wrong', `${call.tool}: ${answered.message}`);
    return answered;
  }

  #here(writer: number): Member {
    return writer % 2 === 0 ? this.#members[0] : this.#members[1];
  }

  async stop(): Promise<void> {
    this.#isOver = true;
    await this.#working;
  }

  /** Compares what is stored with what the servers answered. Call it once the database works again. */
  async examine(address: string, tenant: string): Promise<void> {
    const database = await openDatabase({ address, tenant, pool: 2, timeoutMs: 15_000, migrates: false });
    const rows = await database.all(sql`SELECT id, content FROM memories WHERE tenant_id = ${database.tenant}`);
    await database.close();
    const there = new Map<string, string[]>();
    for (const { id, content } of rows) there.set(String(content), [...(there.get(String(content)) ?? []), String(id)]);
    for (const [text, fate] of this.#fates) {
      const found = there.get(text) ?? [];
      if (found.length > 1) this.#tally.blame('twice', text);
      if (fate.kind === 'stored' && !found.includes(String(readId(fate.id)))) this.#tally.blame('lost', text);
      if ((fate.kind === 'refused' || fate.kind === 'again') && found.length > 0)
        this.#tally.blame('wrong', `refused, and stored all the same: ${text}`);
    }
  }
}

/** Half of each server's writers share one space; the others have a cube each. */
const hasCube = (writer: number): boolean => writer % 4 > 1;
const cubeOf = (writer: number): string => `writer-${writer}`;

const adding = (writer: number, text: string, bulk: string): Call =>
  hasCube(writer)
    ? { profile: 'memgos', tool: 'add_memory', input: { mem_cube_id: cubeOf(writer), memory_content: text } }
    : {
        profile: 'long-term-memory',
        tool: 'memory_add',
        input: { type: 'design', content: text, metadata: { bulk } },
      };

const searching = (writer: number, query: string): Call =>
  hasCube(writer)
    ? { profile: 'memgos', tool: 'search_memories', input: { cube_ids: [cubeOf(writer)], query } }
    : { profile: 'long-term-memory', tool: 'memory_search', input: { query, limit: LIMIT } };

/** Registers the cubes and stores a first memory at each server. */
export async function prepare(members: readonly [Member, Member], tenant: string): Promise<void> {
  for (const writer of Array.from({ length: WRITERS }, (_, i) => i).filter(hasCube))
    await members[0].call({ profile: 'memgos', tool: 'register_cube', input: { cube_id: cubeOf(writer) } });
  for (const member of members) await member.call(adding(0, `The first of ${tenant}.`, ''));
}
