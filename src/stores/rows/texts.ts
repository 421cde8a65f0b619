// The texts that a memory has or had, wherever they are stored.
import * as z from 'zod';
import { jsonOf } from './damage.ts';
import type { Row } from './row.ts';

const Worded = z.object({ content: z.string().optional() });
const WordedEntry = z.object({ content: z.string() });
const Historied = z.object({ history: z.array(z.unknown()).default([]) });
const WordedChange = z.object({ before: Worded });

/**
 * The texts in a row of a memory, of its history or of the bin. A damaged entry counts as a text itself, so that what
 * quotes it is still found.
 */
export function readTexts({ source, text }: Row): string[] {
  const stored = String(text);
  if (source === 'memory') return [stored];
  const read = jsonOf(stored);
  if (source === 'change') return contentOf(Worded.safeParse(read).data);
  const entry = WordedEntry.safeParse(read);
  const past = Historied.safeParse(read);
  const changes = (past.data?.history ?? []).map((change) => WordedChange.safeParse(change));
  const texts = [entry.data, ...changes.map(({ data }) => data?.before)].flatMap(contentOf);
  return [entry, past, ...changes].every(({ success }) => success) ? texts : [...texts, stored];
}

const contentOf = (state: z.infer<typeof Worded> | undefined): string[] =>
  state?.content === undefined ? [] : [state.content];
