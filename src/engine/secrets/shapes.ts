// Secrets given away by their context: URLs, headers, command lines, markup, settings files.
import { CARDS } from './cards.ts';
import { CODES } from './codes.ts';
import { LOGINS } from './logins.ts';
import { TAIL } from './named.ts';
import { ABOUT, lineShape, type SecretPattern, shape } from './pattern.ts';
import { SENTENCES } from './sentences.ts';
import { TOLD } from './told.ts';

const QUOTE = String.raw`\\{0,2}["'\x60]?`;
/** One shell word. */
const WORD = String.raw`[^\s"'\x60]{3,128}`;
const PASSWORD_TAG = 'password|passwd|passphrase|pwd';
const TOKEN_TAG = 'secret|token|api-?key|access-?key|private-?key';
const SECRET_TAG = `(?:${PASSWORD_TAG}|${TOKEN_TAG})`;
const inSettings = (tag: string): string => tag.replaceAll('-?', '[_-]?');

const VENDORS = [
  ...['adafruit', 'adobe', 'airtable', 'algolia', 'alibaba', 'asana', 'beamer', 'bitbucket', 'bittrex', 'cloudflare'],
  ...['codecov', 'cohere', 'coinbase', 'confluent', 'contentful', 'datadog', 'discord', 'droneci', 'dropbox', 'etsy'],
  ...['facebook', 'fastly', 'finicity', 'finnhub', 'flickr', 'freshbooks', 'gitter', 'gocardless', 'heroku', 'hubspot'],
  ...[
    'intercom',
    'artifactory',
    'jfrog',
    'kraken',
    'kucoin',
    'launchdarkly',
    'linkedin',
    'looker',
    'mailgun',
    'mattermost',
  ],
  ...['meraki', 'messagebird', 'netlify', 'new_relic', 'newrelic', 'nytimes', 'okta', 'plaid', 'rapidapi', 'sendbird'],
  ...['sentry', 'snyk', 'squarespace', 'sumologic', 'travis', 'twitch', 'twitter', 'yandex', 'zendesk'],
];
/** Attributes of a service that are not secret. */
const OPEN = 'sha|commit|hash|digest|image|url|uri|host|region|version|name|user|domain|email|path';

/** `ALGOLIA=…`: the name of a service with a random value. */
const SERVICES: readonly SecretPattern[] = [
  {
    ...shape(
      'service_key',
      VENDORS,
      String.raw`(?<![A-Za-z])(?:${VENDORS.join('|')})(?![\w.-]{0,20}(?:${OPEN}))[\w.-]{0,20}["'\]]?\s{0,3}(?:=>|:{1,3}=|\?=|={1,2}|:)\s{0,3}["'\x60]?(?<value>[\w=+/-]{20,})(?![\w./-])`,
    ),
    looks: 'random',
  },
];

/** A password may hold this sign, too; the last one before the host ends it. */
const AT = String.raw`(?:@[^\s/@:?#,;&()<>|"'\x60]{0,128}){0,4}`;
const URLS: readonly SecretPattern[] = [
  shape(
    'url_credentials',
    '@',
    String.raw`\b[a-z][a-z0-9+.-]{1,30}://[^\s/:@[\]"'\x60]{0,256}:(?<value>[^\s/@"'\x60]{1,256}(?:${AT}|(?:/[^\s/@"'\x60]{1,64}){0,2}))@`,
  ),
  shape(
    'url_credentials',
    ['@tcp(', '@unix('],
    String.raw`(?<![\w/])[\w.-]{1,64}:(?<value>[^\s:@"'\x60]{1,128}${AT})@(?:tcp|unix)\(`,
  ),
  { ...shape('url_credentials', '@', String.raw`\bhttps?://(?<value>[\w-]{20,256})@`), looks: 'random' },
  shape('otp_seed', 'otpauth', String.raw`\botpauth://[^\s"'\x60]{0,256}[?&]secret=(?<value>[A-Za-z2-7=]{8,128})`),
  {
    ...shape(
      'url_token',
      ['?', '&'],
      String.raw`[?&](?:key|auth|code|signature|x-amz-signature|x-amz-security-token|x-goog-signature)=(?<value>[\w%+/=.-]{20,})`,
    ),
    looks: 'random',
  },
];

/** `variable "db_password" { default = "…" }`, but not `variable "password_policy" { … }`. */
const declared = (tag: string): SecretPattern =>
  shape(
    'declared_default',
    'default',
    String.raw`\bvariable\s{1,4}"[\w-]{0,64}(?:${tag})${TAIL}"\s{0,4}\{[^{}]{0,300}?\bdefault\s{0,8}=\s{0,8}"(?<value>[^"\r\n]{4,256})"`,
  );
const DECLARATIONS: readonly SecretPattern[] = [
  declared(PASSWORD_TAG),
  { ...declared(`${inSettings(TOKEN_TAG)}|secret[_-]?key`), looks: 'made up' },
];

const HEADERS: readonly SecretPattern[] = [
  {
    ...shape('bearer_token', 'bearer', String.raw`\bbearer["']?[\s:=]\s{0,4}["']?(?<value>[A-Za-z0-9._~+/=-]{12,})`),
    looks: 'random',
  },
  shape(
    'basic_auth',
    'basic',
    String.raw`\bauthorization["'\]]{0,2}\s{0,4}[:=,]\s{0,4}${QUOTE}basic\s{1,4}(?<value>[A-Za-z0-9+/=_-]{8,})`,
  ),
  {
    ...shape(
      'authorization',
      'authorization',
      String.raw`\bauthorization["'\]]{0,2}\s{0,4}[:=,]\s{0,4}${QUOTE}(?:(?:token|apikey|api-key|bot|key|ssws|hmac|digest|negotiate)\s{1,4})?(?<value>[\w.~+/=:-]{16,})`,
    ),
    looks: 'random',
  },
  {
    ...shape(
      'session_cookie',
      ['sess', 'connect.sid', 'cookie'],
      String.raw`(?:\b(?:phpsessid|jsessionid|asp\.net_sessionid|connect\.sid|_gitlab_session|laravel_session|sessionid|user_session|session_token)=|\bcookie["']?\s{0,4}[:=]\s{0,4}${QUOTE}(?:[\w.-]{1,60}=[^;\s]{0,200};\s?){0,20}?[\w.-]{0,40}(?:sess|sid|auth|token)[\w.-]{0,20}=)(?<value>[\w%.+/:~-]{12,})`,
    ),
    looks: 'random',
  },
  shape('okta_token', 'ssws', String.raw`\bSSWS\s+(?<value>00[\w=-]{38,42})`),
];

const COMMANDS: readonly SecretPattern[] = [
  shape(
    'password',
    'curl',
    String.raw`\bcurl\b[^\n]{0,300}?\s(?:-u|--(?:proxy-)?user)[\s=]\s{0,3}${QUOTE}[^\s:"']{1,64}:(?<value>[^\s"'\\]{3,128})`,
  ),
  shape(
    'password',
    ['mysql', 'mariadb'],
    String.raw`\b(?:mysql|mariadb|mysqldump|mysqladmin|mariadb-dump)\b[^\n]{0,200}?\s-p${QUOTE}(?<value>(?!assword|ort\b|rotocol)[^\s"'-][^\s"'\\]{2,64})`,
  ),
  shape(
    'password',
    ['storepass', 'keypass'],
    String.raw`-(?:store|key)pass[\s=:]\s{0,3}${QUOTE}(?<value>(?!env\b|file\b|\$)${WORD})`,
  ),
  shape(
    'password',
    'mosquitto',
    String.raw`\bmosquitto_\w{3,4}\b[^\n]{0,200}?\s-P\s{1,3}${QUOTE}(?<value>(?!\$)${WORD})`,
  ),
  shape('password', 'sshpass', String.raw`\bsshpass\s{1,3}-p\s{0,3}${QUOTE}(?<value>${WORD})`),
  shape('password', 'redis-cli', String.raw`\bredis-cli\b[^\n]{0,200}?\s(?:-a|--pass)\s{1,3}${QUOTE}(?<value>${WORD})`),
  shape(
    'password',
    ['login', 'mongo'],
    String.raw`\b(?:(?:docker|podman|helm registry|az acr|npm|gcloud) login|mongosh?|mongodump)\b[^\n]{0,200}?\s-p\s{0,3}${QUOTE}(?<value>${WORD})`,
  ),
  shape(
    'password',
    ['htpasswd', 'ldap', 'smbclient'],
    String.raw`(?:\bhtpasswd\s{1,3}-[a-zA-Z]{0,20}b[a-zA-Z]{0,20}\s{1,3}\S{1,200}\s{1,3}\S{1,64}\s{1,3}|\bldap\w{2,10}\b[^\n]{0,200}?\s-w\s{1,3}|\bsmbclient\b[^\n]{0,200}?\s-U\s{0,3}[^\s%]{1,64}%)${QUOTE}(?<value>${WORD})`,
  ),
  shape('password', 'pass:', String.raw`\s-pass(?:in|out)?\s{1,3}${QUOTE}pass:(?<value>${WORD})`),
  shape(
    'password',
    ['identified', 'password'],
    String.raw`\b(?:identified\s{1,3}(?:with\s{1,3}\w{1,40}\s{1,3})?by|(?:with|encrypted|set)\s{1,3}password|alter\s{1,3}user\s{1,3}\S{1,80}\s{1,3}password)\s{1,3}(?:password\s{1,3})?["'](?<value>[^"'\n]{3,128})["']`,
  ),
];

/** A word followed by a small number, as in file names and versions. */
const NUMBERED = String.raw`[a-z_-]+\d{0,4}(?:[\s,.;:)]|$)`;
/** A small letter, a digit, and a capital or a sign. */
const CHOSEN = String.raw`(?=\S{0,127}[a-z])(?=\S{0,127}\d)(?=\S{0,127}[A-Z!@#$%^&*_-])`;
/** The same with a capital, and a sign that no version, name or time holds. */
const HARD = String.raw`(?=\S{0,127}[a-z])(?=\S{0,127}\d)(?=\S{0,127}[A-Z])(?=\S{0,127}[!?@#$%^&*~])`;
/** One of the codes that get into an account without its second factor: a digit in both halves, or digits alone at the end. */
const RECOVERY = String.raw`(?:(?=[a-z]{0,5}\d)[a-z\d]{4,6}-(?=[a-z]{0,5}\d)[a-z\d]{4,6}|[a-z]{4,6}-\d{4,6}|\d{4}[ ]?\d{4,6})`;
const LOGIN = String.raw`[^\s"'\x60,;:/|]{1,64}`;

/** Account notes: `login ann, pw …`, `creds: root / …`. */
const NOTES: readonly SecretPattern[] = [
  {
    ...shape(
      'password',
      ['pw', 'pass'],
      String.raw`\b(?:login|user(?:name)?|account|e-?mail)[:=]?\s{1,3}${LOGIN}(?:\s{0,3}[,;/|]|\s{1,3}(?:and|with))\s{1,3}(?:pw|pwd|passwd|password|pass(?!\s{1,3}${NUMBERED}))\s{1,3}${QUOTE}(?<value>[^\s"'\x60]{6,128})`,
    ),
    looks: 'made up',
  },
  {
    ...shape(
      'password',
      ['cred', 'zugangsdaten', 'anmeldedaten', 'logindaten'],
      String.raw`\b(?:creds?|credentials?|(?:zugangs|anmelde|login)daten)(?:${ABOUT}|\s[\wäöüß@.-]{1,40}(?=\s{0,2}[:=]))(?:\s{0,2}[:=]|\s{1,3}(?:are|is|sind|lauten))?\s{1,3}${LOGIN}(?:\s{1,3}[/|]\s{1,3}|(?:[:/]|,\s)(?!${NUMBERED}|[^\s/]{0,128}/|\S{0,128}\.[a-z]{1,5}\b))${QUOTE}(?<value>[^\s"'\x60]{6,128})`,
    ),
    looks: 'made up',
  },
  {
    kind: 'password',
    keywords: ['login'],
    onlyInText: true,
    pattern: new RegExp(
      String.raw`\b[Ll]ogin${ABOUT}(?:\s{0,2}[:=]|\s{1,3}is|\s{1,3}ist)\s{1,3}${QUOTE}${LOGIN}${QUOTE}\s{1,3}/\s{1,3}${QUOTE}(?<value>${CHOSEN}[^\s"'\x60]{6,128})`,
      'dg',
    ),
  },
  {
    kind: 'password',
    keywords: ['login'],
    onlyInText: true,
    // Less clearly a login than one with a slash after a colon, so the password must look like one.
    pattern: new RegExp(
      String.raw`\b[Ll]ogin${ABOUT}(?:(?:\s{0,2}[:=]|\s{1,3}is|\s{1,3}ist)\s{1,3}${QUOTE}${LOGIN}${QUOTE},|\s{1,3}${QUOTE}${LOGIN}${QUOTE}\s{1,3}/)\s{1,3}${QUOTE}(?<value>${HARD}[^\s"'\x60]{8,128})`,
      'dg',
    ),
  },
  shape(
    'aws_secret_key',
    ['akia', 'asia'],
    String.raw`\b(?:AKIA|ASIA)[A-Z0-9]{16}["'\x60]?[\s,;:/|]{1,8}["'\x60]?(?<value>[A-Za-z0-9/+]{40})(?![A-Za-z0-9/+])`,
  ),
  {
    ...shape(
      'recovery_code',
      'code',
      String.raw`\b(?:backup|recovery|rescue|2fa|mfa)[ -]codes?${ABOUT}(?:\s{1,3}(?:is|are))?(?:\s{0,2}[:=])?[\s•*-]{1,8}(?<value>${RECOVERY}(?:[\s,;/•*-]{1,8}${RECOVERY}){0,63})(?![\w-])`,
    ),
    onlyInText: true,
  },
];

const FILES: readonly SecretPattern[] = [
  shape(
    'password',
    '<',
    String.raw`<(?:[\w.-]{1,40}:)?[\w.-]{0,40}${SECRET_TAG}(?:\s[^<>]{0,200})?>\s{0,8}(?<value>[^<>\s][^<>\n]{2,4000}?)\s{0,8}</`,
  ),
  shape(
    'password',
    '<![cdata[',
    String.raw`<(?:[\w.-]{1,40}:)?[\w.-]{0,40}${SECRET_TAG}(?:\s[^<>]{0,200})?>\s{0,8}<!\[CDATA\[\s{0,8}(?<value>[^\s\]][^\r\n]{2,500}?)\s{0,8}\]\]>`,
  ),
  // <add key="ClearTextPassword" value="…"/>, { "name": "DB_PASSWORD", "value": "…" }, and the same in YAML.
  shape(
    'password',
    'value',
    String.raw`\b(?:name|key)${QUOTE}\s{0,3}[:=]\s{0,3}${QUOTE}[\w.:-]{0,60}${inSettings(SECRET_TAG)}${QUOTE}(?:,\s{0,40}|\s{1,40})${QUOTE}(?:value)${QUOTE}\s{0,3}[:=]\s{0,3}(?<value>"[^"\n]{4,}"|'[^'\n]{4,}'|[^\s"',<>{}]{4,})`,
  ),
  // The same with the value first.
  ...[PASSWORD_TAG, TOKEN_TAG].map(
    (tag): SecretPattern => ({
      ...shape(
        'password',
        'value',
        String.raw`\bvalue["']\s{0,3}:\s{0,3}(?<quote>["'])(?<value>[^"'\n]{4,2000})\k<quote>,\s{0,40}["'](?:name|key)["']\s{0,3}:\s{0,3}["'][\w.:-]{0,60}(?:${inSettings(tag)})["']`,
      ),
      ...(tag === TOKEN_TAG && { looks: 'made up' as const }),
    }),
  ),
  shape(
    'password',
    'password',
    String.raw`\b(?:machine|login|user|account|default)\s{1,4}\S{1,100}\s{1,8}password\s{1,4}(?<value>[^\s"'=:]{4,128})`,
  ),
  lineShape('password', ':543', String.raw`^[\w.*-]{1,100}:543\d:[^:\s]{1,64}:[^:\s]{1,64}:(?<value>[^\s:]{3,128})$`),
  // The same within a line, where the value must look like a password.
  {
    ...shape(
      'password',
      [':543', ':643', ':*:'],
      String.raw`(?<![\w.:*/-])[\w.*-]{1,100}:(?:[56]43\d|\*):[^:\s"'\x60]{1,64}:[^:\s"'\x60]{1,64}:(?<value>[^\s:"'\x60]{3,128})`,
    ),
    looks: 'made up',
  },
  {
    ...shape(
      'password',
      ['requirepass', 'masterauth'],
      String.raw`\b(?:requirepass|masterauth)[\s:=]\s{0,3}${QUOTE}(?<value>${WORD})`,
    ),
    looks: 'made up',
  },
  shape(
    'docker_auth',
    'auth',
    String.raw`\\{0,3}"auth\\{0,3}"\s{0,4}:\s{0,4}\\{0,3}"(?<value>[A-Za-z0-9+/]{12,}={0,2})\\{0,3}"`,
  ),
  shape(
    'npm_auth',
    '_auth',
    String.raw`(?<!\w)_(?:auth(?:token)?|password)["']?\s{0,3}[:=]\s{0,3}["']?(?<value>(?!\$)[^\s"']{6,})`,
  ),
  {
    kind: 'password',
    keywords: ['env', 'arg'],
    looks: 'made up',
    pattern:
      /(?<![\w.])(?:ENV|ARG)\s{1,4}\w{0,60}(?:PASSWORD|PASSWD|PASSPHRASE|_PASS|_PWD|SECRET|TOKEN|API_?KEY|_KEY)\s{1,4}(?<value>[^\s=]{4,})/dg,
  },
  shape(
    'kubernetes_secret',
    'secret',
    String.raw`\bkind:\s{0,4}["']?secret["']?\s(?:(?!\n---)[\s\S]){0,600}?\bdata:\s{0,40}?\n\s{1,20}[\w.-]{1,80}:\s{0,4}(?<value>[A-Za-z0-9+/]{8,}={0,2})`,
  ),
  {
    kind: 'totp_secret',
    keywords: ['totp', '2fa', 'otp', 'mfa'],
    pattern: new RegExp(
      String.raw`\b(?:TOTP|2FA|OTP|MFA|totp|2fa|otp|mfa)[ -](?:secret|seed|key)${ABOUT}(?:\s{0,2}[:=]|\s{1,3}is)?\s{1,3}${QUOTE}(?<value>(?=[A-Z]{0,63}[2-7])[A-Z2-7]{16,64})(?!\w)`,
      'dg',
    ),
  },
  {
    ...shape(
      'seed_phrase',
      ['seed', 'mnemonic', 'recovery'],
      String.raw`\b(?:seed|mnemonic|recovery)(?:[ _-]?(?:phrase|words))?["']?\s{0,3}(?:[:=]|is)\s{0,3}["']?(?<value>(?:[a-z]{3,8}[ ]){11,23}[a-z]{3,8})\b`,
    ),
  },
];

export const SHAPES: readonly SecretPattern[] = [
  ...SERVICES,
  ...URLS,
  ...DECLARATIONS,
  ...HEADERS,
  ...COMMANDS,
  ...NOTES,
  ...LOGINS,
  ...TOLD,
  ...SENTENCES,
  ...CARDS,
  ...CODES,
  ...FILES,
];
