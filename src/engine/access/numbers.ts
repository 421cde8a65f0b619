// Numbers of rows, as callers see them. They count everything that anybody has stored, so one who is confined gets other
// numbers in their place: the same for the same row, and telling nothing about how many there are.
import { createCipheriv } from 'node:crypto';
import { type Actor, seesAll } from './actor.ts';
import type { AccessStore } from './ports.ts';

/** What a number counts; of each kind the same row gets another number. */
type Numbered = 'memory' | 'entity' | 'relation' | 'chunk' | 'version' | `node ${string}`;

export interface Numbering {
  /** The number of a row as the caller sees it. */
  show(kind: Numbered, row: number): number;
  /** The row behind a number that was shown; 0, which no row has, for any other. */
  read(kind: Numbered, shown: number): number;
}

/** The store's own numbers. */
export const PLAIN: Numbering = { show: (_, row) => row, read: (_, shown) => shown };

/** Who may see the whole store sees its own numbers. A session is no border between users. */
export const numberingFor = async (actor: Actor, store: Pick<AccessStore, 'numberKey'>): Promise<Numbering> =>
  seesAll(actor) ? PLAIN : veil(await store.numberKey());

const ROUNDS = 4;
const HALF = 2 ** 16;

/** A Feistel network over 32 bits: each number below 2^32 stands for one other, and who has no key cannot tell for which. */
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
