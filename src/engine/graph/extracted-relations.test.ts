import { describe, expect, it } from 'vitest';
import { least } from '../../../test/spent.ts';
import { relationsIn } from './extracted-relations.ts';

const told = (text: string, names?: string[]) =>
  relationsIn(text, names).map(({ source, type, target }) => `${source} ${type} ${target}`);

describe('relations read from a text', () => {
  it.each([
    ['The AuthService uses Redis for sessions.', ['AuthService uses Redis']],
    ['Alice Smith leads Checkout. It is large.', ['Alice Smith leads Checkout']],
    ['`parse_config` calls `read_file` (twice).', ['parse_config calls read_file']],
    ['Checkout now depends on the PostgreSQL cluster.', ['Checkout depends_on PostgreSQL']],
    ['Billing is written in Go.', ['Billing written_in Go']],
    ['The Ledger is owned by Team Blue.', ['Ledger owned_by Team Blue']],
    ['Cart is part of Checkout.', ['Cart part_of Checkout']],
    [
      'Billing uses Kafka, Redis and PostgreSQL.',
      ['Billing uses Kafka', 'Billing uses Redis', 'Billing uses PostgreSQL'],
    ],
    ['Orders and Payments use Kafka.', ['Orders uses Kafka', 'Payments uses Kafka']],
    ['The Indexer reads Mail and writes to the AuditLog.', ['Indexer reads Mail', 'Indexer writes_to AuditLog']],
    ['We saw that Gateway calls Billing calls Ledger.', ['Gateway calls Billing', 'Billing calls Ledger']],
  ])('%j: %j', (text, expected) => {
    expect(told(text)).toEqual(expected);
  });

  it.each([
    'Checkout no longer uses Redis.',
    'Checkout does not use Redis.',
    'Redis is fast. PostgreSQL stores orders.',
    'Oslo was Christiania.',
    'We moved from MySQL to PostgreSQL.',
    'Redis',
    '',
  ])('%j has none', (text) => {
    expect(told(text)).toEqual([]);
  });

  it('are found between known names in any spelling', () => {
    expect(told('the cart service depends on postgres')).toEqual([]);
    expect(told('the cart service depends on postgres', ['The Cart Service', 'Postgres'])).toEqual([
      'Cart Service depends_on Postgres',
    ]);
  });

  it('are listed once each', () => {
    expect(told('Cart uses Redis. cart uses redis. Cart uses Redis!')).toEqual(['Cart uses Redis']);
  });

  it('are found quickly in a text that consists only of names', async () => {
    const text = Array.from({ length: 3000 }, (_, i) => `Name${i}x uses Name${i + 1}x`).join('. ');
    const read = () => expect(told(text)).toHaveLength(50);
    expect(await least(read, { limit: 2000 })).toBeLessThan(2000);
  });
});
