import { once } from 'node:events';
import { type AddressInfo, createServer, type Server } from 'node:net';
import { setTimeout as after } from 'node:timers/promises';
import { describe, expect, it } from 'vitest';
import { openPostgresStore } from '../store.ts';
import { asStoreError, failing, isLost } from './failure.ts';

/** Answers every connection with an error, as PgBouncer does if it cannot use what the client sends. */
function refuse(sqlstate: string, message: string): Server {
  const fields = Buffer.from(`SFATAL\0C${sqlstate}\0M${message}\0\0`);
  const head = Buffer.from('E\0\0\0\0');
  head.writeInt32BE(fields.length + 4, 1);
  return createServer((socket) => socket.once('data', () => socket.end(Buffer.concat([head, fields]))));
}

describe('a pooler that refuses a connection', () => {
  it('is quoted, since its code does not tell why', async () => {
    const pooler = refuse('08P01', 'unsupported startup parameter: statement_timeout').listen(0, '127.0.0.1');
    await once(pooler, 'listening');
    const { port } = pooler.address() as AddressInfo;
    const opening = openPostgresStore({
      address: `postgres://me@127.0.0.1:${port}/memory?statement_timeout=5000`,
      ...{ tenant: 'any', migrates: true, pool: 1, timeoutMs: 5000 },
    });
    await expect(opening).rejects.toMatchObject({
      code: 'unavailable',
      message: 'The database or its pooler refused: unsupported startup parameter: statement_timeout',
      details: { retry: true, sqlstate: '08P01' },
    });
    pooler.close();
  });
});

const told = (work: Promise<unknown>, ms: number) => failing(work, ms).catch((error: unknown) => error);

describe('an answer that does not come', () => {
  it('in time is said to take too long, and the connection is not used again', async () => {
    const failure = await told(
      after(20).then(() => Promise.reject(new Error('Query read timeout'))),
      10,
    );
    expect(asStoreError(failure)).toMatchObject({
      code: 'unavailable',
      message: 'The database took too long to answer.',
      details: { retry: true },
    });
    expect(isLost(failure)).toBe(true);
  });

  it('because the connection ended says that the database cannot be reached', async () => {
    const failure = await told(Promise.reject(new Error('Connection terminated unexpectedly')), 1000);
    expect(asStoreError(failure)).toMatchObject({ code: 'unavailable', message: 'The database cannot be reached.' });
  });
});
