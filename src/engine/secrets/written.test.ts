// Secrets in the ways that files write values: YAML, TOML, JSON, XML, URLs, manifests, tables.
import { describe, expect, it } from 'vitest';
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
