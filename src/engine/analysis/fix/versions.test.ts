import { describe, expect, it } from 'vitest';
import { isAllowed, versionBoundsIn, versionsIn } from './versions.ts';

function isKept(rule: string, fix: string): boolean | undefined {
  const [bound] = versionBoundsIn(rule);
  const [version] = versionsIn(fix).filter(({ of }) => of === bound?.of);
  return bound && version && isAllowed(version, bound);
}

describe('a version', () => {
  it.each([
    ['TLS 1.2 or newer is required.', 'Enable TLS 1.0 for old clients.', false],
    ['TLS 1.2 or newer is required.', 'ssl_protocols TLSv1.3;', true],
    ['Node 20 is the minimum version we support.', '"node": ">=20.11"', true],
    ['Python 3.10 is the oldest version.', 'requires-python = ">=3.8"', false],
    ['Java 17 at most.', 'Build with JDK 21.', false],
    ['Node 20 is the minimum version we support.', 'Sort the nodes.', undefined],
    ['Answer HTTP 200 or higher.', 'Answer HTTP 404.', undefined],
    ['Node 20 must start within 5 min.', 'Run it on Node 18.', undefined],
  ])('%s %s: %s', (rule, fix, expected) => {
    expect(isKept(rule, fix)).toBe(expected);
  });
});
