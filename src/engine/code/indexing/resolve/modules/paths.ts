// Languages that include files by path, or by a name that tells it: C and C++, Ruby, PHP, shell scripts, Lua, Perl.
import { folderOf, joinPath, nearest, type ProjectFiles } from '../project-files.ts';
import { fileModule, type Module, type ModuleFinder } from './module.ts';

/** Headers that every system has. A project's own of such a name stands in for them elsewhere. */
const SYSTEM_HEADER =
  /^(?:assert|complex|ctype|errno|fenv|float|inttypes|iso646|limits|locale|math|setjmp|signal|stdalign|stdarg|stdatomic|stdbool|stddef|stdint|stdio|stdlib|string|tgmath|threads|time|uchar|wchar|wctype|unistd|fcntl|pthread|strings|poll|dirent|getopt|syslog|termios|windows)\.h$/;

/** `"dict.h"` beside the file, or the path's end anywhere: include folders are not known. */
export function includedFile(specifier: string, from: string, files: ProjectFiles): Module | null {
  const beside = joinPath(folderOf(from), specifier);
  if (files.has(beside)) return fileModule(beside);
  if (SYSTEM_HEADER.test(specifier)) return null;
  const path = nearest(files.endingWith(joinPath(specifier.replace(/^(?:\.\.?\/)+/, ''))), from);
  return path === null ? null : fileModule(path);
}

/** `require_relative '../util'` and `require 'shop/util'`, which is written from a lib folder. */
export function rubyFile(specifier: string, from: string, files: ProjectFiles): Module | null {
  const path = specifier.endsWith('.rb') ? specifier : `${specifier}.rb`;
  return includedFile(path, from, files);
}

/** `$HERE/lib/log.sh`: what a variable stands for is not known, the rest is. */
export function sourcedFile(specifier: string, from: string, files: ProjectFiles): Module | null {
  const path = specifier.replace(/["']/g, '').replace(/^.*[$}`)][\w@]*\//, '');
  return path.includes('$') ? null : includedFile(path, from, files);
}

/** `shop.shape` as `shop/shape.lua`, `Shop::Order` as `Shop/Order.pm`. */
export const namedFile =
  (separator: string, extension: string): ModuleFinder =>
  (specifier, from, files) =>
    includedFile(`${specifier.replaceAll(separator, '/')}${extension}`, from, files);

/** `Price` as `price.ml`. */
export const ocamlFile: ModuleFinder = (specifier, from, files) =>
  includedFile(`${specifier.charAt(0).toLowerCase()}${specifier.slice(1)}.ml`, from, files);

/** `Shop\Models`: as much of its end as is a folder; or the file of a class, or one that is included. */
export function phpModule(specifier: string, from: string, files: ProjectFiles): Module | null {
  if (specifier.endsWith('.php')) return includedFile(specifier.replace(/^\//, ''), from, files);
  const parts = specifier.split('\\').filter(Boolean);
  for (let skipped = 0; skipped < parts.length; skipped++) {
    const rest = parts.slice(skipped).join('/');
    const file = nearest(files.endingWith(`${rest}.php`), from);
    if (file) return fileModule(file);
    const folder = nearest(files.foldersEndingWith(rest), from);
    if (folder) return { paths: files.within(folder), folder: null, deep: false };
  }
  return null;
}
