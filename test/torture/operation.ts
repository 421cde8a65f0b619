import type { Call } from './agent.ts';
import type { Changes, Grain } from './ledger.ts';
import type { World } from './world.ts';

/** One that is ready to be carried out. */
export interface Plan {
  readonly changes: Changes;
  /** Ends when the change is acknowledged. */
  act(call: Call): Promise<unknown>;
}

/** A tool that writes. */
export interface ToolOperation {
  readonly profile: string;
  readonly tool: string;
  /** What of it comes about together; all of it unless said otherwise. */
  readonly grain?: Grain;
  /** It reaches what other writes make at the same time, so that none may run beside it. */
  readonly sweeps?: boolean;
  /** Null where there is nothing for it to work on. */
  plan(world: World): Plan | null;
}

/** A command that writes. */
export interface CommandOperation {
  readonly command: string;
  /** Killed in the middle, it is carried out by whoever opens the folder next. */
  readonly isFinishedLater?: boolean;
  readonly grain?: Grain;
  plan(world: World): { readonly changes: Changes; readonly args: readonly string[] } | null;
}

export const changing = (...changes: readonly (readonly [string, string | null])[]): Changes => new Map(changes);
