import { describe, expect, it } from 'vitest';
import { mentions, phrases } from '../text/names.ts';
import { SECRETS } from './fixture-secrets.ts';
import { ordinaryTexts } from './fixture-texts.ts';
import { redactMetadata } from './metadata.ts';
import { redactText, secretsIn } from './redact.ts';

describe('redaction', () => {
  it.each(SECRETS)('cuts out a %s', (kind, secret, text) => {
    const redacted = redactText(text(secret));
    expect(redacted.value).not.toContain(secret);
    expect(redacted.kinds).toContain(kind);
    expect(redacted.value).toContain('[REDACTED:');
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
    'The API key is internationalization-agnostic by design',
    'Basic understanding of the authorization flow',
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
  ])('leaves code alone that is about secrets: %s', (code) => {
    expect(redactText(code)).toEqual({ value: code, kinds: [] });
    expect(secretsIn(code)).toEqual([]);
  });

  it('cuts out a password that a log has coloured', () => {
    expect(redactText('password=hunter2\u001b[0m').value).toBe('password=[REDACTED:password][0m');
  });

  it.each(['-', 'a-', '_', 'sk-', 'password:', 'eyJ', 'x/', 'a.', '-----BEGIN '])(
    'is quick on 100 KB of %j',
    (piece) => {
      const text = piece.repeat(100_000 / piece.length);
      const started = performance.now();
      redactText(text);
      mentions(text);
      phrases(text);
      expect(performance.now() - started).toBeLessThan(1500);
    },
  );

  it('reaches into nested metadata and uses the key as context', () => {
    const { value, kinds } = redactMetadata({ a: [{ password: 'hunter2xyz' }], note: 'fine', n: 3 });
    expect(value).toEqual({ a: [{ password: '[REDACTED:password]' }], note: 'fine', n: 3 });
    expect(kinds).toEqual(['password']);
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
  ])('are noticed where any word may be one: %s', (text) => {
    expect(secretsIn(text)).not.toEqual([]);
  });

  it.each(['a-', 'password', 'secret: '])('are looked for quickly in 100 KB of %j', (piece) => {
    const started = performance.now();
    secretsIn(piece.repeat(100_000 / piece.length));
    expect(performance.now() - started).toBeLessThan(1500);
  });

  it('are not seen in a thousand ordinary texts', () => {
    const texts = ordinaryTexts();
    expect(texts.length).toBeGreaterThanOrEqual(1000);
    expect(texts.filter((text) => secretsIn(text).length > 0)).toEqual([]);
  });
});
