import { describe, expect, it } from 'vitest';
import { least } from '../../../../test/spent.ts';
import { readProposal } from './proposal.ts';

describe('a proposal', () => {
  it('of any length is read in reasonable time', async () => {
    for (const word of [
      'replace ',
      'never use it, ',
      'from ',
      'is not ',
      '\n',
      ' ',
      'a',
      '"',
      'that is not that ',
      'port a to ',
      'is replaced by ',
      'so that ',
      'are kept in ',
      'at most two ',
    ]) {
      const read = () => readProposal(word.repeat(20_000 / word.length));
      // Far more than linear time takes, and far less than quadratic time would.
      expect(await least(read, { limit: 10_000 }), word).toBeLessThan(10_000);
    }
  });

  it('with a table of numbers in a diff has a bounded number of quantities', () => {
    const rows = Array.from({ length: 2500 }, (_, n) => `+  limit, ${n}`);
    const { quantities } = readProposal(['@@ -1 +1 @@', ...rows].join('\n'));
    expect(quantities).toHaveLength(200);
    // Terms that are read once are shared as the same set.
    expect(new Set(quantities.map(({ terms }) => terms)).size).toBe(1);
  });
});
