// Test runs that still count: the latest run of each test.
import { titleOf, traceKey } from '../memories/names.ts';
import type { Memory } from '../model.ts';
import { filePathOf, statusOf } from './reading.ts';

export interface TestRun {
  readonly memory: Memory;
  readonly name: string;
  readonly file: string | null;
  /** Passed, Failed, Skipped or Error; null if unknown. */
  readonly status: string | null;
}

export function latestRuns(memories: readonly Memory[]): TestRun[] {
  const newestFirst = memories.toSorted((a, b) => b.eventTime - a.eventTime || b.row - a.row);
  const runs = new Map<string, TestRun>();
  for (const memory of newestFirst) {
    const name = titleOf(memory);
    const key = traceKey(name);
    if (!runs.has(key)) runs.set(key, { memory, name, file: filePathOf(memory), status: statusOf(memory) });
  }
  return [...runs.values()];
}

/** 0 if the whole is 0. */
export const shareOf = (part: number, whole: number): number => (whole === 0 ? 0 : part / whole);

export const passedShare = (runs: readonly TestRun[]): number =>
  shareOf(runs.filter(({ status }) => status === 'Passed').length, runs.length);
