import type { Call } from './agent.ts';
import type { Changes, Grain } from './ledger.ts';
import type { World } from './world.ts';

/** An operation that is ready to run. */
export interface Plan {
  readonly changes: Changes;
  /** Resolves when the change is acknowledged. */
  act(call: Call): Promise<unknown>;
}

/** A tool that writes. */
export interface ToolOperation {
  readonly profile: string;
  readonly tool: string;
  /** The parts that happen together; everything by default. */
  readonly grain?: Grain;
  /** It affects what concurrent writes create, so it must run alone. */
  readonly sweeps?: boolean;
  /** Null if there is nothing to work on. */
  plan(world: World): Plan | null;
}

/** A command that writes. */
export interface CommandOperation {
  readonly command: string;
  /** If it is killed midway, the next process to open the folder completes it. */
  readonly isFinishedLater?: boolean;
  readonly grain?: Grain;
  plan(world: World): { readonly changes: Changes; readonly args: readonly string[] } | null;
}

export const changing = (...changes: readonly (readonly [string, string | null])[]): Changes => new Map(changes);
