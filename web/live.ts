// What any process writes and recalls while the page is open.
import { signal } from '@preact/signals';
import type { LiveEvents } from '../src/transports/api/events.ts';
import { isReachable, writes } from './api.ts';
import { refreshSession, session } from './session.ts';

/** The latest event of each; views reload when one concerns them. */
export const written = signal<LiveEvents['written'] | null>(null);
export const recalled = signal<LiveEvents['recalled'] | null>(null);

/** Whether the event stream is open. */
export const isLive = signal(false);

let source: EventSource | null = null;
let wasInterrupted = false;
let isRecovering = false;
const RECOVERY_MS = 2000;

export function listen(): void {
  source?.close();
  source = new EventSource('/api/events');
  // The browser reconnects automatically after an interruption.
  source.onopen = () => {
    isReachable.value = true;
    isLive.value = true;
    // Events in between are not repeated, so all views reload.
    if (wasInterrupted) writes.value++;
    wasInterrupted = false;
  };
  source.onerror = () => {
    isLive.value = false;
    wasInterrupted = true;
    void recover();
  };
  source.addEventListener('written', (event) => {
    written.value = JSON.parse(event.data);
  });
  source.addEventListener('recalled', (event) => {
    recalled.value = JSON.parse(event.data);
  });
}

/** Checks whether the server answers (the banner shows if not), and reconnects if the browser has given up. */
async function recover(): Promise<void> {
  if (isRecovering) return;
  isRecovering = true;
  await refreshSession().catch(() => {});
  await new Promise((resolve) => setTimeout(resolve, RECOVERY_MS));
  isRecovering = false;
  if (source?.readyState === EventSource.CLOSED && session.peek()?.who) listen();
}

export function stopListening(): void {
  source?.close();
  source = null;
  isLive.value = false;
}
