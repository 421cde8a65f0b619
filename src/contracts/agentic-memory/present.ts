// Presents the engine in the terms of the agentic-memory contract: epoch seconds, UUIDs, importance from 1 to 4.
import * as z from 'zod';
import { toUuid } from '../../engine/ids.ts';
import type { Memory } from '../../engine/model.ts';
import { cutWithNotice, fairShare, tokens } from '../../engine/retrieval/budget.ts';
import { IMPORTANCE_STEPS, importanceOfStep, importanceStep } from '../../engine/retrieval/overlap.ts';
import type { ShownOverlapping } from '../../engine/retrieval/overlap-search.ts';
import type { Staleness } from '../../engine/retrieval/results.ts';
import { invalid, type RemanenceError } from '../../errors.ts';
import type { ToolFailure } from '../contract.ts';
import { ended, possiblyStale } from '../staleness.ts';
import { BUDGET, excerptOf, MIN_TOKENS } from '../texts.ts';

/** Tokens a memory takes besides its texts. */
const ITEM = 130;

const LEVELS = ['LOW', 'MEDIUM', 'HIGH', 'CRITICAL'];

export function readImportance(level: string): number {
  const step = LEVELS.indexOf(level.trim().toUpperCase()) + 1;
  if (step === 0 || step > IMPORTANCE_STEPS)
    throw invalid(`Unknown importance: ${level.slice(0, 60)}.`, `Use one of ${LEVELS.join(', ')}.`);
  return importanceOfStep(step);
}

export const MemoryResult = z.object({
  id: z.string(),
  content: z.string(),
  memory_type: z.string(),
  importance: z.number(),
  metadata: z.record(z.string(), z.unknown()),
  tags: z.array(z.string()),
  created_at: z.number(),
  access_count: z.number(),
  last_accessed: z.number(),
  valid_until: z.string().optional(),
  content_cut: z.string().optional(),
});

export const SearchResult = z.object({
  memory: MemoryResult,
  relevance: z.number(),
  combined_score: z.number(),
  weak: z.boolean().optional(),
  possibly_stale: z.string().optional(),
});

const seconds = (milliseconds: number): number => milliseconds / 1000;

/** One memory within its share of tokens: whole, from an offset on, or an excerpt. */
export function presentMemory(
  memory: Memory,
  { offset = 0, excerpt = null }: { offset?: number | undefined; excerpt?: string | null } = {},
  share = BUDGET - ITEM,
): z.input<typeof MemoryResult> {
  const metadata = tokens(JSON.stringify(memory.metadata)) <= share / 2 + MIN_TOKENS ? memory.metadata : {};
  const room = Math.max(share - tokens(JSON.stringify(metadata)), MIN_TOKENS);
  const from = (start: number) => `call memory_get with this id and content_offset ${start}`;
  const whole = excerptOf(memory.content.length, from(0));
  const cut = cutWithNotice(
    excerpt ?? memory.content.slice(offset),
    room,
    (left, shown) => `${left} more characters: ${from(offset + shown)}`,
  );
  const { text, notice } = excerpt === null ? cut : { ...cut, notice: whole };
  return {
    id: toUuid(memory.id),
    content: text,
    memory_type: memory.kind,
    importance: importanceStep(memory.importance),
    metadata,
    tags: memory.tags,
    created_at: seconds(memory.ingestionTime),
    access_count: memory.accesses,
    last_accessed: seconds(memory.accessedAt ?? 0),
    ...ended(memory),
    ...(notice === null ? {} : { content_cut: notice }),
  };
}

export function presentFound(
  { found, weak }: { found: readonly ShownOverlapping[]; weak: boolean },
  stale: readonly Staleness[],
): z.input<typeof SearchResult>[] {
  const sizes = found.map(
    ({ memory, excerpt }) => tokens(excerpt ?? memory.content) + tokens(JSON.stringify(memory.metadata)),
  );
  const share = fairShare(sizes, BUDGET - found.length * ITEM);
  return found.map(({ memory, excerpt, relevance, score }, i) => ({
    memory: presentMemory(memory, { excerpt }, Math.max(share, MIN_TOKENS)),
    relevance,
    combined_score: score,
    ...(weak ? { weak } : {}),
    ...(stale[i] ? possiblyStale(stale[i], ({ id }) => toUuid(id)) : {}),
  }));
}

/** Plain text: what went wrong, then how to fix it. */
export const presentError = ({ message, hint }: RemanenceError): ToolFailure => ({
  text: hint === undefined ? message : `${message} ${hint}`,
});
