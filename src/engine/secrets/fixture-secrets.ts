// One secret of every kind, each in a realistic text.

// Assembled at run time so that no scanner mistakes this file for a leak.
const join = (...parts: string[]) => parts.join('');
export const SECRETS: [kind: string, secret: string, text: (secret: string) => string][] = [
  ['aws_access_key', join('AKIA', 'IOSFODNN7EXAMPLF'), (s) => `the deploy user has ${s} for now`],
  ['github_token', join('ghp_', 'a1B2c3D4e5F6g7H8i9J0k1L2m3N4o5P6q7R8'), (s) => `export GH=${s}`],
  ['openai_key', join('sk-', 'proj-abcdefghijklmnopqrstuvwx'), (s) => `use ${s}`],
  ['anthropic_key', join('sk-ant-', 'api03-abcdefghijklmnopqrstuvwx'), (s) => `key ${s}.`],
  ['slack_token', join('xoxb-', '123456789012-abcdefGHIJKL'), (s) => `bot ${s}`],
  ['slack_token', join('xapp-', '1-A0123456789-1234567890123-abcdef0123456789'), (s) => `SLACK_APP=${s}`],
  ['jwt', join('eyJhbGciOiJIUzI1NiJ9', '.eyJzdWIiOiIxMjM0NTY3ODkwIn0', '.dozjgNryP4J3jVmNHl0w5N'), (s) => `token ${s}`],
  ['password', 'hunter2!x', (s) => `DB_PASSWORD=${s} in staging`],
  ['password', 'correct horse battery', (s) => `password: "${s}"`],
  ['password', 'Tr0ub4dor&3x', (s) => `The admin password is ${s}.`],
  ['password', 'S0mmer2024!', (s) => `Das Passwort lautet ${s}`],
  ['password', 'curlPw77', (s) => `curl -s -u deploy:${s} https://ci.example`],
  ['password', 'Mysq1Pw88', (s) => `mysql -u root -p${s}`],
  ['basic_auth', 'dXNlcjpwYXNzd29yZA==', (s) => `Authorization: Basic ${s}`],
  ['huggingface_token', join('hf_', 'abcdefghijklmnopqrstuvwxyzABCDEFGH'), (s) => `login with ${s}`],
  ['sendgrid_key', join('SG.', 'abcdefghijklmnopqrst', '.uvwxyzABCDEFGHIJKLMNOP'), (s) => `mail ${s}`],
  ['azure_key', join('Zm9vYmFyYmF6cXV4Zm9vYmFyYmF6cXV4', 'Zm9vYmFyYmF6cXV4=='), (s) => `AccountKey=${s};`],
  ['twilio_key', join('SK', '0123456789abcdef0123456789abcdef'), (s) => `twilio ${s}`],
  ['api_key', 'abcd1234efgh5678', (s) => `api_key = ${s}`],
  ['api_key', 'Zx81QwErTy7766AsDf', (s) => `the API key for weather is ${s}`],
  ['secret', 'Zm9vYmFyYmF6cXV4', (s) => `client_secret: '${s}'`],
  ['bearer_token', 'abcdefghij0123456789', (s) => `Authorization: Bearer ${s}`],
  ['url_credentials', 's3cr3tpw', (s) => `postgres://admin:${s}@db.internal/app`],
  ['otp_seed', 'KVKFKRCPNZQUYMLX', (s) => `otpauth://totp/ACME:bob?secret=${s}&issuer=ACME`],
  ['declared_default', 'HvPIEjhLEXD57qNiHT', (s) => `variable "db_password" {\n  default = "${s}"\n}`],
  [
    'private_key',
    'MIIEvQIBADANBg',
    (s) => `${join('-----BEGIN ', 'PRIVATE KEY-----')}\n${s}\n${join('-----END ', 'PRIVATE KEY-----')}`,
  ],
];
