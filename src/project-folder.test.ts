import { execFileSync } from 'node:child_process';
import { mkdirSync, readFileSync, realpathSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { temporaryFolder } from '../test/open.ts';
import { readConfig } from './config.ts';
import { findProject, mainCheckout } from './project-folder.ts';

let folder: string;
beforeEach(() => {
  folder = realpathSync(temporaryFolder());
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

const at = (...path: string[]) => join(folder, ...path);
const git = (cwd: string, ...args: string[]) =>
  execFileSync('git', ['-c', 'user.name=a', '-c', 'user.email=a@b', ...args], { cwd, stdio: 'pipe' });

function repository(name: string): string {
  mkdirSync(at(name, 'src', 'deep'), { recursive: true });
  git(at(name), 'init', '--quiet');
  git(at(name), 'commit', '--quiet', '--allow-empty', '-m', 'first');
  return at(name);
}

describe('the project of a folder', () => {
  it('is the checkout that contains it, however deep, and through a link', () => {
    const shop = repository('shop');
    symlinkSync(join(shop, 'src'), at('link'));
    for (const place of [shop, join(shop, 'src', 'deep'), at('link')]) expect(mainCheckout(place)).toBe(shop);
  });

  it('is shared by all worktrees of a repository', () => {
    const shop = repository('shop');
    git(shop, 'worktree', 'add', '--quiet', at('trees', 'fix'));
    expect(mainCheckout(at('trees', 'fix'))).toBe(shop);
    expect(findProject(`auto:${at('trees', 'fix')}`)).toBe(findProject(`auto:${shop}`));
  });

  it('is shared by the worktrees of a bare repository', () => {
    const shop = repository('shop');
    git(folder, 'clone', '--quiet', '--bare', shop, at('shop.git'));
    git(at('shop.git'), 'worktree', 'add', '--quiet', at('one'), 'HEAD');
    git(at('shop.git'), 'worktree', 'add', '--quiet', at('two'), 'HEAD');
    expect(mainCheckout(at('one'))).toBe(at('shop.git'));
    expect(mainCheckout(at('two'))).toBe(at('shop.git'));
  });

  it('is separate for a submodule, and for a folder without git', () => {
    const library = repository('library');
    const shop = repository('shop');
    git(shop, '-c', 'protocol.file.allow=always', 'submodule', '--quiet', 'add', library, 'vendor');
    expect(mainCheckout(join(shop, 'vendor'))).toBe(join(shop, 'vendor'));
    mkdirSync(at('plain', 'inner'), { recursive: true });
    expect(mainCheckout(at('plain', 'inner'))).toBe(at('plain', 'inner'));
  });

  it('never belongs to another repository, whatever a folder claims', () => {
    const shop = repository('shop');
    git(shop, 'worktree', 'add', '--quiet', at('fix'));
    const claims = [
      readFileSync(at('fix', '.git'), 'utf8'),
      `gitdir: ${join(shop, '.git')}\n`,
      `gitdir: ${at('evil', 'fake')}\n`,
      'nonsense',
      'x'.repeat(100_000),
    ];
    mkdirSync(at('evil', 'fake'), { recursive: true });
    writeFileSync(at('evil', 'fake', 'commondir'), join(shop, '.git'));
    writeFileSync(at('evil', 'fake', 'gitdir'), at('evil', '.git'));
    for (const claim of claims) {
      writeFileSync(at('evil', '.git'), claim);
      expect(mainCheckout(at('evil')), claim.slice(0, 80)).toBe(at('evil'));
    }
  });

  it('has a name that differs between two folders of the same name', () => {
    const [one, two] = [repository(join('a', 'shop')), repository(join('b', 'shop'))].map((path) =>
      findProject(`auto:${path}`),
    );
    expect(one).toMatch(/^shop-[0-9a-f]{8}$/);
    expect(two).toMatch(/^shop-[0-9a-f]{8}$/);
    expect(one).not.toBe(two);
  });

  it('is what --project auto means, while any other value is a name', () => {
    const config = (project: string) => readConfig({ dataDir: at('data'), project }, {}).project;
    expect(config('auto')).toBe(findProject(`auto:${process.cwd()}`));
    expect(config('checkout')).toBe('checkout');
    expect(config('automatic')).toBe('automatic');
    expect(() => config(`auto:${at('nowhere')}`)).toThrow('does not exist');
  });
});
