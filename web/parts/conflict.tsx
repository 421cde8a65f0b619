import type { ApiError } from '../api.ts';
import { Difference } from './difference.tsx';
import type { MemoryView } from './memory-row.tsx';

/** The memory as it is now, of a change that came too late; null when it is gone. */
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
      <h3>Somebody else changed this memory meanwhile</h3>
      <p class="muted small">From what is stored now to what you typed:</p>
      <Difference before={stored.content} after={yours} />
      <div class="row">
        <button type="button" onClick={() => onTake(true)}>
          Go on with mine
        </button>
        <button type="button" onClick={() => onTake(false)}>
          Take what is stored
        </button>
      </div>
    </section>
  );
}
