// What is written and recalled while the page is open, by whichever process.
import { signal } from '@preact/signals';
import type { LiveEvents } from '../src/transports/api/events.ts';
import { isReachable, writes } from './api.ts';

/** The latest of each; views ask again when one concerns them. */
export const written = signal<LiveEvents['written'] | null>(null);
export const recalled = signal<LiveEvents['recalled'] | null>(null);

/** Whether the line is open. */
export const isLive = signal(false);

let source: EventSource | null = null;
let wasInterrupted = false;

export function listen(): void {
  source?.close();
  source = new EventSource('/api/events');
  // The browser connects again by itself after an interruption.
  source.onopen = () => {
    isReachable.value = true;
    isLive.value = true;
    // What happened in between is not told again: everything that is shown is asked again.
    if (wasInterrupted) writes.value++;
    wasInterrupted = false;
  };
  source.onerror = () => {
    isLive.value = false;
    wasInterrupted = true;
  };
  source.addEventListener('written', (event) => {
    written.value = JSON.parse(event.data);
  });
  source.addEventListener('recalled', (event) => {
    recalled.value = JSON.parse(event.data);
  });
}

export function stopListening(): void {
  source?.close();
  source = null;
  isLive.value = false;
}
