// Where a request comes from.
import { isIP, isIPv6 } from 'node:net';

const LOOPBACK = /^(?:127\.|::1$)/;

/**
 * The address of a client. An address named by a proxy is trusted only from this machine, and only if a proxy is
 * configured; the last one in the list is the one that the proxy itself has added.
 */
export function clientAddress(remote: string | undefined, forwarded: string | undefined, behindProxy: boolean): string {
  const address = plain(remote ?? '');
  const named = forwarded?.split(',').at(-1)?.trim() ?? '';
  const isBelieved = behindProxy && LOOPBACK.test(address) && isIP(named) !== 0;
  return network(isBelieved ? plain(named) : address);
}

/** Unwraps an IPv4 address mapped to IPv6, and drops the interface suffix. */
const plain = (address: string): string => address.replace(/^::ffff:(?=\d+\.)/i, '').replace(/%.*$/, '');

/** IPv6 addresses are grouped by their /64, since one client usually has all of it. */
function network(address: string): string {
  if (!isIPv6(address) || LOOPBACK.test(address)) return address || 'unknown';
  const [head = '', tail] = address.split('::');
  const groups = head.split(':').filter(Boolean);
  const after = tail?.split(':').filter(Boolean) ?? [];
  const missing = Math.max(0, 8 - groups.length - after.length);
  const all = [...groups, ...Array<string>(missing).fill('0'), ...after];
  return `${all.slice(0, 4).join(':')}::/64`;
}
