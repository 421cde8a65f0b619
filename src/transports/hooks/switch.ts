// `.remanence.json` in a folder, or in any above it, switches hooks off there. plugin/hook.mjs looks first, by the same
// rules; whoever calls a server or `remanence hook` directly gets here.
import { readFileSync, statSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import * as z from 'zod';
import { asRemanenceError, invalid } from '../../errors.ts';
import { log } from '../../log.ts';

const Contents = z.record(z.string(), z.unknown());
type Setting = 'on' | 'recall' | 'off';

/** A larger file is not read. */
const MAX_BYTES = 65_536;

const WORDS: ReadonlyMap<string, Setting> = new Map([
  ['recall', 'recall'],
  ...['on', 'yes', 'true', 'always', 'enabled'].map((word) => [word, 'on'] as const),
  ...['off', 'no', 'false', 'never', 'disabled', 'none'].map((word) => [word, 'off'] as const),
]);

export interface Allowed {
  readonly recalls: boolean;
  readonly captures: boolean;
}

/** `"memory": "off"` stops everything, `"recall"` the capturing. A file further down cannot loosen what one above it sets. */
export function allowedIn(folder: string): Allowed {
  const settings = foldersFrom(resolve(folder)).flatMap((each) => settingsIn(join(each, '.remanence.json')));
  const recalls = !settings.includes('off');
  return { recalls, captures: recalls && !settings.includes('recall') };
}

const foldersFrom = (folder: string): string[] =>
  dirname(folder) === folder ? [folder] : [folder, ...foldersFrom(dirname(folder))];

/** A file that is not understood may have meant to switch memory off. */
function settingsIn(file: string): Setting[] {
  const stat = statSync(file, { throwIfNoEntry: false });
  if (!stat?.isFile()) return [];
  try {
    if (stat.size > MAX_BYTES) throw invalid('It is larger than 64 KB.');
    return settingsOf(Contents.parse(JSON.parse(readFileSync(file, 'utf8'))));
  } catch (error) {
    const { code, message } = asRemanenceError(error);
    // Other errors quote the file, which may contain a secret.
    const why = code === 'invalid' ? message : 'It is not a JSON object.';
    const hint = 'Set "memory" to "on", "recall" or "off".';
    log.warn('memory is off because a file is not understood', { file, error: why, hint });
    return ['off'];
  }
}

function settingsOf(contents: z.infer<typeof Contents>): Setting[] {
  const names = Object.keys(contents);
  const memory = names.filter((name) => name.toLowerCase() === 'memory');
  if (names.length > 0 && memory.length === 0) throw invalid('It does not set "memory".');
  return memory.map((name) => settingOf(contents[name]));
}

function settingOf(value: unknown): Setting {
  const setting = WORDS.get(String(value).trim().toLowerCase());
  if (setting === undefined) throw invalid('"memory" has an unknown value.');
  return setting;
}
