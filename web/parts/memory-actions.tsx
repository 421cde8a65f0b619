import { write } from '../api.ts';
import { notifyProblem, tell } from '../notices.tsx';
import { go, to } from '../route.ts';
import { mayWrite, refOf, undoing } from './changes.ts';
import type { MemoryView } from './memory-row.tsx';
import type { Task } from './memory-task.tsx';

interface ActionsProps {
  readonly memory: MemoryView;
  readonly onTask: (task: Task) => void;
}

export function MemoryActions({ memory, onTask }: ActionsProps) {
  if (!mayWrite()) return null;
  const isEnded = memory.validUntil !== null && memory.validUntil <= Date.now();
  return (
    <div class="row actions">
      <button type="button" class="primary" onClick={() => onTask('edit')}>
        Edit <kbd>e</kbd>
      </button>
      {!isEnded && (
        <>
          <button type="button" onClick={() => onTask('replace')}>
            Replace
          </button>
          <button type="button" onClick={() => onTask('invalidate')}>
            End
          </button>
        </>
      )}
      <button type="button" onClick={() => onTask('merge')}>
        Merge
      </button>
      <button type="button" onClick={() => forget(memory)}>
        Forget
      </button>
      <button type="button" class="danger" onClick={() => onTask('erase')}>
        Erase for good
      </button>
    </div>
  );
}

async function forget(memory: MemoryView): Promise<void> {
  try {
    const { undo } = await write('memory.forget', { ...refOf(memory), version: memory.version });
    tell('Forgotten. It is in the bin.', { undo: undoing(undo) });
    go(to('search'));
  } catch (error) {
    notifyProblem(error);
  }
}
