// Presents search results in the terms of the memory-mcp contract.
import * as z from 'zod';
import type { Numbering } from '../../engine/access/numbers.ts';
import type { Fact } from '../../engine/graph/facts.ts';
import type { Predecessor } from '../../engine/memories/ports.ts';
import { cutText } from '../../engine/retrieval/budget.ts';
import type { Found, RecalledFrom } from '../../engine/retrieval/results.ts';
import { printTime } from '../../engine/temporal/validity.ts';
import { shorten } from '../../engine/text/sentences.ts';
import { OTHER_LENGTH, possiblyStale } from '../staleness.ts';
import { type Content, excerptOf, round, type Text, withinBudget } from '../texts.ts';
import { more } from './inputs.ts';
import { textOfCode } from './present-code.ts';

const SearchResult = z.object({
  id: z.string(),
  content: z.string(),
  memory_type: z.string(),
  score: z.number(),
  possibly_stale: z.string().optional(),
  content_cut: z.string().optional(),
});

const RecallResult = z.object({
  id: z.string(),
  content: z.string(),
  source: z.enum(['memory', 'code']),
  score: z.number(),
  vector_score: z.number(),
  bm25_score: z.number(),
  ppr_score: z.number(),
  exact_score: z.number().optional(),
  time_score: z.number().optional(),
  answer_score: z.number().optional(),
  current_score: z.number().optional(),
  memory_type: z.string().optional(),
  event_time: z.string().optional(),
  valid_until: z.string().optional(),
  project: z.string().optional(),
  replaces: z.string().optional(),
  weak: z.boolean().optional(),
  possibly_stale: z.string().optional(),
  project_id: z.string().optional(),
  file_path: z.string().optional(),
  start_line: z.number().optional(),
  end_line: z.number().optional(),
  language: z.string().optional(),
  name: z.string().nullable().optional(),
  content_cut: z.string().optional(),
});

function presentFound(found: readonly Found[]): z.input<typeof SearchResult>[] {
  return withinBudget(found, textOfMemory, ({ memory, score, ...known }, content) => ({
    id: memory.id,
    ...content,
    memory_type: memory.kind,
    score: round(score),
    ...possiblyStale(known, ({ id }) => id),
  }));
}

export const SearchOutput = z.object({
  results: z.array(SearchResult),
  count: z.number(),
  query: z.string(),
  note: z.string().optional(),
});

export const presentSearched = (
  found: readonly Found[],
  query: string,
  note: string | null,
): z.input<typeof SearchOutput> => ({
  results: presentFound(found),
  count: found.length,
  query: presentQuery(query),
  ...noteFor(query, note),
});

const FactResult = z.object({ id: z.string(), kind: z.string(), content: z.string(), score: z.number() });
/** Tokens one fact may take. */
const FACT_TOKENS = 80;

const presentFact = ({ id, kind, text, score }: Fact): z.input<typeof FactResult> => {
  const cut = cutText(text, FACT_TOKENS);
  return { id, kind, content: cut.left === 0 ? text : `${cut.text} …`, score: round(score) };
};

export const RecallOutput = z.object({
  results: z.array(RecallResult),
  query: z.string(),
  subgraph_nodes: z.number(),
  memories_count: z.number(),
  code_count: z.number(),
  facts: z.array(FactResult).optional(),
  note: z.string().optional(),
});

const EMPTY = 'The query is empty, so nothing was searched: say what to look for.';

export function presentRecalled(
  { found, walked, weak, note, facts }: RecalledFrom,
  query: string,
  numbering: Numbering,
): z.input<typeof RecallOutput> {
  const results = withinBudget(
    found,
    (item) => (item.source === 'memory' ? textOfMemory(item) : textOfCode(item)),
    (item, content) =>
      item.source === 'memory' ? presentMemoryItem(item, content, weak) : presentCodeItem(item, content, numbering),
  );
  const memories = found.filter(({ source }) => source === 'memory').length;
  return {
    results,
    query: presentQuery(query),
    subgraph_nodes: walked,
    memories_count: memories,
    code_count: found.length - memories,
    ...(facts.length === 0 ? {} : { facts: facts.map(presentFact) }),
    ...noteFor(query, note),
  };
}

function noteFor(query: string, note: string | null): { note?: string } {
  const remark = query.trim() === '' ? EMPTY : note;
  return remark === null ? {} : { note: remark };
}

function presentMemoryItem(
  { memory, score, parts, replaces, ...known }: Found,
  content: Content,
  weak: boolean,
): z.input<typeof RecallResult> {
  return {
    id: memory.id,
    ...content,
    source: 'memory',
    score: round(score),
    vector_score: round(parts.vector),
    bm25_score: round(parts.lexical),
    ppr_score: round(parts.graph),
    ...(parts.exact === null ? {} : { exact_score: round(parts.exact) }),
    ...(parts.time === null ? {} : { time_score: round(parts.time) }),
    ...(parts.answer === null ? {} : { answer_score: round(parts.answer) }),
    ...(parts.current === null ? {} : { current_score: round(parts.current) }),
    memory_type: memory.kind,
    event_time: printTime(memory.eventTime),
    ...(memory.validUntil === null ? {} : { valid_until: printTime(memory.validUntil) }),
    ...(replaces === null ? {} : { replaces: presentReplaced(replaces) }),
    ...(memory.scope.project === null ? {} : { project: memory.scope.project }),
    ...(weak ? { weak } : {}),
    ...possiblyStale(known, ({ id }) => id),
  };
}

const presentReplaced = ({ id, until, content }: Predecessor): string =>
  `${id}, which held until ${printTime(until)}: ${shorten(content, OTHER_LENGTH)}`;

type CodeItem = Extract<RecalledFrom['found'][number], { source: 'code' }>;

function presentCodeItem(
  { chunk, project, score, parts, weak, stale }: CodeItem,
  content: Content,
  { show }: Numbering,
): z.input<typeof RecallResult> {
  return {
    id: String(show('chunk', chunk.id)),
    ...content,
    source: 'code',
    score: round(score),
    vector_score: round(parts.vector),
    bm25_score: round(parts.lexical),
    ppr_score: round(parts.graph),
    project_id: project.name,
    file_path: chunk.path,
    start_line: chunk.startLine,
    end_line: chunk.endLine,
    language: chunk.language,
    name: chunk.name,
    ...(weak ? { weak } : {}),
    ...(stale === null ? {} : { possibly_stale: stale }),
  };
}

const textOfMemory = ({ memory, excerpt }: Found): Text => ({
  text: excerpt ?? memory.content,
  whole:
    excerpt === null
      ? undefined
      : excerptOf(memory.content.length, 'call get_memory with this id and content_offset 0'),
  rest: (left, offset) => more(left, `content_offset ${offset}`),
});

/** Shortens a query that is a whole pasted prompt before echoing it. */
const presentQuery = (query: string): string => (query.length > 500 ? `${cutText(query, 100).text}…` : query);
