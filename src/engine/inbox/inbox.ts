// Items that wait for a decision: memories that duplicate or contradict each other, that name code which has changed
// since, or that are only proposed.
import { createHash } from 'node:crypto';
import { notFound } from '../../errors.ts';
import { type Actor, checkWrite, home, inScope, reach, writeReach } from '../access/actor.ts';
import type { Links } from '../code/links.ts';
import { newId } from '../ids.ts';
import type { Job } from '../job.ts';
import type { Editing } from '../maintenance/editing.ts';
import { type Paged, type Paging, readKey } from '../memories/browsing.ts';
import { checkContent, checkMetadata } from '../memories/content.ts';
import { readFiling } from '../memories/filing.ts';
import { plain } from '../memories/likeness.ts';
import type { Memories } from '../memories/memories.ts';
import { PROJECT_TYPES } from '../memories/project-types.ts';
import { readMetadata } from '../memories/types.ts';
import type { Memory, MemoryKind, MemoryType, Metadata } from '../model.ts';
import type { Clock, Store } from '../ports.ts';
import { outdated } from '../retrieval/later-changes.ts';
import type { Staleness } from '../retrieval/results.ts';
import { redactMetadata } from '../secrets/metadata.ts';
import { redactText } from '../secrets/redact.ts';
import { DuplicateScan } from './duplicate-scan.ts';
import type { PairKind, Proposal } from './ports.ts';
import {
  itemId,
  notWaiting,
  readItem,
  readPairKey,
  readProposalKey,
  type Waiting,
  type WaitingKind,
  waitingPair,
  waitingProposal,
  waitingStale,
} from './waiting.ts';

export interface ProposalInput {
  readonly content: string;
  readonly kind?: MemoryKind | undefined;
  readonly type: MemoryType | null;
  readonly tags: readonly string[];
  readonly metadata: Metadata;
  readonly source?: string | undefined;
}

interface InboxParts {
  readonly store: Store;
  readonly memories: Memories;
  readonly editing: Editing;
  readonly links: Links;
  readonly clock: Clock;
}

/** How many memories that name code are checked per round. */
const LOOKED_AT = 200;
const MAX_LOOKS = 5;

export class Inbox {
  readonly #parts: InboxParts;
  readonly #looking: DuplicateScan;

  constructor(parts: InboxParts) {
    this.#parts = parts;
    this.#looking = new DuplicateScan(parts.store, parts.clock);
  }

  /** Starts a job that looks for duplicates among all stored memories. */
  look(actor: Actor): Promise<Job> {
    return this.#looking.start(actor);
  }

  close(): Promise<void> {
    return this.#looking.close();
  }

  /** How many items wait; stale memories are counted only among the newest that name code. */
  async counts(actor: Actor): Promise<Record<WaitingKind, number>> {
    const { store, clock } = this.#parts;
    const within = reach(actor);
    const pairs = (kind: PairKind) => store.inbox.countPairs(kind, within, clock.now());
    return {
      duplicate: await pairs('duplicate'),
      contradiction: await pairs('contradiction'),
      stale: (await this.#stale(actor, { limit: LOOKED_AT })).items.length,
      proposal: await store.inbox.countProposals(within),
    };
  }

  async list(actor: Actor, kind: WaitingKind, paging: Paging): Promise<Paged<Waiting>> {
    if (kind === 'stale') return this.#stale(actor, paging);
    return kind === 'proposal' ? this.#proposals(actor, paging) : this.#pairs(actor, kind, paging);
  }

  /** One item; throws if it has been decided already. */
  async item(actor: Actor, id: string): Promise<Waiting> {
    const { store, memories, links } = this.#parts;
    const key = readItem(id);
    if (key.kind === 'pair') {
      const pair = await store.inbox.pair(key.ids, reach(actor));
      if (pair) return waitingPair(pair);
    } else if (key.kind === 'proposal') {
      const proposal = await store.inbox.proposal(key.id, reach(actor));
      if (proposal) return waitingProposal(proposal);
    } else {
      const memory = await memories.get(actor, key.id);
      const reason = (await links.stale(actor, [memory.row])).get(memory.row);
      if (reason !== undefined) return waitingStale(memory, reason);
    }
    throw notWaiting();
  }

  /** The memories that an item names, even if it no longer waits: a pair is forgotten once one of them gets another text. */
  async named(actor: Actor, id: string): Promise<Pick<Waiting, 'memory' | 'other'>> {
    const key = readItem(id);
    const ids = key.kind === 'pair' ? key.ids : key.kind === 'stale' ? [key.id] : [];
    const get = async (each: string | undefined) =>
      each === undefined ? null : this.#parts.store.memories.get(each, reach(actor));
    const [memory, other] = await Promise.all([get(ids[0]), get(ids[1])]);
    return { memory, other };
  }

  /** Why each of these memories may be out of date. */
  async staleness(actor: Actor, memories: readonly Memory[]): Promise<Staleness[]> {
    const { store, links, clock } = this.#parts;
    const rows = memories.map(({ row }) => row);
    const [stale, successors] = await Promise.all([
      links.stale(actor, rows),
      store.inbox.successors(rows, reach(actor), clock.now()),
    ]);
    return rows.map((row) => outdated(successors.get(row), stale.get(row)));
  }

  /** Null if the same proposal already waits, or was rejected. */
  async propose(actor: Actor, input: ProposalInput): Promise<string | null> {
    const { store, clock } = this.#parts;
    const proposal = draft(actor, input, clock.now());
    const isNew = await store.inbox.propose(proposal, digestOf(proposal.content));
    return isNew ? itemId({ kind: 'proposal', id: proposal.id }) : null;
  }

  /** Keeps both of a pair, confirms a stale memory, or accepts a proposal as a memory. */
  async keep(actor: Actor, id: string, signal?: AbortSignal): Promise<Memory[]> {
    const { store, links } = this.#parts;
    const { memory, other } = await this.item(actor, id);
    const key = readItem(id);
    if (key.kind === 'proposal') return [await this.#accept(actor, key.id, signal)];
    const decided = [memory, other].filter((each) => each !== null);
    for (const { scope } of decided) checkWrite(actor, scope);
    if (key.kind === 'pair') await store.inbox.settle(key.ids);
    // Linked to the code as it is now.
    else await links.renew(decided);
    return decided;
  }

  /** Merges a pair: the older memory stays and gets what it lacks. */
  async merge(
    actor: Actor,
    id: string,
    options: { content?: string | undefined },
    signal?: AbortSignal,
  ): Promise<{ kept: Memory; gone: Memory }> {
    const { memory, other } = both(await this.item(actor, id));
    return { kept: await this.#parts.editing.merge(actor, other, memory, options, signal), gone: memory };
  }

  /** Lets the newer of a pair supersede the older; returns the older as invalidated. */
  async replace(actor: Actor, id: string): Promise<Memory> {
    const { memory, other } = both(await this.item(actor, id));
    return this.#parts.memories.invalidate(actor, other.id, { supersededBy: memory.id, revision: other.revision });
  }

  /**
   * Moves the newer of a pair, or a stale memory, to the bin and returns it; deletes a proposal. Refuses when the memory
   * has another revision than the one given.
   */
  async reject(actor: Actor, id: string, revision?: number): Promise<Memory | null> {
    const { store, memories } = this.#parts;
    const { memory } = await this.item(actor, id);
    const key = readItem(id);
    if (key.kind !== 'proposal') {
      if (memory) await memories.discard(actor, memory.id, revision ?? memory.revision);
      return memory;
    }
    await this.#proposal(actor, key.id);
    await store.inbox.withdraw(key.id, writeReach(actor), true);
    return null;
  }

  async #accept(actor: Actor, id: string, signal?: AbortSignal): Promise<Memory> {
    const { store, memories } = this.#parts;
    const { scope, content, kind, type, tags, metadata } = await this.#proposal(actor, id);
    // Stored first: if this fails, the proposal is still there and can be accepted again.
    const { memory } = await memories.store(
      inScope(actor, scope),
      { content, kind, type, tags, metadata, label: null, summary: null },
      signal,
    );
    await store.inbox.withdraw(id, writeReach(actor), false);
    return memory;
  }

  /** The proposal, if the actor may decide about it. */
  async #proposal(actor: Actor, id: string): Promise<Proposal> {
    const proposal = await this.#parts.store.inbox.proposal(id, reach(actor));
    if (!proposal) throw notWaiting();
    checkWrite(actor, proposal.scope);
    return proposal;
  }

  async #pairs(actor: Actor, kind: PairKind, { after, limit }: Paging): Promise<Paged<Waiting>> {
    const { store, clock } = this.#parts;
    const page = { within: reach(actor), at: clock.now(), after: readPairKey(after), limit };
    const found = await store.inbox.pairs(kind, page);
    const last = found.at(-1);
    return { items: found.map(waitingPair), next: found.length < limit || !last ? null : String(last.seq) };
  }

  async #proposals(actor: Actor, { after, limit }: Paging): Promise<Paged<Waiting>> {
    const found = await this.#parts.store.inbox.proposals(reach(actor), readProposalKey(after), limit);
    const items = found.map(waitingProposal);
    return { items, next: items.length < limit ? null : (items.at(-1)?.id ?? null) };
  }

  /** Checks each memory for changed code, in a limited number of rounds. */
  async #stale(actor: Actor, { after, limit }: Paging): Promise<Paged<Waiting>> {
    const { store, links, clock } = this.#parts;
    const items: Waiting[] = [];
    let key = readKey(after);
    for (let looks = 0; looks < MAX_LOOKS; looks++) {
      const page = { within: reach(actor), at: clock.now(), after: key, limit: LOOKED_AT };
      const memories = await store.code.links.naming(page);
      const reasons = await links.stale(
        actor,
        memories.map(({ row }) => row),
      );
      for (const memory of memories) {
        key = { time: memory.ingestionTime, id: memory.id };
        const reason = reasons.get(memory.row);
        if (reason !== undefined) items.push(waitingStale(memory, reason));
        if (items.length === limit) return { items, next: `${key.time}.${key.id}` };
      }
      if (memories.length < LOOKED_AT) return { items, next: null };
    }
    return { items, next: key && `${key.time}.${key.id}` };
  }
}

function both({ memory, other }: Waiting): { memory: Memory; other: Memory } {
  if (memory && other) return { memory, other };
  throw notFound('This item is not a pair of memories.', 'item');
}

/** Checked and redacted like a memory. */
function draft(actor: Actor, input: ProposalInput, now: number): Proposal {
  const { type, source } = input;
  const { tags } = readFiling({ label: null, summary: null, tags: [...input.tags] }).value;
  return {
    id: newId(now),
    scope: home(actor),
    content: redactText(checkContent(input.content)).value,
    kind: input.kind ?? (type === null ? 'semantic' : PROJECT_TYPES[type].kind),
    type,
    tags,
    metadata: readMetadata(type, redactMetadata(checkMetadata(input.metadata)).value),
    by: actor.who,
    source: source === undefined ? null : redactText(source).value,
    proposedAt: now,
  };
}

/** Digest of the text without its formatting. */
const digestOf = (content: string): string => createHash('sha256').update(plain(content)).digest('hex');
