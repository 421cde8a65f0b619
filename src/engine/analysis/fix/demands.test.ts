import { describe, expect, it } from 'vitest';
import { memoryOf } from '../../../../test/memory.ts';
import { demandsOf } from './demands.ts';

const design = (content: string, metadata = {}) => demandsOf(memoryOf(content, { type: 'design', metadata }));
const written = (choices: readonly { written: string }[]) => choices.map((each) => each.written);

describe('the demands of a document', () => {
  it('are read from its decision, and rejections from its alternatives', () => {
    const text =
      'ADR-1 Hashing\n\nContext\nPasswords are hashed with sha1 today.\n\nDecision\nPasswords are hashed with bcrypt.\n\nAlternatives\nargon2: not on all our machines.';
    const demands = design(text);
    expect(demands.flatMap(({ wanted }) => written(wanted))).toEqual(['bcrypt']);
    expect(demands.flatMap(({ unwanted }) => written(unwanted))).toEqual(['argon2']);
  });

  it('are what must be, not what may be or was', () => {
    expect(demandsOf(memoryOf('Exports may use CSV. Previously they used XML.', { type: 'requirements' }))).toEqual([]);
  });

  it('are firm or only recommended', () => {
    expect(design('Services must use Kafka.')).toMatchObject([{ strength: 'must' }]);
    expect(design('Services should use Kafka.')).toMatchObject([{ strength: 'should' }]);
    expect(design('Services must use Kafka.', { status: 'Proposed' })).toMatchObject([{ strength: 'should' }]);
  });

  it('may be forbidden deeds, with their objects', () => {
    const [demand] = design('Invoices must never be written to the log.');
    expect(demand?.forbidden.map(({ terms }) => [...terms])).toEqual([['invoic', 'written', 'log']]);
    expect(design('The service must not fail.')[0]?.forbidden).toEqual([]);
  });

  it('are counted once if text and metadata repeat them', () => {
    expect(design('Use bcrypt.', { decision: 'Use bcrypt.' })).toHaveLength(1);
  });
});
