import { expect, it } from 'vitest';
import { clientAddress } from './addresses.ts';

it.each([
  ['203.0.113.7', '203.0.113.7'],
  ['::ffff:203.0.113.7', '203.0.113.7'],
  ['::1', '::1'],
  ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2::/64'],
  ['2001:db8::7', '2001:db8:0:0::/64'],
  ['fe80::1%eth0', 'fe80:0:0:0::/64'],
  [undefined, 'unknown'],
])('%s is counted as %s', (remote, address) => {
  expect(clientAddress(remote, undefined, false)).toBe(address);
});

it('only a configured proxy on this machine may name its client', () => {
  expect(clientAddress('127.0.0.1', '10.9.9.9, 203.0.113.7', true)).toBe('203.0.113.7');
  expect(clientAddress('::ffff:127.0.0.1', '203.0.113.7', true)).toBe('203.0.113.7');
  expect(clientAddress('127.0.0.1', '203.0.113.7', false)).toBe('127.0.0.1');
  expect(clientAddress('198.51.100.1', '203.0.113.7', true)).toBe('198.51.100.1');
  expect(clientAddress('127.0.0.1', 'x'.repeat(1000), true)).toBe('127.0.0.1');
});
