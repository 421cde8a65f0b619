import type { ApiError } from '../api.ts';
import { Difference } from './difference.tsx';
import type { MemoryView } from './memory-row.tsx';

/** The stored memory from a conflict error; null if it was deleted. */
export function storedIn({ stored }: ApiError): MemoryView | null {
  return isMemory(stored) ? stored : null;
}

const isMemory = (value: unknown): value is MemoryView =>
  typeof value === 'object' && value !== null && 'id' in value && 'version' in value && 'content' in value;

interface ConflictProps {
  readonly stored: MemoryView;
  readonly yours: string;
  readonly onTake: (mine: boolean) => void;
}

export function Conflict({ stored, yours, onTake }: ConflictProps) {
  return (
    <section class="problem" role="alert" aria-label="Changed meanwhile">
      <h3>Somebody else has changed this memory</h3>
      <p class="muted small">From the stored version to yours:</p>
      <Difference before={stored.content} after={yours} />
      <div class="row">
        <button type="button" onClick={() => onTake(true)}>
          Keep mine
        </button>
        <button type="button" onClick={() => onTake(false)}>
          Use the stored version
        </button>
      </div>
    </section>
  );
}
