// The current user and their permissions.
import { effect, signal } from '@preact/signals';
import type { Routes } from '../src/transports/api/routes.ts';
import { isSignedOut, read, write } from './api.ts';

type Session = Routes['session.whoami']['output'];

export const session = signal<Session | null>(null);

export async function refreshSession(): Promise<void> {
  const now = await read('session.whoami', {});
  session.value = now;
  isSignedOut.value = now.who === null;
}

export async function logIn(token: string): Promise<void> {
  await write('session.login', { token });
  await refreshSession();
}

export async function logOut(): Promise<void> {
  await write('session.logout', {});
  await refreshSession();
}

/** When the token ends while the page is open, the session ends too. */
effect(() => {
  const isOver = isSignedOut.value && session.peek()?.who;
  if (isOver) void refreshSession().catch(() => {});
});
