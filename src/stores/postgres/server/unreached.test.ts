import { once } from 'node:events';
import { type AddressInfo, createServer, type Server } from 'node:net';
import { inspect } from 'node:util';
import { expect, it } from 'vitest';
import { openPostgresStore } from '../store.ts';

const opening = async (place: string, settings = '') => {
  const address = `postgres://me:S3cretPw77@${place}/memory${settings}`;
  const opened = openPostgresStore({ address, tenant: 'any', migrates: true, pool: 1, timeoutMs: 1000 });
  const error: unknown = await opened.catch((thrown: unknown) => thrown);
  expect(inspect(error, { depth: 9 })).not.toContain('S3cretPw77');
  return error;
};

const listening = async (server: Server): Promise<string> => {
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return `127.0.0.1:${(server.address() as AddressInfo).port}`;
};

const refused = (message: string) => ({
  code: 'unavailable',
  message,
  hint: expect.stringContaining('--database'),
  details: { retry: true },
});

it('a host that does not exist is named', async () => {
  const message = 'The database at db.invalid:5432 cannot be reached: no host has this name.';
  expect(await opening('db.invalid')).toMatchObject(refused(message));
});

it('a port at which nothing listens is named', async () => {
  const server = createServer();
  const place = await listening(server);
  server.close();
  const message = `The database at ${place} cannot be reached: nothing answers at this port.`;
  expect(await opening(place)).toMatchObject(refused(message));
});

it('a host that stays silent is named, with how long it was waited for', async () => {
  const server = createServer((socket) => socket.unref());
  const place = await listening(server);
  const message = `The database at ${place} cannot be reached: it did not answer within 1 s.`;
  expect(await opening(place)).toMatchObject(refused(message));
  server.close();
});

it('what else the driver says is quoted', async () => {
  const server = createServer((socket) => socket.end());
  const place = await listening(server);
  expect(await opening(place)).toMatchObject(
    refused(`The database at ${place} cannot be reached: Connection terminated unexpectedly.`),
  );
  server.close();
});

it('a server that is there but does not speak TLS is not said to be down', async () => {
  const server = createServer((socket) => socket.once('data', () => socket.end('N')));
  const place = await listening(server);
  expect(await opening(place, '?sslmode=verify-full')).toMatchObject({
    message: expect.stringContaining('does not support SSL'),
    hint: 'Check --database: host, port, password and sslmode.',
  });
  server.close();
});
