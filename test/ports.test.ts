// Every method of the store port is called by a suite, which every store must pass.
import { describe, expect, it } from 'vitest';
import { portPage, storePort } from '../scripts/store-port.mjs';

const parts = storePort();

describe('the port of a store', () => {
  it('is read from its interfaces', () => {
    expect(parts.find(({ path }) => path === 'memories')?.methods).toContain('addIfNew');
    expect(parts.map(({ path }) => path)).toEqual(
      expect.arrayContaining(['code.links', 'jobs', 'network', 'frontier']),
    );
    expect(parts.reduce((sum, { methods }) => sum + methods.length, 0)).toBeGreaterThan(150);
  });

  it('is covered by the suites, method by method', () => {
    const untried = parts.flatMap(({ path, untried: methods }) =>
      methods.map((method) => (path === '' ? method : `${path}.${method}`)),
    );
    expect(untried).toEqual([]);
  });

  it('is listed with the suites that call it', async () => {
    await expect(portPage(parts)).toMatchFileSnapshot('../docs/reference/store-port.md');
  });
});
