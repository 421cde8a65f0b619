// Presents the engine's nouns in the terms of the memgos contract.
import * as z from 'zod';
import { cubeOf } from '../../engine/access/actor.ts';
import type { CubeFound } from '../../engine/cubes/join.ts';
import { toMem } from '../../engine/ids.ts';
import type { Memory, Metadata } from '../../engine/model.ts';
import { cutWithNotice, tokens } from '../../engine/retrieval/budget.ts';
import { printTime } from '../../engine/temporal/validity.ts';
import { ended, possiblyStale } from '../staleness.ts';
import { BUDGET, excerptOf, round, type Text, withinBudget } from '../texts.ts';

/** A list shows metadata up to this size, and only if the list is short. */
const METADATA = 60;
const SHORT_LIST = 20;
/** Tokens a whole memory takes besides its text. */
const WHOLE = 150;

const MetadataResult = z.record(z.string(), z.unknown());

export const MemoryResult = z.object({
  id: z.string(),
  content: z.string(),
  metadata: MetadataResult,
  cube_id: z.string(),
  content_cut: z.string().optional(),
});

/** One memory, whole or from an offset on. */
export function presentMemory(memory: Memory, offset: number): z.input<typeof MemoryResult> {
  const metadata = {
    ...memory.metadata,
    created_at: printTime(memory.ingestionTime),
    updated_at: printTime(memory.updatedAt),
    ...ended(memory),
  };
  const room = BUDGET - WHOLE - tokens(JSON.stringify(metadata));
  const { text, notice } = cutWithNotice(memory.content.slice(offset), room, (left, shown) =>
    rest(left, offset + shown),
  );
  return {
    id: toMem(memory.id),
    content: text,
    metadata,
    cube_id: cubeOf(memory.scope),
    ...(notice === null ? {} : { content_cut: notice }),
  };
}

const rest = (left: number, offset: number): string =>
  `${left} more characters: call get_memory with this id and content_offset ${offset}`;

const textOf = ({ memory, excerpt }: CubeFound): Text => ({
  text: excerpt ?? memory.content,
  rest,
  whole:
    excerpt === null
      ? undefined
      : excerptOf(memory.content.length, 'call get_memory with this id and content_offset 0'),
});

const FoundMemory = z.object({
  id: z.string(),
  content: z.string(),
  metadata: MetadataResult,
  content_cut: z.string().optional(),
});
const Bucket = z.array(z.object({ cube_id: z.string(), memories: z.array(FoundMemory) }));
export const Buckets = z.object({ text_mem: Bucket, act_mem: Bucket, para_mem: Bucket });

/** The metadata field that declares a memory's kind; most declare none and are text. */
export const KIND_FIELD = 'memory_kind';
const BUCKETS = { activation: 'act_mem', parametric: 'para_mem' } as const;
type BucketName = keyof z.infer<typeof Buckets>;

const bucketOf = ({ metadata: { [KIND_FIELD]: kind } }: Memory): BucketName =>
  kind === 'activation' || kind === 'parametric' ? BUCKETS[kind] : 'text_mem';

/** Groups by kind, then by cube, with the cube of the best memory first. */
export function presentBuckets(found: readonly CubeFound[]): z.input<typeof Buckets> {
  const buckets: Record<BucketName, Map<string, z.input<typeof FoundMemory>[]>> = {
    text_mem: new Map(),
    act_mem: new Map(),
    para_mem: new Map(),
  };
  const shown = withinBudget(found, textOf, (each, content) => ({
    each,
    memory: {
      id: toMem(each.memory.id),
      ...content,
      metadata: {
        ...shortMetadata(each.memory, found.length),
        score: round(each.score),
        created_at: printTime(each.memory.ingestionTime),
        ...matchOf(each),
      },
    },
  }));
  for (const { each, memory } of shown) {
    const bucket = buckets[bucketOf(each.memory)];
    bucket.set(each.cube, [...(bucket.get(each.cube) ?? []), memory]);
  }
  const listed = (name: BucketName) => [...buckets[name]].map(([cube_id, memories]) => ({ cube_id, memories }));
  return { text_mem: listed('text_mem'), act_mem: listed('act_mem'), para_mem: listed('para_mem') };
}

export const ContextItem = z.object({
  memory_id: z.string(),
  cube_id: z.string(),
  content: z.string(),
  relevance_score: z.number(),
  metadata: MetadataResult,
  content_cut: z.string().optional(),
});

export const presentContext = (found: readonly CubeFound[]): z.input<typeof ContextItem>[] =>
  withinBudget(found, textOf, (each, content) => ({
    memory_id: toMem(each.memory.id),
    cube_id: each.cube,
    ...content,
    relevance_score: round(each.score),
    metadata: { ...shortMetadata(each.memory, found.length), ...matchOf(each) },
  }));

function shortMetadata({ metadata }: Memory, listed: number): Metadata {
  if (listed <= SHORT_LIST && tokens(JSON.stringify(metadata)) <= METADATA) return metadata;
  return Object.keys(metadata).length === 0 ? {} : { metadata_cut: 'left out here: call get_memory' };
}

/** Why it was found, and why it may be out of date. */
const matchOf = ({ memory, parts, ...known }: CubeFound) => ({
  match: { vector: round(parts.vector), words: round(parts.lexical), graph: round(parts.graph) },
  ...ended(memory),
  ...possiblyStale(known, ({ id }) => toMem(id)),
});
