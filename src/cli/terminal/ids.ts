import type { Actor } from '../../engine/access/actor.ts';
import type { Engine } from '../../engine/engine.ts';
import { isUuidEnding, readId, toUuid } from '../../engine/ids.ts';
import type { Memory } from '../../engine/model.ts';
import { invalid, notFound, RemanenceError } from '../../errors.ts';

const SHOWN = 6;
const ENDING = /^[0-9a-hjkmnp-tv-z]{4,19}$/;

/** The end of an id; the beginning is the time, which neighbouring ids share. */
export const shortId = (id: string): string => id.slice(-SHOWN);

/** Whether the text may name a memory. */
export const isIdLike = (text: string): boolean =>
  readId(text) !== null || ENDING.test(text.toLowerCase()) || isUuidEnding(text.toLowerCase());

/** The whole id of a memory, including those in the bin, from any spelling or from its end. */
export async function wholeId(engine: Engine, owner: Actor, text: string): Promise<string> {
  if (!isIdLike(text)) throw invalid(`${text} is not an id.`, '`remanence search` shows ids on the left.');
  const whole = readId(text);
  const [id, ...others] = await engine.memories.endingWith(owner, whole ?? text.toLowerCase());
  // A memory that was merged into another is found by its former id.
  if (id === undefined && whole !== null) return (await engine.memories.get(owner, whole)).id;
  if (id === undefined) throw notFound(`Memory not found: ${text}`, 'memory');
  if (others.length > 0)
    throw invalid(
      `Several ids end with ${text}.`,
      `Give more of it to pick one: ${[id, ...others].map((each) => spelledAs(text, each)).join(', ')}`,
    );
  return id;
}

/** In the spelling whose end was given. */
const spelledAs = (text: string, id: string): string => (id.endsWith(text.toLowerCase()) ? id : toUuid(id));

/** The memory with this id or ending; one in the bin must be restored first. */
export async function memoryNamed(engine: Engine, owner: Actor, text: string): Promise<Memory> {
  const id = await wholeId(engine, owner, text);
  if ((await engine.memories.discardedAt(owner, id)) !== null)
    throw new RemanenceError('not_found', `Memory ${shortId(id)} is in the bin.`, {
      hint: `Take it out: remanence restore ${shortId(id)}`,
    });
  return engine.memories.get(owner, id);
}
