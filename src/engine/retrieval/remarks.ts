// What a caller should know when nothing found holds what the question names, or answers it.
import { type Actor, isWithin, reach } from '../access/actor.ts';
import type { SearchFilter } from '../memories/ports.ts';
import type { Memory } from '../model.ts';
import type { Store } from '../ports.ts';
import { holdsLiteral, isCode } from '../text/literals.ts';
import type { Question } from '../text/question.ts';
import { terms } from '../text/terms.ts';
import type { Found } from './results.ts';
import { matchWords } from './words.ts';

const NOTHING_STORED = 'No memory is stored yet.';
const NOTHING_IN_REACH = 'No memory is stored that this search may see.';
const NOT_EMBEDDED = 'Some memories are still being embedded; until then, only their words find them.';
/** Passages examined to find one with the code. */
const PASSAGES = 20;
/** Waiting memories examined to find one within reach. */
const WAITING = 50;

/** Names the memory that held a code of the question until it ended, if no memory found holds that code. */
export async function endedHolder(
  { search, memories }: Pick<Store, 'search' | 'memories'>,
  { literals }: Question,
  found: readonly Found[],
  filter: SearchFilter,
): Promise<string | null> {
  const told = found.flatMap(({ memory, replaces }) => [memory.content, replaces?.content ?? '']).map(searchable);
  const missing = literals.filter((code) => isCode(code) && !told.some((text) => holdsLiteral(text, code)));
  if (missing.length === 0) return null;
  const wanted = missing.flatMap((code) => code.terms);
  const { hits } = await matchWords(search, wanted, { ...filter, validity: 'ended' }, PASSAGES);
  const ended = (await memories.byRows([...new Set(hits.map(({ row }) => row))])).filter(hasEnded(filter.validAt));
  for (const code of missing) {
    const holder = ended.find(({ content }) => holdsLiteral(searchable(content), code));
    if (holder) return `${code.text} is found only in a memory that no longer holds: ${holder.id}`;
  }
  return null;
}

/** Why nothing can be found: nothing is stored within reach, whatever others have stored. Null if something is. */
export async function nothingStored({ memories }: Pick<Store, 'memories'>, actor: Actor): Promise<string | null> {
  const within = reach(actor);
  if ((await memories.count(within)) > 0) return null;
  if (Object.keys(within).length === 0) return NOTHING_STORED;
  const { who, role, cubes } = actor;
  return role !== undefined && cubes?.length === 0
    ? `${NOTHING_IN_REACH} No cube is shared with ${who}: its owner can share it with \`remanence cube share CUBE ${who}\`.`
    : NOTHING_IN_REACH;
}

export const saysNothingStored = (note: string | null): boolean =>
  note !== null && [NOTHING_STORED, NOTHING_IN_REACH].some((each) => note.startsWith(each));

/** Whoever is confined is not told what is going on beyond its reach. */
export async function notEmbedded({ embeddings }: Pick<Store, 'embeddings'>, actor: Actor): Promise<string | null> {
  const within = reach(actor);
  const waiting = await embeddings.pending(Object.keys(within).length === 0 ? 1 : WAITING);
  return waiting.some(({ scope }) => isWithin(scope, within)) ? NOT_EMBEDDED : null;
}

const searchable = (text: string): string => terms(text).join(' ');

const hasEnded =
  (at: number) =>
  ({ validUntil }: Memory): boolean =>
    validUntil !== null && validUntil <= at;
