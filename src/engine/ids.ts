// An id is 100 bits, 48 of time and 52 random, so that ids sort by age. It has several spellings:
// twenty base-32 characters and a UUIDv7 carry the same bits, and each profile prints the one its contract requires.
import { createHash, randomBytes } from 'node:crypto';

const ALPHABET = '0123456789abcdefghjkmnpqrstvwxyz';
const LENGTH = 20;
const PLAIN = new RegExp(`^[${ALPHABET}]{${LENGTH}}$`);
/** As we print it: the 20 bits after the random ones are always zero. */
const UUID = /^([0-9a-f]{8})-([0-9a-f]{4})-7([0-9a-f]{3})-8([0-9a-f]{3})-([0-9a-f]{7})00000$/;

export function newId(now: number): string {
  const chance = BigInt(`0x${randomBytes(7).toString('hex')}`) & ((1n << 52n) - 1n);
  return spell((BigInt(now) << 52n) | chance);
}

/** Derives an id from a name, without a time unless one is given; the same input always gives the same id. */
export function derivedId(name: string, time = 0): string {
  const chance = BigInt(`0x${createHash('sha256').update(name).digest('hex').slice(0, 13)}`);
  const bits = BigInt(Math.min(Math.max(Math.trunc(time), 0), 2 ** 48 - 1));
  return spell((bits << 52n) | chance);
}

function spell(bits: bigint): string {
  let text = '';
  for (let shift = 95n; shift >= 0n; shift -= 5n) text += ALPHABET[Number((bits >> shift) & 31n)];
  return text;
}

/** The same id as a UUIDv7. */
export function toUuid(id: string): string {
  let bits = 0n;
  for (const character of id) bits = (bits << 5n) | BigInt(ALPHABET.indexOf(character));
  const hex = bits.toString(16).padStart(25, '0');
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-7${hex.slice(12, 15)}-8${hex.slice(15, 18)}-${hex.slice(18)}00000`;
}

/** The same id, prefixed as that of a memory. */
export const toMem = (id: string): string => `mem_${id}`;

/** Reads any spelling of an id: plain, `table:plain`, `mem_plain` or a UUIDv7. Null when it is none. */
export function readId(spelling: unknown): string | null {
  if (typeof spelling !== 'string') return null;
  const text = spelling.trim().toLowerCase();
  const plain = text.replace(/^(?:[a-z_]+:|mem_)/, '').replace(/^[⟨`](.*)[⟩`]$/, '$1');
  if (PLAIN.test(plain)) return plain;
  const uuid = UUID.exec(plain);
  if (!uuid) return null;
  const [, high, low, a, b, c] = uuid;
  return spell(BigInt(`0x${high}${low}${a}${b}${c}`));
}

/** As a person may copy it: at least one of the random digits, and the zeros. */
const UUID_ENDING = /^[0-9a-f-]{0,30}[0-9a-f]0{5}$/;

export const isUuidEnding = (text: string): boolean => UUID_ENDING.test(text);

/** The last characters of the ids whose UUID may end like this: of their five bits, it shows four. */
export function lastCharacters(uuidEnding: string): string[] {
  const shown = Number.parseInt(uuidEnding.at(-6) ?? '', 16);
  return [shown, shown + 16].map((bits) => ALPHABET.charAt(bits));
}

/** Reads a row number of the store; null when the input is not a number. */
export function readRow(spelling: unknown): number | null {
  const text = typeof spelling === 'number' ? String(spelling) : spelling;
  return typeof text === 'string' && /^\s*\d{1,15}\s*$/.test(text) ? Number(text) : null;
}
