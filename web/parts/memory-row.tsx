// A memory in a list: its text, what it is, and why it was found.
import type { ComponentChildren } from 'preact';
import type { Routes } from '../../src/transports/api/routes.ts';
import { ago, formatMoment } from '../format.ts';
import { to } from '../route.ts';
import { Text } from '../text.tsx';

export type MemoryView = Routes['memory.get']['output']['memory'];

const MAX_LENGTH = 700;

interface RowProps {
  readonly memory: MemoryView;
  readonly marked?: readonly string[];
  readonly stale?: string | null;
  readonly children?: ComponentChildren;
}

export function MemoryRow({ memory, marked = [], stale = null, children }: RowProps) {
  return (
    <article class="memory-row" data-row data-id={memory.id}>
      <div class="body">
        <a class="text" href={addressOf(memory)}>
          <Text of={excerpt(memory.content, marked)} marked={marked} />
        </a>
        <Facts memory={memory} stale={stale} />
      </div>
      {children}
    </article>
  );
}

export const addressOf = ({ id, cube }: Pick<MemoryView, 'id' | 'cube'>): string =>
  to('memory', id, { cube: cube === 'default' ? null : cube });

/** The beginning of a text, or the part of a long one that contains a word of the question. */
export function excerpt(text: string, marked: readonly string[] = []): string {
  if (text.length <= MAX_LENGTH) return text;
  const places = marked.map((word) => text.toLowerCase().indexOf(word)).filter((at) => at >= 0);
  const from = places.length > 0 ? Math.max(0, Math.min(...places) - 120) : 0;
  return `${from > 0 ? '…' : ''}${text.slice(from, from + MAX_LENGTH)}…`;
}

function Facts({ memory, stale }: { readonly memory: MemoryView; readonly stale: string | null }) {
  const isEnded = memory.validUntil !== null && memory.validUntil <= Date.now();
  return (
    <p class="facts">
      <span class={`kind ${memory.kind}`}>{memory.type?.replaceAll('_', ' ') ?? memory.kind}</span>
      {memory.project && (
        <span>
          <Text of={memory.project} />
        </span>
      )}
      {memory.cube !== 'default' && (
        <span>
          <Text of={memory.cube} />
        </span>
      )}
      <time dateTime={new Date(memory.learnedAt).toISOString()} title={formatMoment(memory.learnedAt)}>
        {ago(memory.learnedAt)}
      </time>
      {memory.tags.slice(0, 4).map((tag) => (
        <a key={tag} class="tag" href={to('search', null, { tag })}>
          <Text of={tag} />
        </a>
      ))}
      {isEnded && <span class="tag bad">ended</span>}
      {memory.supersededBy && <span class="tag bad">replaced</span>}
      {stale && (
        <span class="tag warn" title={stale}>
          stale
        </span>
      )}
    </p>
  );
}
