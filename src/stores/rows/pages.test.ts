import { expect, it } from 'vitest';
import { findMatching } from './pages.ts';

it('other requests are answered while the rows of a page are compared', async () => {
  let answered = 0;
  const timer = setInterval(() => answered++, 1);
  const page = Array.from({ length: 40 }, (_, i) => ({ seq: i + 1 }));
  const isOdd = ({ seq }: (typeof page)[number]) => {
    for (const since = performance.now(); performance.now() - since < 3; );
    return seq % 2 === 1;
  };
  const found = await findMatching(
    100,
    () => page,
    (row) => isOdd({ seq: Number(row.seq) }),
  );
  clearInterval(timer);
  expect(found).toHaveLength(20);
  expect(answered).toBeGreaterThan(1);
});
