import { shorten } from '../../engine/text/sentences.ts';
import { requireConfirmation } from '../confirmation.ts';
import { print, type StoreFlags, withEngine, withStore } from '../store-command.ts';
import { memoryNamed, shortId, wholeId } from './ids.ts';
import { sanitize } from './screen.ts';

interface ForgetFlags extends StoreFlags {
  readonly yes?: boolean;
  readonly forGood?: boolean;
}

const SHOWN = 60;

/** Moves memories to the bin, from which `restore` takes them out, or deletes them permanently. */
export async function forget(ids: readonly string[], flags: ForgetFlags): Promise<void> {
  await withStore(flags, async (engine, owner) => {
    const wholes: string[] = [];
    // What is deleted permanently may be in the bin, or damaged and thus unreadable.
    for (const id of ids)
      wholes.push(flags.forGood ? await wholeId(engine, owner, id) : (await memoryNamed(engine, owner, id)).id);
    const what = wholes.length === 1 ? shortId(wholes[0] ?? '') : `${wholes.length} memories`;
    await requireConfirmation(`Forget ${what}${flags.forGood ? ' permanently' : ''}?`, flags);
    for (const id of wholes) {
      if (flags.forGood) await engine.memories.remove(owner, id);
      else await engine.memories.discard(owner, id);
    }
    print(flags, { forgotten: wholes, forGood: flags.forGood ?? false }, () =>
      wholes
        .map(
          (id) =>
            `${shortId(id)}: ${flags.forGood ? 'deleted' : `in the bin; undo with remanence restore ${shortId(id)}`}`,
        )
        .join('\n'),
    );
  });
}

/** Takes a memory out of the bin unchanged. */
export async function bringBack(id: string, flags: StoreFlags): Promise<void> {
  await withEngine(flags, async (engine, owner, signal) => {
    const memory = await engine.memories.restore(owner, await wholeId(engine, owner, id), signal);
    const [first = ''] = sanitize(memory.content).split('\n');
    print(flags, { restored: memory.id }, () => `${shortId(memory.id)}: restored, ${shorten(first, SHOWN)}`);
  });
}
