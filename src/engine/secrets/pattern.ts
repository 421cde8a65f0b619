// What a secret looks like by itself: a prefix that its issuer gave it, a header, a command line.

export interface SecretPattern {
  readonly kind: string;
  /** One of these, in lower case, is in every text that the pattern can match: without it the pattern is not tried. */
  readonly keywords: readonly string[];
  /** The secret is group `value` where there is one, else the whole match. */
  readonly pattern: RegExp;
  /** For shapes that ordinary words share: only what looks like this is a secret. */
  readonly looks?: 'random' | 'made up';
}

/** No letter or digit in front, unless it belongs to an escape such as `\n` or `%3D`. */
const START = String.raw`(?:(?<![A-Za-z0-9])|(?<=\\[nrt]|%[0-9A-Fa-f]{2}))`;

type Keywords = string | readonly string[];

const patternOf = (kind: string, keywords: Keywords, source: string, flags: string): SecretPattern => ({
  kind,
  keywords: typeof keywords === 'string' ? [keywords] : keywords,
  pattern: new RegExp(source, `dg${flags}`),
});

/** A token that starts with what its issuer gives to all of them. */
export const token = (kind: string, keywords: Keywords, body: string): SecretPattern =>
  patternOf(kind, keywords, `${START}(?:${body})`, '');

/** The same, where ordinary names begin alike. */
export const randomToken = (kind: string, keywords: Keywords, body: string): SecretPattern => ({
  ...token(kind, keywords, body),
  looks: 'random',
});

/** Any other shape; upper and lower case are one. */
export const shape = (kind: string, keywords: Keywords, source: string): SecretPattern =>
  patternOf(kind, keywords, source, 'i');

/** The same, line by line. */
export const lineShape = (kind: string, keywords: Keywords, source: string): SecretPattern =>
  patternOf(kind, keywords, source, 'im');
