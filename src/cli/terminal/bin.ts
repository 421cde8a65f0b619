import type { Binned } from '../../engine/memories/browsing.ts';
import { printTime } from '../../engine/temporal/validity.ts';
import { print, type StoreFlags, wholeNumber, withStore } from '../store-command.ts';
import { shortId } from './ids.ts';
import { clipped, ownScreen, paint, type Screen, sanitize, spread } from './screen.ts';

interface BinFlags extends StoreFlags {
  readonly limit: string;
}

/** Lists what `restore` can take out of the bin, the latest first. */
export async function bin(flags: BinFlags): Promise<void> {
  const limit = wholeNumber('--limit', flags.limit);
  await withStore(flags, async ({ browsing }, owner) => {
    const { items } = await browsing.bin(owner, { limit });
    const shown = items.map(({ memory: { row: _, revision: __, ...memory }, ...times }) => ({ ...memory, ...times }));
    print(flags, shown, () => render(ownScreen(), items));
  });
}

const render = (screen: Screen, items: readonly Binned[]): string =>
  items.length === 0 ? 'The bin is empty.' : items.map((each) => item(screen, each)).join('\n');

function item(screen: Screen, { memory, deletedAt, endsAt }: Binned): string {
  const times = `forgotten ${day(deletedAt)}, kept until ${day(endsAt)}`;
  return [
    spread(screen, paint(screen, 'cyan', shortId(memory.id)), paint(screen, 'dim', times)),
    clipped(screen, sanitize(memory.content), '  '),
  ].join('\n');
}

const day = (time: number): string => printTime(time).slice(0, 10);
