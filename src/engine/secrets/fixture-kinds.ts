// The kinds of secret that are kept out, each with an example. Examples are made at run time from seeded random
// numbers, so that no scanner finds one in this repository and none is real.
import { type Around, NOTES } from './fixture-notes.ts';

export interface SecretKind {
  readonly kind: string;
  readonly secret: string;
  /** The name of its setting, when only that gives it away. */
  readonly name?: string;
  /** The surrounding text, when that gives it away. */
  readonly around?: (secret: string) => string;
}

let state = 20_240_517;
const next = (below: number): number => {
  state = (Math.imul(state, 1_103_515_245) + 12_345) >>> 0;
  return (state >>> 8) % below;
};

const of =
  (alphabet: string) =>
  (length: number): string =>
    Array.from({ length }, () => alphabet[next(alphabet.length)]).join('');
const LOWER = 'abcdefghijklmnopqrstuvwxyz';
const UPPER = LOWER.toUpperCase();
const DIGITS = '0123456789';
const hex = of('0123456789abcdef');
const digits = of(DIGITS);
const upper = of(UPPER + DIGITS);
const lower = of(LOWER + DIGITS);
const letters = of(LOWER);
const any = of(LOWER + UPPER + DIGITS);
const url = of(`${LOWER}${UPPER}${DIGITS}_-`);
const base64 = of(`${LOWER}${UPPER}${DIGITS}+/`);
const uuid = () => [8, 4, 4, 4, 12].map(hex).join('-');
const join = (...parts: string[]) => parts.join('');
/** Lines of 64 characters. */
const lines = (count: number, end = '\n') => Array.from({ length: count }, () => base64(64)).join(end);
const encoded = (text: string) => Buffer.from(text).toString('base64').replace(/=+$/, '');

type Example = readonly [kind: string, secret: string];
type Named = readonly [kind: string, name: string, secret: string];

/** Recognised by themselves, in any context. */
const TOKENS: readonly Example[] = [
  ['aws access key id', join('AK', 'IA', upper(16))],
  ['aws access key id of letters alone', join('AK', 'IA', of(UPPER)(16))],
  ['aws temporary key id', join('AS', 'IA', upper(16))],
  ['aws session token (value)', join('IQoJb3Jp', 'Z2lu', base64(200))],
  ['google api key', join('AI', 'za', url(35))],
  ['google oauth client secret', join('GOC', 'SPX-', url(28))],
  ['google oauth access token', join('ya', '29.', url(60))],
  ['azure client secret', join(any(3), '8Q', '~', any(34))],
  ['digitalocean personal token', join('dop', '_v1_', hex(64))],
  ['digitalocean oauth token', join('doo', '_v1_', hex(64))],
  ['alibaba access key id', join('LT', 'AI', any(20))],
  ['fly.io token', join('fm', '2_', base64(120))],
  ['heroku platform key', join('HR', 'KU-', url(60))],
  ['netlify token', join('nf', 'p_', any(40))],
  ['render key', join('rn', 'd_', any(32))],
  ['supabase token', join('sb', 'p_', hex(40))],
  ['planetscale token', join('psc', 'ale_tkn_', url(43))],
  ['neon key', join('na', 'pi_', lower(64))],
  ['databricks token', join('da', 'pi', hex(32))],
  ['doppler token', join('dp', '.pt.', any(43))],
  ['vault service token', join('hv', 's.', url(90))],
  ['vault batch token', join('hv', 'b.', url(140))],
  ['vault legacy token', join('s', '.', any(22), '7a')],
  ['terraform cloud token', join(any(14), '.atlas', 'v1.', url(67))],
  ['pulumi token', join('pu', 'l-', hex(40))],
  ['tailscale key', join('ts', 'key-auth-', any(12), '-', any(30))],
  ['github personal token', join('gh', 'p_', any(36))],
  ['github oauth token', join('gh', 'o_', any(36))],
  ['github user token', join('gh', 'u_', any(36))],
  ['github server token', join('gh', 's_', any(36))],
  ['github refresh token', join('gh', 'r_', any(36))],
  ['github fine-grained token', join('github', '_pat_', any(22), '_', any(59))],
  ['gitlab personal token', join('gl', 'pat-', url(20))],
  ['gitlab deploy token', join('gl', 'dt-', url(20))],
  ['gitlab runner token', join('gl', 'rt-', url(20))],
  ['gitlab trigger token', join('gl', 'ptt-', hex(40))],
  ['bitbucket app password', join('AT', 'BB', any(32))],
  ['atlassian token', join('AT', 'ATT3', url(186))],
  ['npm token', join('np', 'm_', any(36))],
  ['pypi token', join('py', 'pi-AgEIcHlwaS5vcmc', url(70))],
  ['rubygems key', join('ruby', 'gems_', hex(48))],
  ['crates.io token', join('ci', 'o', any(32))],
  ['nuget key', join('oy', '2', lower(43))],
  ['docker hub token', join('dckr', '_pat_', url(27))],
  ['jfrog key', join('AK', 'Cp', any(69))],
  ['sonar token', join('sq', 'p_', hex(40))],
  ['circleci token', join('CCI', 'PAT_', any(22), '_', hex(40))],
  ['buildkite token', join('bk', 'ua_', hex(40))],
  ['openai key', join('sk', '-', any(48))],
  ['openai project key', join('sk', '-proj-', url(80))],
  ['openai service key', join('sk', '-svcacct-', url(80))],
  ['anthropic key', join('sk', '-ant-api03-', url(93))],
  ['openrouter key', join('sk', '-or-v1-', hex(64))],
  ['huggingface token', join('h', 'f_', any(34))],
  ['replicate token', join('r', '8_', any(37))],
  ['groq key', join('gs', 'k_', any(52))],
  ['perplexity key', join('pp', 'lx-', any(48))],
  ['xai key', join('xa', 'i-', any(80))],
  ['pinecone key', join('pc', 'sk_', any(5), '_', any(60))],
  ['langsmith key', join('ls', 'v2_pt_', hex(32), '_', hex(10))],
  ['slack bot token', join('xo', 'xb-', digits(12), '-', digits(12), '-', any(24))],
  ['slack user token', join('xo', 'xp-', digits(12), '-', digits(12), '-', hex(32))],
  ['slack app token', join('xa', 'pp-1-A', upper(10), '-', digits(13), '-', hex(64))],
  ['slack webhook', join('https://hooks.', 'slack.com/services/T', upper(8), '/B', upper(8), '/', any(24))],
  ['discord bot token', join('M', any(25), '.G', any(5), '.', url(36), '9')],
  ['discord webhook', join('https://discord.com/api/', 'webhooks/', digits(18), '/', url(68))],
  ['telegram bot token', join(digits(10), ':AA', url(33))],
  ['twilio key', join('S', 'K', hex(32))],
  ['twilio account', join('A', 'C', hex(32))],
  ['sendgrid key', join('S', 'G.', url(22), '.', url(43))],
  ['mailgun key', join('ke', 'y-', hex(32))],
  ['mailchimp key', join(hex(32), '-u', 's12')],
  [
    'teams webhook',
    join(
      'https://acme.webhook.',
      'office.com/webhookb2/',
      uuid(),
      '@',
      uuid(),
      '/IncomingWebhook/',
      hex(32),
      '/',
      uuid(),
    ),
  ],
  ['stripe secret key', join('sk', '_live_', any(24))],
  ['stripe restricted key', join('rk', '_live_', any(24))],
  ['stripe webhook secret', join('wh', 'sec_', any(32))],
  ['square token', join('sq', '0atp-', url(22))],
  ['braintree token', join('access', '_token$production$', lower(16), '$', hex(32))],
  ['shopify access token', join('sh', 'pat_', hex(32))],
  ['shopify shared secret', join('sh', 'pss_', hex(32))],
  ['shopify custom app token', join('sh', 'pca_', hex(32))],
  ['shopify private app token', join('sh', 'ppa_', hex(32))],
  ['plaid access token', join('access', '-production-', uuid())],
  ['new relic user key', join('NR', 'AK-', upper(27))],
  ['new relic insert key', join('NR', 'II-', url(32))],
  ['sentry token', join('sn', 'trys_', base64(100))],
  ['sentry dsn', join('https://', hex(32), '@o12345.ingest.sentry.io/67890')],
  ['grafana cloud token', join('gl', 'c_', base64(60))],
  ['grafana service token', join('gl', 'sa_', any(32), '_', hex(8))],
  ['dynatrace token', join('dt', '0c01.', upper(24), '.', upper(64))],
  ['linear key', join('lin', '_api_', any(40))],
  ['notion token', join('nt', 'n_', digits(11), any(35))],
  ['notion legacy token', join('sec', 'ret_', any(43))],
  ['airtable token', join('pa', 't', any(14), '.', hex(64))],
  ['asana token', join('1/', digits(16), ':', hex(32))],
  ['figma token', join('fi', 'gd_', url(40))],
  ['postman key', join('PM', 'AK-', hex(24), '-', hex(34))],
  ['contentful token', join('CF', 'PAT-', url(43))],
  ['mapbox secret token', join('s', 'k.eyJ', any(60), '.', url(22))],
  ['1password service token', join('op', 's_eyJ', base64(260))],
  ['age secret key', join('AGE-SECRET-', 'KEY-1', of('QPZRY9X8GF2TVDW0S3JN54KHCE6MUA7L')(58))],
  ['jwt', join('eyJ', encoded('hbGciOiJIUzI1NiJ9'), '.eyJ', encoded(`zdWIiOiI${any(20)}`), '.', url(43))],
  ['remanence token', join('rm', 'n_', hex(12), '_', url(43))],
  ['bcrypt hash of a password', join('$2', 'b$12$', any(53))],
];

/** Recognised only by the name of their setting. */
const NAMED: readonly Named[] = [
  ['aws secret access key', 'AWS_SECRET_ACCESS_KEY', base64(40)],
  ['aws session token', 'AWS_SESSION_TOKEN', base64(180)],
  ['alibaba secret', 'ALIBABA_ACCESS_KEY_SECRET', any(30)],
  ['cloudflare token', 'CLOUDFLARE_API_TOKEN', url(40)],
  ['vercel token', 'VERCEL_TOKEN', any(24)],
  ['railway token', 'RAILWAY_TOKEN', uuid()],
  ['mongodb atlas key', 'MONGODB_ATLAS_PRIVATE_KEY', uuid()],
  ['snowflake password', 'SNOWFLAKE_PASSWORD', join('Sn0w', any(8), '!')],
  ['gitea token', 'GITEA_TOKEN', hex(40)],
  ['travis token', 'TRAVIS_TOKEN', join(any(20), '4b')],
  ['cohere key', 'COHERE_API_KEY', any(40)],
  ['mistral key', 'MISTRAL_API_KEY', any(32)],
  ['weights & biases key', 'WANDB_API_KEY', hex(40)],
  ['twilio auth token', 'TWILIO_AUTH_TOKEN', hex(32)],
  ['postmark token', 'POSTMARK_SERVER_TOKEN', uuid()],
  ['paypal secret', 'PAYPAL_CLIENT_SECRET', join('E', url(79))],
  ['adyen key', 'ADYEN_API_KEY', join('AQE', base64(80))],
  ['datadog api key', 'DD_API_KEY', hex(32)],
  ['datadog application key', 'DATADOG_APP_KEY', hex(40)],
  ['pagerduty token', 'PAGERDUTY_TOKEN', join('u+', any(18))],
  ['algolia admin key', 'ALGOLIA_ADMIN_KEY', hex(32)],
  ['okta token', 'OKTA_API_TOKEN', join('00', url(40))],
  ['auth0 secret', 'AUTH0_CLIENT_SECRET', url(64)],
  ['django secret key', 'SECRET_KEY', join(any(30), '!x@', any(10))],
  ['postgres password', 'PGPASSWORD', join('pg', any(8), '7')],
  ['mysql password', 'MYSQL_PWD', join('my', any(8), '7')],
  ['password that begins with a dollar', 'DB_PASSWORD', join('$', 'ecret1!')],
  ['password that begins with a percent sign', 'DB_PASSWORD', join('%', 'ecret1!')],
];

const begin = (type: string) => join('-----BEGIN ', type, '-----');
const end = (type: string) => join('-----END ', type, '-----');

/** Recognised by the surrounding text. */
const SHAPES: readonly Around[] = [
  [
    'azure account key',
    join(base64(86), '=='),
    (s) => `DefaultEndpointsProtocol=https;AccountName=acme;AccountKey=${s};EndpointSuffix=core.windows.net`,
  ],
  [
    'azure shared access key',
    join(base64(43), '='),
    (s) => `Endpoint=sb://acme.servicebus.windows.net/;SharedAccessKeyName=root;SharedAccessKey=${s}`,
  ],
  ['azure sas', join(any(40), '%3D'), (s) => `https://acme.blob.core.windows.net/a?sv=2022-11-02&sp=r&sig=${s}`],
  [
    'service account',
    lines(3, '\\n'),
    (s) => `"private_key": "${begin('PRIVATE KEY')}\\n${s}\\n${end('PRIVATE KEY')}\\n"`,
  ],
  ['pem private key', lines(4), (s) => `${begin('RSA PRIVATE KEY')}\n${s}\n${end('RSA PRIVATE KEY')}`],
  ['openssh private key', lines(3), (s) => `${begin('OPENSSH PRIVATE KEY')}\n${s}\n${end('OPENSSH PRIVATE KEY')}`],
  ['pgp private key', lines(3), (s) => `${begin('PGP PRIVATE KEY BLOCK')}\n\n${s}\n${end('PGP PRIVATE KEY BLOCK')}`],
  ['private key without its end', lines(2), (s) => `${begin('EC PRIVATE KEY')}\n${s}`],
  [
    'putty private key',
    lines(2),
    (s) =>
      `PuTTY-User-Key-File-3: ssh-rsa\nEncryption: none\nPublic-Lines: 1\n${base64(64)}\nPrivate-Lines: 2\n${s}\nPrivate-MAC: ${hex(40)}`,
  ],
  ['--password value', join('Blue', any(6), '7'), (s) => `pg_tool --user app --password ${s} --host db`],
  ['--password=value', join('blue', letters(6)), (s) => `pg_tool --user=app --password=${s} --host=db`],
  ['mysql -p', join('Root', any(6), '3'), (s) => `mysql -u root -p${s} shop`],
  ['curl -u', join('pw', any(8), '5'), (s) => `curl -s -u deploy:${s} https://ci.example.com/api`],
  ['xml password', join('Xm', any(8), '2'), (s) => `<server><username>ci</username><password>${s}</password></server>`],
  ['wifi password in prose', join('Sommer', digits(4), '!'), (s) => `the wifi password is ${s}`],
  ['password in prose that begins with a dollar', join('$', 'omething1'), (s) => `password: ${s}`],
  ['url credentials', join('pw', any(10)), (s) => `postgres://app:${s}@db.internal:5432/shop`],
  ['basic auth header', encoded(`deploy:${any(12)}`), (s) => `Authorization: Basic ${s}`],
  ['bearer header', any(40), (s) => `Authorization: Bearer ${s}`],
  ['session cookie', join(lower(26)), (s) => `Cookie: theme=dark; PHPSESSID=${s}; lang=en`],
  [
    'connection string',
    join('P', any(9), '4'),
    (s) => `Server=db;Database=shop;User Id=app;Password=${s};Encrypt=true`,
  ],
  ['netrc', join('net', any(9), '6'), (s) => `machine git.example.com login deploy password ${s}`],
  ['npmrc', any(40), (s) => `//registry.example.com/:_authToken=${s}`],
  ['kubeconfig key', encoded(`${begin('RSA PRIVATE KEY')}\n${lines(2)}`), (s) => `client-key-data: ${s}`],
  ['docker auth', encoded(`deploy:${any(16)}`), (s) => `{"auths":{"registry.example.com":{"auth":"${s}"}}}`],
  ['htpasswd hash', join('$ap', 'r1$', any(8), '$', any(22)), (s) => `deploy:${s}`],
  ['spring property', join('Spr', any(8), '8'), (s) => `spring.datasource.password=${s}`],
  ['terraform variable', join('Tf', any(10), '9'), (s) => `db_password = "${s}"`],
  ['dockerfile', join('Dk', any(10), '1'), (s) => `ENV DB_PASSWORD ${s}`],
  ['toml', any(32), (s) => `api_key = "${s}"`],
  ['yaml', join('ya', any(10), '3'), (s) => `  password: ${s}`],
  ['json password', 'correct horse battery', (s) => `{"password": "${s}"}`],
];

export const KINDS: readonly SecretKind[] = [
  ...TOKENS.map(([kind, secret]) => ({ kind, secret })),
  ...NAMED.map(([kind, name, secret]) => ({ kind, secret, name })),
  ...[...SHAPES, ...NOTES].map(([kind, secret, around]) => ({ kind, secret, around })),
];

export type Place = 'prose' | 'code' | 'json' | 'metadata' | 'env';

const words = (name: string): string => name.replace(/^DD_/, 'DATADOG_').replaceAll('_', ' ').toLowerCase();
const camel = (name: string): string => words(name).replace(/ (\w)/g, (_, letter: string) => letter.toUpperCase());
const shown = ({ secret, around }: SecretKind): string => (around ? around(secret) : secret);

/** A text for that place that holds the secret, with the context that gives it away if it needs one. */
export const PLACES: Readonly<Record<Place, (kind: SecretKind) => string>> = {
  prose: (kind) =>
    kind.name
      ? `For the record, the ${words(kind.name)} is ${kind.secret}, rotated in May.`
      : kind.around
        ? `In staging we ran this once: ${shown(kind)} and it worked.`
        : `Deploys use ${kind.secret} since May, see the runbook.`,
  code: (kind) =>
    kind.name
      ? `const ${camel(kind.name)} = '${kind.secret}';\n`
      : `export const samples = [${JSON.stringify(shown(kind))}, 'other'];\n`,
  json: (kind) => JSON.stringify({ id: 7, [kind.name ?? 'note']: shown(kind) }, null, 2),
  metadata: (kind) => JSON.stringify({ source: 'wiki', [kind.name ?? 'note']: shown(kind) }),
  env: (kind) =>
    kind.around
      ? `# ${shown(kind).replaceAll('\n', '\n# ')}\nPORT=80`
      : `PORT=80\n${kind.name ?? 'FIRST'}=${kind.secret}`,
};

/** Whether any line of the secret is in the text, verbatim or escaped as JSON. */
export function leaks(text: string, { secret }: SecretKind): boolean {
  const pieces = secret.split(/\\n|\n/).filter((piece) => piece !== '');
  return pieces.some((piece) => text.includes(piece) || text.includes(JSON.stringify(piece).slice(1, -1)));
}
