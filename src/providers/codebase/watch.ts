// Tells when something below a folder has changed, once things have come to rest.
import { relative } from 'node:path';
import type { Watching } from '../../engine/code/code-base.ts';
import { messageOf, RemanenceError } from '../../errors.ts';
import { log } from '../../log.ts';
import { isWorthByName } from '../workspace/worth.ts';

const QUIET_MS = 500;
/** A build that never rests is looked at all the same. */
const LATEST_MS = 5000;
/** What changes all the time and is never indexed. */
const IGNORED = ['**/node_modules/**', '**/.git/objects/**', '**/.git/logs/**', '**/.git/*.lock'];
/** They tell of another branch. */
const BRANCH = /^\.git[/\\](?:HEAD|index)$/;

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
    // Native: loaded by those who watch.
    const { subscribe } = await import('@parcel/watcher');
    const subscription = await subscribe(
      root,
      (error, events) => {
        if (error) log.warn('watching failed', { root, error: error.message });
        // Events may be missing, in a new folder for example; the listing that follows sees everything.
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

/** A database that lies in the project is written by every look at it: that is no reason for another look. */
const isTelling = (path: string): boolean => BRANCH.test(path) || isWorthByName(path.replaceAll('\\', '/'));
