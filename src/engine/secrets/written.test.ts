// Secrets in the ways that files write values: YAML, TOML, JSON, XML, URLs, manifests, tables.
import { describe, expect, it } from 'vitest';
import { redactMetadata } from './metadata.ts';
import { redactText } from './redact.ts';

const cutFrom = (text: string): string => redactText(text).value;

describe('secrets in files', () => {
  it.each([
    ['password: |\n  S\nuser: x', 'Tr0ub4dor&Zx9'],
    ['password: >-\r\n  S\r\nnext: 1', 'swordfish'],
    ['secret_access_key: >-\n    S\nregion: eu', 'wJalrXUtnFEMIK7MDENGbPxRfiCYzEXAMPLEKEYa'],
    ['password: &pw S', 'Tr0ub4dorZx9'],
    ['password: !!str S', 'Tr0ub4dorZx9'],
    ['password: !!str "S"', 'hunter2x'],
    ['password: &pw |\n  S\n', 'hunter2x'],
  ])('are cut out of YAML: %j', (text, secret) => {
    expect(cutFrom(text.replace('S', secret))).toBe(
      text.replace('S', `[REDACTED:${text.startsWith('secret') ? 'secret' : 'password'}]`),
    );
  });

  it('are cut out of every line of a YAML block', () => {
    expect(cutFrom('password: |\n  hunter2x\n  swordfish\nuser: ann')).toBe(
      'password: |\n  [REDACTED:password]\n\nuser: ann',
    );
  });

  it.each([
    ['password = """S"""'],
    ['password = """\nS\n"""'],
    ["password = '''S'''"],
    ['<password><![CDATA[S]]></password>'],
    ['<db:password type="plain">\n  <![CDATA[\nS\n]]></db:password>'],
    ['{"value":"S","key":"DB_PASSWORD"}'],
  ])('are cut out of TOML, XML and pairs of key and value: %j', (text) => {
    expect(cutFrom(text.replace('S', 'hunter2x'))).toBe(text.replace('S', '[REDACTED:password]'));
  });

  it('are cut out of a compact pair of key and value', () => {
    expect(cutFrom('{"key":"DB_PASSWORD","value":"hunter2"}')).toBe(
      '{"key":"DB_PASSWORD","value":[REDACTED:password]}',
    );
  });

  it.each([
    ['postgres://u:S@h/db', 'p@ssX'],
    ['postgres://u:S@h/db and a@b', 'p@ss@X'],
    ['https://u:S@h?mail=a@b', 'pX'],
    ['mongodb://u:S@h1:27017,h2:2/db?x=a@b', 'pX'],
    ['postgres://u:S@host:5432/x@y', 'pX'],
    ['dsn u:S@tcp(h)/x', 'p@ss'],
  ])('are cut out of a URL up to the last @ of the account: %s', (text, secret) => {
    expect(cutFrom(text.replace('S', secret))).toBe(text.replace('S', '[REDACTED:url_credentials]'));
  });

  const CUT = '[REDACTED:password]';
  it.each([
    [{ passwords: ['swordfish', 'correct horse'] }, { passwords: [CUT, CUT] }],
    [{ password: { value: 'swordfish' } }, { password: { value: CUT } }],
    [{ passwords: { ann: 'hunter2x', bob: 'swordfish' } }, { passwords: { ann: CUT, bob: CUT } }],
    [
      { passwords: [{ site: 'wiki', value: 'swordfish' }], b: 'swordfish' },
      { passwords: [{ site: 'wiki', value: CUT }], b: 'swordfish' },
    ],
    [
      { password: [['hunter2x']], codes: ['d1e2f3'] },
      { password: [[CUT]], codes: ['d1e2f3'] },
    ],
    [{ apiKeys: { prod: 'Zx81QwErTy7766AsDf' } }, { apiKeys: { prod: '[REDACTED:api_key]' } }],
  ])('are cut out of what is nested under their name: %j', (fields, expected) => {
    expect(redactMetadata(fields).value).toEqual(expected);
    for (const space of [0, 2])
      expect(cutFrom(JSON.stringify(fields, null, space))).toBe(JSON.stringify(expected, null, space));
  });

  it.each([
    { password: { type: 'string', minLength: 8, description: 'The password2 of' } },
    { password: { reset: 'Reset your password', show: 'Show', title: 'Password' } },
    { tokens: { input: 1_234_567, output: 4096, model: 'gpt4o-mini-2024-07' } },
    { password: { hash: '$2b$12$abc', updated_at: '2024-05-01', algorithm: 'argon2id' } },
    { tokenIds: ['a1b2c3d4e5f6g7'], secrets: ['prod/db/main-2'], pins: [1234] },
  ])('are not seen in what is said about them: %j', (fields) => {
    expect(redactMetadata(fields)).toEqual({ value: fields, kinds: [] });
    expect(redactText(JSON.stringify(fields, null, 2)).kinds).toEqual([]);
  });

  it.each([
    'password: >-\n  The password of the user\n  is long',
    'password: |\n  \x24{{ secrets.X }}',
    'password: &default string',
    'token: |\n  abc',
    'password = """The password of the user"""',
    'password: ""',
    '[{"value":"keyword","name":"token"}]',
    '<password><![CDATA[\x24{password}]]></password>',
  ])('are not seen in other values: %j', (text) => {
    expect(redactText(text)).toEqual({ value: text, kinds: [] });
  });
});
