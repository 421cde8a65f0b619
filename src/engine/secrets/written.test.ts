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

  it.each([
    'kind: Secret\nmetadata:\n  name: app\ndata:\n  password: S\n  dsn: S\n  empty: ""\n  last: S\n',
    'apiVersion: v1\ndata:\n    dsn: S\n    url: "S"\nkind: Secret\nmetadata:\n  name: databasecreds\n',
    '{"kind":"Secret","data":{"dsn":"S","url":"S"}}',
    '{\n  "data": {\n    "a.pem": "S",\n    "url": "S"\n  },\n  "kind": "Secret"\n}',
  ])('are cut out of all entries of a Kubernetes Secret: %j', (text) => {
    expect(
      cutFrom(text.replaceAll('S', 'cG9zdGdyZXM6Ly91OnA=').replaceAll('cG9zdGdyZXM6Ly91OnA=ecret', 'Secret')),
    ).toBe(text.replace(/S(?!ecret)/g, '[REDACTED:kubernetes_secret]'));
  });

  it('are not seen in the data of other manifests', () => {
    const text =
      'kind: ConfigMap\ndata:\n  mode: production\n---\nkind: Secret\nmetadata:\n  name: databasecreds\n---\ndata:\n  a: productions\n';
    expect(redactText(text)).toEqual({ value: text, kinds: [] });
  });

  const part = (length: number) => 'a1B2c3D4e5F6g7H8i9J0k1L2m3N4o5P6q7R8s9T0'.repeat(4).slice(0, length);
  it.each([
    `The key is\n${'sk-'}ant-api03-${part(63)}\n${part(32)}\nand works`,
    `> key ${'sk-'}ant-api03-${part(60)}\r\n> ${part(32)}.`,
    `use ${'ghp'}_${part(12)}\n${part(24)}`,
    `use ${'ghp'}_${part(12)}\\\n  ${part(24)}`,
    `${'eyJ'}hbGciOiJIUzI1NiJ9.\n${'eyJ'}zdWIiOiIxMjM0NTY3ODkwIn0.\ndozjgNryP4J3jVmNHl0w5N`,
    `${'eyJ'}hbGciOiJIUzI1NiJ9\n.${'eyJ'}zdWIiOiIxMjM0NTY3ODkwIn0\n.dozjgNryP4J3jVmNHl0w5N`,
  ])('are cut out as tokens wrapped over lines: %j', (text) => {
    const { value, kinds } = redactText(text);
    expect(kinds).toHaveLength(1);
    expect(value.replace(/^(?:The key is|> key|use)\s|\s*and works$|\.$/g, '').trim()).toBe(`[REDACTED:${kinds[0]}]`);
    expect(value.split('\n')).toHaveLength(text.split('\n').length);
  });

  it.each(['Regards,', 'step-two', 'PORT=80', 'node20 runs', '9ad3b27c1f0e4d5a8b7c6d5e4f3a2b1c0d9e8f7a'])(
    'end with their line where %s follows',
    (line) => {
      const text = `use ${'ghp'}_${part(36)}\n${line}`;
      expect(cutFrom(text)).toBe(`use [REDACTED:github_token]\n${line}`);
    },
  );

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

  it.each([
    'пароль',
    'Hasło',
    'contraseña',
    'mot de passe',
    '密码',
    'パスワード',
    '비밀번호',
    'şifre',
    'palavra-passe',
  ])('are cut out where their name is %s', (name) => {
    for (const sign of [': ', ' : ', '：', '\u00a0: '])
      expect(cutFrom(`${name}${sign}hunter2!x`)).toBe(`${name}${sign}[REDACTED:password]`);
  });

  it('end where a sentence without blanks goes on', () => {
    expect(cutFrom('密码：hunter2!x，然后登录')).toBe('密码：[REDACTED:password]，然后登录');
  });

  it.each([
    'Пароль хранится в vault, пароль: не менее 12 символов',
    '密码：至少12位，密码是必填项，密码：请输入密码',
    'パスワード：8文字以上',
    'mot de passe : 12 caractères minimum; salasana on pakollinen; parola: obbligatoria',
  ])('are not seen in what is required of them: %s', (text) => {
    expect(redactText(text)).toEqual({ value: text, kinds: [] });
  });

  it.each([
    '| user | password |\n|---|---|\n| ann | S |\n| bob | `S` |\n\nhunter2!x',
    'user,password,host\nann,S,db\r\nbob,"S",db\n',
    'name\twifi password\nhut\tS\n',
    'password;url\nS;https://x1.example\n',
    '## Password\n\nS\n',
    '## Admin password\n\n```\nS\n```\n',
    'password:\n\n```text\nS\n```\n',
    '**Password:**\n\n`S`',
  ])('are cut out of tables and from beneath a heading: %j', (text) => {
    expect(cutFrom(text.replaceAll('S', 'hunter2!x'))).toBe(text.replaceAll('S', '[REDACTED:password]'));
  });

  it.each([
    '| field | password |\n|---|---|\n| type | string |\n| hash | argon2id |',
    'We need user, password\nand host2, token1',
    'Password:\n\nSee docs2.',
    '## Password\n\nThe password2 is long',
    '## Password policy\n\nv2-2024',
    '## Passwords\n\n`argon2id`',
  ])('are not seen in other tables and sections: %j', (text) => {
    expect(redactText(text)).toEqual({ value: text, kinds: [] });
  });
});
