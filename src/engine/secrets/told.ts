// Passwords and keys told in a sentence: `SSID …, key …`, "changed the password from … to …", "unseal key 1: …".
import { ABOUT, type SecretPattern, shape } from './pattern.ts';

const QUOTE = String.raw`["'\x60]?`;
const SIGN = String.raw`(?:\s{0,2}[:=]|\s(?:is|are|was|ist|lautet):?)`;
const END = String.raw`(?=["'\x60)\]]?[.,;:!?]{0,2}(?:[\s)]|$))`;
const PASSWORD = '(?:password|passwd|passphrase|pw|pwd|passwort|kennwort)';
/** What is changed from one to another: no version, hash or field. */
const FORMER = String.raw`\b(?:chang|updat|rotat|switch|reset)[a-z]{0,4}\s(?:[\w.@-]{1,30}\s){0,3}${PASSWORD}${ABOUT}\sfrom\s`;
const CHANGED = String.raw`[^\s"'\x60,;]{6,63}[^\s"'\x60,;:.)]`;

/** Words that names have, too: `Hash-Algorithm-Migration`. */
const TECHNICAL =
  'Hash|Algorithm|Policy|Reset|Manager|Login|Form|Auth|Time|Code|Flow|Grant|Encod|Encrypt|Rotat|Expir|Valid|Check|Strength|Protect|Recover|Based|Less|User|Admin|Sha|Hmac|Argon|Scrypt|Prompt|Hint|Field|Generat|Migrat|Chang|Updat|Sync|Stor|Vault|Api|Web|Cli|Sso|Ldap|Key|Token|Windows|Linux|Open|Source|Diffie|Factor|Step|Two|One|Single|Multi';
/** Letters and two digits, without the hyphens and slashes of names. */
const TOLD_SECRET = String.raw`(?=\D{0,63}\d\S{0,62}\d)(?=\S{0,63}[a-z])[A-Za-z\d!?#$%^&*@+=~]{7,63}[A-Za-z\d!#$%^&*@+=~]`;
const PART = `(?!(?:${TECHNICAL}))[A-Z][a-z]{2,15}`;

export const TOLD: readonly SecretPattern[] = [
  {
    ...shape('password', 'from', String.raw`${FORMER}${QUOTE}(?<value>${CHANGED})${QUOTE}\sto\s`),
    looks: 'hard',
    onlyInText: true,
  },
  {
    ...shape('password', 'from', String.raw`${FORMER}\S{1,64}\sto\s${QUOTE}(?<value>${CHANGED})${END}`),
    looks: 'hard',
    onlyInText: true,
  },
  {
    kind: 'password',
    keywords: ['with'],
    onlyInText: true,
    // Capitalised words with hyphens, at least three of them or with a digit.
    pattern: new RegExp(
      String.raw`\b[Ww]ith(?:\s(?:the|this|my|our))?\spassword\s${QUOTE}(?<value>(?=\S{0,80}(?:\d|-\S{1,40}-))(?:${PART}\d{0,4}-){1,4}${PART}\d{0,4}[!?]?)(?=["'\x60)\]]?(?:[.,;:!?)]|\s{0,3}(?:[\r\n]|$)|\s(?:on|for|to|at|in|and|until)\b))`,
      'dg',
    ),
  },
  {
    kind: 'secret',
    keywords: ['with secret', 'with the secret', 'with this secret', 'with my secret', 'with our secret'],
    looks: 'password',
    onlyInText: true,
    // Unlike `AppTlsSecret2024`.
    pattern: new RegExp(
      String.raw`\b[Ww]ith(?:\s(?:the|this|my|our))?\ssecret\s${QUOTE}(?<value>(?![A-Z]?[a-z]{2,}[A-Z]|[A-Z][a-z]+[A-Z][a-z]{2,})(?=\S{0,63}[A-Z])${TOLD_SECRET})${END}`,
      'dg',
    ),
  },
  {
    kind: 'secret',
    keywords: ['log in', 'logged in', 'logging in', 'log on', 'sign in', 'signed in'],
    looks: 'password',
    onlyInText: true,
    pattern: new RegExp(
      String.raw`\b(?:[Ll]og(?:ged|ging)? (?:in|on)|[Ss]ign(?:ed)? in)(?:\s[\w.@-]{1,30}){0,6}?,?\swith(?:\s(?:the|this|my|our))?\s(?:secret|key)\s${QUOTE}(?<value>${TOLD_SECRET})${END}`,
      'dg',
    ),
  },
  {
    ...shape(
      'password',
      'ssid',
      String.raw`\bssid${SIGN}?\s{1,3}(?:"[^"\n]{1,32}"|'[^'\n]{1,32}'|[^\s,;:"']{1,32}(?:\s[^\s,;:"']{1,32}){0,3}?)(?:\s{0,2}[,;/|]|\sand|\swith)?\s{1,3}(?:(?:key|psk|code|pass|pw|schlüssel)${SIGN}\s{1,3}|(?:key|psk|schlüssel)\s{1,3}(?=\S{0,63}(?:\d\d|[!@#$%^&*])))${QUOTE}(?<value>[^\s"'\x60,;]{7,62}[^\s"'\x60,;:.)])`,
    ),
    looks: 'made up',
    onlyInText: true,
  },
  {
    kind: 'password',
    keywords: ['wifi', 'wi-fi', 'wlan'],
    looks: 'made up',
    onlyInText: true,
    // The network's name begins with a capital, where "wifi config key:" is a setting; "WLAN card key M2-2230-E" is a slot.
    pattern: new RegExp(
      String.raw`\b(?:[Ww]i-?[Ff]i|WIFI|WLAN|[Ww]lan):?\s{1,2}(?:"[^"\n]{1,32}"|'[^'\n]{1,32}'|[A-ZÄÖÜ][^\s,;:"']{1,31})(?:\s{0,2}[,;/|])?\s{1,3}(?:[Kk]ey|PSK|psk|[Ss]chlüssel)(?:${SIGN})?\s{1,3}${QUOTE}(?<value>(?=\S{0,62}[a-z])(?=\S{0,62}(?:\d\d|[!@#$%^&*]))[^\s"'\x60,;]{7,62}[^\s"'\x60,;:.)])`,
      'dg',
    ),
  },
  {
    ...shape(
      'unseal_key',
      ['unseal', 'recovery'],
      String.raw`\b(?:unseal|recovery)[ _-]?keys?(?:[_ -](?:b64|hex))?(?:\s?[#_-]?\s?\d{1,2})?${ABOUT}["']?${SIGN}?[\s[]{1,6}${QUOTE}(?<value>[a-z0-9+/]{40,}={0,2})`,
    ),
    looks: 'random',
  },
  {
    kind: 'secret',
    keywords: ['secret'],
    looks: 'random',
    onlyInText: true,
    pattern: new RegExp(
      String.raw`\b(?:[Uu]ser|[Cc]lient|[Aa]pp|[Kk]ey)(?:[ _-]?(?:id|ID|Id))?(?:[:=]|\sis)?\s{1,3}${QUOTE}[^\s"'\x60,;:/|]{1,64}${QUOTE}(?:\s{0,2}[,;/|]|\sand|\swith)?\s{1,3}(?:client\s)?[Ss]ecret(?:${SIGN})?\s{1,3}${QUOTE}(?<value>(?![A-Z]?[a-z]{2,}[A-Z-]|[A-Z][a-z]+[A-Z][a-z]{2,})(?=\S{0,63}[a-z])(?=\S{0,63}[A-Z])(?=\S{0,63}\d)[\w~.+=-]{12,128})${END}`,
      'dg',
    ),
  },
  {
    kind: 'password',
    keywords: ['use', 'using'],
    looks: 'hard',
    onlyInText: true,
    // Its sign may be that of no package, address or issue.
    pattern: new RegExp(
      String.raw`\b[Uu]s(?:es|ed|e|ing)\s${QUOTE}(?<value>(?![$%@])(?=\S{0,63}[!$%^&*])(?=\S{0,63}(?:\d\d|[!$%^&*]\w))[^\s"'\x60@#/\\(){}<>]{8,64})${QUOTE}\s(?:for|on)\s(?:(?:the|his|her|my|their|our)\s)?(?:VPN|NAS|[Ww]i-?[Ff]i|WLAN|router|account|laptop)\b`,
      'dg',
    ),
  },
];
