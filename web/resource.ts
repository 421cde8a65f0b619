// What a view shows from the server: asked again whenever its key changes, the earlier question given up.
import { useEffect, useRef, useState } from 'preact/hooks';
import { isSignedOut, writes } from './api.ts';

export interface Resource<T> {
  /** The last answer; it stays while the next one is on its way. */
  readonly data: T | null;
  readonly error: unknown;
  readonly isLoading: boolean;
  readonly reload: () => void;
  /** Changes what is shown without asking again. */
  readonly set: (data: T) => void;
}

/** A null key asks nothing. */
export function useResource<T>(key: string | null, load: (signal: AbortSignal) => Promise<T>): Resource<T> {
  const [state, setState] = useState<{ data: T | null; error: unknown; isLoading: boolean }>({
    data: null,
    error: null,
    isLoading: key !== null,
  });
  const [turn, setTurn] = useState(0);
  const latest = useRef(load);
  latest.current = load;
  // Who has logged in asks again.
  const isOut = isSignedOut.value;
  const written = writes.value;
  // The key stands for everything that the question is made of
  useEffect(() => {
    if (key === null || isOut) return;
    const controller = new AbortController();
    setState((now) => ({ ...now, isLoading: true }));
    latest.current(controller.signal).then(
      (data) => controller.signal.aborted || setState({ data, error: null, isLoading: false }),
      (error) => controller.signal.aborted || setState((now) => ({ ...now, error, isLoading: false })),
    );
    return () => controller.abort();
  }, [key, turn, isOut, written]);
  return {
    ...state,
    reload: () => setTurn((now) => now + 1),
    set: (data) => setState({ data, error: null, isLoading: false }),
  };
}
