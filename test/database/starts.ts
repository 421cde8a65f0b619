// Servers that start at the same time on an empty database and on an older schema.
import { randomUUID } from 'node:crypto';
import { migrations } from '../../src/stores/postgres/migrations/index.ts';
import { Member } from './member.ts';
import type { Stage } from './rounds.ts';

/** The newest schema but one. */
const OLDER = migrations.length - 1;

export async function startsTogether(stage: Stage): Promise<void> {
  const { server } = stage;
  const until = performance.now() + stage.seconds * 1000;
  do {
    await server.inEmptyDatabase((address) => both(stage, address));
    await server.inEmptyDatabase(async (address) => {
      const session = await server.session(address);
      for (const { sql } of migrations.slice(0, OLDER)) await session.query(sql);
      await session.query('CREATE TABLE schema_version (version integer NOT NULL)');
      await session.query('INSERT INTO schema_version VALUES ($1)', [OLDER]);
      await session.end();
      await both(stage, address);
    });
  } while (performance.now() < until);
}

/** Both must start, and each must find what the other stores. */
async function both({ tally, flags }: Stage, address: string): Promise<void> {
  const tenant = randomUUID();
  tally.blows++;
  const started = await Promise.allSettled([1, 2].map(() => Member.start(address, tenant, flags)));
  const members = started.flatMap((each) => (each.status === 'fulfilled' ? [each.value] : []));
  for (const each of started) if (each.status === 'rejected') tally.blame('wrong', String(each.reason));
  try {
    const [one, other] = members;
    if (!one || !other) return;
    for (const [writer, reader] of [
      [one, other],
      [other, one],
    ] as const) {
      const token = `start${randomUUID().slice(0, 8)}`;
      const added = await writer.call(call('memory_add', { type: 'design', content: `The gate ${token} is open.` }));
      const found = await reader.call(call('memory_search', { query: token }));
      tally.calls += 2;
      tally.slowestMs = Math.max(tally.slowestMs, added.ms, found.ms);
      if (added.kind !== 'done') tally.blame('wrong', `a write fails after the start: ${added.message}`);
      else tally.acknowledged++;
      if (found.kind === 'done') tally.searched++;
      if (found.kind !== 'done' || !JSON.stringify(found.value).includes(token)) tally.blame('unseen', token);
    }
  } finally {
    for (const member of members) await member.end();
  }
}

const call = (tool: string, input: Record<string, unknown>) => ({ profile: 'long-term-memory', tool, input });
