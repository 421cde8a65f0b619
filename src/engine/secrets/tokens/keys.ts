// Private keys in every encoding, and password hashes.
import { type SecretPattern, shape, token } from '../pattern.ts';

const BEGIN = '-----BEGIN [A-Z0-9 ]{0,40}PRIVATE KEY(?: BLOCK)?-----';
/** A line break, raw or escaped, with the comment and quote characters around it. */
const BREAK = String.raw`(?:\\{1,3}[nr]|[\s#>*|"'+,;]){1,20}`;

export const KEYS: readonly SecretPattern[] = [
  token(
    'private_key',
    'private key',
    // Up to the end marker, or else as far as key lines go: a text may hold only the first of them.
    String.raw`${BEGIN}(?:(?:(?!-----(?:BEGIN|END))[\s\S]){0,20000}?-----END [A-Z0-9 ]{0,40}PRIVATE KEY(?: BLOCK)?-----|(?:${BREAK}(?:[A-Za-z0-9+/=]{16,}|(?:Proc-Type|DEK-Info|Version|Comment):[^\n\\]{0,100})){1,500}(?:${BREAK}[A-Za-z0-9+/]{1,15}={1,2})?)`,
  ),
  shape(
    'private_key',
    'putty-user-key-file',
    String.raw`PuTTY-User-Key-File-\d[\s\S]{0,8000}?Private-Lines:\s{0,4}\d{1,4}(?<value>(?:(?:\\{1,2}[nr]|[\s#]){1,8}[A-Za-z0-9+/=]{10,80}){1,200})`,
  ),
  // The Base64 beginning of an OpenSSH key and of a PEM file (not a certificate).
  token(
    'private_key',
    'b3blbnnzac1rzxktdje',
    String.raw`b3BlbnNzaC1rZXktdjE[A-Za-z0-9+/=]{20,}(?:\s{1,8}[A-Za-z0-9+/=]{20,}){0,100}`,
  ),
  token('private_key', 'ls0tls1crudjti', 'LS0tLS1CRUdJTi(?!BDRVJU|BQVUJM|BSU0EgUFVC)[A-Za-z0-9+/=]{40,}'),
  shape('private_key', '"kty"', String.raw`"(?:d|k)"\s{0,4}:\s{0,4}"(?<value>[\w-]{20,})"`),
  // Password hashes can be cracked offline.
  token(
    'password_hash',
    ['$2', '$apr1$', '$1$', '$5$', '$6$', '$argon2', '$y$'],
    String.raw`\$(?:2[abxy]?\$\d\d\$[./A-Za-z0-9]{53}|(?:apr1|1)\$[^\s$]{1,16}\$[./A-Za-z0-9]{22}|[56]\$(?:rounds=\d{1,9}\$)?[^\s$]{1,16}\$[./A-Za-z0-9]{43,86}|y\$[^\s$]{1,16}\$[^\s$]{1,64}\$[./A-Za-z0-9]{40,}|argon2(?:id|i|d)\$[^\s]{20,300})`,
  ),
];
