// Lets V8 optimise functions later while readers run: every reader has a heap of its own and would optimise the same functions
// for itself, which took a third of all processor time for a few hundred files.
import { setFlagsFromString } from 'node:v8';

/** V8 12, of Node.js 22, counts in another way and first uses a compiler that costs less. */
const IS_KNOWN = Number.parseInt(process.versions.v8, 10) < 12;
/** How much a function must have run before it is optimised, in bytes of bytecode. */
const BUDGET = { usual: 67_584, reading: 1_000_000 };

/** The flag is of the whole process, so it must not stay as it is while nothing is read. */
export function optimiseLater(isReading: boolean): void {
  if (IS_KNOWN) setFlagsFromString(`--interrupt-budget=${isReading ? BUDGET.reading : BUDGET.usual}`);
}
