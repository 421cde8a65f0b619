// Row numbers as callers see them. They count everything that anyone has stored, so a confined caller gets encrypted
// numbers instead: stable for each row, and revealing nothing about how many rows there are.
import { createCipheriv } from 'node:crypto';
import { type Actor, seesAll } from './actor.ts';
import type { AccessStore } from './ports.ts';

/** What a number counts; the same row number is shown differently for each kind. */
type Numbered = 'memory' | 'entity' | 'relation' | 'chunk' | 'version' | `node ${string}`;

export interface Numbering {
  /** The number shown to the caller for a row. */
  show(kind: Numbered, row: number): number;
  /** The row behind a shown number; 0, which no row has, if the number is out of range. */
  read(kind: Numbered, shown: number): number;
}

/** The store's own numbers. */
export const PLAIN: Numbering = { show: (_, row) => row, read: (_, shown) => shown };

/** A caller who may see the whole store sees its real numbers. A session does not count as confinement. */
export const numberingFor = async (actor: Actor, store: Pick<AccessStore, 'numberKey'>): Promise<Numbering> =>
  seesAll(actor) ? PLAIN : veil(await store.numberKey());

const ROUNDS = 4;
const HALF = 2 ** 16;

/** A Feistel network over 32 bits: a keyed permutation of the numbers below 2^32. */
function veil(key: Uint8Array): Numbering {
  const cipher = createCipheriv('aes-256-ecb', key, null);
  const mix = (kind: Numbered, round: number, half: number): number => {
    const block = Buffer.alloc(16);
    block.write(kind);
    block[13] = round;
    block.writeUInt16BE(half, 14);
    return cipher.update(block).readUInt16BE(0);
  };
  return {
    show(kind, row) {
      if (!isWhole(row)) return 0;
      let [left, right] = [Math.floor(row / HALF), row % HALF];
      for (let round = 0; round < ROUNDS; round++) [left, right] = [right, left ^ mix(kind, round, right)];
      return left * HALF + right;
    },
    read(kind, shown) {
      if (!isWhole(shown)) return 0;
      let [left, right] = [Math.floor(shown / HALF), shown % HALF];
      for (let round = ROUNDS - 1; round >= 0; round--) [left, right] = [right ^ mix(kind, round, left), left];
      return left * HALF + right;
    },
  };
}

const isWhole = (number: number): boolean => Number.isInteger(number) && number >= 0 && number < HALF ** 2;
