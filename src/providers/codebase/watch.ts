// Reports changes below a folder, once they have settled.
import { relative } from 'node:path';
import type { Watching } from '../../engine/code/code-base.ts';
import { messageOf, RemanenceError } from '../../errors.ts';
import { log } from '../../log.ts';
import { isIndexableName } from '../workspace/indexable.ts';

const QUIET_MS = 500;
/** Changes that never settle, such as those of a build, are reported after this long. */
const LATEST_MS = 5000;
/** Files that change all the time and are never indexed. */
const IGNORED = ['**/node_modules/**', '**/.git/objects/**', '**/.git/logs/**', '**/.git/*.lock'];
/** Files that change when another branch is checked out. */
const BRANCH = /^\.git[/\\](?:HEAD|index)$/;
/** Files that say which others count. */
const RULES = /^(?:\.memoryignore|(?:.*[/\\])?\.gitignore)$/;

export async function watchFolder(root: string, onChange: () => void): Promise<Watching> {
  let timer: NodeJS.Timeout | undefined;
  let waitingSince: number | null = null;
  const rest = () => {
    waitingSince = null;
    onChange();
  };
  const noticed = () => {
    const now = Date.now();
    waitingSince ??= now;
    clearTimeout(timer);
    timer = setTimeout(rest, Math.max(0, Math.min(QUIET_MS, waitingSince + LATEST_MS - now))).unref();
  };
  try {
    // A native module, loaded only for watching.
    const { subscribe } = await import('@parcel/watcher');
    const subscription = await subscribe(
      root,
      (error, events) => {
        if (error) log.warn('watching failed', { root, error: error.message });
        // Events may be missed, for example in a new folder; the listing that follows sees everything.
        if (error || events.some(({ path }) => isTelling(relative(root, path)))) noticed();
      },
      { ignore: IGNORED },
    );
    return {
      async stop() {
        clearTimeout(timer);
        await subscription.unsubscribe();
      },
    };
  } catch (error) {
    throw new RemanenceError('unavailable', `${root} cannot be watched: ${messageOf(error)}`, {
      hint: 'Index again after changes. On Linux, fs.inotify.max_user_watches may be too small.',
      cause: error,
    });
  }
}

/** A database inside the project changes whenever it is read, which must not trigger another read. */
const isTelling = (path: string): boolean =>
  BRANCH.test(path) || RULES.test(path) || isIndexableName(path.replaceAll('\\', '/'));
