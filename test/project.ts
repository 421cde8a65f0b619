// A small project in its own folder, for tests.
import { execFileSync } from 'node:child_process';
import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { temporaryFolder } from './open.ts';

export interface TestProject {
  readonly root: string;
  write(path: string, text: string): void;
  remove(path: string): void;
  git(...args: string[]): string;
  commit(message: string): void;
  dispose(): void;
}

/** The folder's name, which names the project. */
export function createProject(name: string, files: Readonly<Record<string, string>> = {}): TestProject {
  const parent = temporaryFolder();
  const root = join(parent, name);
  mkdirSync(root);
  const git = (...args: string[]) =>
    execFileSync('git', ['-c', 'user.name=t', '-c', 'user.email=t@example.com', ...args], {
      cwd: root,
      stdio: 'pipe',
    }).toString();
  const project: TestProject = {
    root,
    write(path, text) {
      mkdirSync(dirname(join(root, path)), { recursive: true });
      writeFileSync(join(root, path), text);
    },
    remove: (path) => rmSync(join(root, path), { recursive: true }),
    git,
    commit(message) {
      git('add', '-A');
      git('commit', '-qm', message);
    },
    dispose: () => rmSync(parent, { recursive: true, force: true }),
  };
  for (const [path, text] of Object.entries(files)) project.write(path, text);
  return project;
}

/** Three files that refer to each other. */
export const SHOP = {
  'src/session.ts': `import { hashPassword } from './password.ts';

/** Opens a session for a user who has proven who he is. */
export function openSession(user: string, secret: string): string {
  const proof = hashPassword(secret);
  return \`\${user}:\${proof}\`;
}

export class SessionStore {
  private readonly sessions = new Map<string, number>();

  /** Forgets sessions that nobody has used for an hour. */
  expireIdle(now: number): void {
    for (const [id, used] of this.sessions) if (now - used > 3_600_000) this.sessions.delete(id);
  }
}
`,
  'src/password.ts': `import { createHash } from 'node:crypto';

/** Slow on purpose: a stolen table of hashes is worth little. */
export function hashPassword(secret: string): string {
  let hash = secret;
  for (let round = 0; round < 1000; round++) hash = createHash('sha256').update(hash).digest('hex');
  return hash;
}
`,
  'src/invoice.py': `def total_with_tax(lines, rate):
    """Sum of an invoice with the tax on top."""
    net = sum(line.amount for line in lines)
    return round(net * (1 + rate), 2)


def print_invoice(lines):
    print(total_with_tax(lines, 0.2))
`,
  'README.md': '# Shop\n\nSells things.\n\n## Deploying\n\nRun the deploy script on a Tuesday.\n',
};
