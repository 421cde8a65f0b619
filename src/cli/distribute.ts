import { distribute } from '../compose.ts';
import { invalid } from '../errors.ts';
import { configOf } from './options.ts';
import { print, type StoreFlags, table } from './store-command.ts';

const MOST_SHARDS = 1024;

export async function distributeTables({ shards, ...flags }: StoreFlags & { readonly shards: string }): Promise<void> {
  const count = Number(shards);
  if (!Number.isInteger(count) || count < 1 || count > MOST_SHARDS)
    throw invalid(`--shards ${shards} is not a whole number from 1 to ${MOST_SHARDS}.`);
  const distribution = await distribute(configOf(flags), count);
  const moved = distribution.tables.filter(({ wasDistributed }) => !wasDistributed);
  const filled = moved.filter(({ rows }) => rows > 0);
  const before = distribution.tables.length - moved.length;
  print(flags, distribution, () =>
    [
      ...(filled.length > 0 ? [table(filled.map(({ name, rows }) => [name, rows]))] : []),
      `${moved.length} tables distributed over ${distribution.workers} workers, ${before} were already distributed`,
    ].join('\n'),
  );
}
