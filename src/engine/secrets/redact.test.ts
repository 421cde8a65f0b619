import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { DIGITS, NOTES, SAID, TOLD } from './fixture-notes.ts';
import { SECRETS } from './fixture-secrets.ts';
import { ordinaryFiles, ordinaryTexts } from './fixture-texts.ts';
import { redactMetadata } from './metadata.ts';
import { checkNoSecret, redactCode, redactText, secretsIn } from './redact.ts';

describe('redaction', () => {
  it.each(SECRETS)('cuts out a %s', (kind, secret, text) => {
    const redacted = redactText(text(secret));
    expect(redacted.value).not.toContain(secret);
    expect(redacted.kinds).toContain(kind);
    expect(redacted.value).toContain('[REDACTED:');
  });

  it.each(SECRETS)('cuts a %s out of a long file as well', (kind, secret, text) => {
    const lines = 'Nothing is said here, over and over.\n'.repeat(100);
    const redacted = redactText(`${lines}${text(secret)}\n${lines}`);
    expect(redacted.value).not.toContain(secret);
    expect(redacted.kinds).toContain(kind);
  });

  it.each([
    'We store the password hash with bcrypt, cost 12.',
    'password: string',
    'const password = process.env.DB_PASSWORD',
    'The api key is read from the vault at start.',
    'Use sk-learn style estimators for the classifier',
    'see https://example.com/a/b?c=d@e and mailto:a@b.c',
    'The secret of good tests: real stores.',
    'token budget: 10000',
    'PASSWORD=<your password here>',
    'The user forgot his password: tell him to use SSO.',
    'The password is required and the passphrase is optional.',
    'Change the password to something longer, and the token to expire after 15 minutes.',
    'We moved the password to argon2id and the session key to Redis.',
    'The password BCryptPasswordEncoder checks',
    'Set the password to at least 12 characters.',
    'Send the password to ann@example.com, and post the password to #ops.',
    'Moved the wifi password to 1Password and copied the password to web01.',
    'we pass to step2',
    'The API key is internationalization-agnostic by design',
    'Basic understanding of the authorization flow',
    'type Password = Brand<string>',
    'type UserPassword = Branded; type ApiToken = Opaque<string, "token">',
    'password: Promise<string>',
    '--token is required',
    'pass the --secret flag or --token-file token.txt',
    '--api-key KEY, --token <token> and --client-secret $CLIENT_SECRET',
    'pass the ball to user 2',
    'user ann / pass rate 90',
    'login flow, pass user42 to the hook',
    '1:2:3:4:5',
    'localhost:5432:shop:ann:password',
    'requirepass is set in redis.conf',
    'attr_accessor :password "the label of the field"',
    'credentials: see docs/setup2.md',
    'credentials: docs/setup2.md',
    'creds: root / from the vault',
    'the password field2 and the password reset v2.1.0',
    'the password CVE-2024-12345 is about',
    'the most we pin is 4096 MB, the version to pin is 2024, pin: 20240131',
    'the MFA code oauth2-proxy asks for, backup code sha256-based, recovery code ipv6-only',
    'The password was reset to factory defaults; password (optional): see the docs; wifi key: see the wiki',
    'Login for staging: sso / okta; credentials for grafana: see the vault; -storepass env:STOREPASS',
    'the 2FA secret handling moved, TOTP key rotation; recovery codes for admins are printed once; PIN of 4 digits',
    'GPIO pin: 18, pin 4 is ground, pin: 2024.1.0 in the lock file, pin: 54321-1',
    'The PIN is 4 to 6 digits long, PIN: 4 digits',
    'backup codes are printed once; the recovery code path-find moved',
    'login: github / oauth2, login: ann / reviewer',
    'login: admin, viewer2 and Editor3 are roles; Login: SSO, OAuth2+PKCE; login page / Homepage2',
    'Das Passwort muss 12 Zeichen lang sein, mit 2 Ziffern und 1 Sonderzeichen',
    'Das Passwort der Nutzer ist Pflicht, das Kennwort des Admins ist abgelaufen und liegt im Tresor',
    'Das Passwort fürs WLAN ändern wir am 1.10.2026, Passwort am Donnerstag um 12:30 zurückgesetzt',
    'Die PIN der SIM ist 4-stellig, die PIN für das Tor ist 4 bis 6 Ziffern lang, PIN der Karte ist gesperrt',
    'Der Türcode ist 4711 Zeilen lang, der Türcode wird am 2026-10-01 geändert, Torcode: 4 Ziffern',
    'Der Vektorcode ist 4711, der Fehlercode der Tür ist 5031 und der Quellcode hat 1200 Zeilen',
    'Zugangsdaten Grafana: siehe Vault; Zugangsdaten für das NAS: docs/zugang2.md; Zugangsdaten: bei Mirela',
    'Anmeldedaten sind in 1Password, Zugangsdaten rotieren alle 90 Tage',
    'log in as admin / editor, then log in as viewer2 / Reviewer2, sign in as Ann / see docs/Setup2.md',
    'Use root:root ownership, chown root:root /srv, chown root:staff50 /srv and Use root:staff50 ownership',
    'Use root:1000 and user:group1, use ubuntu:22.04, with admin:read and user:group',
    'credentials for grafana: see 1Password; credentials for grafana: vault:Grafana01; creds: docs:section12',
    'ratio 16:9, localhost:8080, use localhost:8080',
    'psk is not supported, the wifi psk is required, PSK31 is slow, QPSK: 2bit, 8psk: 3bits, psk of the hut: see the wiki',
    'passphrase is asked for at start',
    'The passphrase is stored in the vault, and the passphrase for the key is case sensitive',
    'The passphrase is eight words long',
    'The passphrase was wrong three times, the passphrase is available through Vault and never logged',
    'The passphrase for the key is user supplied and optional',
    'passordet er glemt, passordet er 12-sifret, Passord til NASen er i 1Password',
    'Lösenordet är för kort, adgangskoden er udløbet',
    'password=prompt asks interactively, password=prompt, password=ask, DB_PASSWORD=prompt',
    'the password (see vault) expires, the password (12 characters), the password (argon2id, v2), password (String!)',
    'the password (see docs/Setup2.md), the password (Keycloak24) expires, password (PBKDF2-SHA256), password (WPA2)',
    'password changed to meet policy-v2, password changed to v2-format, the password reset to step2 moved',
    'change the password to argon2id, change the password to use bcrypt, change the password from the admin page to 12',
    'password changed from 8 to 12 characters, change the password from field1 to field2',
    'The password is still required, the password is still 12 characters, password is actually base64-encoded',
    'set the secret to prod/db/main-2, set the secret to app-tls-7d9f8c, set the token to expire after 15m',
    'set the signing secret to JWT_SECRET, set the cache key to user-42-a1b2c3d4, set the token to null, public key',
    'Vault needs 3 of 5 unseal keys, unseal key 1 is with Ann, unseal key 2: Bob, unseal key: see the runbook',
    'the root pw is in 1Password, pw reset flow, root pw see vault, pw-reset v2.1.0',
    'SSID Nordlicht, key see the wiki, the SSID changes, key rotation-v2, ssid is broadcast and key wpa2-psk, ssid: x',
    'Wifi Nordlicht key: see the wiki, WLAN-Schlüssel: siehe Wiki, WLAN Karte Key M2-2230-E, wifi config key: wlan0-ssid',
    'Wifi Chip key: BCM4345-C0, der WLAN-Schlüssel ist 12-stellig, SSID Nordlicht, key management WPA2-PSK',
    'sign in as Ann with OAuth2, log in as root with ed25519, log in as admin with Node20, sign in as ann with Chrome120!',
    'sign in as ann with Auth.js@5, log in as ann with Next.js14!, log in as ann with read-only rights',
    'basic auth for staging is off, basic auth: user:password, basic auth: nginx:alpine3.18, basic auth: docs:section12',
    'basic auth: oauth2 / oidc, basic auth: 200 / 401, basic auth: localhost:8080, basic auth is in vault:Grafana01',
    'with the password reset-flow-v2, with password Login-Form, with password HMAC-SHA256, with password One-Time-Code',
    'with the password Hash-Algorithm-Migration, with password Manager-Pro, with the password Reset Flow',
    'with the secret sauce, with the key idea, with the secret manager2, with the secret app-tls-7d9f8c, with key user42',
    'with the secret AppTlsSecret2024, with secret grafana20241105, with the secret db/main-2024, with the key abc12345ef',
    'log in with the key ed25519, log in as Ann with the key id_ed25519, sign in with the secret key, log in with key 12345678',
    'user 8ab1 secret santa, user 8ab1 secret app-tls-7d9f, client Foo secret AppTlsSecret2024, user 12 secret 13',
    'Anna uses Python3.12! for the VPN, Anna uses WireGuard2024 for the VPN, use GPT4All! for the router',
    'pin 12 of the header, pin 1234 of the header, my pin 12 is loose, GPIO pin 21, pin version 1.2.3',
    'my pin 2024.1 in the lock file, our pin 2024, PIN 1200 lines, PIN 4 to 6 digits, PIN 560001 Bangalore',
    'door code lock, door code 503, the door code 4711 lines long, door code 4 - 6 digits, door code 1 of 4',
    'error code 1 9 8 4, exit code 1 2, entry code 1 2 3 4, error code 1984, zip code 12345, country code 49',
    'key code 65 is A, the key code #65 is A, key code 1042 means F12, keycode 4711, primary key 42, key: order_id',
    'The combination is 3-2-1 rollout, a safe combination is 1-2-3, the safe combination is unknown',
    'the combination 12-34-56 of parts, a combination of locks: 1-2-3, a safe combination of flags is 1-2-3',
    'The security code review 123, security code 404 is returned, security code: 404, security codes of 6 digits',
    'CVC of 3 digits: 404, CVC of the test card: 123, the CVC is checked, cvv 123 in tests, CVC 404 and error 500',
    'Test card 4000 0566 5566 5556, security code 123; order 1234 5678 1234 5678, code 123',
  ])('leaves ordinary text alone: %s', (text) => {
    expect(redactText(text)).toEqual({ value: text, kinds: [] });
  });

  it.each([
    'password: z.string().min(8)',
    'password = getpass.getpass()',
    'password = crypto.randomBytes(16).toString("hex")',
    'let password = rpassword::prompt_password("Password")?;',
    'password = models.CharField(max_length=128)',
    'password: VARCHAR(255)',
    'password = args[0]',
    'const password = await argon2.hash(plain)',
    'password = user?.password ?? ""',
    'password = var.db_password',
    'password: op://vault/item1/password',
    'secret = secretsmanager.get_secret_value(SecretId=name)',
    'access_token = response.json()["access_token"]',
    'api_key = boto3client.get_parameter(Name="x")',
    'PWD=/workspace/app1 make',
    'pwd: /home/user/project',
  ])('leaves code about secrets alone: %s', (code) => {
    expect(redactText(code)).toEqual({ value: code, kinds: [] });
    expect(secretsIn(code)).toEqual([]);
  });

  it('cuts out a whole token that invisible characters split', () => {
    const [, secret = ''] = SECRETS[1] ?? [];
    const split = `${secret.slice(0, 12)}\u200b${secret.slice(12, 30)}\u2060${secret.slice(30)}`;
    expect(redactText(`a\u200bb ${split}\ufeff, c`).value).toBe('a\u200bb [REDACTED:github_token]\ufeff, c');
    expect(redactText(`see\u200b${secret}`).value).toBe('see\u200b[REDACTED:github_token]');
  });

  it.each(['\u00a0', '\u0007', '\u0301', '\u180b', '\u3000', '\u3164', '\ufe0f', '\ufff9', '\u{e0041}'])(
    'cuts out a whole token that %j splits',
    (character) => {
      const [, secret = ''] = SECRETS[1] ?? [];
      for (const at of [2, 12]) {
        const split = `${secret.slice(0, at)}${character}${secret.slice(at)}`;
        expect(redactText(`the ${split}, c`).value).toBe('the [REDACTED:github_token], c');
      }
    },
  );

  it('cuts out what is written in full-width letters', () => {
    const wide = (text: string) => text.replace(/[!-~]/g, (sign) => String.fromCodePoint(sign.charCodeAt(0) + 0xfee0));
    const [, secret = ''] = SECRETS[1] ?? [];
    expect(redactText(`看 ${wide(secret)}`).value).toBe('看 [REDACTED:github_token]');
    expect(redactText('password：hunter2!x').value).toBe('password：[REDACTED:password]');
    expect(redactText(wide('password=hunter2!x')).value).toBe(
      wide('password=[').slice(0, -1).concat('[REDACTED:password]'),
    );
    expect(redactText('contrasen\u0303a: Gato2024!!').value).toBe('contrasen\u0303a: [REDACTED:password]');
  });

  it.each(['⚠️ password: string ＝ required', 'the ☕️ sk-learn\u00a0estimators in a Ⓐ café\u0301', 'ｐａｓｓｗｏｒｄ'])(
    'leaves signs of other shapes alone: %s',
    (text) => {
      expect(redactText(text)).toEqual({ value: text, kinds: [] });
    },
  );

  it.each([...NOTES, ...TOLD, ...SAID, ...DIGITS])(
    'cuts out secrets jotted down in passing: %s',
    (_, secret, around) => {
      expect(redactText(around(secret)).value).not.toContain(secret);
      expect(secretsIn(around(secret))).not.toEqual([]);
    },
  );

  it('cuts out a password with terminal colours around it', () => {
    expect(redactText('password=hunter2\u001b[0m').value).toBe('password=[REDACTED:password][0m');
  });

  it.each([
    ['password: $omething1', 'password: [REDACTED:password]'],
    ['DB_PASSWORD=$ecret1!', 'DB_PASSWORD=[REDACTED:password]'],
    ['DB_PASSWORD=%ecret1!', 'DB_PASSWORD=[REDACTED:password]'],
    ['DB_PASSWORD=$PASSWORD', 'DB_PASSWORD=$PASSWORD'],
    ['DB_PASSWORD=\x24{PASSWORD}', 'DB_PASSWORD=\x24{PASSWORD}'],
    ['SET DB_PASSWORD=%PASSWORD%', 'SET DB_PASSWORD=%PASSWORD%'],
    ['password = "%s"', 'password = "%s"'],
    ['$db->password = $password;', '$db->password = $password;'],
    ['DB_PASSWORD=a,b;c(d1', 'DB_PASSWORD=[REDACTED:password]'],
    ['mysql --port=3306 -p', 'mysql --port=3306 -p'],
    ['use the --password flag', 'use the --password flag'],
    ['the wifi password is BlueHorse42', 'the wifi password is [REDACTED:password]'],
    ['Server=db;Password=abcd12;Encrypt=true', 'Server=db;Password=[REDACTED:password];Encrypt=true'],
    ['{"name": "DB_PASSWORD", "value": "hunter2"}', '{"name": "DB_PASSWORD", "value": [REDACTED:password]}'],
  ])('distinguishes a password from a variable: %s', (text, expected) => {
    expect(redactText(text).value).toBe(expected);
  });

  it.each([
    'commit 9ad3b27c1f0e4d5a8b7c6d5e4f3a2b1c0d9e8f7a of 550e8400-e29b-41d4-a716-446655440000',
    'sha256:e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855',
    '"integrity": "sha512-mE+nSqKrCH9S7yPR1SQPGEHPGzLmBvIqxDhVQsZT8Nf7/PGqZ0XTx5cHYmIf1GGGAgNbhs0BVGZ3yhYxL3RjPw=="',
    '<img src="data:image/png;base64,iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk">',
    'The password reset flow, the token bucket and the secret of good soup.',
    'class="sk-folding-cube sk-cube-parent-wrapper" id="sk-chase-dot-before-2"',
    'export MAX_TOKENS=4096 TOKEN_LIMIT=200000 SECRET_NAME=prod/db/main',
    'OPENAI_API_KEY=sk-xxxxxxxxxxxxxxxxxxxxxxxx, SLACK=xoxb-your-slack-token or AWS_KEY=AKIA****************',
    'curl -H "Authorization: Bearer <token>" -u "$USER:$PASS" https://example.com',
    'import { tokenize } from "./tokenizer"; const nextToken = lexer.next();',
    'https://example.com/path?page=2&sort=name&session=abc#section-token-3',
    'password: 12-character minimum; passphrase: 2024-05-01 rotation',
    'apiKey: string; secretKey?: Uint8Array; token: Token | null',
    'login: LoginState | OAuth2Client; login: string | AccountV2',
    'variable "max_tokens" { default = "4096" }',
    'variable "token_ttl" { default = "3600s" }',
    'variable "password_policy" { default = "strict" }',
    'variable "secret_manager_region" { default = "eu-central-1" }',
    'variable "db_password_secret_name" { default = "prod/db/main" }',
    'variable "db_secret" { default = "prod/db/main" }',
    'variable "secretariat" { default = "Office 4" }',
    'The private key lies in ~/.ssh/id_ed25519 and begins with -----BEGIN OPENSSH PRIVATE KEY-----.',
  ])('leaves ordinary identifiers, hashes and placeholders alone: %s', (text) => {
    expect(redactText(text)).toEqual({ value: text, kinds: [] });
    expect(redactCode(text).kinds).toEqual([]);
  });

  it('refuses a name that holds a secret, and does not repeat it', () => {
    const [, secret] = SECRETS[1] ?? [];
    const name = `team-${secret}`;
    expect(() => checkNoSecret(name, 'id of the cube')).toThrow('The id of the cube holds a secret (github_token)');
    expect(() => checkNoSecret(name, 'id')).not.toThrow(new RegExp(String(secret)));
    expect(checkNoSecret('team-42', 'id')).toBe('team-42');
  });

  it('reaches into nested metadata and uses the key as context', () => {
    const { value, kinds } = redactMetadata({ a: [{ password: 'hunter2xyz' }], note: 'fine', n: 3 });
    expect(value).toEqual({ a: [{ password: '[REDACTED:password]' }], note: 'fine', n: 3 });
    expect(kinds).toEqual(['password']);
  });

  it('keeps the values of all keys that are secrets', () => {
    const [first, second] = ['a1B2c3D4e5', 'f6G7h8J9k0'].map((part) => `ghp_${part.repeat(4).slice(0, 36)}`);
    const cut = redactText(first ?? '').value;
    const metadata = { [first ?? '']: 'one', [second ?? '']: 'two', [`${cut} 2`]: 'taken' };
    expect(redactMetadata(metadata).value).toEqual({ [cut]: 'one', [`${cut} 3`]: 'two', [`${cut} 2`]: 'taken' });
  });

  it.each([
    { cvv: '123' },
    { cvc: 737 },
    { card_cvc: '1234' },
    { cardSecurityCode: '123' },
    { pin: '9921' },
    { sim_pin: 4821 },
  ])('cuts digits out of metadata whose key says what they open: %j', (metadata) => {
    expect(Object.values(redactMetadata(metadata).value)).toEqual([expect.stringContaining('[REDACTED:')]);
  });

  it.each([
    { pin: '21' },
    { gpio_pin: 1234 },
    { pinned: 2024 },
    { code: '123' },
    { cvv_required: '123' },
    { cvc_digits: 3 },
    { status_code: 404 },
    { pin: '1.2.3' },
  ])('leaves other numbers in metadata alone: %j', (metadata) => {
    expect(redactMetadata(metadata)).toEqual({ value: metadata, kinds: [] });
  });
});

describe('secrets in a text', () => {
  it.each(SECRETS)('are noticed: %s', (kind, secret, text) => {
    expect(secretsIn(text(secret))).toContain(kind);
  });

  it.each([
    'password=x',
    'PASSWORD = swordfish',
    'db_password: swordfish',
    'api_key=abcdefghijklmnop',
    "apikey: 'abcdefghijklmnopqr'",
    'secret=abcdefghijkl',
    'client_secret = "horsebatterystaple"',
  ])('are noticed where any word may be a secret: %s', (text) => {
    expect(secretsIn(text)).not.toEqual([]);
  });

  it('are not seen in a thousand ordinary texts', () => {
    const texts = ordinaryTexts();
    expect(texts.length).toBeGreaterThanOrEqual(1000);
    expect(texts.filter((text) => secretsIn(text).length > 0)).toEqual([]);
  });

  it('are not seen in the sources and the lock file of this repository', () => {
    const files = ordinaryFiles();
    expect(files.length).toBeGreaterThan(300);
    expect(files.filter(({ text }) => redactCode(text).kinds.length > 0).map(({ path }) => path)).toEqual([]);
    expect(redactText(readFileSync('package-lock.json', 'utf8')).kinds).toEqual([]);
  });
});
