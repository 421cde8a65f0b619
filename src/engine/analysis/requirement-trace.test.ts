// What a trace says about the tests of a requirement.
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { type OpenEngine, openTestEngine } from '../../../test/open.ts';
import { Finding } from './finding.ts';

const ACTOR = { who: 'local', project: 'sirens' };

describe('the tests in a trace', () => {
  let open: OpenEngine;
  beforeAll(async () => {
    open = await openTestEngine();
    const requirement = (id: string, title: string) => ({
      type: 'requirements' as const,
      content: `${id}: ${title}`,
      metadata: { requirement_id: id },
    });
    const component = (name: string, id: string) => ({
      type: 'component' as const,
      content: `${name} meets ${id}.`,
      metadata: { name, related_requirements: [id] },
    });
    const test = (content: string, id: string, metadata = {}) => ({
      type: 'test_history' as const,
      content,
      metadata: { related_requirements: [id], ...metadata },
    });
    await open.engine.memories.storeMany(ACTOR, [
      requirement('REQ-SIREN-1', 'Two stations confirm an alert.'),
      requirement('REQ-SIREN-2', 'Alerts are kept.'),
      component('herald', 'REQ-SIREN-1'),
      component('archive', 'REQ-SIREN-2'),
    ]);
    await open.engine.memories.storeMany(ACTOR, [
      test('Test two_station_rule failed. It covers herald.', 'REQ-SIREN-1', { related_components: ['herald'] }),
    ]);
    await open.engine.memories.storeMany(ACTOR, [
      test('Test two_station_rule passed. It covers herald.', 'REQ-SIREN-1', { related_components: ['herald'] }),
      test('It is kept.', 'REQ-SIREN-2', {
        test_name: 'kept when the upload failed',
        status: 'Failed',
        related_components: ['archive'],
      }),
    ]);
  });
  afterAll(() => open.dispose());

  const traced = async (id: string) => {
    const { implementations, tests } = await open.engine.analysis.trace(ACTOR, id);
    return { basis: implementations[0]?.basis.join(' '), tests: tests.map(({ name, status }) => `${name} ${status}`) };
  };

  it('are called by their name, without the result that their text ends in, and count once', async () => {
    const { basis, tests } = await traced('REQ-SIREN-1');
    expect(basis).toContain('1 of 1 tests passed: two_station_rule Passed.');
    expect(tests).toEqual(['two_station_rule Passed']);
  });

  it('keep a given name as it is', async () => {
    expect((await traced('REQ-SIREN-2')).tests).toEqual(['kept when the upload failed Failed']);
  });
});

describe('the traces of all requirements', () => {
  let open: OpenEngine;
  let ids: string[];
  beforeEach(async () => {
    open = await openTestEngine();
    const contents = ['Alerts are kept.', 'Alerts are signed.', 'Alerts are loud.'];
    const inputs = contents.map((content) => ({ content, type: 'requirements' as const }));
    ids = (await open.engine.memories.storeMany(ACTOR, inputs)).map(({ id }) => id);
  });
  afterEach(async () => {
    vi.restoreAllMocks();
    await open.dispose();
  });

  it('count only those that still hold', async () => {
    await open.engine.memories.invalidate(ACTOR, ids[0]);
    const { traces, total } = await open.engine.analysis.traces(ACTOR, 10);
    expect([traces.length, total]).toEqual([2, 2]);
  });

  it('are given even if a requirement ends meanwhile', async () => {
    const all = Finding.prototype.all;
    vi.spyOn(Finding.prototype, 'all').mockImplementation(async function (this: Finding, ...input) {
      const found = await all.apply(this, input);
      await open.engine.memories.invalidate(ACTOR, ids[0]);
      return found;
    });
    expect((await open.engine.analysis.traces(ACTOR, 10)).traces).toHaveLength(3);
  });
});
