// Secrets as people jot them down: options with a blank, keywords, settings lines, account notes.
// Each is assembled at run time so that no scanner mistakes this file for a leak.

export type Around = readonly [kind: string, secret: string, around: (secret: string) => string];

const join = (...parts: string[]) => parts.join('');

export const NOTES: readonly Around[] = [
  ['--client-secret value', join('Clol6Iw2', 'wkCnRuqk'), (s) => `idp login --client-secret ${s} --tenant acme`],
  ['--token value', join('Hq7wkCn', 'Ruq2kaaQ9'), (s) => `deploy --token ${s}`],
  ['--api-key value', join('b7Qk29', 'xLm4Rt'), (s) => `weather --api-key ${s} --city Bern`],
  ['--secret value', join('w8Zr3', 'nTq6Vy1'), (s) => `sign --secret ${s}`],
  ['--access-token value', join('Kd93', 'mfW0pLx7'), (s) => `sync --access-token "${s}"`],
  ['redis requirepass', join('Rq8lo0', 'zbjRa9'), (s) => `requirepass ${s}`],
  ['redis masterauth', join('Ma4tu1', 'xkeWb2'), (s) => `masterauth ${s}`],
  ['keyword password', join('Ym7rL', 'Gus3RP'), (s) => `{:user "ann" :password "${s}"}`],
  ['keyword token', join('Tk5vB', 'q81zHm'), (s) => `(connect :api-token "${s}")`],
  ['pgpass', join('Pg2Ow', 'Xk9q'), (s) => `db:5432:shop:ann:${s}`],
  ['pgpass of any port', join('Pg7bn', 'Lw3e'), (s) => `*:*:shop:ann:${s}`],
  ['login and pw', join('Up8lo0', 'zbjRa!9'), (s) => `login ann, pw ${s}`],
  ['user and pass', join('Us3pa', '0zbj9'), (s) => `user ann / pass ${s}`],
  ['creds with a slash', join('Cr8lo', '0zbj9'), (s) => `creds: root / ${s}`],
  ['creds with a colon', join('Co5vi', '2wqn7'), (s) => `credentials: root:${s}`],
  ['password without a sign', join('Ro6ot', '4hxkq2'), (s) => `the root password ${s} still works`],
  [
    'github token with a zero-width space',
    join('gh', 'p_a1B2c3D4e5F6g7H8i9', '\u200b', 'J0k1L2m3N4o5P6q7R8'),
    (s) => s,
  ],
];

/** Told in a sentence. */
export const TOLD: readonly Around[] = [
  ['password as people choose it', join('Herbst', '88'), (s) => `My login is ann, password ${s}`],
  ['password with an ampersand', join('0zbj9', '&4kxw'), (s) => `The db password is Qr7${s}.`],
  ['passphrase after a colon', join('plum', '-cart-37-lake'), (s) => `The passphrase for the GPG key is: ${s}`],
  ['Kennwort of something', join('Nar', 'wal!58'), (s) => `Das Kennwort für den Server lautet ${s}`],
  ['password set to', join('Bir', 'ne!41'), (s) => `Changed the admin password to ${s} today`],
  ['password set to, before a comma', join('Herbst', '88'), (s) => `Changed the password to ${s}, then restarted`],
  ['password for something', join('Qr7x0', 'zbj9kxw'), (s) => `password for staging ${s}`],
  ['login with a slash', join('Som', 'mer2024!'), (s) => `login: admin / ${s}`],
  ['PIN', join('48', '21'), (s) => `The PIN is ${s}.`],
  ['login with a slash in the password', join('Abc', '123!!x/yz9'), (s) => `Login is \`admin\` / \`${s}\``],
  ['PIN of something', join('48', '21'), (s) => `The PIN for the back door is: "${s}"`],
  ['Pin of the alarm', join('44', '71'), (s) => `Pin of the alarm at the bakery is ${s}`],
  ['wifi code', join('panDe', 'Masa2026!'), (s) => `The wifi code at Tonic is '${s}'`],
  [
    'AWS secret beside its id',
    join('kX9vQ2mLr8tYp4', 'ZsW7bNc3HdFgJ5aKeRuTx1oM6i'),
    (s) => `AWS pair for backups: ${join('AKIA4T7', 'QWMZPXN2LKVBR')} / ${s}`,
  ],
  ['PIN after a colon', join('4821', '09'), (s) => `alarm PIN: ${s}`],
  ['recovery code', join('8f3k', '-22lm'), (s) => `2FA backup code ${s}`],
  ['recovery codes', join('8312', '-9921, 4471-0032'), (s) => `recovery codes: ${s}`],
  ['list of recovery codes', join('abcd', '-1234\n  - 8f3k-22lm\n  - 12345678'), (s) => `backup codes:\n  - ${s}`],
  [
    'recovery codes of something',
    join('8f3a1', '-c92de, 77b0c-1e4fa'),
    (s) => `Recovery codes for the GitHub org: ${s}`,
  ],
  ['PUK', join('6821', '4450'), (s) => `PUK of the modem SIM is ${s}`],
  ['login of something', join('tr0ub', '4dor-x9'), (s) => `Login for the staging admin: ann / ${s}`],
  ['credentials of something', join('Sk0m', 'linka_12'), (s) => `credentials for grafana: viewer:${s}`],
  ['password with a remark', join('Kr4k', 'on0s!'), (s) => `password (staging): ${s}`],
  ['password that was reset', join('Rot', 'kehl!22'), (s) => `The password was reset to ${s}`],
  ['keystore', join('qU9!', 'teLong'), (s) => `keytool -list -storepass ${s}`],
  ['mosquitto', join('b00y', 'Drift55'), (s) => `mosquitto_pub -u sensor -P ${s} -t x`],
  ['wifi key', join('fl00d', 'plain-9921'), (s) => `wifi key: ${s}`],
  ['TOTP secret', join('JBSWY3DP', 'EHPK3PXP'), (s) => `TOTP secret ${s}`],
  ['DSN of Go', join('Nap4', 'jeni_kolej'), (s) => `dsn := "wagon:${s}@tcp(fg-prd-a:3306)/ferro"`],
  ['password with a number and a sign', join('hunt', 'er42!'), (s) => `login as admin with password ${s}`],
  ['Passwort vom', join('Sommer', 'regen2026!'), (s) => `Das Passwort vom Testserver lautet ${s}`],
  ['contraseña del', join('Cang', 'rejo#77'), (s) => `La contraseña del servidor es ${s}`],
  ['guest wifi key', join('bier', 'garten-4711-sonne'), (s) => `WLAN guest key: ${s}`],
  ['door code', join('4829', '13#'), (s) => `The door code of the server room is ${s}.`],
  ['card number', join('5391 7264', ' 0385 1260'), (s) => `The company card is ${s}, valid until 04/27.`],
  ['card number without groups', join('53917264', '03851260'), (s) => `card ${s} is used for AWS`],
  ['card code', join('7', '37'), (s) => `Mastercard of the team, CVC ${s}`],
  ['card code after a colon', join('7', '37'), (s) => `CVC:${s}`],
  ['social security number', join('219-09', '-9127'), (s) => `Ann's SSN is ${s}.`],
  ['session key set to', join('4b7c19d2e8f03a65', 'c1d94e7b20f8a365'), (s) => `Set SESSION_KEY to ${s}`],
];
