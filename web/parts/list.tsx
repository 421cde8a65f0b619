// A list that grows page by page. Pages are requested by key, so that every page takes as long as the first.
import type { ComponentChildren } from 'preact';
import { useLayoutEffect, useRef, useState } from 'preact/hooks';
import { useResource } from '../resource.ts';
import { Problem } from './problem.tsx';

interface Page<T> {
  readonly items: readonly T[];
  readonly next: string | null;
}

interface ListProps<T> {
  /** Changes with the request. */
  readonly name: string;
  readonly load: (after: string | undefined, signal: AbortSignal) => Promise<Page<T>>;
  readonly children: (item: T, at: number) => ComponentChildren;
  readonly keyOf: (item: T) => string;
  readonly empty: ComponentChildren;
  readonly class?: string;
}

export function List<T>({ name, load, children, keyOf, empty, class: kind = 'rows' }: ListProps<T>) {
  const first = useResource(name, (signal) => load(undefined, signal));
  const [more, setMore] = useState<{ items: readonly T[]; next: string | null } | null>(null);
  const [error, setError] = useState<unknown>(null);
  const [isBusy, setBusy] = useState(false);
  const growing = useRef<AbortController | null>(null);
  // A new first page restarts the list, before it is painted
  useLayoutEffect(() => {
    setMore(null);
    setError(null);
    return () => growing.current?.abort();
  }, [first.data]);
  if (first.error && !first.data) return <Problem error={first.error} retry={first.reload} />;
  if (!first.data) return <Waiting />;
  const items = [...first.data.items, ...(more?.items ?? [])];
  const next = more ? more.next : first.data.next;
  if (items.length === 0) return <>{empty}</>;
  const grow = async () => {
    if (next === null) return;
    growing.current = new AbortController();
    const { signal } = growing.current;
    setBusy(true);
    try {
      const page = await load(next, signal);
      if (signal.aborted) return;
      setMore({ items: [...(more?.items ?? []), ...page.items], next: page.next });
      setError(null);
    } catch (thrown) {
      if (!signal.aborted) setError(thrown);
    } finally {
      setBusy(false);
    }
  };
  return (
    <>
      <ol class={kind}>
        {items.map((item, at) => (
          <li key={keyOf(item)}>{children(item, at)}</li>
        ))}
      </ol>
      <Problem error={error} />
      {next !== null && (
        <div class="more">
          <button type="button" onClick={grow} disabled={isBusy || first.isLoading}>
            {isBusy ? 'Loading…' : 'Show more'}
          </button>
        </div>
      )}
    </>
  );
}

/** Appears only after a short delay. */
export function Waiting() {
  return (
    <p class="waiting muted" role="status">
      Loading…
    </p>
  );
}
