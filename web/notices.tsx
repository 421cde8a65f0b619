// Short messages at the edge of the page: what was done, with an undo button.
import { signal } from '@preact/signals';
import { describe } from './parts/problem.tsx';

interface Notice {
  readonly id: number;
  readonly text: string;
  readonly isBad: boolean;
  readonly undo: (() => Promise<unknown>) | null;
}

const notices = signal<readonly Notice[]>([]);
const SHOWN_MS = 9000;
let last = 0;

export function tell(text: string, options: { isBad?: boolean; undo?: (() => Promise<unknown>) | null } = {}): void {
  const notice = { id: ++last, text, isBad: options.isBad ?? false, undo: options.undo ?? null };
  notices.value = [...notices.value.slice(-2), notice];
  setTimeout(() => dismiss(notice.id), notice.isBad ? SHOWN_MS * 2 : SHOWN_MS);
}

export const notifyProblem = (error: unknown): void => tell(describe(error), { isBad: true });

function dismiss(id: number): void {
  notices.value = notices.value.filter((each) => each.id !== id);
}

const latestToUndo = () => notices.peek().findLast(({ undo }) => undo);

export const canUndo = (): boolean => latestToUndo() !== undefined;

/** Undoes the change that the latest message reports. */
export function undoLatest(): void {
  const notice = latestToUndo();
  if (notice) void undoIt(notice);
}

async function undoIt({ id, undo }: Notice): Promise<void> {
  dismiss(id);
  try {
    await undo?.();
    tell('Undone.');
  } catch (error) {
    notifyProblem(error);
  }
}

export function Notices() {
  return (
    <section class="notices" aria-label="Messages" aria-live="polite">
      {notices.value.map((notice) => (
        <div key={notice.id} class={notice.isBad ? 'notice bad' : 'notice'}>
          <span>{notice.text}</span>
          {notice.undo && (
            <button type="button" class="quiet" onClick={() => undoIt(notice)}>
              Undo <kbd>u</kbd>
            </button>
          )}
          <button type="button" class="quiet icon" aria-label="Dismiss" onClick={() => dismiss(notice.id)}>
            ×
          </button>
        </div>
      ))}
    </section>
  );
}
