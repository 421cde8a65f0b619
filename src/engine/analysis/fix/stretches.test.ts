import { describe, expect, it } from 'vitest';
import { stretchesOf } from './stretches.ts';

const ways = (sentence: string) =>
  stretchesOf(sentence).map(({ way, text }) => `${way}: ${text.replace(/\s+/g, ' ').trim()}`);

describe('a sentence', () => {
  it.each<[string, string[]]>([
    ['Use bcrypt', ['does: Use bcrypt']],
    ['Use bcrypt instead of md5', ['does: Use bcrypt', 'undoes: md5']],
    ['Replace md5 with bcrypt, because md5 is broken', ['undoes: md5', 'does: bcrypt']],
    ['Switch from Jest to Vitest', ['does: Switch', 'undoes: Jest', 'does: Vitest']],
    ['Raise the retries from 3 to 10', ['does: Raise the retries to 10']],
    ['Raise the limit from 1,000 requests to 2,000.', ['does: Raise the limit to 2,000 requests']],
    ['Upgrade Node from 21.0.0 to 22.3.0', ['does: Upgrade Node', 'undoes: 21.0.0', 'does: 22.3.0']],
    ['Upgrade Node from 21 to 22.3.0', ['does: Upgrade Node', 'undoes: 21', 'does: 22.3.0']],
    ['Lower the timeout from 5 minutes to 2', ['does: Lower the timeout to 2 minutes']],
    ['We chose Parquet over CSV', ['does: We chose Parquet', 'undoes: CSV']],
    ['Never log passwords and card numbers', ['undoes: log passwords and card numbers']],
    ['Take it from the pool, where we used to build one', ['does: Take it from the pool', 'undoes: build one']],
    ['Remove the cache and use Redis', ['undoes: the cache', 'does: use Redis']],
    ['Names must never be written to the log', ['undoes: Names written to the log']],
    ['MD5 is never used', ['undoes: MD5']],
    ['SHA-1 has never been allowed', ['undoes: SHA-1 allowed']],
    ['Kafka was replaced by RabbitMQ', ['undoes: Kafka', 'does: RabbitMQ']],
    ['Port the last Jest tests to Vitest', ['undoes: the last Jest tests', 'does: Vitest']],
    ['Move sessions to Redis', ['does: Move sessions to Redis']],
    ['Rows are never deleted', ['does: Rows deleted']],
    ['Passwords are never logged', ['undoes: Passwords logged']],
    ['Card numbers are not stored', ['undoes: Card numbers stored']],
    ['Columns are never removed or renamed', ['does: Columns kept', 'undoes: Columns renamed']],
    ['Never disable TLS', ['does: TLS']],
    ['Readings must never be dropped silently', ['does: Readings dropped', 'undoes: silently']],
    ['Drop readings silently', ['undoes: readings', 'does: silently']],
    ['Drop the filter quietly added in May', ['undoes: the filter quietly added in May']],
    ['Move from 3 Redis to Kafka', ['does: Move', 'undoes: 3 Redis', 'does: Kafka']],
    ['Remove silently failing tests', ['undoes: silently failing tests']],
    ['Stop removing names from the log', ['does: names from the log']],
    ['Turn the insult filter off in private rooms', ['undoes: the insult filter in private rooms']],
    ['moment, lodash, and axios are forbidden', ['undoes: moment, lodash, and axios']],
    ['Calls that are direct, and shared tables, are forbidden', ['undoes: Calls that are direct, and shared tables,']],
    ['Each use of globals, and eval, is forbidden', ['undoes: Each use of globals, and eval,']],
    ['Services use a port, and globals are forbidden', ['does: Services use a port', 'undoes: globals']],
    ['Services use a port (globals are forbidden)', ['does: Services use a port', 'undoes: globals']],
    ['md5 was rejected', ['undoes: md5']],
    ['UserDefaults ends up in backups', ['tells: UserDefaults ends up in backups']],
    ['Casings come out of the pool; Destroy caused spikes', ['does: Casings come out of the pool']],
    ['No name ever ends up in a log', ['undoes: name ever ends up in a log']],
    ['Alternatives considered: md5, sha1', ['undoes: Alternatives considered: md5, sha1']],
    ['Answer in no more than 3 seconds', ['does: Answer in no more than 3 seconds']],
    ['Carriers that do not answer are asked again', ['does: Carriers are asked again']],
    ['Currently passwords are hashed with md5', ['tells: Currently passwords are hashed with md5']],
    ['md5 is broken, so use bcrypt', ['tells: md5 is broken, so use bcrypt', 'does: use bcrypt']],
  ])('%s', (sentence, expected) => {
    expect(ways(sentence)).toEqual(expected);
  });

  it('of any shape is read without an error', () => {
    for (const sentence of ['', '...', 'from to', 'replace with by for', 'not', 'no no no', '𝒰'.repeat(500)]) {
      expect(() => stretchesOf(sentence)).not.toThrow();
    }
  });
});
