import { execFileSync } from 'node:child_process';
import { chmodSync, mkdirSync, mkdtempSync, renameSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { authorshipOf } from './authorship.ts';
import { LocalWorkspace } from './workspace.ts';

let root: string;
beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'remanence-workspace-'));
});
afterEach(() => rmSync(root, { recursive: true, force: true }));

const workspace = new LocalWorkspace();
const write = (path: string, text: string | Buffer = 'let x = 1;\n') => {
  mkdirSync(dirname(join(root, path)), { recursive: true });
  writeFileSync(join(root, path), text);
};
const git = (folder: string, ...args: string[]) =>
  execFileSync(
    'git',
    ['-c', 'user.name=t', '-c', 'user.email=t@example.com', '-c', 'protocol.file.allow=always', ...args],
    { cwd: folder, stdio: 'pipe' },
  ).toString();
const paths = async () => (await workspace.list(root)).files.map(({ path }) => path);

describe('a folder without git', () => {
  it('is walked by its ignore rules, including nested ones', async () => {
    write('a.ts');
    write('sub/b.ts');
    write('sub/skip.log');
    write('build/out.js');
    write('node_modules/x/index.js');
    write('.hidden/c.ts');
    write('private/d.ts');
    write('.gitignore', 'build/\n');
    write('sub/.gitignore', '*.log\n');
    write('.memoryignore', 'private/\n');
    expect(await paths()).toEqual(['a.ts', 'sub/b.ts']);
  });

  it('marks changed content', async () => {
    write('a.ts');
    write('b.ts');
    const before = await workspace.list(root);
    write('a.ts', 'let y = 22;\n');
    const after = await workspace.list(root);
    const changed = after.files.filter(({ content }, i) => content !== before.files[i]?.content);
    expect(changed.map(({ path }) => path)).toEqual(['a.ts']);
    expect(after.commit).toBeNull();
  });
});

describe('a folder under git', () => {
  beforeEach(() => {
    git(root, 'init', '-q');
  });

  it('lists tracked and new files, with blob ids for unchanged ones', async () => {
    write('kept.ts');
    write('changed.ts');
    write('gone.ts');
    write('.gitignore', 'ignored.ts\n');
    git(root, 'add', '.');
    git(root, 'commit', '-qm', 'first');
    write('changed.ts', 'let other = 2;\n');
    write('new.ts');
    write('ignored.ts');
    rmSync(join(root, 'gone.ts'));
    const { files, commit } = await workspace.list(root);
    expect(files.map(({ path }) => path)).toEqual(['changed.ts', 'kept.ts', 'new.ts']);
    expect(files[1]?.content).toMatch(/^[0-9a-f]{40}$/);
    expect(files[0]?.content).not.toMatch(/^[0-9a-f]{40}$/);
    expect(commit).toBe(git(root, 'rev-parse', 'HEAD').trim());
  });

  it('may be part of a repository, a worktree, or contain submodules', async () => {
    write('lib/a.ts');
    write('app/b.ts');
    git(root, 'add', '.');
    git(root, 'commit', '-qm', 'first');
    const part = await workspace.list(join(root, 'lib'));
    expect(part.files.map(({ path }) => path)).toEqual(['a.ts']);

    const tree = `${root}-tree`;
    git(root, 'worktree', 'add', '-q', tree);
    expect((await workspace.list(tree)).files.map(({ path }) => path)).toEqual(['app/b.ts', 'lib/a.ts']);

    const outer = `${root}-outer`;
    mkdirSync(outer);
    git(outer, 'init', '-q');
    git(outer, 'submodule', '--quiet', 'add', root, 'vendored');
    expect((await workspace.list(outer)).files.map(({ path }) => path)).toEqual([
      'vendored/app/b.ts',
      'vendored/lib/a.ts',
    ]);
    rmSync(tree, { recursive: true });
    rmSync(outer, { recursive: true });
  });

  it('knows who wrote the lines of a file, and when', async () => {
    write('a.ts', 'let a = 1;\nlet b = 1;\nlet c = 1;\n');
    git(root, 'add', '.');
    git(root, 'commit', '-qm', 'first', '--author=Ada <ada@example.com>', '--date=2026-01-02T03:04:05Z');
    write('a.ts', 'let a = 1;\nlet b = 2;\nlet c = 1;\n');
    git(root, 'commit', '-qam', 'second', '--author=Bob <bob@example.com>', '--date=2026-02-02T03:04:05Z');
    const commit = git(root, 'rev-parse', 'HEAD').trim();
    const [january, february] = ['2026-01-02T03:04:05Z', '2026-02-02T03:04:05Z'].map(Date.parse);
    const whole = await authorshipOf(root, commit, { path: 'a.ts', startLine: 1, endLine: 3 });
    expect(whole).toEqual({ commit, changedBy: 'Bob', changedAt: february, mostlyBy: 'Ada', since: january });
    const last = await authorshipOf(root, commit, { path: 'a.ts', startLine: 3, endLine: 3 });
    expect(last).toMatchObject({ changedBy: 'Ada', changedAt: january });
    expect(await authorshipOf(root, commit, { path: 'new.ts', startLine: 1, endLine: 1 })).toBeNull();
    write('a.ts', 'let z = 1;\nlet a = 1;\nlet b = 2;\nlet c = 1;\n');
    expect(await authorshipOf(root, commit, { path: 'a.ts', startLine: 1, endLine: 1 })).toBeNull();
  });

  it('lists names that need quoting', async () => {
    write('with space/ü"quote.ts');
    git(root, 'add', '.');
    expect(await paths()).toEqual(['with space/ü"quote.ts']);
  });
});

describe.skipIf(process.getuid === undefined)('what may not be read', () => {
  // Root may read everything.
  const isRoot = process.getuid?.() === 0;
  afterEach(() => void (isRoot && process.seteuid?.(0)));

  it('is listed, and reading it fails', async () => {
    git(root, 'init', '-q');
    for (const path of ['a.ts', 'locked/b.ts']) write(path);
    git(root, 'add', '.');
    chmodSync(join(root, 'a.ts'), 0);
    chmodSync(join(root, 'locked'), 0);
    if (isRoot) {
      execFileSync('chown', ['-R', 'nobody', root]);
      process.seteuid?.('nobody');
    }
    expect(await paths()).toEqual(['a.ts', 'locked/b.ts']);
    for (const path of ['a.ts', 'locked/b.ts']) await expect(workspace.read(root, path)).rejects.toThrow('EACCES');
    chmodSync(join(root, 'locked'), 0o700);
  });
});

describe('what is not worth reading', () => {
  it('is left out by name and size', async () => {
    write('logo.png');
    write('package-lock.json', '{}');
    write('app.min.js');
    write('empty.ts', '');
    write('big.ts', 'x'.repeat(1024 * 1024 + 1));
    write('ok.ts');
    expect(await paths()).toEqual(['empty.ts', 'ok.ts']);
  });

  it('is left out by content', async () => {
    write('binary.txt', Buffer.from([1, 0, 2]));
    write('bundle.js', 'a'.repeat(9000));
    write('made.go', '// Code generated by protoc. DO NOT EDIT.\npackage x\n');
    write('text.ts', '\uFEFFlet a = 1;\r\n');
    const read = (path: string) => workspace.read(root, path);
    expect(await Promise.all(['binary.txt', 'bundle.js', 'made.go', 'missing.ts'].map(read))).toEqual([
      null,
      null,
      null,
      null,
    ]);
    expect(await read('text.ts')).toBe('let a = 1;\r\n');
  });

  it('is everything outside the root, however it is linked', async () => {
    const outside = mkdtempSync(join(tmpdir(), 'remanence-outside-'));
    writeFileSync(join(outside, 'secret.ts'), 'let secret = 1;\n');
    symlinkSync(join(outside, 'secret.ts'), join(root, 'link.ts'));
    write('dir/a.ts');
    expect(await paths()).toEqual(['dir/a.ts']);
    renameSync(join(root, 'dir'), join(root, 'old'));
    symlinkSync(outside, join(root, 'dir'));
    expect(await workspace.read(root, 'dir/secret.ts')).toBeNull();
    expect(await workspace.read(root, '../outside.ts')).toBeNull();
    rmSync(outside, { recursive: true });
  });
});
