// Reads versions and version bounds: `TLS 1.2 or newer`, `Node 20 is the minimum`, `">=20.11"`.

export interface Version {
  readonly of: string;
  readonly value: number;
  readonly written: string;
}

export interface VersionBound extends Version {
  readonly direction: 'at least' | 'at most';
}

const PRODUCT =
  'tls|ssl|node(?:\\.js|js)?|python|java|jdk|go(?:lang)?|php|ruby|rust|postgres(?:ql)?|mysql|typescript|react|angular|vue|android|ios|macos|kotlin|swift|\\.net|dotnet|django|rails|spring(?: boot)?|kubernetes|openssl';
const VERSION = new RegExp(
  String.raw`(?<![\w])(${PRODUCT})["'\s:=_v>≥~^@-]{1,8}(?:version\s*)?v?(\d+)(?:\.(\d+))?|(?<![\w])(tls)v(\d+)(?:\.(\d+))?`,
  'gi',
);
const OLDEST =
  /\b(?:minimum|oldest|lowest|earliest|at least|or (?:newer|later|higher|above|up)|and (?:newer|later|up|above)|no (?:older|lower) than|or better)\b|(?:>=|≥)/i;
const NEWEST =
  /\b(?:maximum|newest|latest|at most|or (?:older|earlier|lower|below)|no (?:newer|later|higher) than)\b|(?:<=|≤)/i;

export function versionsIn(text: string): Version[] {
  return [...text.matchAll(VERSION)].map(([written, product, major, minor, tls, tlsMajor, tlsMinor]) => ({
    of: productOf(product ?? tls ?? ''),
    value: Number(major ?? tlsMajor) * 1000 + Number(minor ?? tlsMinor ?? 0),
    written,
  }));
}

const productOf = (written: string): string =>
  written
    .toLowerCase()
    .replace(/(?:\.?js|ql|lang)$/, '')
    .replace(/^jdk$/, 'java');

/** The version bounds that a rule sets. */
export function versionBoundsIn(sentence: string): VersionBound[] {
  const direction = OLDEST.test(sentence) ? 'at least' : NEWEST.test(sentence) ? 'at most' : null;
  return direction === null ? [] : versionsIn(sentence).map((version) => ({ ...version, direction }));
}

export const isAllowed = ({ value }: Version, bound: VersionBound): boolean =>
  bound.direction === 'at least' ? value >= bound.value : value <= bound.value;
