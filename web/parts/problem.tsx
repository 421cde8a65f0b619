// An error, shown where it happened, with a hint.
import { ApiError } from '../api.ts';
import { Text } from '../text.tsx';

export const describe = (error: unknown): string => (error instanceof Error ? error.message : String(error));

export function Problem({ error, retry }: { readonly error: unknown; readonly retry?: () => void }) {
  if (!error) return null;
  const hint = error instanceof ApiError ? error.hint : null;
  const field = error instanceof ApiError ? error.field : null;
  return (
    <div class="problem" role="alert">
      <p>
        {field && <strong>{field}: </strong>}
        <Text of={describe(error)} />
      </p>
      {hint && (
        <p class="muted">
          <Text of={hint} />
        </p>
      )}
      {retry && (
        <button type="button" onClick={retry}>
          Try again
        </button>
      )}
    </div>
  );
}
