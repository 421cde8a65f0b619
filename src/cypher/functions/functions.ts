// The table of functions.
import { conversionFunctions } from './conversion.ts';
import { graphFunctions } from './graph.ts';
import { listFunctions } from './lists.ts';
import { mathFunctions } from './math.ts';
import type { FunctionSpec } from './spec.ts';
import { stringFunctions } from './strings.ts';

/** By name in lower case. */
export const functions: ReadonlyMap<string, FunctionSpec> = new Map(
  Object.entries({
    ...graphFunctions,
    ...listFunctions,
    ...stringFunctions,
    ...mathFunctions,
    ...conversionFunctions,
  }).map(([name, spec]) => [name.toLowerCase(), spec]),
);
