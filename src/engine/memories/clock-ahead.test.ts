// A memory that was learned by a machine whose clock was ahead.
import { rmSync } from 'node:fs';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { command } from '../../../test/command.ts';
import { OWNER, openFolder, temporaryFolder } from '../../../test/open.ts';
import { YEAR_MS } from '../clock.ts';
import type { Engine } from '../engine.ts';
import { endedBy, isValidNow, printTime } from '../temporal/validity.ts';

const FACT = 'The harbour cranes are serviced by Kranhaus in Bremen.';

describe('what a clock that was ahead has noted', () => {
  const dataDir = temporaryFolder();
  let engine: Engine;
  let id: string;
  beforeAll(async () => {
    const ahead = await openFolder(dataDir, {}, { now: () => Date.now() + 5 * YEAR_MS });
    ({ id } = (await ahead.memories.store(OWNER, { content: FACT })).memory);
    for (const name of ['Kranhaus GmbH', 'Bremen port'])
      await ahead.knowledge.tell(OWNER, { name, type: 'place', observations: [] });
    await ahead.knowledge.relate(OWNER, { source: 'Kranhaus GmbH', target: 'Bremen port', type: 'sits_in' });
    await ahead.close();
    engine = await openFolder(dataDir);
  });
  afterAll(async () => {
    await engine.close();
    rmSync(dataDir, { recursive: true, force: true });
  });

  it('is found at once, and not stored a second time', async () => {
    const { found } = await engine.retrieval.recall(OWNER, 'Who services the harbour cranes?', { limit: 5 });
    expect(found.map(({ memory }) => memory.id)).toEqual([id]);
    expect(await engine.memories.validAt(OWNER, 5)).toMatchObject([{ id }]);
    const paging = { after: undefined, limit: 5 };
    expect((await engine.browsing.page(OWNER, { validity: 'valid', ...paging })).items).toMatchObject([{ id }]);
    expect(await engine.memories.store(OWNER, { content: FACT })).toMatchObject({ isNew: false, memory: { id } });
  });

  it('shows its relations', async () => {
    const { relations } = await engine.knowledge.overview(OWNER, 10);
    expect(relations).toMatchObject([{ source: 'Kranhaus GmbH', target: 'Bremen port' }]);
    const { types } = await engine.explorer.schema(OWNER);
    expect(types).toMatchObject({ sits_in: 1 });
  });

  it('was not known at a moment in the past', async () => {
    const yesterday = printTime(Date.now() - 86_400_000);
    expect((await engine.memories.validAtTime(OWNER, 5, yesterday)).memories).toEqual([]);
  });

  it('is named by doctor', async () => {
    const { stdout } = await command(['doctor', '--data-dir', dataDir]);
    expect(stdout).toMatch(/warn clock: .*\n {5}The newest memory is dated 20\d\d-.* still to come/);
  });

  it('ends when it is invalidated, and not before it began', async () => {
    const { validFrom, validUntil } = await engine.memories.invalidate(OWNER, id);
    expect(validUntil).toBe(validFrom);
    expect(validUntil).toBeLessThanOrEqual(Date.now());
    expect(await engine.memories.validAt(OWNER, 5)).toEqual([]);
  });
});

describe('a memory with a begin that was given', () => {
  const given = { validFrom: 100, validUntil: null, ingestionTime: 10 };

  it('is valid only from then on', () => {
    expect([50, 100].map((now) => isValidNow(given, now))).toEqual([false, true]);
  });

  it('never holds if it ends before that', () => {
    expect(endedBy(given, 50)).toEqual({ validFrom: 100, validUntil: 100 });
    expect(endedBy({ ...given, validUntil: 200 }, 150)).toEqual({ validFrom: 100, validUntil: 150 });
    expect(endedBy({ ...given, validUntil: 120 }, 150)).toEqual({ validFrom: 100, validUntil: 120 });
  });
});
