// Recalls as rows.
import { Recall, type RecallHour, type RecallQuery } from '../../engine/recalls/ports.ts';
import type { Row } from './row.ts';

/** The most recalls kept, and after how many new ones that is checked. */
export const MAX_RECALLS = 50_000;
export const LOOK_EVERY = 100;
/** The number of rows read per page. */
export const PAGE = 1000;

export const ONLY: Readonly<Record<RecallQuery['only'], string>> = {
  all: '',
  empty: ' AND count = 0',
  weak: ' AND weak = 1',
  useful: ' AND useful = 1',
  useless: ' AND useful = 0',
  unjudged: ' AND useful IS NULL',
};

export const readRecall = ({ given, weak, useful, ...row }: Row): Recall =>
  Recall.parse({
    ...row,
    given: JSON.parse(String(given)),
    weak: weak === 1,
    useful: useful === null ? null : useful === 1,
  });

export const readRecallHour = (row: Row): RecallHour => ({
  hour: Number(row.hour),
  recalls: Number(row.recalls),
  empty: Number(row.empty),
  weak: Number(row.weak),
});
