import { expect, it } from 'vitest';
import { isKeptOtherwise } from './keeping.ts';

const EARLIER = 'Forecasts are kept as Parquet files in the bucket tidecast, one file a day, for 400 days.';

it.each([
  ['Parquet retention is now 730 days because the insurer asked for it.', EARLIER],
  ['The retention of forecasts was extended to 730 days.', EARLIER],
  ['Audit logs are now kept for 90 days.', 'Audit logs are stored in the archive for 30 days.'],
])('%s changes how long a thing is kept: %s', (later, earlier) => expect(isKeptOtherwise(later, earlier)).toBe(true));

it.each([
  ['Parquet retention is 400 days now, as before.', EARLIER],
  ['Access log retention is now 730 days.', EARLIER],
  ['Parquet files are written every 2 days now.', EARLIER],
  ['Parquet retention is now 730 days.', 'Parquet files are read within 3 days.'],
  ['Access logs are now kept for 90 days.', 'Audit logs are kept for 30 days.'],
])('%s leaves this as it is: %s', (later, earlier) => expect(isKeptOtherwise(later, earlier)).toBe(false));
