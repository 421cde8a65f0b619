// Assignments whose value may be any word: too common to cut out of every text, but reason enough to reject a text.
import type { SecretPattern } from './pattern.ts';

const PASSWORD = String.raw`(?:password|passwd|pwd(?!["']?\s*[:=]\s*["']?[~.]?/)|passphrase|passwort|kennwort)`;

/** Matches only a whole value: one that continues as a call or index (`getpass.getpass()`) is code, not a secret. */
const taken = (value: string): string => String.raw`(?=(?<value>${value}))\k<value>(?!\(|\[["'\w-]*\])`;

export const SUSPECTS: readonly SecretPattern[] = [
  {
    kind: 'password',
    keywords: [],
    pattern: new RegExp(`${PASSWORD}["']?=["']?${taken(String.raw`[^\s"'\x60=<>(){}[\],;&]{1,128}`)}`, 'dgi'),
  },
  {
    kind: 'password',
    keywords: [],
    pattern: new RegExp(
      String.raw`^[ \t]*(?:[-*][ \t]+)?["']?[\w-]{0,40}?${PASSWORD}["']?[ \t]*[:=][ \t]*["']?(?<value>[^\s"'=<>(){}[\],;]{1,128})["']?[ \t]*$`,
      'dgim',
    ),
  },
  {
    kind: 'api_key',
    keywords: [],
    pattern: /api[_ -]?key["']?\s*[:=]\s*["']?(?<value>[A-Za-z0-9/+_-]{16,256})(?![\w.(])/dgi,
  },
  {
    kind: 'secret',
    keywords: [],
    pattern: /secret["']?\s*[:=]\s*["']?(?<value>[A-Za-z0-9/+_-]{12,256})(?![\w.(])/dgi,
  },
];
