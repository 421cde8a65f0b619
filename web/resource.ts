// Server data for a view: requested again when the key changes; the earlier request is aborted.
import { useEffect, useRef, useState } from 'preact/hooks';
import { isSignedOut, writes } from './api.ts';

export interface Resource<T> {
  /** The last answer; it stays until the next one arrives. */
  readonly data: T | null;
  readonly error: unknown;
  readonly isLoading: boolean;
  readonly reload: () => void;
  /** Changes the data without a request. */
  readonly set: (data: T) => void;
}

/**
 * With a null key nothing is requested. Requests are sent after the browser has painted, when a view that is being left
 * is gone; `useLayoutEffect` sends them before.
 */
export function useResource<T>(
  key: string | null,
  load: (signal: AbortSignal) => Promise<T>,
  effect: typeof useEffect = useEffect,
): Resource<T> {
  const [state, setState] = useState<{ data: T | null; error: unknown; isLoading: boolean }>({
    data: null,
    error: null,
    isLoading: key !== null,
  });
  const [turn, setTurn] = useState(0);
  const latest = useRef(load);
  latest.current = load;
  // Request again after a login.
  const isOut = isSignedOut.value;
  const written = writes.value;
  // The key covers everything the request depends on
  effect(() => {
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
