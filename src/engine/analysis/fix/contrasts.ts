// Pairs of opposites: a fix that says one where the rule says the other breaks it, even if the other words agree.
import { orderedAs } from './order.ts';

const PAIRS: readonly (readonly [one: RegExp, other: RegExp])[] = [
  ['same', 'another|other|different|separate|distinct'],
  ['before|prior to|first', 'after|afterwards|later|last'],
  ['only after|only once|not before', 'as soon as|immediately|right away|straight away'],
  ['inside|within', 'outside'],
  ['client|browser', 'server'],
  ['internal', 'external|public'],
  ['public', 'private'],
  ['all|every|each|any|both', 'some|half of|(?<!at )most|few|sampled?|one in|none'],
  ['always', 'sometimes|rarely|occasionally'],
  ['one|a single|exactly one', 'every|all|each|both|several|many'],
  ['invalidat(?:e|es|ed|ing)|revoke[sd]?', 'valid|alive'],
  ['ascending|oldest', 'descending|newest'],
  ['local(?:ly)?', 'remote(?:ly)?|central(?:ly)?'],
  ['enabled?', 'disabled?'],
  [
    'allow(?:s|ed)?|permit(?:s|ted)?|accept(?:s|ed)?',
    'den(?:y|ies|ied)|refused?|reject(?:s|ed)?|block(?:s|ed)?|forbid(?:s|den)?',
  ],
  ['opens?|opened', 'closed?'],
  ['visible|shown?', 'hidden|hide'],
  ['required|mandatory', 'optional|voluntary'],
  ['production', 'development|staging'],
  ['automatic(?:ally)?', 'manual(?:ly)?|by hand'],
  ['read[- ]only|immutable', 'writable|mutable'],
  ['unique', 'shared|duplicated?'],
  ['upper|uppercase', 'lower|lowercase'],
  ['up', 'down'],
  ['synchronous(?:ly)?', 'asynchronous(?:ly)?'],
  ['minimum', 'maximum'],
  ['direct(?:ly)?|straight', 'through|via|behind'],
  ['hourly', 'daily|weekly|monthly|yearly'],
  ['daily|nightly|every day', 'weekly|monthly|yearly'],
  ['weekly', 'monthly|yearly'],
].map(([one = '', other = '']) => [said(one), said(other)] as const);

const IN_TIME = PAIRS.find(([one]) => one.test('before'));

function said(words: string): RegExp {
  return new RegExp(String.raw`\b(?:${words})\b`, 'i');
}

export function isContrast(rule: string, fix: string): boolean {
  const ordered = orderedAs(rule, fix);
  if (ordered === 'opposite') return true;
  // `B after A` does what `A before B` asks for.
  const pairs = ordered === 'same' || ordered === 'alike' ? PAIRS.filter((pair) => pair !== IN_TIME) : PAIRS;
  return pairs.some(([one, other]) => turns(one, other, rule, fix) || turns(other, one, rule, fix));
}

const turns = (asked: RegExp, given: RegExp, rule: string, fix: string): boolean =>
  asked.test(rule) && !given.test(rule) && given.test(fix) && !asked.test(fix);
