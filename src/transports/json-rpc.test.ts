import { expect, it } from 'vitest';
import { least } from '../../test/spent.ts';
import { receive } from './json-rpc.ts';

const PING = '{"jsonrpc":"2.0","id":1,"method":"ping"}';
const batchOf = (count: number) => Buffer.from(`[${Array(count).fill(PING).join(',')}]`);

it('a batch of a hundred messages is taken', () => {
  expect(receive(batchOf(100), { batches: true })).toMatchObject({ message: { length: 100 } });
});

it('a larger batch is refused by its length, before its messages are checked', async () => {
  const read = () => {
    expect(receive(batchOf(110_000), { batches: true })).toMatchObject({
      refused: { error: { code: -32_600, message: 'Invalid request: a batch holds at most 100 messages.' }, id: null },
    });
  };
  expect(await least(read, { limit: 2000 })).toBeLessThan(2000);
});
