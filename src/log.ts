// stdout belongs to the protocol, so every line goes to stderr and, if one is named, to a log file. Clients keep stderr
// in files, so lines never contain secrets.
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

/** Also appends log lines to that file from now on. Fails when it cannot be written. */
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

/** A log that cannot be written must not stop any work. */
function keep(path: string, line: string): void {
  try {
    appendFileSync(path, line);
  } catch {
    file = null;
    log.warn('the log file can no longer be written', { path });
  }
}

export const log = {
  debug: (message: string, fields: Record<string, unknown> = {}) => write('debug', message, fields),
  info: (message: string, fields: Record<string, unknown> = {}) => write('info', message, fields),
  warn: (message: string, fields: Record<string, unknown> = {}) => write('warn', message, fields),
  error: (message: string, fields: Record<string, unknown> = {}) => write('error', message, fields),
};
