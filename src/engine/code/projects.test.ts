import { describe, expect, it } from 'vitest';
import { projectOf } from '../../../test/code-project.ts';
import type { Job, Stage } from '../job.ts';
import { statusOf } from './projects.ts';

const PROJECT = projectOf();
const COUNTS = { files: 10, chunks: 100, symbols: 0, pending: 0, unresolved: 0 };
const job = (change: Partial<Job>): Job => ({
  id: 'j',
  kind: 'index 1',
  state: 'running',
  done: 0,
  total: 0,
  stages: [],
  startedAt: 1000,
  silentMs: 0,
  finishedAt: null,
  error: null,
  result: null,
  by: null,
  ...change,
});
const running = (stages: Stage[], now = 11_000) => statusOf(PROJECT, COUNTS, job({ stages }), now);
const stage = (name: string, done: number, total: number, more: Partial<Stage> = {}): Stage => ({
  name,
  done,
  total,
  ms: 1000,
  ...more,
});

describe('the status of a project', () => {
  it('shows progress that never decreases while stages learn their totals', () => {
    const course = [
      [stage('read', 0, 0)],
      [stage('read', 0, 10)],
      [stage('read', 10, 10)],
      [stage('read', 10, 10), stage('resolve', 0, 9000)],
      [stage('read', 10, 10), stage('resolve', 9000, 9000)],
      [stage('read', 10, 10), stage('resolve', 9000, 9000), stage('embed', 0, 5000)],
      [stage('read', 10, 10), stage('resolve', 9000, 9000), stage('embed', 5000, 5000)],
    ].map((stages) => running(stages).progress);
    expect(course).toEqual(course.toSorted((a, b) => a - b));
    expect(course.at(-1)).toBeCloseTo(1);
  });

  it('estimates the time left from the speed of this run, not from earlier work', () => {
    const embed = stage('embed', 60, 100, { from: 50, ms: 20_000 });
    expect(running([stage('read', 10, 10), embed]).etaSeconds).toBe(80);
    expect(running([stage('read', 10, 10), { ...embed, done: 50 }]).etaSeconds).toBeNull();
    expect(running([stage('read', 10, 10), { ...embed, done: 100 }]).etaSeconds).toBe(0);
  });

  it('is pending before its first run', () => {
    const fresh = { ...PROJECT, generation: 0, indexedAt: null };
    expect(statusOf(fresh, { ...COUNTS, files: 0, chunks: 0 }, null, 11_000)).toMatchObject({
      state: 'pending',
      startedAt: null,
      completedAt: null,
    });
  });

  it('has a completion time only if it is complete', () => {
    const at = (change: Partial<Job>) => statusOf(PROJECT, COUNTS, job(change), 11_000).completedAt;
    expect(at({ state: 'completed', finishedAt: 9000 })).toBe(9000);
    expect([at({}), at({ state: 'failed', finishedAt: 9000 }), at({ state: 'cancelled', finishedAt: 9000 })]).toEqual([
      null,
      null,
      null,
    ]);
  });
});
