// The specification of a Cypher function.
import type { Session } from '../expressions/scope.ts';
import type { StaticType } from '../values/static-type.ts';
import type { CypherValue, ValueKind } from '../values/value.ts';

export interface FunctionSpec {
  readonly least: number;
  readonly most?: number;
  /** The allowed kinds of each argument, checked when known before the query runs. */
  readonly accepts?: readonly (readonly ValueKind[] | null)[];
  readonly result: StaticType | ((types: readonly StaticType[]) => StaticType);
  /** Handles null itself; otherwise a null argument makes the result null. */
  readonly takesNull?: boolean;
  /** Returns another value at every call. */
  readonly random?: boolean;
  readonly run: (args: readonly CypherValue[], session: Session) => CypherValue;
}

export type FunctionTable = Readonly<Record<string, FunctionSpec>>;
