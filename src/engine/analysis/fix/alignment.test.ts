import { describe, expect, it } from 'vitest';
import { memoryOf } from '../../../../test/memory.ts';
import type { Memory } from '../../model.ts';
import { alignmentOf, type Document, judgeDocuments } from './alignment.ts';
import { readProposal } from './proposal.ts';

const ruleOf = (content: string, metadata: Memory['metadata'] = {}): Document => ({
  memory: memoryOf(content, { type: 'requirements', metadata }),
  tied: true,
  similarity: 0.45,
  basis: 'tied',
});
const judgedBy = (rules: readonly Document[], fix: string) => judgeDocuments(readProposal(fix, 'Thing'), rules);
const verdictBy = (rules: readonly Document[], fix: string) => alignmentOf(judgedBy(rules, fix)).verdict;
const verdictOn = (rule: string, fix: string) => verdictBy([ruleOf(rule)], fix);
const concernsOn = (rule: string, fix: string) =>
  judgedBy([ruleOf(rule)], fix).flatMap(({ breaks }) => breaks.map(({ does }) => does));

describe('a fix', () => {
  it('uses nothing that only its reason names', () => {
    const rule = 'Heartbeats are sent from the scheduler only.';
    const reason = 'as the scheduler is sometimes late';
    expect(verdictOn(rule, `Send the heartbeat from the request thread, ${reason}.`)).not.toBe('aligned');
    expect(verdictOn(rule, 'Send the heartbeat from the scheduler.')).toBe('aligned');
  });

  it('is idempotent if it says so, or repeats without harm, but not because something happens twice', () => {
    const rule = 'The import must be idempotent.';
    expect(verdictOn(rule, 'If the import stalls, start the import a second time in parallel.')).not.toBe('aligned');
    expect(verdictOn(rule, 'Make the import idempotent by its batch number.')).toBe('aligned');
    expect(verdictOn(rule, 'An import that runs twice now writes the same rows.')).toBe('aligned');
  });

  it('by another part breaks what can be done by one alone', () => {
    const rule = 'A shift plan can be released only by a planner.';
    expect(verdictOn(rule, 'Let the drivers release the shift plan themselves.')).toBe('contradicts');
  });

  it.each(['Readings must never be dropped silently.', 'Never drop readings silently.'])(
    'that drops something silently breaks: %s',
    (rule) => {
      expect(verdictOn(rule, 'Silently discard readings when the buffer is full.')).toBe('contradicts');
      expect(verdictOn(rule, 'Quietly skip readings that are older than a minute.')).toBe('contradicts');
      expect(verdictOn(rule, 'Drop readings silently.')).toBe('contradicts');
      expect(verdictOn(rule, 'Drop readings silently in production.')).toBe('contradicts');
      expect(verdictOn(rule, 'Swallow the error silently.')).toBe('contradicts');
      expect(verdictOn(rule, 'Stop dropping readings silently.')).toBe('aligned');
      expect(verdictOn(rule, 'Remove the path which silently discards readings.')).toBe('aligned');
      expect(verdictOn(rule, 'Log a warning instead of silently dropping readings.')).toBe('aligned');
      expect(verdictOn(rule, 'Silently renew the certificate.')).not.toBe('contradicts');
      expect(verdictOn(rule, 'Drop readings and log a warning.')).not.toBe('aligned');
    },
  );

  it.each([
    'Remove the catch that silently swallows errors.',
    'Remove the try/catch that silently ignores errors.',
    'Remove the handler silently swallowing errors.',
    'Remove the handler swallowing errors silently.',
    'Remove the path which silently drops errors.',
  ])('does not do silently what the removed part did: %s', (fix) => {
    expect(verdictOn('Errors must never be swallowed silently.', fix)).toBe('aligned');
  });

  it.each([
    ['The audit log must never be disabled.', 'Restart the service and delete the audit log.'],
    ['Telemetry must be disabled by default.', 'Send telemetry by default, then restart the agent.'],
    ['Telemetry must be disabled unless the user opts in.', 'Enable telemetry.'],
    ['Debug logging must be disabled in production.', 'Enable debug logging on all servers.'],
    ['Remote access must be disabled.', 'Start the sshd service; allow remote access.'],
  ])('breaks a rule whatever else it switches: %s %s', (rule, fix) => {
    expect(verdictOn(rule, fix)).toBe('contradicts');
  });

  it('is about what it changes, not about its reasons', () => {
    const rule = { ...ruleOf('Passwords are hashed with argon2id; memory cost is at least 64 MiB.'), similarity: 0.3 };
    expect(verdictBy([rule], 'Replace argon2id by scrypt because the JVM library is faster.')).toBe('contradicts');
  });

  it('follows a rule of its component against a similar rule of another', () => {
    const own = ruleOf('Passwords must be hashed with bcrypt, cost 12.');
    const other = { ...ruleOf('Archive passwords are hashed with argon2id, cost 3.'), tied: false };
    expect(verdictBy([own, other], 'Hash the passwords with bcrypt, cost 12.')).toBe('aligned');
    expect(verdictBy([own, other], 'Hash the passwords with argon2id.')).toBe('contradicts');
    expect(verdictBy([other], 'Hash the passwords with bcrypt, cost 12.')).toBe('contradicts');
  });

  it('within a bound is aligned, though another sentence names the number without it', () => {
    const rule = ruleOf('Tariff tables are cached for at most 5 minutes.', {
      decision: 'Cache tariff tables with a TTL of 5 minutes',
    });
    expect(verdictBy([rule], 'Lower the TTL of the tariff tables from 5 to 2 minutes.')).toBe('aligned');
    expect(verdictBy([rule], 'Set the TTL of the tariff tables to 10 minutes.')).toBe('contradicts');
  });

  it('keeps the number of one thing, whatever bound the same text sets to another', () => {
    const sessions = 'Sessions last at least 30 minutes. Tokens last 30 minutes.';
    expect(verdictOn(sessions, 'Let tokens last 90 minutes.')).toBe('contradicts');
    const polls = 'The lock timeout is at most 10 seconds. The poll timeout is 10 seconds.';
    expect(verdictOn(polls, 'Set the poll timeout to 2 seconds.')).toBe('contradicts');
    const decided = ruleOf('Timeouts.', { decision: polls.split(/(?<=\.) /) });
    expect(verdictBy([decided], 'Set the poll timeout to 2 seconds.')).toBe('contradicts');
  });

  it.each(['from 3 to 10', 'from 6 to 12', 'to 12'])('that raises a number %s breaks a limit', (change) => {
    const rule = 'A failed delivery is retried at most 6 times, then it is moved to the dead letter queue.';
    expect(verdictOn(rule, `Raise the number of retries ${change} for premium customers.`)).toBe('contradicts');
    expect(verdictOn(rule, 'Lower the retries from 6 to 4.')).toBe('aligned');
  });

  it('is described by the words that it uses', () => {
    const barcodes = 'Barcodes are drawn by internal/code128; third-party barcode libraries are not allowed.';
    const diff = '@@ -1 +1 @@\n-img := code128.Draw(text)\n+img := barcode.Encode(text)';
    expect(concernsOn(barcodes, diff)).toEqual(['adds barcode']);
    expect(concernsOn('Calls go through the egress proxy.', 'Bypass the egress proxy.')).toEqual([
      'removes “the egress proxy”',
    ]);
  });

  it('does not choose what a rule accepts in one place only', () => {
    const rule = 'The tables of the lake are Parquet. JSON is accepted on upload only.';
    expect(verdictOn(rule, 'Write the customer table of the lake as JSON.')).toBe('contradicts');
  });

  it('is measured by a rule of another component only if what it counts and more words agree', () => {
    const own = ruleOf('Ferries are listed by departure.');
    const other = (rule: string): Document => ({ ...ruleOf(rule), ofOther: true });
    expect(
      verdictBy([own, other('A siren sounds for at least 30 seconds.')], 'Read the sirens every 10 seconds.'),
    ).toBe('unrelated');
    const siren = other('The timeout of a siren call is at most 10 seconds.');
    expect(verdictBy([own, siren], 'Set the timeout of the siren call to 60 seconds.')).toBe('contradicts');
    expect(verdictBy([own, siren], 'Set the timeout of the siren call to 5 seconds.')).toBe('aligned');
    const mine = ruleOf('The timeout of a siren call is 20 seconds.');
    expect(verdictBy([mine, siren], 'Set the timeout of the siren call to 20 seconds.')).toBe('aligned');
  });
});
