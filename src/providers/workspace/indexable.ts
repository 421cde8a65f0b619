// Decides which files are worth reading: by name before opening them, by content afterwards.

export const MAX_FILE_BYTES = 1024 * 1024;
const SNIFFED = 8000;
const HEADER = 600;
const LONG_LINE = 500;

const BINARY =
  /\.(?:png|jpe?g|gif|webp|ico|bmp|tiff?|psd|pdf|zip|gz|tgz|bz2|xz|7z|rar|jar|war|class|o|a|so|dylib|dll|exe|bin|dat|wasm|woff2?|ttf|otf|eot|mp[34]|m4a|wav|ogg|flac|avi|mov|mkv|webm|sqlite3?|db(?:-wal|-shm|-journal)?|pyc|pyo|onnx|parquet|npy|pkl)$/i;
const GENERATED_NAME =
  /(?:^|\/)(?:package-lock\.json|npm-shrinkwrap\.json|yarn\.lock|pnpm-lock\.yaml|Cargo\.lock|poetry\.lock|uv\.lock|Gemfile\.lock|composer\.lock|go\.sum|flake\.lock)$|\.(?:min\.(?:js|css|mjs)|map|snap)$/;
const GENERATED_HEADER = /@generated|code generated .{0,40}do not edit|auto-?generated.{0,60}do not (?:edit|modify)/i;

export const isHidden = (path: string): boolean => /(?:^|\/)\./.test(path);

export const isIndexableName = (path: string): boolean =>
  !isHidden(path) && !BINARY.test(path) && !GENERATED_NAME.test(path);

/** The text of a file; null when it is binary, minified or generated. Windows line ends stay, a byte order mark goes. */
export function indexableText(bytes: Buffer): string | null {
  if (bytes.subarray(0, SNIFFED).includes(0)) return null;
  const text = bytes.toString('utf8').replace(/^\uFEFF/, '');
  if (GENERATED_HEADER.test(text.slice(0, HEADER))) return null;
  return isMinified(text) ? null : text;
}

/** Few but very long lines, which no person writes. */
function isMinified(text: string): boolean {
  const lines = text.split('\n', 200);
  const sampled = lines.reduce((sum, line) => sum + line.length, 0);
  return sampled > 5000 && sampled / lines.length > LONG_LINE;
}
