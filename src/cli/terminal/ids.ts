import type { Actor } from '../../engine/access/actor.ts';
import type { Engine } from '../../engine/engine.ts';
import { readId } from '../../engine/ids.ts';
import { invalid, notFound } from '../../errors.ts';

const SHOWN = 6;
const ENDING = /^[0-9a-hjkmnp-tv-z]{4,19}$/;

/** The end of an id; the beginning is the time, which neighbouring ids share. */
export const shortId = (id: string): string => id.slice(-SHOWN);

/** Whether the text may name a memory. */
export const isIdLike = (text: string): boolean => readId(text) !== null || ENDING.test(text.toLowerCase());

/** The whole id of a memory, including those in the bin, from any spelling or from its end. */
export async function wholeId(engine: Engine, owner: Actor, text: string): Promise<string> {
  const whole = readId(text);
  if (whole !== null) return whole;
  const ending = text.toLowerCase();
  if (!ENDING.test(ending)) throw invalid(`${text} is not an id.`, '`remanence search` shows ids on the left.');
  const [id, ...others] = await engine.memories.endingWith(owner, ending);
  if (id === undefined) throw notFound(`Memory not found: ${text}`, 'memory');
  if (others.length > 0)
    throw invalid(`Several ids end with ${text}.`, `Give more of it to pick one: ${[id, ...others].join(', ')}`);
  return id;
}
