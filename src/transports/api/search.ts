import * as z from 'zod';
import type { Found } from '../../engine/retrieval/results.ts';
import { MemoryView, presentMemory } from './memory-view.ts';
import { type ApiCall, reads } from './route.ts';
import { type Target, targetOf } from './target.ts';
import { Filters, id, MemoryRef } from './where.ts';

const question = z.string().max(2000);
const Asked = Filters.extend({
  question,
  limit: z.int().min(1).max(100).default(20),
});

/** A memory and why it was found; every part is 0..1. */
const Hit = z.object({
  memory: MemoryView,
  score: z.number(),
  why: z.object({
    words: z.number(),
    meaning: z.number(),
    graph: z.number(),
    /** The exact match of quoted text; null if the question quotes nothing that is stored. */
    exact: z.number().nullable(),
    /** How well it fits the time the question mentions; null if it mentions none. */
    time: z.number().nullable(),
    /** Whether it answers the question; null if the first result left no doubt. */
    answer: z.number().nullable(),
    /** High for a result that takes the place of an earlier one that it may have changed, low for that one; else null. */
    current: z.number().nullable(),
    /** Its similarity in meaning to the question; null without a model. */
    cosine: z.number().nullable(),
    /** The share of the question's words it holds. */
    coverage: z.number(),
    /** How the code it names has changed since; null if it has not. */
    stale: z.string().nullable(),
  }),
});
type Hit = z.infer<typeof Hit>;

const Hits = z.object({
  hits: z.array(Hit),
  /** How certain it is that anything about the question was found; null for a search by words alone. */
  confidence: z.number().nullable(),
  /** Whether probably nothing found answers the question. */
  weak: z.boolean(),
  note: z.string().nullable(),
  ms: z.number(),
});

/** A step of a path through the graph. */
const PathStep = z.object({
  label: z.string(),
  name: z.string(),
  /** Set if the node is a memory or an entity: its id. */
  memory: z.string().optional(),
  entity: z.string().optional(),
  /** The edge that leads here; null for the first. */
  edge: z.string().nullable(),
});

const words = reads({
  what: 'Find memories by words, fast enough for every keystroke.',
  input: Asked,
  output: Hits,
  handle: (input, call) =>
    found(input, call, async (target, limit) => ({ ...(await byWords(target, input, limit)), note: null })),
});

const ENDED = 'What has ended is found by its words alone.';

const recall = reads({
  what: 'Find memories by words, meaning and connections, as an agent would get them.',
  input: Asked,
  output: Hits,
  handle: (input, call) =>
    found(input, call, async (target, limit) => {
      const { question, validity, cube } = input;
      const options = { limit, signal: call.signal };
      if (validity !== 'valid') return { ...(await byWords(target, input, limit)), note: ENDED };
      if (cube !== undefined) return target.retrieval.recall(target.actor, question, options);
      // Also searches cubes with their own files; the note names one that cannot be opened.
      return call.engine.cubes.search(target.actor, question, options);
    }),
});

const path = reads({
  what: 'Find the shortest path in the graph to a memory from other memories, or from something the question names.',
  input: MemoryRef.omit({ cube: true }).extend({
    from: z.array(id).max(20).default([]),
    question: question.default(''),
  }),
  output: z.object({ steps: z.array(PathStep) }),
  async handle({ id, from, question }, { engine, actor }) {
    return { steps: await engine.explorer.path(actor, id, { from, question }) };
  },
});

async function byWords({ retrieval, actor }: Target, { question, validity }: z.output<typeof Asked>, limit: number) {
  const only = validity === 'valid' ? {} : { validity };
  return { found: await retrieval.byWords(actor, question, limit, only), confidence: null, weak: false };
}

type Looked = { found: readonly Found[]; confidence: number | null; weak: boolean; note: string | null };

/** Filters that the search itself lacks are applied to this many times more results than are shown. */
const SURPLUS = 5;
const MAX_RESULTS = 200;

async function found(
  input: z.output<typeof Asked>,
  call: ApiCall,
  look: (target: Target, limit: number) => Promise<Looked>,
): Promise<z.input<typeof Hits>> {
  const began = performance.now();
  const target = await targetOf(call, input);
  const fits = fitting(input);
  const looked = await look(target, fits === null ? input.limit : Math.min(MAX_RESULTS, input.limit * SURPLUS));
  const hits = fits === null ? looked.found : looked.found.filter(fits);
  return {
    hits: hits.slice(0, input.limit).map(presentHit),
    confidence: looked.confidence,
    weak: looked.weak,
    note: looked.note,
    ms: Math.round((performance.now() - began) * 10) / 10,
  };
}

/** Null without any filter. */
function fitting({ kinds, types, tag, label, session, since, until }: z.output<typeof Asked>) {
  if ([kinds, types, tag, label, session, since, until].every((each) => each === undefined)) return null;
  return ({ memory }: Found): boolean =>
    (kinds === undefined || kinds.includes(memory.kind)) &&
    (types === undefined || (memory.type !== null && types.includes(memory.type))) &&
    (tag === undefined || memory.tags.includes(tag)) &&
    (label === undefined || memory.label === label) &&
    (session === undefined || memory.scope.session === session) &&
    (since === undefined || memory.ingestionTime >= since) &&
    (until === undefined || memory.ingestionTime < until);
}

const presentHit = ({ memory, score, parts, cosine, coverage, stale }: Found): Hit => ({
  memory: presentMemory(memory),
  score,
  why: {
    words: parts.lexical,
    meaning: parts.vector,
    graph: parts.graph,
    exact: parts.exact,
    time: parts.time,
    answer: parts.answer,
    current: parts.current,
    cosine,
    coverage,
    stale,
  },
});

export const searchRoutes = { 'search.words': words, 'search.recall': recall, 'search.path': path };
