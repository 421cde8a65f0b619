import { expect, it } from 'vitest';
import { Upkeep } from './upkeep.ts';

it('a chore that fails stops no other, and is reported once until something else is wrong with it', async () => {
  const [done, reported]: [string[], unknown[]] = [[], []];
  let problem = 'the first cube is broken';
  const fail = async () => {
    throw new Error(problem);
  };
  const upkeep = new Upkeep({
    inTurn: [fail, async () => done.push('bin')],
    later: async () => {},
    finishRestore: async () => {},
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
