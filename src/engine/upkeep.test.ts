import { expect, it } from 'vitest';
import { type Chores, Upkeep } from './upkeep.ts';

const upkeepOf = (chores: Partial<Chores>) =>
  new Upkeep({
    long: [],
    short: [],
    later: async () => {},
    finishRestore: async () => {},
    onFailure: () => {},
    ...chores,
  });

it('a chore that fails stops no other, and is reported once until something else is wrong with it', async () => {
  const [done, reported]: [string[], unknown[]] = [[], []];
  let problem = 'the first cube is broken';
  const fail = async () => {
    throw new Error(problem);
  };
  const upkeep = upkeepOf({
    short: [fail, async () => done.push('bin')],
    onFailure: (thrown) => reported.push(thrown),
  });
  upkeep.start();
  await upkeep.ended();
  upkeep.soon();
  await upkeep.ended();
  expect(done).toEqual(['bin', 'bin']);
  expect(reported).toEqual([new Error('the first cube is broken')]);
  problem = 'the second cube is broken';
  upkeep.soon();
  await upkeep.ended();
  expect(reported).toHaveLength(2);
  upkeep.stop();
});

it('a chore of hours holds up no other, and is repeated once however often it was asked for', async () => {
  const [long, short]: [(() => void)[], string[]] = [[], []];
  const upkeep = upkeepOf({
    long: [() => new Promise<void>((resolve) => long.push(resolve))],
    short: [async () => short.push('bin')],
  });
  upkeep.start();
  for (let round = 2; round <= 4; round++) {
    upkeep.soon();
    await expect.poll(() => short.length).toBe(round);
  }
  expect(long).toHaveLength(1);
  long[0]?.();
  await expect.poll(() => long.length).toBe(2);
  upkeep.stop();
  long[1]?.();
  await upkeep.ended();
  expect(long).toHaveLength(2);
});
