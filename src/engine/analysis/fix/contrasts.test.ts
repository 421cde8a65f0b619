import { expect, it } from 'vitest';
import { isContrast } from './contrasts.ts';

it('a fix that reverses a word of the rule contrasts with it', () => {
  expect(isContrast('Backups are kept in another region.', 'Keep backups in the same region')).toBe(true);
  expect(isContrast('Smooth readings on the server.', 'Smooth readings in the browser')).toBe(true);
});

it('a fix with the same word, or with both, does not contrast with the rule', () => {
  expect(isContrast('Scan uploads before they are opened.', 'Scan each upload before and after it is opened')).toBe(
    false,
  );
  expect(isContrast('Scan uploads.', 'Scan uploads first')).toBe(false);
});
