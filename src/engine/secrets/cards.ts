// Numbers of payment cards and the codes on their backs, and social security numbers.
import { ABOUT, type SecretPattern, shape } from './pattern.ts';

const NUMBER = String.raw`\d{4}(?:[ -]?\d{4}){3}|\d{4}[ -]?\d{6}[ -]?\d{5}`;
const ALONE = String.raw`(?![\w-]|\.\d)`;

/** One in ten numbers has a right check digit by chance, so only those that follow a word for cards are examined. */
const CARD = String.raw`\b(?:(?:credit|debit)?cards?|mastercard|visa|amex|kreditkarte|karte|tarjeta|carte)\b[^\n]{0,60}?`;

/** A card's number, or where one was cut out. */
const BESIDE = String.raw`(?:(?<![\w.-])(?<card>${NUMBER})${ALONE}|\[REDACTED:card_number\])`;

const CODE = String.raw`(?:cv[cv]2?(?:[ -](?:code|number|value))?|card(?:'s)?[ -](?:verification|security|validation)[ -](?:code|number|value)|security code (?:of|for|on) (?:(?:the|my|our) )?(?:\w{1,20} ){0,2}?(?:card|visa|mastercard|amex)|kartenprüfnummer)`;
/** What is a card's code only beside the card's number. */
const CODE_BESIDE = String.raw`(?:\b(?:cv[cv]2?|csc|(?:verification|security|validation)[ -](?:code|number|value)|(?:karten)?prüf(?:nummer|ziffer))|[,;/(|]\s{0,2}code)`;
const SIGN = String.raw`(?:\s{0,2}[:=]|\s{1,2}(?:is|ist|lautet):?(?=\s))\s{0,2}`;
const DIGITS = String.raw`["']?(?<value>\d{3,4})(?!\w|[.,-]\d`;
/** How a sentence goes on after a card's code, unlike "CVC 404 is returned" and "cvc 1000 runs". */
const GOES_ON =
  '(?:is (?:on|for|the|at|my|our|printed|written|valid)|on the (?:back|front|card)|(?:for|of) (?:the|my|our)|(?:and|und) (?:(?:the|its) )?(?:exp|valid|pin)|exp\\w{0,6}|valid|until|gültig|bis)\\b';

export const CARDS: readonly SecretPattern[] = [
  {
    ...shape(
      'card_number',
      ['card', 'visa', 'amex', 'karte', 'tarjeta', 'carte'],
      String.raw`${CARD}(?<![\w.-])(?<value>${NUMBER})${ALONE}`,
    ),
    looks: 'card',
    onlyInText: true,
  },
  {
    ...shape(
      'card_number',
      ['cvc', 'cvv'],
      String.raw`(?<![\w.-])(?<value>${NUMBER})${ALONE}(?=[^\n]{0,60}?\bcv[cv]2?\b)`,
    ),
    looks: 'card',
    onlyInText: true,
  },
  {
    // 123 and 1234 are what tests use.
    ...shape(
      'card_code',
      ['cvc', 'cvv', 'verification', 'security', 'validation', 'kartenpr'],
      String.raw`\b${CODE}(?!\sof\s\d)(?:["']?${ABOUT}${SIGN}|\s{1,2})(?!["']?1234?\b)${DIGITS}|\s{1,2}(?!${GOES_ON})[a-z])`,
    ),
    onlyInText: true,
  },
  {
    ...shape(
      'card_code',
      ['cvc', 'cvv', 'csc', 'code', 'verification', 'security', 'validation', 'fnummer', 'fziffer'],
      String.raw`${BESIDE}[^\n]{0,60}?${CODE_BESIDE}["']?(?:${SIGN}|\s{1,2})${DIGITS})`,
    ),
    looks: 'card code',
    onlyInText: true,
  },
  {
    ...shape(
      'card_code',
      ['cvc', 'cvv'],
      String.raw`\bcv[cv]2?["']?(?:${SIGN}|\s{1,2})${DIGITS})(?=[^\n]{0,60}?${BESIDE})`,
    ),
    looks: 'card code',
    onlyInText: true,
  },
  {
    // A field of metadata, which is read as a whole text.
    ...shape(
      'card_code',
      ['cvc', 'cvv', 'security', 'card'],
      String.raw`^"(?:[\w -]{0,24}[_ -])?(?:card)?(?:cv[cv]2?|[_ -]?security[_ -]?code|[_ -]?verification[_ -]?(?:code|value)|(?<=card)[_ -]?code)": "?(?<value>\d{3,4})"?$`,
    ),
    onlyInText: true,
  },
  {
    ...shape(
      'social_security_number',
      ['ssn', 'social security'],
      String.raw`\b(?:ssn|social security)\b[^\n\d]{0,40}(?!000-|123-45-6789)(?<value>\d{3}-\d{2}-\d{4})(?![\w-])`,
    ),
    onlyInText: true,
  },
];
