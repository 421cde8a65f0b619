import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type OpenEngine, OWNER, openTestEngine } from '../../../test/open.ts';

const DAY = 86_400_000;

describe('a result that a later one says has changed', () => {
  let open: OpenEngine;
  const ids = new Map<string, string>();
  beforeAll(async () => {
    open = await openTestEngine();
    const store = async (content: string, days: number) => {
      const { memory } = await open.engine.memories.store(OWNER, { content, eventTime: Date.now() - days * DAY });
      ids.set(content, memory.id);
    };
    await store('The unit test runner of this project is Vitest.', 60);
    await store('We switched from Vitest to Jest for unit tests.', 20);
    await store('Feature flags are kept in LaunchDarkly.', 60);
    await store('We no longer use LaunchDarkly: feature flags live in Unleash.', 20);
    await store('Deploys of Larkspur are on Tuesdays.', 60);
    await store('Deploys of Larkspur are on Thursdays.', 20);
    await store('Invoices are numbered by year.', 60);
    await store('The invoice worker retries three times.', 20);
    await store('The canteen now opens at seven.', 10);
    await store('Tokens for the API expire after 900 seconds.', 60);
    await store('Token lifetime raised to 3600 seconds.', 20);
  });
  afterAll(() => open.dispose());

  const ask = async (question: string) => {
    const { found } = await open.engine.retrieval.recall(OWNER, question, { limit: 5 });
    return new Map(found.map(({ memory, stale }) => [memory.content, stale]));
  };

  it.each([
    ['Which unit test runner do we use?', 'The unit test runner', 'We switched from'],
    ['On which day are deploys of Larkspur?', 'Deploys of Larkspur are on Tue', 'Deploys of Larkspur are on Thu'],
    ['Where are feature flags kept?', 'Feature flags are kept', 'We no longer use'],
  ])('is marked with the id of that one: %s', async (question, former, later) => {
    const told = [...(await ask(question))];
    const stale = (start: string) => told.find(([content]) => content.startsWith(start))?.[1];
    const [, id] = [...ids].find(([content]) => content.startsWith(later)) ?? [];
    expect(stale(former)).toBe(`A later memory may have changed this: ${id}`);
    expect(stale(later)).toBeNull();
  });

  it('comes after that one if both answer', async () => {
    const [first] = (await ask('On which day are deploys of Larkspur?')).keys();
    expect(first).toBe('Deploys of Larkspur are on Thursdays.');
  });

  it('makes the later one as sure as itself: what it answers, both do', async () => {
    const { found, weak } = await open.engine.retrieval.recall(OWNER, 'How long are API tokens valid?', { limit: 5 });
    expect([found[0]?.memory.content, weak]).toEqual(['Token lifetime raised to 3600 seconds.', false]);
    expect((await open.engine.retrieval.recall(OWNER, 'Who issues API tokens?', { limit: 5 })).weak).toBe(true);
  });

  it.each(['How are invoices numbered?', 'what is there?'])(
    'is not marked if the later one says nothing of a change, or is about something else: %s',
    async (question) => {
      const told = await ask(question);
      expect(told.size).toBeGreaterThan(0);
      for (const content of ['Invoices are numbered by year.', 'The invoice worker retries three times.'])
        expect(told.get(content) ?? null).toBeNull();
    },
  );

  it('is marked even if the later one is not among the results', async () => {
    const { found } = await open.engine.retrieval.recall(OWNER, 'What is "the unit test runner"?', { limit: 1 });
    const [, id] = [...ids].find(([content]) => content.startsWith('We switched from')) ?? [];
    expect(found[0]?.stale).toBe(`A later memory may have changed this: ${id}`);
  });

  it('is no longer marked once someone decided to keep both', async () => {
    const former = 'Deploys of Larkspur are on Tuesdays.';
    expect((await ask('On which day are deploys of Larkspur?')).get(former)).not.toBeNull();
    const { items } = await open.engine.inbox.list(OWNER, 'contradiction', { limit: 10 });
    const item = items.find(({ other }) => other?.content === former);
    await open.engine.inbox.keep(OWNER, item?.id ?? '');
    expect((await ask('On which day are deploys of Larkspur?')).get(former)).toBeNull();
  });

  it('is not marked by a label of another project', async () => {
    const store = (project: string, content: string) => open.engine.memories.store({ ...OWNER, project }, { content });
    await store('heron', 'Release lead: Petra');
    await store('quill', 'Release lead: Ida');
    const told = await ask('Who is the release lead?');
    expect(told.get('Release lead: Petra')).toBeNull();
  });

  it('is no longer marked once one of both is rewritten', async () => {
    const former = 'Feature flags are kept in LaunchDarkly.';
    expect((await ask('Where are feature flags kept?')).get(former)).not.toBeNull();
    await open.engine.memories.update(OWNER, ids.get('We no longer use LaunchDarkly: feature flags live in Unleash.'), {
      content: 'The billing team keeps its flags in Unleash.',
    });
    expect((await ask('Where are feature flags kept?')).get(former)).toBeNull();
  });
});
