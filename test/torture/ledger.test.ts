import { describe, expect, it } from 'vitest';
import { Ledger } from './ledger.ts';

const NOTHING = { lost: [], resurrected: [], damaged: [] };
const ledgerOf = (...facts: [string, string][]): Ledger => {
  const ledger = new Ledger();
  ledger.acknowledge(new Map(facts));
  return ledger;
};

describe('a ledger', () => {
  it('reports what was acknowledged but is missing or changed', () => {
    const ledger = ledgerOf(['memory a', 'one'], ['memory b', 'two']);
    expect(ledger.compare(new Map([['memory a', 'other']])).lost).toHaveLength(2);
  });

  it('reports what was deleted but is back, and what was never requested', () => {
    const ledger = ledgerOf(['memory a', 'one']);
    ledger.acknowledge(new Map([['memory a', null]]));
    const { resurrected, damaged } = ledger.compare(
      new Map([
        ['memory a', 'one'],
        ['memory z', 'stray'],
      ]),
    );
    expect([resurrected.length, damaged.length]).toEqual([1, 1]);
  });

  it('accepts an unanswered operation complete or not at all, and then expects that state', () => {
    const ledger = new Ledger();
    const changes = new Map([
      ['memory a', 'one'],
      ['memory b', 'two'],
    ]);
    ledger.suspect('bulk', changes);
    expect(ledger.compare(new Map([['memory a', 'one']])).damaged).toHaveLength(1);
    ledger.suspect('bulk', changes);
    expect(ledger.compare(changes)).toEqual(NOTHING);
    expect(ledger.compare(new Map()).lost).toHaveLength(2);
  });

  it("lets a server finish a project's index later, but not lose it", () => {
    const ledger = ledgerOf(['project p', '1 files']);
    ledger.suspect('index', new Map([['project p', '2 files']]));
    expect(ledger.compare(new Map([['project p', '1 files']]))).toEqual(NOTHING);
    expect(ledger.compare(new Map([['project p', '2 files']]))).toEqual(NOTHING);
    ledger.suspect('delete', new Map([['project p', null]]));
    expect(ledger.compare(new Map())).toEqual(NOTHING);
    expect(ledger.compare(new Map([['project p', '2 files']])).resurrected).toHaveLength(1);
  });
});
