import { expect, it } from 'vitest';
import { asStorageError } from './storage-error.ts';

it('what cannot be written is named with its own folder, which for a cube may be another', () => {
  const readOnly = Object.assign(new Error('attempt to write a readonly database'), { errcode: 8 });
  expect(asStorageError(readOnly, '/team/cubes/birds.db')).toMatchObject({
    message: '/team/cubes cannot be written to; nothing was changed.',
    hint: 'Make it writable, or use a copy: cp -r /team/cubes COPY, then COPY/birds.db.',
  });
});
