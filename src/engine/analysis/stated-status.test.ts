import { expect, it } from 'vitest';
import { least } from '../../../test/spent.ts';
import { statedStatus } from './stated-status.ts';

it.each([
  'REQ-G-1: The gateway must report its status daily.',
  'REQ-G-2: A command must never wait behind status frames.',
  'REQ-G-3: The status lamp of the console is red.',
  'An order whose status is rejected is never shipped.',
  'Ship nothing while the status is rejected.',
  'The status is accepted only after two approvals.',
  'Status frames are sent first.',
  'Status-frames are sent first.',
  'Status: the gateway reports it to the console every day.',
  'Answer with {"status": "ok"}.',
  'The order status: rejected orders are kept.',
  'The page shows the\nstatus lamp.',
])('no status is read from “%s”', (content) => {
  expect(statedStatus(content)).toBeNull();
});

it.each([
  ['ADR-7: Use bcrypt.\nStatus: accepted', 'Accepted'],
  ['ADR-7: Use bcrypt. Status: accepted.', 'Accepted'],
  ['ADR-7: Use bcrypt (status: Accepted, 2024-05-01).', 'Accepted'],
  ['# ADR-7\n\n**Status:** Superseded by ADR-9', 'Superseded'],
  ['# ADR-7\n\n- **Status**: _draft_', 'Draft'],
  ['# ADR-7\n\n## Status\n\nAccepted\n\n## Context\n\nHashes.', 'Accepted'],
  ['ADR-7\n\nStatus\n------\nProposed', 'Proposed'],
  ['# ADR-7\n\n## Status  ##  \n\nAccepted', 'Accepted'],
  ['| Status | Approved |', 'Approved'],
  ['---\nstatus: in progress\n---\nUse bcrypt.', 'In progress'],
  ['REQ-3: Export as CSV. Its status is approved.', 'Approved'],
  ['REQ-3: Export as CSV, status implemented.', 'Implemented'],
  ['ADR-7 status: deprecated. Use bcrypt.', 'Deprecated'],
  ['Use bcrypt — status: rejected', 'Rejected'],
])('the status of “%s” is %s', (content, status) => {
  expect(statedStatus(content)).toBe(status);
});

it.each([
  ['a label, blanks and no value', `Status${' '.repeat(100_000)}x`],
  ['a heading, blanks and no value', `Status #${' '.repeat(100_000)}x`],
  ['letters that may each begin an id', 'aé'.repeat(50_000)],
])('no status is found in an instant in 100 KB of %s', async (_, content) => {
  const read = () => expect(statedStatus(content)).toBeNull();
  expect(await least(read, { limit: 1000 })).toBeLessThan(1000);
});
