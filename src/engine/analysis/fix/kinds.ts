// Kinds of objects that rules name, and their members: logging an e-mail address is logging personal data.
// The kind is before the colon, its members after it. Both are comma-separated patterns in which a space also
// matches a hyphen or nothing.
import { questionTerms } from '../../text/terms.ts';

const TABLE: readonly string[] = [
  'personal(?:ly identifiable)? (?:data|information|details),pii : e ?mails?(?: address(?:es)?)?,phone numbers?,full names?,birth ?dates?,dates? of birth,(?:home|postal|street|ip) address(?:es)?,social security,ssn,passports?(?: numbers?)?,ibans?',
  'secrets?,credentials? : passwords?,api ?keys?,access keys?,private keys?,client secrets?,connection strings?',
  'card data,payment data : card numbers?,credit cards?,cvvs?,pans?',
  'third part(?:y|ies),external (?:vendors?|providers?|parties) : google analytics,mixpanel,datadog,facebook,amplitude,hotjar,third party \\w+',
  'network(?: access| calls?)?,internet : https?://,live api,real api,remote (?:api|service)s?',
  'two factor(?: authentication)?,2fa,mfa,multi factor(?: authentication)?,second factors?,t?otp,one time (?:codes?|passwords?) :',
  'databases?,data ?stores? : sql,tables?,quer(?:y|ies),postgres(?:ql)?,mysql,sqlite,mongo ?db,dynamo ?db,oracle',
  'global (?:state|variables?|objects?),globals,module level (?:state|variables?) : singletons?,mutable statics?,global ?this',
  'copyleft(?: licen[cs]es?)? : l?gpl,agpl',
  'idempoten(?:t|cy|tly) : twice,a second time,more than once,already (?:processed|handled|seen)',
  'mutex(?:es)?,locks? :',
  'regular expressions?,regex(?:es|ps?)? :',
  'feature (?:flags?|toggles?|switch(?:es)?) :',
  'images?,pictures? : logos?,avatars?,photos?,icons?,thumbnails?,pngs?,jpe?gs?,svgs?',
];

export const isKind = (term: string): boolean => /^kind\d+$/.test(term);

/** Whether a text names the kind itself, and not only a member: `idempotent`, not `twice`. */
export const namesKind = (text: string, term: string): boolean =>
  KINDS.some(({ token, said }) => token === term && text.search(said) >= 0);

interface Kind {
  /** A word that occurs in no text. */
  readonly token: string;
  readonly said: RegExp;
  readonly belongs: RegExp | null;
}

const pattern = (list: string): RegExp =>
  new RegExp(
    String.raw`(?<![A-Za-z-])(?:${list
      .split(',')
      .map((each) => each.trim().replaceAll(/ \??/g, '[ -]?'))
      .join('|')})(?!\w)`,
    'gi',
  );

const KINDS: readonly Kind[] = TABLE.map((line, i) => {
  const [said = '', belongs = ''] = line.split(' :');
  return { token: `kind${i}`, said: pattern(said), belongs: belongs.trim() === '' ? null : pattern(belongs) };
});

/** Reduces `directly` to `direct`. */
const plainAdverb = (term: string): string => (term.length > 6 ? term.replace(/li$/, '') : term);

/** Matches any kind or member: a quick check, since most texts name none. */
const ANY = new RegExp(
  KINDS.flatMap(({ said, belongs }) => [said, ...(belongs === null ? [] : [belongs])].map(({ source }) => source)).join(
    '|',
  ),
  'i',
);

/** The terms of a text, with each kind that it names, directly or by a member, as one token. */
export function termsWithKinds(text: string): string[] {
  if (!ANY.test(text)) return questionTerms(text).map(plainAdverb);
  let rest = text;
  const kinds: string[] = [];
  for (const { token, said, belongs } of KINDS) {
    const without = rest.replace(said, ' ');
    if (without !== rest || (belongs !== null && text.search(belongs) >= 0)) kinds.push(token);
    rest = without;
  }
  return [...new Set([...questionTerms(rest).map(plainAdverb), ...kinds])];
}
