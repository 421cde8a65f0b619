// What a trace says about the tests of a requirement.
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type OpenEngine, openTestEngine } from '../../../test/open.ts';

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
