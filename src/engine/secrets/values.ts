// Decides whether a value in a secret's position is a secret or a placeholder, a variable, a type, an expression.

/** Shown instead of a secret: `sk-xxxxxxxx`, `AKIA****`, `ghp_...`. */
export const isPlaceholder = (value: string): boolean =>
  /^\[redacted|(?:^|[-_])your[-_]|(?:x{6,}|X{6,}|\*{3,}|\.{3}|…)["']?$|^(.)\1{2,}$/i.test(value);

/** Beginnings that no password has. */
const HARMLESS_START =
  /^(?:<|\{|\$[{(@*?#]|process\.env|os\.environ|env[.[(]|(?:self|this|sys|var|local|module|response|result|random_password|req|request|body|config|settings|options|opts|args|user|input|data|params|props|form|ctx|secrets|vault|credentials)\??\.\w|await\b|[a-z][a-z+.-]{1,20}:\/\/|vault:|arn:|env:|file:|ref\+|!(?:ref|sub|vault|secret|env)\b|getenv|\*{3,}|\.{3,}|…|your[-_ ]|my[-_](?:secret|password|token|api)|example|change[-_]?me(?!\d+[!@#$%^&*])|placeholder|redacted|\[redacted)/i;

/** A whole value that is a name: `$PASSWORD`, `%PASSWORD%`, `%s`, `@Value`, `db_password`, `DB_PASSWORD`, `user.password`. */
const HARMLESS_WHOLE =
  /^(?:[$%]|\$\d+|\$(?:env:)?[A-Z_][A-Z0-9_]*|\$[a-z_]+(?:[A-Z][a-z]+)*(?:->\w+)*|\$\w*(?:pass|pwd|secret|token|key|cred|auth|user|arg|env|var)\w*(?:->\w+)*|%[A-Za-z_]\w*%|%[-+ #0-9.]*[sdvqxfTp]|%\(\w+\)s|@[A-Za-z.]+|:\w*(?:pass|secret|token|key)\w*|[A-Z][A-Z0-9]*(?:_[A-Z0-9]+)+|\w*(?:password|passwd|pwd|_token|_secret|api_?key)|[A-Za-z_][A-Za-z_$]*(?:\??\.[A-Za-z_][A-Za-z_$]*)+|[~.]{0,2}\/[\w./-]*|\d{4}-\d\d-\d\d.*|CVE-\d{4}-\d+|[~^<>=v]*\d+\.\d+(?:\.[\w.-]+)?|[^%]*%[sd].*|\d+(?:-?(?:char|day|hour|min|byte|bit|digit|letter|word|step|time|week|month|year|stell|zeich|sif|teck|tegn|cif)\w*))$/;

/** Words used about secrets, and names of types. */
const WORD =
  /^(?:null|none|nil|undefined|true|false|string|str|text|bytes|number|boolean|unknown|any|required|optional|hidden|masked|pass|bar|hash(?:ed|ing)?|encrypted|empty|missing|invalid|wrong|correct|incorrect|expired|secret|password|passwd|pwd|token|apikey|api[-_]key|insert|enter|todo|tbd|dummy|sample|fake|prompt|ask|interactive(?:ly)?|stdin|keychain|keyring|enabled|disabled)$/i;

/** Names of password algorithms. */
const ALGORITHM =
  /^(?:sha-?\d+|md5|bcrypt|scrypt|argon2\w*|pbkdf2\w*|base(?:32|58|64)\w*|utf-?\d+|hs\d+|rs\d+|es\d+|oauth-?2?(?:\.\d)?|oauth1|aes-?\d*\w*|ed25519|x509|hmac-?\w*|crc32|uuid(?:v\d)?|jwt|k8s|s3|ec2|ipv[46]|http2?|tls1\.\d|i18n)(?:-(?:hashed|encoded|encrypted|signed|based|only))?$/i;

/** A label or description; no passphrase is written like this. */
const isSentence = (value: string): boolean => /^[A-Z][a-z]*(?: [a-z]+){3,}[.!]?$/.test(value);

export const isHarmless = (value: string): boolean =>
  isPlaceholder(value) ||
  HARMLESS_START.test(value) ||
  HARMLESS_WHOLE.test(value) ||
  WORD.test(value) ||
  ALGORITHM.test(value) ||
  isSentence(value);

const DIGIT = /\d/g;
const count = (value: string, pattern: RegExp): number => value.match(pattern)?.length ?? 0;

/** Has a digit or sign inside that no plain word has, or several words in a row. */
export function isMadeUp(value: string): boolean {
  const core = value.replace(/[.,;:!?)]+$/, '');
  return (
    (/[\d!@#$%^&*?+=~]/.test(core) && /[A-Za-z\d]/.test(core) && core.length >= 3) ||
    /^(?:[a-z]+-){3,}[a-z]+$/i.test(core)
  );
}

/** As people choose passwords: small letters with a capital, and two digits or a sign at the end; or both at the end. */
const isChosen = (value: string): boolean =>
  value.length >= 8 &&
  (/^(?=[A-Z]|[a-z]+[A-Z])[A-Za-z\d]*[a-z][A-Za-z\d]*(?:\d\d|[!@#$%^&*]\d*)[!?]?$/.test(value) ||
    /^[a-z]{3,}\d+[!@#$%^&*]+$/.test(value));

const MIXED = /^(?=.*[a-z])(?=.*[A-Z])(?=.*\d)(?=.*[!?@#$%^&*~])[^\s/\\]{7,64}$/;
/** `ann@Example2.com`, `shop#42`, `Auth.js@5`, `Base64#decode`, `Chrome120!` at the end of a sentence. */
const SIGNED_NAME =
  /@[\w-]+\.[a-z]|\w#\d+$|@v?\d|^[A-Z][A-Za-z]{2,}\d*#[a-z_]{3,}[?!]?$|^[A-Za-z.]+\d{1,3}(?:\.\d+)*[!?*]$/;

/** Both cases, a digit, and a sign that no version, name or time holds. */
export const isHard = (value: string): boolean => MIXED.test(value) && !SIGNED_NAME.test(value);

/** Bits per character. */
function entropy(value: string): number {
  const counts = new Map<string, number>();
  for (const character of value) counts.set(character, (counts.get(character) ?? 0) + 1);
  let bits = 0;
  for (const times of counts.values()) bits -= (times / value.length) * Math.log2(times / value.length);
  return bits;
}

const WORDS = /^(?:[A-Za-z]?[a-z]+|[A-Z]+|\d{1,4}|v\d+)$/;
/** Unpronounceable runs of consonants. */
const UNSPEAKABLE = /[b-df-hj-np-tv-xz]{5}/i;

/** `deploy-key-2`, `getToken2`, `prod/db/v3`: words and small numbers. */
function isName(value: string): boolean {
  const parts = value.split(/[-_./:]+|(?<=[a-z])(?=[A-Z])|(?<=[A-Za-z])(?=\d)|(?<=\d)(?=[A-Za-z])/).filter(Boolean);
  return (
    count(value, DIGIT) <= 3 &&
    parts.every((part) => WORDS.test(part) && !UNSPEAKABLE.test(part)) &&
    parts.length <= value.length / 3
  );
}

const MIN_BITS = 2.8;

/** Randomly generated: letters and digits without words. */
export function isRandom(value: string, least = 12): boolean {
  if (value.length < least || /\s/.test(value)) return false;
  const digits = count(value, DIGIT);
  if (digits === 0 || !/[A-Za-z]/.test(value)) {
    // Letters alone count as random only when the case changes all the time.
    return value.length >= 20 && digits === 0 && count(value, /[a-z][A-Z]|[A-Z]{2}[a-z]/g) >= value.length / 6;
  }
  return !isName(value) && entropy(value) >= MIN_BITS;
}

/** Both cases, and digits between the letters, which names do not have: `Xk29blaQ7`. */
const isInterleaved = (value: string): boolean =>
  /^(?=.*[a-z])(?=.*[A-Z])/.test(value) && count(value, /[A-Za-z](?=\d)|\d(?=[A-Za-z])/g) >= 3 && isRandom(value, 8);

/** Told as a password: random if not too short, or as people choose one. */
export const isPasswordLike = (value: string): boolean =>
  isRandom(value, 10) || isChosen(value) || isHard(value) || isInterleaved(value);

/** `app-tls-2026`. */
export const isDated = (value: string): boolean => /^[a-z]+(?:[-_./][a-z]+)*[-_./]?(?:19|20)\d\d$/.test(value);

/** `TplOpen2Close3`, `BrandBlue500Dark2`: two long words at least, and small numbers. */
export function isCompound(value: string): boolean {
  const words = value.match(/[A-Z]?[a-z]{3,}|[A-Z]{3,}(?![a-z])/g) ?? [];
  const isPlain = /^[\w.-]+$/.test(value) && !/\d{4}/.test(value) && !UNSPEAKABLE.test(value);
  return isPlain && count(value, DIGIT) <= 4 && words.filter((word) => word.length >= 4).length >= 2;
}

/** `OPS-4471`, `tenant:42`, `kv/shop`, `ann@example.com`, `auth2.ts`. */
const IDENTIFIER =
  /^(?:[A-Z]{2,10}-\d+|[a-z][\w-]*:\S*|[a-z_-]{2,}\/[a-z_-]{2,}\S*|[A-Z][a-z]+\+\S*|\S+@[\w-]+\.\S+|[\w-]+\.(?:[cm]?[jt]sx?|py|md|ya?ml|json|go|rs|java|sql|sh|toml|pem|txt))$/i;

/** Told as a secret or key in so many words. */
export const isTold = (value: string): boolean =>
  !IDENTIFIER.test(value) &&
  !isDated(value) &&
  !isCompound(value) &&
  (isRandom(value) || isHard(value) || isInterleaved(value));

/** `Otter-Lamp-92-Brick`. */
const isPassphrase = (value: string): boolean => /^(?=\D*\d)(?:[A-Za-z\d]+-){2,}[A-Za-z\d]+$/.test(value);

/** Told as a password, where a sentence lies between. */
export const isToldPassword = (value: string): boolean =>
  !IDENTIFIER.test(value) && !isDated(value) && (isPasswordLike(value) || isPassphrase(value));
