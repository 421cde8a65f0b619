import { PassThrough } from 'node:stream';
import { expect, it } from 'vitest';
import { Bodies } from './bodies.ts';

const large = { all: 300, user: 200, waitMs: 50 };
const LIMITS = { large, small: { ...large, upTo: 0 } };

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

it('one user gets a share and the others the rest, until the answers are sent', async () => {
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

it('a small body goes before a large one that does not fit yet', async () => {
  const bodies = new Bodies(LIMITS);
  const first = send(bodies, 'ann', 150);
  await first.read;
  const larger = send(bodies, 'ann', 120);
  expect(await send(bodies, 'ann', 40).read).toBe(40);
  first.answer.destroy();
  expect(await larger.read).toBe(120);
});

it('a client that disconnects frees its room', async () => {
  const bodies = new Bodies(LIMITS);
  const gone = send(bodies, 'ann', 200);
  gone.answer.destroy();
  await gone.read;
  expect(await send(bodies, 'ann', 200).read).toBe(200);
});

/** Sends only some bytes of a body at first; `end` sends the rest. */
function sendSlowly(bodies: Bodies, who: string, { bytes, declared }: { bytes: number; declared: number }) {
  const answer = new PassThrough();
  let end = () => {};
  const body = new ReadableStream<Uint8Array>({
    start(controller) {
      controller.enqueue(new Uint8Array(bytes));
      end = () => {
        controller.enqueue(new Uint8Array(declared - bytes));
        controller.close();
      };
    },
  });
  const headers = { 'content-length': `${declared}` };
  const request = new Request('http://localhost', { method: 'POST', body, headers, duplex: 'half' });
  const read = bodies.read(request, answer, who).then((got) => (Buffer.isBuffer(got) ? got.length : got));
  return { read, answer, end };
}

const MB = 1024 * 1024;

it('six slow bodies of two users keep nobody else waiting', async () => {
  const bodies = new Bodies();
  for (const who of ['ann', 'ann', 'ann', 'bob', 'bob', 'bob'])
    sendSlowly(bodies, who, { bytes: 1, declared: 12 * MB });
  await turn();
  const began = performance.now();
  expect(await send(bodies, 'eve', 1000).read).toBe(1000);
  expect(await send(bodies, 'eve', 12 * MB).read).toBe(12 * MB);
  expect(await send(bodies, 'ann', 1000).read).toBe(1000);
  expect(performance.now() - began).toBeLessThan(5000);
});

it('a small body is read even when large ones have taken all their room', async () => {
  const bodies = new Bodies({ large, small: { ...large, upTo: 20 } });
  await send(bodies, 'ann', 200).read;
  await send(bodies, 'bob', 100).read;
  expect(await send(bodies, 'eve', 21).read).toBe('busy');
  expect(await send(bodies, 'eve', 20).read).toBe(20);
});

it('half-read bodies that fill the room do not block each other', async () => {
  const bodies = new Bodies({ large: { ...large, waitMs: 5000 }, small: { ...large, upTo: 0 } });
  const sent = Array.from({ length: 3 }, () => sendSlowly(bodies, 'ann', { bytes: 66, declared: 150 }));
  await turn();
  for (const { end, read, answer } of sent) {
    end();
    expect(await read).toBe(150);
    answer.destroy();
    await turn();
  }
});

const turn = () => new Promise((resolve) => setTimeout(resolve, 5));
