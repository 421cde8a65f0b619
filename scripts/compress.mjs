// Compresses WebAssembly for the package: grammars are tables that shrink to a fifteenth.
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { brotliCompress, brotliDecompressSync, constants } from 'node:zlib';

const ROOT = dirname(dirname(fileURLToPath(import.meta.url)));
const KNOWN = join(ROOT, 'node_modules', '.cache', 'remanence');
/** Takes a second for all of them. */
const QUICK = 5;
/** Takes a minute for all of them, and saves another tenth. */
const BEST = 10;
const WINDOW_BITS = 24;

const run = promisify(brotliCompress);

const compress = (bytes, quality) =>
  run(bytes, {
    params: {
      [constants.BROTLI_PARAM_QUALITY]: quality,
      [constants.BROTLI_PARAM_LGWIN]: WINDOW_BITS,
      [constants.BROTLI_PARAM_SIZE_HINT]: bytes.length,
    },
  });

/** Writes each file into a folder, with `.br` appended to its name. */
export async function compressInto(folder, files) {
  await Promise.all(
    files.map(async (file) =>
      writeFileSync(join(folder, `${basename(file)}.br`), await compress(readFileSync(file), QUICK)),
    ),
  );
}

/** Recompresses a build's files as small as possible for publishing; reuses earlier results. */
export async function recompress(folder) {
  mkdirSync(KNOWN, { recursive: true });
  const files = readdirSync(folder, { recursive: true }).filter((path) => path.endsWith('.br'));
  await Promise.all(files.map(async (path) => writeFileSync(join(folder, path), await smallest(join(folder, path)))));
}

async function smallest(file) {
  const bytes = brotliDecompressSync(readFileSync(file));
  const known = join(KNOWN, `${createHash('sha256').update(bytes).digest('hex')}.br`);
  if (existsSync(known)) return readFileSync(known);
  const made = await compress(bytes, BEST);
  // Another process may be doing the same: only complete files get the final name.
  writeFileSync(`${known}.${process.pid}`, made);
  renameSync(`${known}.${process.pid}`, known);
  return made;
}
