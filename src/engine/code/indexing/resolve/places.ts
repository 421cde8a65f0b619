// Where the definitions of a file lie: looked up for each of its references, so found without a walk over all of them.
import { groupBy } from '../../../group.ts';
import type { Definition } from '../../ports.ts';
import { isFunction } from '../../symbols.ts';

interface Places {
  /** The functions around a line, outermost first. */
  around(line: number): readonly Definition[];
  /** The definitions of a name within a container. */
  named(name: string, container: string | null): readonly Definition[];
}

/** From this line on, until the next stretch, these functions are around. */
interface Stretch {
  readonly from: number;
  readonly functions: readonly Definition[];
}

const NONE: readonly Definition[] = [];
const known = new WeakMap<readonly Definition[], Places>();

export function placesOf(symbols: readonly Definition[]): Places {
  const places = known.get(symbols) ?? findPlaces(symbols);
  known.set(symbols, places);
  return places;
}

function findPlaces(symbols: readonly Definition[]): Places {
  const stretches = stretchesOf(symbols.filter(({ kind }) => isFunction(kind)));
  const names = groupBy(symbols, ({ name, container }) => keyOf(name, container));
  return {
    around: (line) => lastUpTo(line, stretches)?.functions ?? NONE,
    named: (name, container) => names.get(keyOf(name, container)) ?? NONE,
  };
}

const keyOf = (name: string, container: string | null): string => `${container ?? ''}\n${name}`;

function stretchesOf(functions: readonly Definition[]): Stretch[] {
  const starting = groupBy(functions, ({ startLine }) => startLine);
  const lines = functions.flatMap(({ startLine, endLine }) => [startLine, endLine + 1]);
  let open: readonly Definition[] = NONE;
  return [...new Set(lines)]
    .sort((a, b) => a - b)
    .map((from) => {
      open = [...open.filter(({ endLine }) => endLine >= from), ...(starting.get(from) ?? NONE)];
      return { from, functions: open };
    });
}

function lastUpTo(line: number, stretches: readonly Stretch[]): Stretch | undefined {
  let [low, high] = [0, stretches.length];
  while (low < high) {
    const middle = (low + high) >>> 1;
    if ((stretches[middle]?.from ?? 0) <= line) low = middle + 1;
    else high = middle;
  }
  return stretches[low - 1];
}
