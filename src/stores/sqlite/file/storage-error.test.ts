import { expect, it } from 'vitest';
import { asStorageError, notClosed } from './storage-error.ts';

it('what cannot be written is named with its own folder, which for a cube may be another', () => {
  const readOnly = Object.assign(new Error('attempt to write a readonly database'), { errcode: 8 });
  expect(asStorageError(readOnly, '/team/cubes/birds.db')).toMatchObject({
    message: '/team/cubes cannot be written to; nothing was changed.',
    hint: 'Make it writable, or use a copy: cp -r /team/cubes COPY, then COPY/birds.db.',
  });
});

it('who cannot open a file that may be in use is to ask for a backup, because copying the file could tear it', () => {
  const { hint } = notClosed("/team/Ann's notes/remanence.db", null);
  expect(hint).toBe(
    'Ask its owner for a copy made by `remanence backup`. Only if no process has it open, make one: cp -r "/team/Ann\'s notes" COPY, then --data-dir COPY.',
  );
});
