// The live line: what any process writes and recalls.
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type HttpUsers, startUsers } from './http-users.ts';
import { OWNER, openFolder } from './open.ts';

interface Line {
  readonly events: { readonly event: string; readonly data: Record<string, unknown> }[];
  readonly ended: Promise<void>;
  close(): void;
}

/** Listens until it is closed. */
async function listen(url: string, headers: Record<string, string> = {}): Promise<Line> {
  const stop = new AbortController();
  const response = await fetch(`${url}/api/events`, { headers, signal: stop.signal });
  const events: Line['events'] = [];
  const ended = (async () => {
    const decoder = new TextDecoder();
    let text = '';
    for await (const part of response.body ?? []) {
      text += decoder.decode(part, { stream: true });
      const whole = text.split('\n\n');
      text = whole.pop() ?? '';
      for (const block of whole) {
        const [, event = ''] = /^event: (.*)$/m.exec(block) ?? [];
        const [, data = ''] = /^data: (.*)$/m.exec(block) ?? [];
        if (event !== '') events.push({ event, data: JSON.parse(data) });
      }
    }
  })().catch(() => {});
  return { events, ended, close: () => stop.abort() };
}

describe('the live line', () => {
  let users: HttpUsers;
  beforeAll(async () => {
    users = await startUsers();
  });
  afterAll(() => users.dispose());

  const texts = ({ events }: Line) =>
    events.flatMap(({ event, data }) => (event === 'written' ? Object(data.memories) : [])).map(({ text }) => text);

  it('shows what this process and another one write and recall', async () => {
    const line = await listen(users.http.url);
    // A write right after the line opens is shown.
    await users.open.engine.memories.store(OWNER, { content: 'Written here.' });
    await expect.poll(() => texts(line)).toContain('Written here.');
    const other = await openFolder(users.open.dataDir, {}, { tends: false });
    await other.memories.store(OWNER, { content: 'Written by another process.' });
    await other.close();
    await expect.poll(() => texts(line)).toContain('Written by another process.');
    const agent = await users.connect('memory-mcp');
    await agent.call('recall', { query: 'who writes?' });
    await agent.close();
    await expect
      .poll(() => line.events.filter(({ event }) => event === 'recalled'))
      .toMatchObject([{ data: { tool: 'recall', question: 'who writes?', given: 2 } }]);
    line.close();
    await line.ended;
  });

  it('gives one user ten places, and gives them back', async () => {
    const greedy = { authorization: `Bearer ${await users.token('gus')}` };
    const lines = await Promise.all(Array.from({ length: 10 }, () => listen(users.http.url, greedy)));
    const status = async (headers: Record<string, string>) => {
      const stop = new AbortController();
      const response = await fetch(`${users.http.url}/api/events`, { headers, signal: stop.signal });
      stop.abort();
      return response.status;
    };
    expect(await status(greedy)).toBe(503);
    expect(await status({ authorization: `Bearer ${await users.token('eve')}` })).toBe(200);
    for (const line of lines) line.close();
    await expect.poll(() => status(greedy)).toBe(200);
    for (const who of ['gus', 'eve']) await users.open.engine.users.revoke(OWNER, who);
  });

  it('shows a user nothing of what others write and ask, and ends with the token', async () => {
    const token = await users.token('ada');
    const line = await listen(users.http.url, { authorization: `Bearer ${token}` });
    await users.open.engine.memories.store(OWNER, { content: 'The owner’s own.' });
    const ada = await users.open.engine.access.as(OWNER, 'ada');
    await users.open.engine.cubes.register(ada, { id: 'adas' });
    const { shelf, author } = await users.open.engine.cubes.open(OWNER, 'adas', 'write');
    await shelf.memories.store(author, { content: 'Hers.' });
    await expect.poll(() => texts(line)).toEqual(['Hers.']);
    await users.open.engine.users.revoke(OWNER, 'ada');
    await shelf.memories.store(author, { content: 'After the end.' });
    await line.ended;
    expect(texts(line)).toEqual(['Hers.']);
  });
});
