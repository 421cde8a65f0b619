// Presents the engine's nouns in the terms of the long-term-memory contract.
import * as z from 'zod';
import type { Numbering } from '../../engine/access/numbers.ts';
import type { Related } from '../../engine/graph/related.ts';
import { toUuid } from '../../engine/ids.ts';
import type { Memory, PastState } from '../../engine/model.ts';
import { cutText, cutWithNotice, tokens } from '../../engine/retrieval/budget.ts';
import type { Relevant, Staleness } from '../../engine/retrieval/results.ts';
import { printTime } from '../../engine/temporal/validity.ts';
import { ended, possiblyStale } from '../staleness.ts';
import { BUDGET, excerptOf, round, withinBudget } from '../texts.ts';

const Metadata = z.record(z.string(), z.unknown());

/** Tokens a whole memory takes besides its content and metadata. */
const WHOLE = 400;
const NAME = 40;

export const MemoryResult = z.object({
  memory_id: z.string(),
  type: z.string(),
  content: z.string(),
  metadata: Metadata,
  importance: z.number(),
  tags: z.array(z.string()),
  created_at: z.string(),
  updated_at: z.string(),
  valid_from: z.string(),
  valid_until: z.string().nullable(),
  access_count: z.number(),
  version: z.number(),
  project: z.string().optional(),
  summary: z.string().optional(),
  possibly_stale: z.string().optional(),
  content_cut: z.string().optional(),
});

/** A memory that another profile stored without a type is shown by its kind. */
const typeOf = ({ type, kind }: Memory): string => type ?? kind;

export function presentMemory(
  memory: Memory,
  { show }: Numbering,
  offset: number,
  known: Staleness | undefined,
): z.input<typeof MemoryResult> {
  const { text, notice } = cutWithNotice(
    memory.content.slice(offset),
    BUDGET - WHOLE - JSON.stringify(memory.metadata).length / 3,
    (left, shown) => `${left} more characters: content_offset ${offset + shown}`,
  );
  return {
    memory_id: toUuid(memory.id),
    type: typeOf(memory),
    content: text,
    metadata: memory.metadata,
    importance: memory.importance / 10,
    tags: memory.tags,
    created_at: printTime(memory.ingestionTime),
    updated_at: printTime(memory.updatedAt),
    valid_from: printTime(memory.validFrom),
    valid_until: memory.validUntil === null ? null : printTime(memory.validUntil),
    access_count: memory.accesses,
    version: show('version', memory.revision),
    ...(memory.scope.project === null ? {} : { project: memory.scope.project }),
    ...(memory.summary === null ? {} : { summary: memory.summary }),
    ...(known === undefined ? {} : possiblyStale(known, ({ id }) => toUuid(id))),
    ...(notice === null ? {} : { content_cut: notice }),
  };
}

/** States shown at once. */
const STATES = 10;

export const History = {
  history: z
    .array(z.object({ changed_at: z.string(), before: Metadata, content_cut: z.string().optional() }))
    .optional(),
  history_cut: z.string().optional(),
};

/** From the state at `offset` on, the newest first. */
export function presentHistory(
  { id }: Memory,
  history: readonly PastState[],
  offset: number,
): z.input<z.ZodObject<typeof History>> {
  const left = history.length - offset - STATES;
  return {
    history: history.slice(offset, offset + STATES).map((state) => presentPast(state, toUuid(id))),
    ...(left > 0 ? { history_cut: `${left} earlier states: history_offset ${offset + STATES}` } : {}),
  };
}

function presentPast({ changedAt, before }: PastState, id: string) {
  const { text, left } = cutText(before.content ?? '', BUDGET / 20);
  return {
    changed_at: printTime(changedAt),
    before: { ...before, ...(before.content === undefined ? {} : { content: text }) },
    ...(left > 0 ? { content_cut: `${left} more characters: remanence show ${id}` } : {}),
  };
}

export const SearchItem = z.object({
  memory_id: z.string(),
  type: z.string(),
  content: z.string(),
  similarity: z.number(),
  relevance_score: z.number(),
  metadata: Metadata,
  created_at: z.string(),
  valid_until: z.string().optional(),
  possibly_stale: z.string().optional(),
  content_cut: z.string().optional(),
});

const GET = 'call memory_get with this memory_id';

/** Large metadata is left out, so that all results fit. */
export function presentRelevant(found: readonly Relevant[]): z.input<typeof SearchItem>[] {
  const most = BUDGET / 3 / Math.max(found.length, 1);
  const sizes = new Map(found.map(({ memory }) => [memory, tokens(JSON.stringify(memory.metadata))]));
  const isShown = (memory: Memory) => (sizes.get(memory) ?? 0) <= most;
  const shown = [...sizes].reduce((sum, [memory, size]) => sum + (isShown(memory) ? size : 0), 0);
  return withinBudget(
    found,
    ({ memory, excerpt }) => ({
      text: excerpt ?? memory.content,
      rest: (left) => `${left} more characters: ${GET}`,
      whole: excerpt === null ? undefined : excerptOf(memory.content.length, GET),
    }),
    ({ memory, similarity, relevance, ...known }, content) => ({
      memory_id: toUuid(memory.id),
      type: typeOf(memory),
      ...content,
      similarity: round(similarity),
      relevance_score: round(relevance),
      metadata: isShown(memory) ? memory.metadata : {},
      created_at: printTime(memory.ingestionTime),
      ...ended(memory),
      ...possiblyStale(known, ({ id }) => toUuid(id)),
    }),
    BUDGET - shown,
  );
}

export const RelatedItem = z.object({
  entity_id: z.string(),
  type: z.string(),
  name: z.string(),
  relationship: z.string(),
  distance: z.number(),
  direction: z.enum(['OUTGOING', 'INCOMING']),
});

export const presentRelated = ({ node, relationship, distance, direction }: Related): z.input<typeof RelatedItem> => ({
  entity_id: String(node.properties.id),
  // The last label is the most specific: a requirement is a memory, too.
  type: node.labels.at(-1) ?? 'Memory',
  name: cutText(String(node.properties.name), NAME).text,
  relationship,
  distance,
  direction: direction === 'outgoing' ? 'OUTGOING' : 'INCOMING',
});
