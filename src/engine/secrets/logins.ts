// Accounts and passphrases told in a sentence: `log in as admin / …`, `use root:…`, `the passphrase is …`.
import { ABOUT, type SecretPattern } from './pattern.ts';

const QUOTE = String.raw`["'\x60]?`;
const ACCOUNT = String.raw`[^\s"'\x60,;:/|]{1,64}`;
const END = String.raw`(?=["'\x60)\]]?[.,;:!?]?(?:[\s)]|$))`;
/** Small letters, and two digits or a digit with a sign; unlike `Editor3`. */
const CHOSEN = String.raw`(?=\S{0,63}[a-z])(?=\S{0,63}\d)(?=\S{0,63}(?:\d\d|[!@#$%^&*]))`;
/** What stands before a name of its own instead of an account: `vault:Grafana01`. */
const PLACE = 'vault|see|file|env|ref|path|secret|arn|op|docs?|https?|key';

/** How sentences about a passphrase go on that do not tell it. */
const ABOUT_IT =
  'a|an|the|it|its|this|that|no|not|never|always|still|now|only|also|too|very|so|as|at|in|on|of|for|from|by|to|with|and|or|but|if|when|per|than|then|because|what|where|how|yet|just|already|unlike|like|our|your|their|his|her|my|user|case|at|any|all|every|each|one|two|three|four|five|six|seven|eight|ten|twelve|words?|characters?|chars|letters|long|short|longer|shorter|wrong|missing|empty|weak|strong|required|optional|mandatory|secret|unknown|known|kept|read|set|sent|lost|hidden|safe|valid|invalid|part|input|plain|clear|different|same|random|common|hard|easy|simple|good|bad|fine|enough|sufficient|available|ready|needed|more|less|through|before|after|during|until|while|without|within|into|via|up|out|there|here|you|we|they|be|been|being|is|are|was|will|can|must|nicht|ein|eine|der|die|das|dem|im|in|noch|zu|und|oder|bei|mit|sehr|auf';
/** What `with passphrase` goes on with that is none. */
const OF_PASSPHRASES =
  'support|protection|protected|authentication|auth|prompts?|prompting|polic(?:y|ies)|rules?|files?|entry|caching|based|derived|derivation|encryption|encrypted|enabled|disabled|stored|asked|typed|entered|rotation|rotated|login|logins|access|keys?|input|only';
const TOLD_WORD = String.raw`(?!(?:${ABOUT_IT})(?!\p{L}))\p{L}+(?![\p{L}\p{N}_'’-])`;

export const LOGINS: readonly SecretPattern[] = [
  {
    kind: 'password',
    keywords: ['log in', 'logged in', 'logging in', 'log on', 'sign in', 'signed in'],
    onlyInText: true,
    pattern: new RegExp(
      String.raw`\b(?:[Ll]og(?:ged|ging)? (?:in|on)|[Ss]ign(?:ed)? in)(?:\s[\w.@-]{1,30}){0,4}?\sas\s(?:user\s)?${QUOTE}${ACCOUNT}${QUOTE}\s{0,3}[/|]\s{0,3}${QUOTE}(?<value>${CHOSEN}[^\s"'\x60/]{7,127}[^\s"'\x60/.,;:!?)])`,
      'dg',
    ),
  },
  {
    kind: 'password',
    keywords: ['log in', 'logged in', 'logging in', 'log on', 'sign in', 'signed in'],
    onlyInText: true,
    looks: 'hard',
    pattern: new RegExp(
      String.raw`\b(?:[Ll]og(?:ged|ging)? (?:in|on)|[Ss]ign(?:ed)? in)(?:\s[\w.@-]{1,30}){0,4}?\s(?:as\s(?:user\s)?${QUOTE}${ACCOUNT}${QUOTE},?\s(?:with|using)|with\s${QUOTE}${ACCOUNT}${QUOTE}\sand)\s${QUOTE}(?<value>[^\s"'\x60/]{7,64}[^\s"'\x60/.,;:?)])`,
      'dg',
    ),
  },
  {
    kind: 'password',
    keywords: ['basic'],
    onlyInText: true,
    // Unlike `nginx:alpine3.18` and `localhost:8080`.
    pattern: new RegExp(
      String.raw`\b[Bb]asic[ -][Aa]uth(?:entication)?${ABOUT}(?:\s{0,2}[:=]|\s(?:is|with|as))?\s{1,3}[("'\x60]?(?!(?:${PLACE}):)${ACCOUNT}(?::|\s{1,2}[/|]\s{1,2})(?<value>${CHOSEN}(?!\S{0,63}(?:\d\.\d|/))[^\s"'\x60:,;()]{6,63}[^\s"'\x60:.,;?()])${END}`,
      'dg',
    ),
  },
  {
    kind: 'password',
    keywords: ['cred'],
    onlyInText: true,
    // A capital and two digits, where `viewer2` and `section12` are names.
    pattern: new RegExp(
      String.raw`\b[Cc]red(?:ential)?s?(?:\s(?:for|of|to|on)\s[\w@. -]{1,40}?)?(?:\s{0,2}[:=]|\s(?:are|is))\s{1,3}${QUOTE}(?:(?!(?:${PLACE}):)${ACCOUNT}:|(?:admin|administrator|root|superuser|user|guest|demo|test)/)(?<value>[A-Z][a-z]{3,60}\d{2,4}[!?#]?)${END}`,
      'dg',
    ),
  },
  {
    kind: 'password',
    keywords: ['root:', 'admin:', 'trator:'],
    onlyInText: true,
    pattern: new RegExp(
      String.raw`\b(?:[Uu]s(?:e|es|ed|ing)|[Tt]r(?:y|ied)|[Ee]nter|[Tt]ype|with|is|as|via|[Ll]ogin:?)\s${QUOTE}(?:root|admin|administrator):(?<value>(?=[A-Za-z\d!?#$%&*@^+=~_]{0,63}[a-zA-Z])(?=\S{0,63}(?:\d\d|\d[!#$%&*@^]|[!#$%&*@^]\d))[A-Za-z\d!?#$%&*@^+=~_]{5,63}[A-Za-z\d!#$%&*@^+=~_])${END}(?!["'\x60]?\s(?:owner|ownership|group|permissions?|uid|gid)\b)`,
      'dg',
    ),
  },
  {
    kind: 'password',
    keywords: ['passphrase', 'pass phrase'],
    onlyInText: true,
    // Three or more words that would not end such a sentence otherwise.
    pattern: new RegExp(
      String.raw`\bpass ?phrase(?:\s(?:for|of|to|on|für|vom|der|des)\s[\p{L}\p{N}@./-]{1,40}(?:\s[\p{L}\p{N}@./-]{1,20}){0,3}?)?\s(?:is(?:\snow)?|was|lautet|ist)(?::\s|\s)(?<value>(?!\p{L}+(?:ed|ing|ly)(?!\p{L}))${TOLD_WORD}(?: ${TOLD_WORD}){2}(?: [\p{L}\p{N}'’ -]{0,120}[\p{L}\p{N}])?)(?=[.,;:!?)"'\x60]|[ \t]*(?:[\r\n]|$))`,
      'dgiu',
    ),
  },
  {
    kind: 'password',
    keywords: ['with passphrase', 'with pass phrase', 'with the pass'],
    onlyInText: true,
    // Four or more words in small letters, to the end of the sentence.
    pattern: new RegExp(
      String.raw`\b[Ww]ith (?:the )?pass ?phrase\s${QUOTE}(?<value>(?!(?:${OF_PASSPHRASES})(?!\p{L}))(?:(?=\p{Ll})${TOLD_WORD} ){3,7}(?=\p{Ll})${TOLD_WORD})(?=["'\x60)]?(?:[.,;:!?)]|\s{0,3}(?:[\r\n]|$)))`,
      'dgu',
    ),
  },
];
