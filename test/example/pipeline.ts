// The nightly load of a warehouse, in prose only, by an author with another style.
import type { MemoryInput } from '../../src/engine/memories/draft.ts';

export const PIPELINE: readonly MemoryInput[] = [
  {
    type: 'requirements',
    content:
      'DWH-1: The load shall be repeatable. Running OrderLoader twice for the same day must produce the same rows, no duplicates.',
  },
  {
    type: 'requirements',
    content: 'DWH-2: Raw files have to be retained for at least 90 days by the RawArchive before they are purged.',
  },
  {
    type: 'requirements',
    content: 'DWH-3: Customer e-mail addresses must be masked before OrderLoader writes them to the warehouse.',
  },
  {
    type: 'requirements',
    content: 'DWH-4: The whole run of OrderLoader should finish in less than 30 minutes.',
  },
  {
    type: 'design',
    content:
      'ADR 12 - file format. We chose Parquet over CSV for everything that RawArchive writes: it has types and is a tenth of the size.',
  },
  {
    type: 'design',
    content:
      'DP-13: Money. Amounts are handled as Decimal in OrderLoader. Never use floats for amounts, the sums drift by cents.',
  },
  {
    type: 'design',
    content:
      'DP-14: Writing. OrderLoader writes with upserts keyed by the order number. Plain appends were rejected because a second run would double the sales.',
  },
  {
    type: 'design',
    content:
      'DP-15: Scheduling. Jobs are scheduled with Airflow rather than cron, so that a failed day can be run again. Both OrderLoader and RawArchive are Airflow tasks.',
  },
  {
    type: 'design',
    content:
      'DP-16: Secrets. Credentials of OrderLoader come from the vault; they must not be put into environment files.',
  },
  { type: 'component', content: 'OrderLoader: loads the orders of a day into the warehouse.' },
  { type: 'component', content: 'RawArchive: keeps the raw files as they came.' },
];

export const PIPELINE_FIXES: readonly (readonly [
  fix: string,
  component: string,
  expected: 'aligned' | 'contradicts' | 'unrelated',
])[] = [
  ['Append the rows of the day without looking for existing ones.', 'OrderLoader', 'contradicts'],
  ['Upsert by order number so that a second run changes nothing.', 'OrderLoader', 'aligned'],
  ['Convert amounts to float before summing.', 'OrderLoader', 'contradicts'],
  ['Parse the amount with Decimal instead of float.', 'OrderLoader', 'aligned'],
  ['Write the customer e-mail addresses unmasked, the analysts asked for them.', 'OrderLoader', 'contradicts'],
  ['Skip masking of e-mail addresses for internal customers.', 'OrderLoader', 'contradicts'],
  ['Mask e-mail addresses with a salted hash before they are written.', 'OrderLoader', 'aligned'],
  ['Start it from a cron job at 3 am.', 'OrderLoader', 'contradicts'],
  ['Make the retry a task of its own in Airflow.', 'OrderLoader', 'aligned'],
  ['Put the database credentials into the environment file of the worker.', 'OrderLoader', 'contradicts'],
  ['Read the credentials from the vault at start.', 'OrderLoader', 'aligned'],
  ['Give the log messages a colour.', 'OrderLoader', 'unrelated'],
  ['Split the module into two files.', 'OrderLoader', 'unrelated'],
  ['Purge raw files after 30 days to save space.', 'RawArchive', 'contradicts'],
  ['Keep raw files for 120 days.', 'RawArchive', 'aligned'],
  ['Write the files as CSV so that people can open them.', 'RawArchive', 'contradicts'],
  ['Compress the Parquet files with zstd.', 'RawArchive', 'aligned'],
  ['Let the run take up to 2 hours on Mondays.', 'OrderLoader', 'contradicts'],
  ['Correct a typing error in the docstring.', 'RawArchive', 'unrelated'],
  ['Bump the version of the linter.', 'RawArchive', 'unrelated'],
];
