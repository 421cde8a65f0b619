// Wraps the verbs of the engine: calls from outside are audited, timed, and their results recorded.
import type { Actor } from './access/actor.ts';
import type { Audit, Audited } from './access/audit.ts';
import type { Operation, Timings } from './maintenance/figures/timings.ts';
import { note, type ReadResult } from './recalls/recording.ts';
import { wrapMethods } from './wrap-methods.ts';

interface Verb<I extends unknown[] = never[], R = never> extends Partial<Audited<I, R>> {
  readonly timed?: Operation;
  readonly noted?: ReadResult<R>;
}

/** The verbs among an object's methods; only those that take the actor first can be audited. */
export type Verbs<T> = {
  readonly [K in keyof T]?: T[K] extends (actor: Actor, ...input: infer I) => Promise<infer R>
    ? Verb<I, R>
    : T[K] extends (...input: never[]) => Promise<infer R>
      ? Omit<Verb<never[], R>, keyof Audited>
      : never;
};

/** The same object, with its verbs audited, timed and recorded by the given attendants. */
export function instrument<T extends object>(
  target: T,
  verbs: Verbs<T>,
  { audit, timings }: { readonly audit?: Audit; readonly timings?: Timings },
): T {
  const marked: Readonly<Record<string, Verb | undefined>> = { ...verbs };
  return wrapMethods<T, Verb>(target, marked, ({ timed, noted, ...verb }, input, go) => {
    const written = audit && isAudited(verb) ? () => audit.watch(verb, input, go) : go;
    const measured = timings && timed ? () => timings.measure(timed, written) : written;
    return noted ? note(noted, input, measured) : measured();
  });
}

const isAudited = (verb: Partial<Audited>): verb is Audited => verb.action !== undefined;
