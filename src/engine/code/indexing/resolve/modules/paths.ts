// Languages that include files by path or by a name that implies it: C and C++, Ruby, PHP, shell scripts, Lua, Perl.
import { folderOf, joinPath, nearest, type ProjectFiles } from '../project-files.ts';
import { fileModule, type Module, type ModuleFinder } from './module.ts';

/** Headers that every system has; a project's own header of that name counts only next to the including file. */
const SYSTEM_HEADER =
  /^(?:assert|complex|ctype|errno|fenv|float|inttypes|iso646|limits|locale|math|setjmp|signal|stdalign|stdarg|stdatomic|stdbool|stddef|stdint|stdio|stdlib|string|tgmath|threads|time|uchar|wchar|wctype|unistd|fcntl|pthread|strings|poll|dirent|getopt|syslog|termios|windows)\.h$/;

/** Finds `"dict.h"` beside the file, or any path with that ending, because include folders are unknown. */
export function includedFile(specifier: string, from: string, files: ProjectFiles): Module | null {
  const beside = joinPath(folderOf(from), specifier);
  if (files.has(beside)) return fileModule(beside);
  if (SYSTEM_HEADER.test(specifier)) return null;
  const path = nearest(files.endingWith(joinPath(specifier.replace(/^(?:\.\.?\/)+/, ''))), from);
  return path === null ? null : fileModule(path);
}

/** Finds `require_relative '../util'` and `require 'shop/util'`, which is relative to a lib folder. */
export function rubyFile(specifier: string, from: string, files: ProjectFiles): Module | null {
  const path = specifier.endsWith('.rb') ? specifier : `${specifier}.rb`;
  return includedFile(path, from, files);
}

/** Finds `$HERE/lib/log.sh` by the part after the variable, whose value is unknown. */
export function sourcedFile(specifier: string, from: string, files: ProjectFiles): Module | null {
  const path = specifier.replace(/["']/g, '').replace(/^.*[$}`)][\w@]*\//, '');
  return path.includes('$') ? null : includedFile(path, from, files);
}

/** Finds `shop.shape` as `shop/shape.lua`, and `Shop::Order` as `Shop/Order.pm`. */
export const namedFile =
  (separator: string, extension: string): ModuleFinder =>
  (specifier, from, files) =>
    includedFile(`${specifier.replaceAll(separator, '/')}${extension}`, from, files);

/** Finds `Price` as `price.ml`. */
export const ocamlFile: ModuleFinder = (specifier, from, files) =>
  includedFile(`${specifier.charAt(0).toLowerCase()}${specifier.slice(1)}.ml`, from, files);

/** Finds `Shop\Models` by the longest ending that is a class file or a folder; also finds included files. */
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
