import { expect, it } from 'vitest';
import { newId, toUuid } from '../../engine/ids.ts';
import { RemanenceError } from '../../errors.ts';
import { presentError } from './errors.ts';

it('names the running job by the id that normalize_status takes', () => {
  const job = newId(Date.now());
  const { data } = presentError(new RemanenceError('conflict', 'It is running.', { details: { job } }));
  expect(data).toMatchObject({ error: { code: 'CON_CONFLICT', details: { job: toUuid(job) } } });
});
