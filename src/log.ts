// stdout belongs to the protocol: every line goes to stderr, which clients keep in files, and to a file where one is
// named. So no secret is in it.
import { appendFileSync, mkdirSync } from 'node:fs';
import { dirname } from 'node:path';
import { redactText } from './engine/secrets/redact.ts';

const LEVELS = ['debug', 'info', 'warn', 'error', 'silent'] as const;
export type LogLevel = (typeof LEVELS)[number];
export const logLevels = LEVELS;

let threshold = LEVELS.indexOf('warn');

export function setLogLevel(level: LogLevel): void {
  threshold = LEVELS.indexOf(level);
}

let file: string | null = null;

/** Adds what is logged from now on to that file, too. Fails when it cannot be written. */
export function setLogFile(path: string | null): void {
  if (path !== null) {
    mkdirSync(dirname(path), { recursive: true });
    appendFileSync(path, '', { mode: 0o600 });
  }
  file = path;
}

function write(level: LogLevel, message: string, fields: Record<string, unknown>): void {
  if (LEVELS.indexOf(level) < threshold) return;
  const details = Object.entries(fields).map(([key, value]) => ` ${key}=${JSON.stringify(value)}`);
  const line = redactText(`${new Date().toISOString()} ${level} ${message}${details.join('')}\n`).value;
  process.stderr.write(line);
  if (file !== null) keep(file, line);
}

/** A log that cannot be kept stops nobody from working. */
function keep(path: string, line: string): void {
  try {
    appendFileSync(path, line);
  } catch {
    file = null;
    log.warn('the log file cannot be written any more', { path });
  }
}

export const log = {
  debug: (message: string, fields: Record<string, unknown> = {}) => write('debug', message, fields),
  info: (message: string, fields: Record<string, unknown> = {}) => write('info', message, fields),
  warn: (message: string, fields: Record<string, unknown> = {}) => write('warn', message, fields),
  error: (message: string, fields: Record<string, unknown> = {}) => write('error', message, fields),
};
