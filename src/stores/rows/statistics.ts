// Hourly measurements as rows.
import { groupBy } from '../../engine/group.ts';
import type { Measured, MeasuredHour } from '../../engine/maintenance/ports.ts';
import type { Row } from './row.ts';

const hourIn = (row: Row): number => Number(row.hour);

const readMeasured = (row: Row): [string, Measured] => [
  String(row.operation),
  { count: Number(row.count), ms: Number(row.ms), slowest: Number(row.slowest) },
];

/** Combines the rows of both tables. */
export function readHours(measured: readonly Row[], sized: readonly Row[]): MeasuredHour[] {
  const timings = groupBy(measured, hourIn);
  const sizes = new Map(sized.map((row) => [hourIn(row), row]));
  const hours = [...new Set([...timings.keys(), ...sizes.keys()])].sort((a, b) => a - b);
  return hours.map((hour) => {
    const size = sizes.get(hour);
    return {
      hour,
      operations: new Map((timings.get(hour) ?? []).map(readMeasured)),
      size: size ? { memories: Number(size.memories), bytes: Number(size.bytes) } : null,
    };
  });
}
