// Patterns of secrets: an issuer's prefix, a header, a command line.

export interface SecretPattern {
  readonly kind: string;
  /** Every text that the pattern can match holds one of these, in lower case; otherwise it is not tried. */
  readonly keywords: readonly string[];
  /** The secret is group `value` if there is one, or else the whole match. */
  readonly pattern: RegExp;
  /** For patterns that ordinary words also match: only a value that looks like this is a secret. */
  readonly looks?: 'random' | 'made up' | 'hard' | 'password' | 'told' | 'told password' | 'card' | 'card code';
  /** Not for code, where it means something else. */
  readonly onlyInText?: true;
  /** The fewest characters that it matches, if a keyword is in many words. */
  readonly least?: number;
}

/** Not preceded by a letter or digit, unless it belongs to an escape such as `\n` or `%3D`. */
const START = String.raw`(?:(?<![A-Za-z0-9])|(?<=\\[nrt]|%[0-9A-Fa-f]{2}))`;

type Keywords = string | readonly string[];

const patternOf = (kind: string, keywords: Keywords, source: string, flags: string): SecretPattern => ({
  kind,
  keywords: typeof keywords === 'string' ? [keywords] : keywords,
  pattern: new RegExp(source, `dg${flags}`),
});

/** A token with its issuer's prefix. */
export const token = (kind: string, keywords: Keywords, body: string): SecretPattern =>
  patternOf(kind, keywords, `${START}(?:${body})`, '');

/** The same, for prefixes that ordinary names share. */
export const randomToken = (kind: string, keywords: Keywords, body: string): SecretPattern => ({
  ...token(kind, keywords, body),
  looks: 'random',
});

/** The same, for keywords that many words hold: shorter words are not examined. */
export const longToken = (least: number, pattern: SecretPattern): SecretPattern => ({ ...pattern, least });

/** Any other shape, ignoring case. */
export const shape = (kind: string, keywords: Keywords, source: string): SecretPattern =>
  patternOf(kind, keywords, source, 'i');

/** The same, line by line. */
export const lineShape = (kind: string, keywords: Keywords, source: string): SecretPattern =>
  patternOf(kind, keywords, source, 'im');

/** "for the GitHub org", "of the company card", "fürs NAS". */
export const ABOUT = String.raw`(?:\s(?:for|of|to|für|fürs|von|vom|zum|zur|der|des)\s[\wäöüßÄÖÜ@. -]{1,40}?)?`;
