// stdout belongs to the protocol: every line goes to stderr, and clients keep that in files. So no secret is in it.
import { redactText } from './engine/secrets/redact.ts';

const LEVELS = ['debug', 'info', 'warn', 'error', 'silent'] as const;
export type LogLevel = (typeof LEVELS)[number];
export const logLevels = LEVELS;

let threshold = LEVELS.indexOf('warn');

export function setLogLevel(level: LogLevel): void {
  threshold = LEVELS.indexOf(level);
}

function write(level: LogLevel, message: string, fields: Record<string, unknown>): void {
  if (LEVELS.indexOf(level) < threshold) return;
  const details = Object.entries(fields).map(([key, value]) => ` ${key}=${JSON.stringify(value)}`);
  process.stderr.write(redactText(`${new Date().toISOString()} ${level} ${message}${details.join('')}\n`).value);
}

export const log = {
  debug: (message: string, fields: Record<string, unknown> = {}) => write('debug', message, fields),
  info: (message: string, fields: Record<string, unknown> = {}) => write('info', message, fields),
  warn: (message: string, fields: Record<string, unknown> = {}) => write('warn', message, fields),
  error: (message: string, fields: Record<string, unknown> = {}) => write('error', message, fields),
};
