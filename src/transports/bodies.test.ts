import { PassThrough } from 'node:stream';
import { expect, it } from 'vitest';
import { Bodies } from './bodies.ts';

const LIMITS = { all: 300, user: 200, waitMs: 50 };

function send(
  bodies: Bodies,
  who: string,
  bytes: number,
  headers: Record<string, string> = { 'content-length': `${bytes}` },
) {
  const answer = new PassThrough();
  const request = new Request('http://localhost', { method: 'POST', body: 'x'.repeat(bytes), headers });
  const read = bodies.read(request, answer, who).then((body) => (Buffer.isBuffer(body) ? body.length : body));
  return { read, answer };
}

it('one user gets a share, the others the rest, until the answers are out', async () => {
  const bodies = new Bodies(LIMITS);
  const first = send(bodies, 'ann', 150);
  expect(await first.read).toBe(150);
  expect(await send(bodies, 'ann', 100).read).toBe('busy');
  expect(await send(bodies, 'ann', 50).read).toBe(50);
  expect(await send(bodies, 'bob', 100).read).toBe(100);
  expect(await send(bodies, 'eve', 1).read).toBe('busy');
  const waiting = send(bodies, 'ann', 100);
  first.answer.destroy();
  expect(await waiting.read).toBe(100);
});

it('a small one goes before a large one that does not fit yet', async () => {
  const bodies = new Bodies(LIMITS);
  const first = send(bodies, 'ann', 150);
  await first.read;
  const large = send(bodies, 'ann', 120);
  expect(await send(bodies, 'ann', 40).read).toBe(40);
  first.answer.destroy();
  expect(await large.read).toBe(120);
});

it('a client that goes away gives its room back', async () => {
  const bodies = new Bodies(LIMITS);
  const gone = send(bodies, 'ann', 200);
  gone.answer.destroy();
  await gone.read;
  expect(await send(bodies, 'ann', 200).read).toBe(200);
});
