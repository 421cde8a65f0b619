// A route is a value in a table: its schemas, its effect, and a handler that calls one verb of the engine.
import type * as z from 'zod';
import type { Actor } from '../../engine/access/actor.ts';
import type { Engine } from '../../engine/engine.ts';

/** What a handler gets besides its input. */
export interface ApiCall {
  readonly engine: Engine;
  readonly actor: Actor;
  readonly signal: AbortSignal;
}

/** `reads` are GETs; `asks` change nothing, but their input is too long for a URL; `changes` write. */
export type Effect = 'reads' | 'asks' | 'changes';

export interface Route<
  E extends Effect = Effect,
  I extends z.ZodObject = z.ZodObject,
  O extends z.ZodType = z.ZodType,
> {
  readonly effect: E;
  readonly what: string;
  readonly input: I;
  readonly output: O;
  handle(input: z.output<I>, call: ApiCall): Promise<z.input<O>>;
}

type Definition<I extends z.ZodObject, O extends z.ZodType> = Omit<Route<Effect, I, O>, 'effect'>;

export const reads = <I extends z.ZodObject, O extends z.ZodType>(route: Definition<I, O>): Route<'reads', I, O> => ({
  effect: 'reads',
  ...route,
});
export const asks = <I extends z.ZodObject, O extends z.ZodType>(route: Definition<I, O>): Route<'asks', I, O> => ({
  effect: 'asks',
  ...route,
});
export const changes = <I extends z.ZodObject, O extends z.ZodType>(
  route: Definition<I, O>,
): Route<'changes', I, O> => ({ effect: 'changes', ...route });
