// Digits that open something: PINs, codes of doors, combinations of safes.
import { ABOUT, type SecretPattern, shape } from './pattern.ts';

const QUOTE = String.raw`\\{0,2}["'\x60]?`;
const SIGN = String.raw`(?:\s{0,2}[:=]|\s{1,3}(?:is(?:\snow)?|ist|lautet|est|es)(?:\s{0,2}:)?)`;
const END = String.raw`(?!\w|[.,:-]\w)`;
/** The end of a clause, or a word for when and where. */
const CLAUSE = String.raw`(?=["'\x60)]?(?:[.,;!?)](?:\s|$)|\s{0,3}(?:[\r\n]|$)|\s(?:and|then|at|on|for|und|dann)\b))`;

/** What a PIN opens. */
const LOCKED = String.raw`(?:alarm|door|gate|safe|locker?|card|sim|phone|tablet|till|terminal)\b`;
const DOOR = `(?:(?:${LOCKED}|lockbox|key[ -]?box|garage|alarm[ -]system)(?:[ -](?:lock|door))?)`;
/** Of these, no program has an error code. */
const OPENED = '(?:door|gate|garage|lockbox|key[ -]?box|locker)';
const PRESSED = String.raw`[#*]?(?:\d{4,10}|\d{2,4}(?:[ -]\d{2,4}){1,2}|\d(?: \d){3,7})[#*]?`;
/** What a PIN is for, in more words. */
const FOR = String.raw`(?:\s(?:for|of|to|on|at|in|from|with|between|für|fürs|von|vom|zum|zur|de[rslmn]?|du|am|im|bei|beim|pour|para|en)\s[\p{L}\p{N}@.'’ -]{1,60}?)?`;
/** `4711`, `4711-0815`; no date. */
const NUMBERS = String.raw`(?!\d{4}-\d\d-\d\d)(?:\d{4,8}|(?=\d{2,4}[ -]\d{4}|\d\d+[ -]\d\d+[ -]\d|\d{4}[ -])\d{2,4}(?:[ -]\d{2,4}){1,2})`;
/** `ZX81-99AA-TIDE`, `55-ZK-0913`, with two digits at least; no ticket, date or algorithm. */
const GROUPS = String.raw`(?![A-Z]+-\d+(?![\w-])|\d{4}-\d\d-\d\d|(?:SHA|AES|RSA|WPA|UTF|ISO|CVE|RFC|HTTP)\d?-)(?=[A-Z-]{0,40}\d[A-Z-]{0,40}\d)[A-Z\d]{2,8}(?:-[A-Z\d]{2,8}){1,4}`;
const UNIT = String.raw`(?!\w|[.,:-]\w|\s{1,2}(?:lines|bytes|digits|characters|times|to|or|of|Zeilen|Bytes?|bis|Ziffern|Zeichen|Stellen|means|lignes|caractères|chiffres|líneas|dígitos)\b)`;
const TURNED = String.raw`(?:\d{1,2}(?: ?- ?\d{1,2}){2,4}|\d{2}(?: \d{2}){2,4}|\d{4,8})`;

export const CODES: readonly SecretPattern[] = [
  {
    kind: 'pin',
    keywords: ['pin', 'puk'],
    onlyInText: true,
    pattern: new RegExp(
      String.raw`\b(?:(?:PIN|PUK)(?:[ -](?:[Cc]ode|[Nn]umber))?|[Pp]in[ -](?:code|number)|[Pp]in(?=\s(?:of|for|to)\s(?:(?:the|my|our)\s)?(?:\w{1,20}\s)?${LOCKED}))${FOR}${SIGN}\s{0,3}${QUOTE}(?<value>${NUMBERS})${UNIT}`,
      'dgu',
    ),
  },
  {
    kind: 'pin',
    keywords: ['pin'],
    onlyInText: true,
    // Somebody's, unlike the pins of a board or of a package.
    pattern: new RegExp(
      String.raw`\b(?:(?:[Mm]y|[Hh]is|[Hh]er|[Yy]our|[Mm]eine|[Tt]heir)|[A-ZÄÖÜ]\p{L}{1,20}['’]s)\s(?:(?:\w{1,20}\s)?${LOCKED}\s|bank\s)?(?:PIN|[Pp]in)(?:${SIGN}|\s)\s{0,3}${QUOTE}(?<value>\d{4,8})${END}(?!\s{1,2}(?:lines|bytes|times|pins|steps|to)\b)`,
      'dgu',
    ),
  },
  {
    kind: 'pin',
    keywords: ['pin', 'puk'],
    onlyInText: true,
    pattern: new RegExp(
      String.raw`\b(?:(?:PIN|PUK)\s(?=${QUOTE}\d{4,8}${QUOTE}\s(?:opens|unlocks|works|öffnet|entsperrt)\b)|${LOCKED}\s(?:PIN|[Pp]in)\s(?=${QUOTE}\d{4,8}${CLAUSE}))${QUOTE}(?<value>\d{4,8})${END}`,
      'dg',
    ),
  },
  {
    // A field of metadata, which is read as a whole text.
    ...shape(
      'pin',
      ['pin', 'puk'],
      String.raw`^"(?:(?:[\w -]{0,24}[_ -])?(?:card|sim|phone|door|alarm|safe|bank|debit|credit|atm|user|my)[_ -]?)?(?:pin|puk)(?:[_ -]?code)?": "?(?<value>\d{4,6})"?$`,
    ),
    onlyInText: true,
  },
  {
    ...shape(
      'door_code',
      'code',
      String.raw`\b${DOOR}[ -]code${ABOUT}${SIGN}\s{0,3}${QUOTE}(?<value>${PRESSED})(?!\w|[.,:-]\w|\s{1,2}[a-z])`,
    ),
    onlyInText: true,
  },
  {
    ...shape(
      'door_code',
      'code',
      String.raw`\b${OPENED}(?:[ -](?:lock|door))?[ -]code\s${QUOTE}(?<value>${PRESSED})${END}${CLAUSE}`,
    ),
    onlyInText: true,
  },
  {
    // Keys of a keyboard have codes, too, but none that ends with a sign.
    ...shape(
      'door_code',
      'code',
      String.raw`\b(?:key(?:pad)?|entry|access)[ -]code${ABOUT}(?:${SIGN}|\s)\s{0,3}${QUOTE}(?<value>[#*]?\d{4,8}[#*])(?!\w)`,
    ),
    onlyInText: true,
  },
  {
    kind: 'access_code',
    keywords: ['code', 'digo'],
    onlyInText: true,
    // Digits and capitals in groups, or digits alone at the end of a clause.
    pattern: new RegExp(
      String.raw`(?<!\p{L})(?:(?:[Aa]ccess|[Ee]ntry|[Ee]ntrance|[Dd]oor|[Gg]ate|[Uu]nlock|[Uu]nlocking|[Pp]airing|[Dd]ial-?in|[Cc]onference|[Mm]eeting|[Pp]ass|[Ss]ecret)[ -][Cc]odes?|(?:[Zz]ugangs|[Zz]utritts|[Ee]ntsperr|[Kk]opplungs)-?[Cc]ode|[Cc]ode (?:d['’](?:accès|entrée)|secret|de déverrouillage)|[Cc]ódigo (?:de (?:acceso|entrada|desbloqueo)|secreto))${FOR}${SIGN}\s{0,3}${QUOTE}(?<value>${GROUPS}${UNIT}|[#*]?\d{4,10}[#*]?(?!\w|[.,:-]\w)${CLAUSE})`,
      'dgu',
    ),
  },
  {
    kind: 'door_code',
    // Behind each of the pattern's words, whose other letters keywords cannot hold.
    keywords: ['r', 'garagen', 'alarm', 'safe', 'kasten', 'fach'].flatMap((end) => [`${end}code`, `${end}-code`]),
    onlyInText: true,
    pattern: new RegExp(
      String.raw`(?<!\p{L})(?:(?:Haus|Garagen|Keller)?[Tt]ür|Tor|Garagen|Alarm|Tresor|Safe|Schlüsselkasten|Schließfach)-?(?:[Cc]ode)${ABOUT}${SIGN}\s{0,3}${QUOTE}(?<value>[#*]?(?:\d{4,10}|\d(?: \d){3,7})[#*]?)(?!\w|[.,:-]\w|\s{1,2}(?:Zeilen|Byte|Bytes|bis|Ziffern|Zeichen|Stellen|lines|bytes|to)\b)`,
      'dgu',
    ),
  },
  {
    ...shape(
      'combination',
      'combination',
      String.raw`(?:(?<!\ba\s)\b(?:safe|vault|locker|padlock|strongbox|bike lock)(?:['’]s)?[ -](?:lock[ -])?combination(?:\s(?:in|at)\s[\w .-]{1,30}?)?|\bcombination (?:of|for|to) (?:(?:the|my|our) )?(?:\w{1,20} ){0,2}?(?:safe|vault|locker|padlock|strongbox|lock)(?:\s(?:in|at)\s[\w .-]{1,30}?)?)${SIGN}\s{0,3}${QUOTE}(?<value>${TURNED})(?!\w|[.,:-]\w|\s{1,2}(?:lines|bytes|digits|to|of|or)\b)`,
    ),
    onlyInText: true,
  },
  {
    ...shape(
      'combination',
      'kombination',
      String.raw`\b(?:tresor|safe|schloss|zahlenschloss)-?kombination${ABOUT}${SIGN}\s{0,3}${QUOTE}(?<value>${TURNED})(?!\w|[.,:-]\w|\s{1,2}(?:zeilen|bytes|ziffern|stellen|bis)\b)`,
    ),
    onlyInText: true,
  },
];
