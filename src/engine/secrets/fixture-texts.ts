// Developers' texts without secrets: this repository's own prose and comments, and sentences about passwords, keys and
// tokens, which are the hardest to distinguish from real secrets.
import { readdirSync, readFileSync } from 'node:fs';

const SUBJECTS = [
  'the login form',
  'AuthService',
  'the deploy job',
  'our API gateway',
  'the billing worker',
  'the CLI',
];
const SENTENCES: readonly ((subject: string) => string)[] = [
  (s) => `Decision: ${s} hashes the password with bcrypt, cost 12.`,
  (s) => `${s} reads the api key from the vault at start.`,
  (s) => `Bug: ${s} logs "password is required" when the field is empty.`,
  (s) => `${s} must never print a secret: mask it first.`,
  (s) => `Rotate the token of ${s} every 90 days; the secret lives in AWS Secrets Manager.`,
  (s) => `In ${s} we read const password = process.env.DB_PASSWORD and fail early without it.`,
  (s) => `Set API_KEY=<your key> before you start ${s}.`,
  (s) => `${s}: interface Credentials { user: string; password: string; apiKey: string }`,
  (s) => `${s} calls login(user, password) and keeps the session cookie.`,
  (s) => `The secret of ${s}: small functions and real stores.`,
  (s) => `password: string is the type that ${s} expects, secret: boolean hides the field.`,
  (s) => `${s} passes Authorization: Bearer $TOKEN to the upstream service.`,
  (s) => `Use postgres://localhost:5432/app for ${s}; the password comes from .pgpass.`,
  (s) => `When the password was wrong three times, ${s} locks the account for an hour.`,
  (s) => `${s} compares hashes: if (password === stored.password) was a bug, use timingSafeEqual.`,
  (s) => `The api key header of ${s} is X-Api-Key, see docs/api.md#keys.`,
  (s) => `secretKeyRef: { name: app, key: token } feeds ${s} in Kubernetes.`,
  (s) => `${s} got a 401: the api_key: parameter moved from the query to the header.`,
  (s) => `password=\${DB_PASSWORD} in docker-compose.yml is filled in for ${s} by the CI.`,
  (s) => `commit 9ad3b27c1f0e4d5a8b7c6d5e4f3a2b1c0d9e8f7a fixed ${s}, sha256 of the image changed.`,
  (s) => `${s}: token budget 10000, max_tokens=4096, tokenizer=cl100k_base`,
  (s) => `Password reset mails of ${s} go through SES, queue reset-mails-production.`,
  (s) => `TODO for ${s}: password = getPassword() blocks the event loop.`,
  (s) => `type Password = Brand<string> is what ${s} takes; --token is required, the --secret flag is not.`,
  (s) => `Tests of ${s} for user ann / pass rate 90, ratio 1:2:3:4:5, pass the ball on.`,
  (s) => `Use the test card 4242 4242 4242 4242 with any CVC in ${s}; card 4111111111111111 is declined.`,
  (s) => `${s} keys its cards by id: card 1234567812345678 has 3 rows, the discount code is 2024, CVC is required.`,
  (s) => `${s}: the entry code is 1200 lines long, the unlock code is 4 - 6 digits, gate code is 1500 lines.`,
  (s) => `Alarm code: 1042 means overheating in ${s}; unlock code: 4096 bytes. CVC 404 is returned, cvc 1000 runs.`,
  (s) =>
    `${s} tests with 4242 4242 4242 4242, exp 12/34, CVC 123; className 219-09-9127 of a wildcard 5391726403851264.`,
  (s) => `The status code of the door service is 503; exit code 137 of ${s} is a kill. Ticket 123-45-6789 is closed.`,
  (s) =>
    `credentials of ${s}: see config/Prod2024, creds: team/Atlas12; creds: infra/Terraform01; keys with passphrase prompts enabled work, too.`,
  (s) => `Start ${s} with passphrase support turned off everywhere.`,
  (s) => `${s} stores user.password_hash, never user.password = body.password in clear.`,
];

/** More than a thousand texts, the same for the same state of the repository. */
export function ordinaryTexts(): string[] {
  const sentences = SUBJECTS.flatMap((subject) => SENTENCES.map((sentence) => sentence(subject)));
  return [...new Set([...sentences, ...prose(), ...comments()])];
}

const PAGES = ['README.md', 'ARCHITECTURE.md', 'CONTRIBUTING.md', 'CHANGELOG.md'];

function prose(): string[] {
  const folders = ['docs/guide', 'docs/decisions', 'docs/reference'];
  const pages = folders.flatMap((folder) =>
    readdirSync(folder)
      // The tool pages show redacted secrets on purpose.
      .filter((file) => file.endsWith('.md') && !file.startsWith('tools-'))
      .map((file) => `${folder}/${file}`),
  );
  return [...PAGES, ...pages].flatMap((page) => linesOf(page));
}

/** The sources, except tests, fixtures and the patterns themselves, which look like secrets. */
export const ordinaryFiles = (): { path: string; text: string }[] =>
  readdirSync('src', { recursive: true, encoding: 'utf8' })
    .filter(
      (file) =>
        /(?<!\.test|\.suite)\.ts$/.test(file) && !file.includes('fixture') && !file.startsWith('engine/secrets/'),
    )
    .map((file) => ({ path: `src/${file}`, text: readFileSync(`src/${file}`, 'utf8') }));

const comments = (): string[] =>
  ordinaryFiles().flatMap(({ path }) => linesOf(path).filter((line) => /^(?:\/\/|\/\*\*?|\*) /.test(line)));

const linesOf = (path: string): string[] =>
  readFileSync(path, 'utf8')
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line.length > 20);
