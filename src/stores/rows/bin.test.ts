import { expect, it } from 'vitest';
import { memory } from '../suites/store-fixture.ts';
import { readBinEntry } from './bin.ts';
import { withoutDerived } from './memory.ts';

it('a memory that an earlier version moved to the bin is read without what that version did not keep', () => {
  const kept = { ...withoutDerived(memory('old')), row: 1, revision: 2 };
  expect(readBinEntry({ memory: JSON.stringify(kept) })).toEqual({
    ...kept,
    history: [],
    superseded: [],
    settled: [],
    declared: [],
    merged: [],
  });
});
