// Secrets told in a sentence that says much between name and value: "the shared secret between the shop and the till
// is …", "use … as the secret for the cookie". Only the looks of the value tell them from names and settings.
import { CHANGED, KEY_OF, OBJECT, PASSWORD, VENDORS } from './named.ts';
import type { SecretPattern } from './pattern.ts';

const QUOTE = String.raw`["'\x60]?`;
const END = String.raw`(?=["'\x60)\]]?[.,;:?]{0,2}(?:[\s)]|$))`;
const VALUE = String.raw`(?<value>[^\s"'\x60]{7,127}?[^\s"'\x60.,;:?)\]])${END}`;

const START = '(?<![a-zß-ü\\d])';
/** Each begins with its last word, and what must stand before that is looked at afterwards: few places need it. */
const KEY = `key(?<=(?:${KEY_OF}|pre-?shared)[_ -]?key|(?<![a-z])(?:${VENDORS})[_ -]key)`;
const GERMAN = String.raw`schlüssel(?<=(?:api|zugriffs|zugangs|geheim|signatur|haupt|master|verschlüsselungs)[- ]?schlüssel|(?:geheim|gemeinsam|geteilt|privat)e[rns]?\sschlüssel)`;
const FRENCH = String.raw`jeton|clé\s(?:(?:de\s|d['’])?(?:api|accès|chiffrement|signature)|partagée|secrète|privée|commune)`;
const SPANISH = String.raw`clave\s(?:(?:de\s)?(?:api|acceso|cifrado|firma)|compartida|secreta|privada)`;
const SECRET = String.raw`(?:${START}(?:secreto?(?:\s(?:partagé|compartido|commun|común))?|geheimnis|token|credentials?|psk|${FRENCH}|${SPANISH})|${KEY}|${GERMAN})`;

const LINK =
  'for|of|to|on|at|in|with|between|behind|from|by|among|within|inside|under|against|that|which|we|they|he|she|i|used|shared|agreed|für|fürs|von|vom|zum|zur|de[rsn]?|die|das|am|beim|bei|mit|zwischen|im|hinter|unter|pour|du|entre|avec|chez|au|para|del|con|en|que|qui';
const WORD = String.raw`[^\s,;:!?()|"\x60=<>{}[\]]{0,39}[^\s.,;:!?()|"\x60=<>{}[\]]`;
const PHRASE = String.raw`(?:\s(?:${LINK})(?:\s${WORD}){1,10}?)`;
const NOW = '(?:now|still|currently|actually|again|jetzt|nun|noch|weiterhin|maintenant|ahora)';
const IS = String.raw`(?:\s{0,2}[:=]|\s(?:is|are|was|lautet|ist|est|es)(?:\s${NOW})?:?|(?:\s(?:is|was|has been|got))?\s(?:${CHANGED})\s(?:back\s)?to:?)`;
/** "changed, it is now". */
const IT_IS = String.raw`(?:\s(?:was|has been|has|got))?\s(?:${CHANGED})(?:,|\sand|;)\s(?:it|this)(?:\sis|['’]s)(?:\s${NOW})?:?`;

const BEFORE = OBJECT.source.replace(/\$$/, '');
/** What follows the name is only looked at, since a phrase may hold the name of another secret; what stands before it last, since that takes long. */
const told = (kind: string, keywords: readonly string[], name: string, phrase = PHRASE): SecretPattern => ({
  kind,
  keywords,
  onlyInText: true,
  looks: kind === 'password' ? 'told password' : 'told',
  pattern: new RegExp(
    `${name}(?![\\wß-ü])(?=(?:${phrase}${IS}|${PHRASE}?${IT_IS})\\s{1,3}${QUOTE}${VALUE})(?<!${BEFORE}${name})`,
    'dgi',
  ),
});

/** "… as our webhook secret", "… is the password of". */
const NAMED = String.raw`(?:the|our|my|your|an?|its)\s(?:[\w-]{1,20}\s){0,3}?(?:secret|pass(?:word|phrase|code)|key|token|psk)(?=\s(?:for|of|to|on|at|in|with|between)\s|["'\x60)]?[.,;:!?)]|\s{0,3}(?:[\r\n]|$))`;
const MIXED = String.raw`(?<value>(?=\S{0,63}[a-z])(?=\S{0,63}[A-Z])(?=\S{0,63}\d)[^\s"'\x60,;:/()]{7,127}[^\s"'\x60,;:/().])`;

const PASSWORDS = ['pass', 'pwd', 'kennwort', 'contrase', 'wachtwoord', 'senha'];
const SECRETS = ['secret', 'token', 'credential', 'psk', 'key', 'geheim', 'schl', 'jeton', 'cl'];

export const SENTENCES: readonly SecretPattern[] = [
  told('password', PASSWORDS, `${START}(?:${PASSWORD})`),
  told('password', ['word', 'wort'], `${START}(?:(?:secret|code|pass)[ -]word|codewor[dt])`, `${PHRASE}?`),
  told('api_key', ['api'], 'api[_ -]?key'),
  told('secret', SECRETS, SECRET),
  {
    kind: 'secret',
    keywords: ['use', 'using', 'set'],
    onlyInText: true,
    looks: 'told',
    pattern: new RegExp(String.raw`\b(?:[Uu]s(?:e|es|ed|ing)|[Ss]et)\s${QUOTE}${MIXED}${QUOTE}\sas\s${NAMED}`, 'dg'),
  },
  {
    kind: 'secret',
    keywords: ['is the', 'is our', 'is my', 'is your'],
    onlyInText: true,
    looks: 'told',
    pattern: new RegExp(String.raw`(?<!\S)${QUOTE}${MIXED}${QUOTE}\sis\s(?:now\s)?${NAMED}`, 'dg'),
  },
];
