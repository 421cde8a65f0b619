// Recalls as rows.
import { Recall } from '../../engine/recalls/ports.ts';
import type { Row } from './row.ts';

export const readRecall = ({ given, weak, useful, ...row }: Row): Recall =>
  Recall.parse({
    ...row,
    given: JSON.parse(String(given)),
    weak: weak === 1,
    useful: useful === null ? null : useful === 1,
  });
