// What a function of Cypher says of itself.
import type { Session } from '../expressions/scope.ts';
import type { StaticType } from '../values/static-type.ts';
import type { CypherValue, ValueKind } from '../values/value.ts';

export interface FunctionSpec {
  readonly least: number;
  readonly most?: number;
  /** For each argument the kinds it may have, where that is known before the query runs. */
  readonly accepts?: readonly (readonly ValueKind[] | null)[];
  readonly result: StaticType | ((types: readonly StaticType[]) => StaticType);
  /** Otherwise null among the arguments makes the result null. */
  readonly takesNull?: boolean;
  /** Gives another value at every call. */
  readonly random?: boolean;
  readonly run: (args: readonly CypherValue[], session: Session) => CypherValue;
}

export type FunctionTable = Readonly<Record<string, FunctionSpec>>;
