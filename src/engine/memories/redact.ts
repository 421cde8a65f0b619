// Secrets are cut out before anything is embedded, indexed or stored. A pattern names a shape that is a secret by
// itself; an assignment (`password = …`) loses only its value, so that the memory stays readable.
import type { Metadata } from '../model.ts';

interface SecretPattern {
  readonly kind: string;
  /** The secret is group `value` where there is one, else the whole match. */
  readonly pattern: RegExp;
}

/** Taken as a whole: what goes on as a call or an index (`getpass.getpass()`) is code, and no part of it a secret. */
const taken = (value: string): string => String.raw`(?=(?<value>${value}))\k<value>(?!\(|\[["'\w-]*\])`;

const VALUE = taken(String.raw`"[^"\r\n]{4,}"|'[^'\r\n]{4,}'|[^\s"'\`,;&<>(){}[\]]{4,}`);

/** `pwd` is also where somebody works. */
const PASSWORD = String.raw`(?:password|passwd|pwd(?!["']?\s*[:=]\s*["']?[~.]?/)|passphrase|passwort|kennwort)`;
const BARE = String.raw`[^\s"'\`,;<>(){}[\]]`;
/** Quoted, or with a digit or a sign inside that no plain word has. */
const MADE_UP = taken(String.raw`"[^"\r\n]{4,}"|'[^'\r\n]{4,}'|(?=${BARE}{0,64}[\d!@#$%^&*?+=~])${BARE}{4,128}`);

const PATTERNS: readonly SecretPattern[] = [
  {
    kind: 'private_key',
    pattern:
      /-----BEGIN (?:[A-Z0-9]+ )*PRIVATE KEY(?: BLOCK)?-----[\s\S]*?(?:-----END (?:[A-Z0-9]+ )*PRIVATE KEY(?: BLOCK)?-----|$)/g,
  },
  { kind: 'jwt', pattern: /\beyJ[\w-]{8,}\.eyJ[\w-]{8,}\.[\w-]{8,}/g },
  { kind: 'anthropic_key', pattern: /\bsk-ant-[\w-]{20,}/g },
  { kind: 'openai_key', pattern: /\bsk-(?:proj-|svcacct-|admin-)?[A-Za-z0-9_-]{20,}/g },
  { kind: 'aws_access_key', pattern: /\b(?:AKIA|ASIA|AGPA|AIDA|AROA)[A-Z0-9]{16}\b/g },
  { kind: 'github_token', pattern: /\b(?:gh[pousr]_[A-Za-z0-9]{30,}|github_pat_\w{40,})/g },
  { kind: 'gitlab_token', pattern: /\bglpat-[\w-]{20,}/g },
  { kind: 'slack_token', pattern: /\b(?:xox[abeoprs]-[\w-]{10,}|xapp-\d-\w+-\d+-\w{10,})/g },
  { kind: 'slack_webhook', pattern: /https:\/\/hooks\.slack\.com\/services\/[\w/]{20,}/g },
  { kind: 'google_key', pattern: /\bAIza[\w-]{35}/g },
  { kind: 'stripe_key', pattern: /\b[rs]k_(?:live|test)_[A-Za-z0-9]{16,}/g },
  { kind: 'npm_token', pattern: /\bnpm_[A-Za-z0-9]{36}\b/g },
  {
    kind: 'url_credentials',
    pattern: /\b[a-z][a-z0-9+.-]{1,30}:\/\/[^\s/:@"'`]{0,256}:(?<value>[^\s/@"'`]{1,256})@/gi,
  },
  { kind: 'bearer_token', pattern: /\bbearer\s+(?<value>[A-Za-z0-9._~+/=-]{16,})/gi },
  {
    kind: 'password',
    pattern: new RegExp(String.raw`\b(?:[\w-]{0,40}[_-])?${PASSWORD}["']?\s*(?:=|:=)\s*${VALUE}`, 'gi'),
  },
  {
    kind: 'password',
    // In prose a plain word may follow: only what looks made up is a password.
    pattern: new RegExp(
      String.raw`\b(?:[\w-]{0,40}[_-])?${PASSWORD}["']?\s*(?::|\b(?:is|was|lautet|ist)\b)\s*${MADE_UP}`,
      'gi',
    ),
  },
  { kind: 'password', pattern: /\bcurl\b[^\n]{0,200}?\s(?:-u|--user)\s+["']?[^\s:"']{1,64}:(?<value>[^\s"']{3,128})/g },
  { kind: 'password', pattern: /\bmysql\b[^\n]{0,200}?\s-p(?<value>[^\s-][^\s]{3,64})/g },
  { kind: 'basic_auth', pattern: /\bauthorization["']?\s*[:=]\s*["']?basic\s+(?<value>[A-Za-z0-9+/=]{8,})/gi },
  { kind: 'huggingface_token', pattern: /\bhf_[A-Za-z0-9]{30,}/g },
  { kind: 'sendgrid_key', pattern: /\bSG\.[\w-]{16,}\.[\w-]{16,}/g },
  { kind: 'azure_key', pattern: /\bAccountKey=(?<value>[\w+/]{40,}={0,2})/g },
  { kind: 'twilio_key', pattern: /\bSK[0-9a-f]{32}\b/g },
  {
    kind: 'api_key',
    pattern: new RegExp(
      String.raw`\b(?:[\w-]{0,40}[_-])?api[_ -]?key(?: for [\w-]{1,40})?["']?\s*(?:=|:=|:|\bis\b)\s*["']?${taken(String.raw`(?=\S{0,64}\d)[\w./+=-]{16,}`)}`,
      'gi',
    ),
  },
  {
    kind: 'secret',
    pattern: new RegExp(
      String.raw`\b(?:[\w-]{0,40}[_-])?(?:secret(?:[_-]?(?:access[_-]?)?key)?|access[_-]?token|auth[_-]?token|refresh[_-]?token|private[_-]?token)["']?\s*(?:=|:=|:)\s*["']?${taken(String.raw`[\w./+=-]{12,}`)}`,
      'gi',
    ),
  },
];

/** Values that stand where a secret would, but are none: placeholders, variables, types. */
const HARMLESS =
  /^["']?(?:\$|%|<|\{|process\.env|os\.environ|env[.[(]|(?:self|this|sys|var|local|module|response|result|random_password|req|request|body|config|settings|options|opts|args|user|input|data|params|props|form|ctx|secrets|vault|credentials)\??\.\w|await\b|op:\/\/|vault:|!(?:ref|sub|vault|secret|env)\b|getenv|x{3,}|\*{3,}|\.{3,}|your[-_ ]|example|changeme|placeholder|redacted|\[redacted|null\b|none\b|undefined\b|true\b|false\b|string\b|str\b|required\b|optional\b|hash(?:ed|ing)?\b|(?:\w{1,20}_)?(?:password|passwd|pwd)["']?$)/i;

/**
 * Assignments whose value may be any word: too much to cut out of every text, but a reason to leave a text alone.
 * A value that goes on as code (`getPassword(`, `user.password`) is none.
 */
const SUSPECTS: readonly SecretPattern[] = [
  {
    kind: 'password',
    pattern: new RegExp(`${PASSWORD}["']?=["']?${taken(String.raw`[^\s"'\x60=<>(){}[\],;&]{1,128}`)}`, 'gi'),
  },
  {
    kind: 'password',
    pattern: new RegExp(
      String.raw`^[ \t]*(?:[-*][ \t]+)?["']?[\w-]{0,40}?${PASSWORD}["']?[ \t]*[:=][ \t]*["']?(?<value>[^\s"'=<>(){}[\],;]{1,128})["']?[ \t]*$`,
      'gim',
    ),
  },
  {
    kind: 'api_key',
    pattern: /api[_ -]?key["']?\s*[:=]\s*["']?(?<value>[A-Za-z0-9/+_-]{16,256})(?![\w.(])/gi,
  },
  {
    kind: 'secret',
    pattern: /secret["']?\s*[:=]\s*["']?(?<value>[A-Za-z0-9/+_-]{12,256})(?![\w.(])/gi,
  },
];

export interface Redacted<T> {
  readonly value: T;
  /** The kinds of secret that were cut out, each once. */
  readonly kinds: readonly string[];
}

/** In code an assignment mostly takes a variable: only a literal that looks made up is a secret there. */
const LITERAL = String.raw`(?<value>(?<quote>["'\x60])(?=[^"'\x60\n]*\d)[\w!@#$%^&*?+=~./-]{12,}\k<quote>)`;
const CODE_PATTERNS: readonly SecretPattern[] = [
  ...PATTERNS.filter(({ kind, pattern }) => kind === 'url_credentials' || !pattern.source.includes('(?<value>')),
  {
    kind: 'secret',
    pattern: new RegExp(
      String.raw`(?:password|passwd|secret|api_?key|token|access_?key|private_?key|credential)\w{0,30}["']?\s{0,3}(?:=|:|:=|=>)\s{0,3}${LITERAL}`,
      'gi',
    ),
  },
];

/** The kinds of secret that a text holds or may hold. Stricter than what is cut out. */
export const secretsIn = (text: string): readonly string[] => redactBy([...PATTERNS, ...SUSPECTS], text).kinds;

export const redactText = (text: string): Redacted<string> => redactBy(PATTERNS, text);

/** Source code without its secrets; every line stays where it was. */
export const redactCode = (code: string): string => redactBy(CODE_PATTERNS, code).value;

function redactBy(patterns: readonly SecretPattern[], text: string): Redacted<string> {
  const kinds = new Set<string>();
  let value = text;
  for (const { kind, pattern } of patterns) {
    value = value.replace(pattern, (...match: unknown[]) => {
      const whole = String(match[0]);
      const groups = match.at(-1);
      const secret =
        typeof groups === 'object' && groups !== null && 'value' in groups ? String(groups.value ?? whole) : whole;
      if (HARMLESS.test(secret)) return whole;
      kinds.add(kind);
      return whole.replace(secret, () => `[REDACTED:${kind}]${'\n'.repeat(secret.split('\n').length - 1)}`);
    });
  }
  return { value, kinds: [...kinds] };
}

/** The same for every string inside a metadata object; a key that names a secret loses its value whole. */
export function redactMetadata(metadata: Metadata): Redacted<Metadata> {
  const kinds = new Set<string>();
  const clean = (value: unknown, key: string): unknown => {
    if (typeof value === 'string') {
      const prefix = key ? `${key}: ` : '';
      const redacted = redactText(prefix + value);
      for (const kind of redacted.kinds) kinds.add(kind);
      return redacted.kinds.length > 0 ? redacted.value.slice(prefix.length) : value;
    }
    if (Array.isArray(value)) return value.map((item) => clean(item, key));
    if (typeof value === 'object' && value !== null) {
      return Object.fromEntries(Object.entries(value).map(([name, item]) => [name, clean(item, name)]));
    }
    return value;
  };
  const value = Object.fromEntries(Object.entries(metadata).map(([name, item]) => [name, clean(item, name)]));
  return { value, kinds: [...kinds] };
}
