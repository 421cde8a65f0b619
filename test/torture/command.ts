// Runs a command of the program, to its end or until it is killed.
import { spawn } from 'node:child_process';
import { onExit } from '../on-exit.ts';
import { MAIN } from '../stdio-client.ts';
import type { Place } from './place.ts';

export interface Ended {
  /** Null if it was killed. */
  readonly code: number | null;
  readonly stdout: string;
  readonly stderr: string;
  readonly isLate: boolean;
}

export interface RunningCommand {
  readonly ended: Promise<Ended>;
  kill(): void;
}

const TIMEOUT_MS = 60_000;

export function startCommand(place: Place, args: readonly string[], longestMs = TIMEOUT_MS): RunningCommand {
  const child = spawn(process.execPath, [MAIN, ...args, '--data-dir', place.data], {
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  child.once(
    'exit',
    onExit(() => child.kill('SIGKILL')),
  );
  let stdout = '';
  let stderr = '';
  let isLate = false;
  child.stdout.setEncoding('utf8').on('data', (chunk: string) => {
    stdout += chunk;
  });
  child.stderr.setEncoding('utf8').on('data', (chunk: string) => {
    stderr += chunk;
  });
  const timer = setTimeout(() => {
    isLate = true;
    child.kill('SIGKILL');
  }, longestMs);
  const ended = new Promise<Ended>((resolve) =>
    child.once('close', (code) => {
      clearTimeout(timer);
      resolve({ code, stdout, stderr, isLate });
    }),
  );
  return { ended, kill: () => child.kill('SIGKILL') };
}

export const runCommand = (place: Place, ...args: readonly string[]): Promise<Ended> => startCommand(place, args).ended;
