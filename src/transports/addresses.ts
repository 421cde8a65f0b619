// Where a request comes from.
import { isIP, isIPv6 } from 'node:net';

const LOOPBACK = /^(?:127\.|::1$)/;

/**
 * The address of a client. One that a proxy names is believed only from this machine, and only where the configuration says that there
 * is a proxy; the last name in the list is the one that the proxy itself has added.
 */
export function clientAddress(remote: string | undefined, forwarded: string | undefined, behindProxy: boolean): string {
  const address = plain(remote ?? '');
  const named = forwarded?.split(',').at(-1)?.trim() ?? '';
  const isBelieved = behindProxy && LOOPBACK.test(address) && isIP(named) !== 0;
  return network(isBelieved ? plain(named) : address);
}

/** An IPv4 address that came over an IPv6 socket as itself, and no interface after it. */
const plain = (address: string): string => address.replace(/^::ffff:(?=\d+\.)/i, '').replace(/%.*$/, '');

/** Whoever has one IPv6 address has the 2^64 around it. */
function network(address: string): string {
  if (!isIPv6(address) || LOOPBACK.test(address)) return address || 'unknown';
  const [head = '', tail] = address.split('::');
  const groups = head.split(':').filter(Boolean);
  const after = tail?.split(':').filter(Boolean) ?? [];
  const missing = Math.max(0, 8 - groups.length - after.length);
  const all = [...groups, ...Array<string>(missing).fill('0'), ...after];
  return `${all.slice(0, 4).join(':')}::/64`;
}
