// A token is `rmn_<id>_<secret>`: the id finds its row; of the secret, 32 random bytes, only a hash is stored.
import { createHash, randomBytes, timingSafeEqual } from 'node:crypto';
import type { Token } from './ports.ts';

const SHAPE = /^rmn_([0-9a-f]{12})_([\w-]{43})$/;

export interface Minted {
  readonly id: string;
  /** Shown only once. */
  readonly token: string;
  readonly hash: string;
}

export function mint(): Minted {
  const id = randomBytes(6).toString('hex');
  const secret = randomBytes(32).toString('base64url');
  return { id, token: `rmn_${id}_${secret}`, hash: digest(secret) };
}

export function readToken(text: string): { id: string; hash: string } | null {
  const [, id, secret] = SHAPE.exec(text) ?? [];
  return id === undefined || secret === undefined ? null : { id, hash: digest(secret) };
}

/** Compares in constant time. An unknown token is compared with a dummy hash, so that it takes just as long. */
export function isGenuine(hash: string, known: Token | null): known is Token {
  const same = timingSafeEqual(Buffer.from(hash, 'hex'), Buffer.from(known?.hash ?? '0'.repeat(64), 'hex'));
  return same && known !== null;
}

const digest = (secret: string): string => createHash('sha256').update(secret).digest('hex');
