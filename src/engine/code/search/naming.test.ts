import { describe, expect, it } from 'vitest';
import { wordMatch } from './matching.ts';
import { aboveCrowd, nameMatch } from './naming.ts';
import { readCodeQuery } from './query.ts';
import { weighWords } from './words.ts';

/** How well a name fits a question, whose words are equally rare unless they are common. */
function fitOf(question: string, name: string, common: readonly string[] = []): number {
  const query = readCodeQuery(question);
  const frequency = new Map(query.terms.map((term) => [term, common.includes(term) ? 500 : 5]));
  const asked = weighWords(query, { passages: 1000, averageLength: 50, frequency });
  return nameMatch([name], wordMatch(query, null), asked);
}

describe('a name', () => {
  it('fits a question whose words it consists of', () => {
    expect(fitOf('read the state of pre mode', 'readPreState')).toBeGreaterThan(
      fitOf('read the state of pre mode', 'enterPre'),
    );
    expect(fitOf('find the highest version that satisfies a range', 'maxSatisfying')).toBeGreaterThan(
      fitOf('find the highest version that satisfies a range', 'testSet'),
    );
  });

  it('fits less with words that nobody asked for, and with fewer of those asked for', () => {
    const question = 'validate the config file';
    expect(fitOf(question, 'validateConfig')).toBeGreaterThan(fitOf(question, 'validateConfigAgainstRulesOfOthers'));
    expect(fitOf(question, 'validateConfig')).toBeGreaterThan(fitOf(question, 'config'));
    expect(fitOf(question, 'sortReleases')).toBe(0);
  });

  it('fits less with a word that is everywhere in the project', () => {
    const question = 'hash a query';
    expect(fitOf(question, 'hash', ['queri'])).toBeGreaterThan(fitOf(question, 'query', ['queri']));
  });

  it('tells less the more functions are called like it', () => {
    const [lone = 0] = aboveCrowd([0.8, 0, 0]);
    const [common = 0] = aboveCrowd([0.8, ...Array.from({ length: 15 }, () => 0.8)]);
    expect(lone).toBeGreaterThan(3 * common);
  });
});
