import { randomUUID } from 'node:crypto';
import { beforeAll, expect, it } from 'vitest';
import { nameKey } from '../../../engine/text/names.ts';
import { entity, memory, mention } from '../../suites/store-fixture.ts';
import { testOpening, warmUp } from '../server/fixture-database.ts';
import { openDatabase, openPostgresStore } from '../store.ts';
import { signs } from './009-signs.ts';

beforeAll(warmUp, 120_000);

it('an entity of an older database is found by the name it shows, with its signs', async () => {
  // As the owner of the tables.
  const opening = { ...(await testOpening(randomUUID())), begin: 'RESET ROLE' };
  const [store, database] = [await openPostgresStore(opening), await openDatabase(opening)];
  const older = {
    'C++': 'c',
    'Visual C#': 'visual c',
    'Café: C++': 'cafe c',
    'Foo#bar': 'foo bar',
    'C# token': 'cut 7',
  };
  for (const [name, key] of Object.entries(older)) await store.graph.declareEntity(entity(name, { key }));
  await store.memories.add([
    memory('Runs on .NET today.', { mentions: [mention('NET')] }),
    memory('The NET Framework is another.', { mentions: [mention('NET Framework')] }),
  ]);
  await database.change(async (on) => signs.data?.((statement) => on.all(statement)));
  const named = async (key: string) => {
    const known = await store.graph.entitiesByKey([key], {});
    return (await store.graph.entitiesByRow(known.map(({ row }) => row))).map(({ name }) => name);
  };
  for (const name of ['C++', 'Visual C#', 'Café: C++', 'Foo#bar', '.NET', 'NET Framework'])
    expect(await named(nameKey(name))).toEqual([name]);
  expect(await named('c')).toEqual([]);
  expect(await named('cut 7')).toEqual(['C# token']);
  for (const each of [store, database]) await each.close();
});
