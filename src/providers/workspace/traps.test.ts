// Untrusted folders: reading one never runs anything from it.
import { execFileSync } from 'node:child_process';
import {
  appendFileSync,
  chmodSync,
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  rmSync,
  symlinkSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { LocalWorkspace } from './workspace.ts';

let root: string;
let pwned: string;
beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'remanence-traps-'));
  pwned = join(root, 'pwned.txt');
});
afterEach(() => rmSync(root, { recursive: true, force: true }));

const workspace = new LocalWorkspace();
const write = (path: string, text = 'let x = 1;\n') => {
  mkdirSync(dirname(join(root, path)), { recursive: true });
  writeFileSync(join(root, path), text);
};
const script = (path: string) => {
  write(path, `#!/bin/sh\ntouch "${pwned}"\ncat\n`);
  chmodSync(join(root, path), 0o755);
  return join(root, path);
};
const git = (folder: string, ...args: string[]) =>
  execFileSync('git', ['-c', 'user.name=t', '-c', 'user.email=t@example.com', ...args], {
    cwd: join(root, folder),
    stdio: 'pipe',
  }).toString();
const commit = (folder = '.') => {
  git(folder, 'init', '-q');
  git(folder, 'add', '.');
  git(folder, 'commit', '-qm', 'first');
};
const configure = (text: string, folder = '.') => appendFileSync(join(root, folder, '.git/config'), text);
const pathsIn = async (folder = '.') => (await workspace.list(join(root, folder))).files.map(({ path }) => path);
const sprung = () => existsSync(pwned);

describe('reading a folder runs nothing from it', () => {
  it('when its repository names a file monitor', async () => {
    write('a.ts');
    commit();
    configure(`[core]\n\tfsmonitor = "touch '${pwned}'; false"\n`);
    expect(git('.', 'ls-files')).toBe('a.ts\n');
    expect(sprung()).toBe(true);
    rmSync(pwned);
    expect(await pathsIn()).toEqual(['a.ts']);
    expect(sprung()).toBe(false);
  });

  it('when a subfolder looks like a bare repository', async () => {
    write('docs/a.ts');
    commit('docs');
    cpSync(join(root, 'docs/.git'), join(root, 'docs'), { recursive: true });
    rmSync(join(root, 'docs/.git'), { recursive: true });
    write(
      'docs/config',
      `[core]\n\trepositoryformatversion = 0\n\tbare = false\n\tworktree = .\n\tfsmonitor = "touch '${pwned}'; false"\n`,
    );
    expect(await pathsIn('docs')).toContain('a.ts');
    expect(await pathsIn()).toContain('docs/a.ts');
    expect(sprung()).toBe(false);
  });

  it('when the configuration comes from a file that it includes', async () => {
    write('a.ts');
    commit();
    write('more', `[core]\n\tfsmonitor = "touch '${pwned}'; false"\n`);
    configure('[include]\n\tpath = ../more\n');
    expect(await pathsIn()).toEqual(['a.ts', 'more']);
    expect(sprung()).toBe(false);
  });

  it('when its attributes ask for a filter', async () => {
    write('a.ts');
    commit();
    const command = script('filter.sh');
    write('.gitattributes', '*.ts filter=trap diff=trap\n');
    configure(
      `[filter "trap"]\n\tclean = ${command}\n\trequired = true\n[diff "trap"]\n\tcommand = ${command}\n\ttextconv = ${command}\n`,
    );
    // When the index is older than the file, git compares the content, and filters it for that.
    utimesSync(join(root, '.git/index'), 1, 1);
    expect(await pathsIn()).toEqual(['a.ts', 'filter.sh']);
    expect(sprung()).toBe(false);
  });

  it('when it brings hooks, a pager, an editor and a prompt', async () => {
    write('a.ts');
    commit();
    const command = script('trap.sh');
    for (const hook of ['post-index-change', 'fsmonitor-watchman', 'query-watchman', 'post-checkout']) {
      script(`hooks/${hook}`);
    }
    configure(
      `[core]\n\thooksPath = ${root}/hooks\n\tpager = ${command}\n\teditor = ${command}\n\taskPass = ${command}\n\tsshCommand = ${command}\n[alias]\n\tls-files = "!${command}"\n[pager]\n\tls-files = ${command}\n`,
    );
    expect(await pathsIn()).toContain('a.ts');
    expect(sprung()).toBe(false);
  });

  it('when objects are missing and a remote offers to send them', async () => {
    write('deep/a.ts');
    write('deep/b/c.ts');
    write('d.ts');
    commit();
    git('.', 'sparse-checkout', 'set', '--cone', '--sparse-index', 'deep/b');
    const command = script('upload.sh');
    configure(
      `[core]\n\trepositoryformatversion = 1\n[extensions]\n\tpartialClone = evil\n[remote "evil"]\n\turl = ext::${command}\n\tuploadpack = ${command}\n\tpromisor = true\n[protocol]\n\tallow = always\n[protocol "ext"]\n\tallow = always\n`,
    );
    for (const folder of readdirSync(join(root, '.git/objects'))) {
      rmSync(join(root, '.git/objects', folder), { recursive: true });
    }
    await pathsIn();
    expect(sprung()).toBe(false);
  });

  it('when a submodule is the trap', async () => {
    write('lib/inner.ts');
    commit('lib');
    write('a.ts');
    git('.', 'init', '-q');
    git('.', 'add', '.');
    configure(`[core]\n\tfsmonitor = "touch '${pwned}'; false"\n`, 'lib');
    expect(await pathsIn()).toEqual(['a.ts', 'lib/inner.ts']);
    expect(sprung()).toBe(false);
  });

  it('when a surrounding git has set the environment', async () => {
    write('a.ts');
    commit();
    write('other/b.ts');
    commit('other');
    configure(`[core]\n\tfsmonitor = "touch '${pwned}'; false"\n`, 'other');
    const before = process.env.GIT_DIR;
    process.env.GIT_DIR = join(root, 'other/.git');
    try {
      expect(await pathsIn()).toContain('a.ts');
    } finally {
      if (before === undefined) delete process.env.GIT_DIR;
      else process.env.GIT_DIR = before;
    }
    expect(sprung()).toBe(false);
  });
});

describe('reading a folder ends', () => {
  it('when ignore files and sources are pipes or endless devices', async () => {
    write('a.ts');
    write('sub/b.ts');
    execFileSync('mkfifo', [join(root, '.gitignore'), join(root, 'pipe.ts')]);
    symlinkSync('/dev/zero', join(root, '.memoryignore'));
    symlinkSync('/dev/zero', join(root, 'sub/.gitignore'));
    expect(await pathsIn()).toEqual(['a.ts', 'sub/b.ts']);
    expect(await workspace.read(root, 'pipe.ts')).toBeNull();
  });

  it('when the files of a repository are pipes', async () => {
    write('a.ts');
    commit();
    for (const file of ['index', 'config']) {
      rmSync(join(root, '.git', file));
      execFileSync('mkfifo', [join(root, '.git', file)]);
    }
    expect(await pathsIn()).toEqual(['a.ts']);
  });

  it('when submodules are links back to their parent', async () => {
    write('m.py', 'def f(): return 1\n');
    git('.', 'init', '-q');
    git('.', 'add', '.');
    for (const name of ['a', 'b']) {
      git('.', 'update-index', '--add', '--cacheinfo', `160000,${'1'.repeat(40)},${name}`);
      symlinkSync('.', join(root, name));
    }
    expect(await pathsIn()).toEqual(['m.py']);
  });

  it('when ignore rules match a deep path with many stars', async () => {
    write(`${'a/'.repeat(40)}m.py`, 'def f(): return 1\n');
    write('.memoryignore', `/**/${'a/**/'.repeat(14)}b\nskipped/\n`);
    write('skipped/x.ts');
    expect(await pathsIn()).toEqual([`${'a/'.repeat(40)}m.py`]);
  });

  it('when its repository is damaged', async () => {
    write('a.ts');
    commit();
    writeFileSync(join(root, '.git/index'), 'DIRC, but nothing that follows');
    expect(await pathsIn()).toEqual(['a.ts']);
  });
});

describe('a repository without its configuration is still read as git reads it', () => {
  it('with a split index, a sparse one, and SHA-256', async () => {
    write('a.ts');
    write('b/c.ts');
    git('.', 'init', '-q', '--object-format=sha256');
    git('.', 'add', '.');
    git('.', 'commit', '-qm', 'first');
    git('.', 'update-index', '--split-index');
    const { files, commit: head } = await workspace.list(root);
    expect(files.map(({ content }) => content.length)).toEqual([64, 64]);
    expect(head).toBe(git('.', 'rev-parse', 'HEAD').trim());
    git('.', 'update-index', '--no-split-index');
    git('.', 'sparse-checkout', 'set', '--cone', '--sparse-index', 'b');
    expect(await pathsIn()).toEqual(['a.ts', 'b/c.ts']);
  });

  it('with its own list of what to ignore, and packed branches', async () => {
    write('a.ts');
    commit();
    write('.git/info/exclude', 'local.ts\n');
    write('local.ts');
    git('.', 'pack-refs', '--all');
    const { files, commit: head } = await workspace.list(root);
    expect(files.map(({ path }) => path)).toEqual(['a.ts']);
    expect(head).toBe(git('.', 'rev-parse', 'HEAD').trim());
  });
});
