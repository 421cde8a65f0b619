import * as z from 'zod';
import { ExportRecord } from './records.ts';

/** A line of an export without references to a memory; null when the line is about that memory or unreadable. */
export function eraseFromLine(line: string, id: string): string | null {
  if (!line.includes(id)) return line;
  const record = readRecord(line);
  if (record === null) return null;
  const named = [
    ...('id' in record ? [record.id] : []),
    ...('from' in record ? [record.from, record.to] : []),
    ...('memory' in record ? [record.memory] : []),
    ...('other' in record ? [record.other] : []),
  ];
  if (named.includes(id)) return null;
  const isFollowed = record.record === 'memory' && record.superseded_by === id;
  return isFollowed ? JSON.stringify(z.encode(ExportRecord, { ...record, superseded_by: null })) : line;
}

function readRecord(line: string): ExportRecord | null {
  try {
    return ExportRecord.safeParse(JSON.parse(line)).data ?? null;
  } catch {
    return null;
  }
}
