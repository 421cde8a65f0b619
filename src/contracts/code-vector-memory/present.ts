// Presents the engine's nouns in the terms of the code-vector-memory contract.
import * as z from 'zod';
import type { Numbering } from '../../engine/access/numbers.ts';
import type { Memory } from '../../engine/model.ts';
import type { FoundNote } from '../../engine/notes/notes.ts';
import { priorityOf } from '../../engine/notes/score.ts';
import { cutText, cutWithNotice, fairShare, tokens } from '../../engine/retrieval/budget.ts';
import type { Staleness } from '../../engine/retrieval/results.ts';
import { printTime } from '../../engine/temporal/validity.ts';
import type { RemanenceError } from '../../errors.ts';
import type { ToolFailure } from '../contract.ts';
import { ended, possiblyStale } from '../staleness.ts';
import { BUDGET, excerptOf, MIN_TOKENS } from '../texts.ts';

/** Tokens a note takes besides its texts. */
const ITEM = 120;

export const NoteResult = z.object({
  id: z.number(),
  session_id: z.string().nullable(),
  kind: z.string().nullable(),
  content: z.string(),
  summary: z.string().nullable(),
  tags: z.string(),
  priority: z.number(),
  metadata: z.record(z.string(), z.unknown()),
  created_at: z.string(),
  valid_until: z.string().optional(),
  content_cut: z.string().optional(),
});

export const FoundResult = NoteResult.extend({
  score: z.number(),
  fts_hit: z.boolean(),
  weak: z.boolean().optional(),
  possibly_stale: z.string().optional(),
});

/** The kind its writer gave it, or the one other profiles use; `semantic` is only the default, so it counts as none. */
export const kindOf = ({ label, type, kind }: Memory): string | null =>
  label ?? type ?? (kind === 'semantic' ? null : kind);

export const tagsOf = ({ tags }: Memory): string => tags.join(',');

/** `2026-01-04 10:20:30`, UTC. */
export const printSeconds = (time: number): string => printTime(time).slice(0, 19).replace('T', ' ');

/** One note within its share of tokens: whole, from an offset on, or an excerpt. */
function presentNote(
  memory: Memory,
  { show }: Numbering,
  share: number,
  { offset = 0, excerpt = null }: { offset?: number | undefined; excerpt?: string | null } = {},
): z.input<typeof NoteResult> {
  const id = show('memory', memory.row);
  const fits = tokens(JSON.stringify(memory.metadata)) <= Math.max(share / 2, MIN_TOKENS);
  const metadata = fits ? memory.metadata : {};
  const summary = memory.summary === null ? null : cutText(memory.summary, Math.max(share / 4, MIN_TOKENS)).text;
  const room = share - (fits ? tokens(JSON.stringify(metadata)) : 0) - tokens(summary ?? '');
  const from = (start: number) =>
    `call search_memory with query "id:${id}", this session_id and content_offset ${start}`;
  const whole = excerptOf(memory.content.length, from(0));
  const cut = cutWithNotice(
    excerpt ?? memory.content.slice(offset),
    Math.max(room, MIN_TOKENS),
    (left, shown) => `${left} more characters: ${from(offset + shown)}`,
  );
  const { text, notice } = excerpt === null ? cut : { ...cut, notice: whole };
  return {
    id,
    session_id: memory.scope.session,
    kind: kindOf(memory),
    content: text,
    summary,
    tags: tagsOf(memory),
    priority: priorityOf(memory.importance),
    metadata,
    created_at: printSeconds(memory.ingestionTime),
    ...ended(memory),
    ...(notice === null ? {} : { content_cut: notice }),
  };
}

const shareOf = (memories: readonly Memory[]): number =>
  Math.max(
    fairShare(
      memories.map(({ content, summary, metadata }) => tokens(`${content}${summary}${JSON.stringify(metadata)}`)),
      BUDGET - memories.reduce((sum, memory) => sum + ITEM + tokens(filing(memory)), 0),
    ),
    MIN_TOKENS,
  );

/** Never cut. */
const filing = (memory: Memory): string => `${memory.scope.session}${kindOf(memory)}${tagsOf(memory)}`;

export function presentNotes(memories: readonly Memory[], numbering: Numbering): z.input<typeof NoteResult>[] {
  const share = shareOf(memories);
  return memories.map((memory) => presentNote(memory, numbering, share));
}

export function presentFound(
  { found, weak }: { readonly found: readonly FoundNote[]; readonly weak: boolean },
  stale: readonly Staleness[],
  numbering: Numbering,
  offset?: number,
): z.input<typeof FoundResult>[] {
  const share = shareOf(found.map(({ memory, excerpt }) => ({ ...memory, content: excerpt ?? memory.content })));
  return found.map(({ memory, excerpt, score, byWords }, i) => ({
    ...presentNote(memory, numbering, share, { offset, excerpt }),
    score,
    fts_hit: byWords,
    ...(weak ? { weak } : {}),
    ...(stale[i] ? possiblyStale(stale[i], ({ row }) => `id:${numbering.show('memory', row)}`) : {}),
  }));
}

export const presentError = ({ message, hint }: RemanenceError, tool: string): ToolFailure => ({
  text: JSON.stringify({ status: 'error', error: message, tool, ...(hint === undefined ? {} : { hint }) }),
});
