import { setTimeout as delay } from 'node:timers/promises';
import { type StoreFlags, wholeNumber, withStore } from '../store-command.ts';
import { EventFeed, type LogEvent, type RecallEvent, type WriteEvent } from './events.ts';
import { shortId } from './ids.ts';
import { clipped, ownScreen, paint, paragraph, type Screen, sanitize, spread } from './screen.ts';

interface LogFlags extends StoreFlags {
  readonly follow?: boolean;
  readonly limit: string;
}

const LOOK_EVERY_MS = 500;

/** Prints each entry as JSON or text; with --follow until interrupted. */
export async function log(flags: LogFlags): Promise<void> {
  const limit = wholeNumber('--limit', flags.limit);
  await withStore(flags, async (engine, owner, signal) => {
    const happenings = new EventFeed(engine, owner);
    const screen = ownScreen();
    const write = (all: readonly LogEvent[]) => {
      for (const each of all)
        process.stdout.write(flags.json ? `${JSON.stringify(each)}\n` : `${render(screen, each)}\n`);
    };
    write(await happenings.look(limit));
    while (flags.follow && !signal.aborted) {
      await delay(LOOK_EVERY_MS, undefined, { signal }).catch(() => {});
      if (!signal.aborted) write(await happenings.look(Number.POSITIVE_INFINITY));
    }
  });
}

export const render = (screen: Screen, happened: LogEvent): string =>
  happened.what === 'write' ? written(screen, happened) : recalled(screen, happened);

const ACTIONS: Readonly<Record<string, string>> = {
  'memory.add': 'stored',
  'memory.update': 'changed',
  'memory.invalidate': 'ended',
  'memory.delete': 'removed',
  'memory.restore': 'restored',
  'proposal.add': 'proposed',
  'inbox.keep': 'kept',
  'inbox.reject': 'rejected',
};

function written(screen: Screen, { at, who, action, id, text, reason }: WriteEvent): string {
  const deed = paint(screen, action === 'memory.delete' ? 'red' : 'green', ACTIONS[action] ?? action);
  const name = id === null ? '' : ` ${paint(screen, 'cyan', shortId(id))}`;
  return [
    spread(screen, `${clock(screen, at)}  ${deed}${name}`, paint(screen, 'dim', sanitize(who))),
    ...(text === null ? [] : [line(screen, text, '  ', id === null ? null : `remanence show ${shortId(id)}`)]),
    ...(reason === null ? [] : [paragraph(screen, `because: ${sanitize(reason)}`, '  ')]),
  ].join('\n');
}

function recalled(screen: Screen, recall: RecallEvent): string {
  const { at, client, who, profile, tool, question, weak, tokens, ms, given } = recall;
  const verb = profile === 'hooks' ? 'injected' : 'recalled';
  const by = `${sanitize(client ?? who)} ${tool}`;
  return [
    paragraph(
      screen,
      spread(
        screen,
        `${clock(screen, at)}  ${paint(screen, 'yellow', verb)} ${by}`,
        paint(screen, 'dim', `${tokens} tokens, ${Math.round(ms)} ms`),
      ),
    ),
    line(screen, question, '  ', 'remanence log --json'),
    ...(given.length === 0 ? [paint(screen, 'dim', '  nothing')] : given.map((each) => gave(screen, each))),
    ...(weak ? [paint(screen, 'dim', '  weak')] : []),
  ].join('\n');
}

const OUTCOMES = { shown: 'shown', read: 'read again', corrected: 'corrected' } as const;

function gave(screen: Screen, { source, id, score, parts, text, outcome }: RecallEvent['given'][number]): string {
  const name = paint(screen, 'cyan', source === 'memory' ? shortId(id) : sanitize(id));
  const fate = outcome === null ? '' : `  ${paint(screen, outcome === 'corrected' ? 'red' : 'dim', OUTCOMES[outcome])}`;
  const reasons = Object.entries(parts).map(([part, value]) => `${part} ${value.toFixed(2)}`);
  // A memory that was not found by search has no score.
  const why = reasons.length === 0 ? '' : `  ${score.toFixed(2)} (${reasons.join(', ')})`;
  const head = paragraph(screen, `${name}${fate}${why}`, '  ');
  return text === null ? head : `${head}\n${line(screen, text, '    ', `remanence show ${shortId(id)}`)}`;
}

/** The columns of a pipe, which has no width of its own. */
const PIPED = 200;
/** A narrower screen has no room to say how to see the rest. */
const ROOMY = 60;

/** As much of the text as fits on one line and, if it was cut, how to see the rest. */
function line(screen: Screen, text: string, indent: string, how: string | null): string {
  const columns = screen.columns ?? PIPED;
  const cut = (room: number | null) => clipped({ ...screen, columns: room }, sanitize(text), indent);
  if (how === null || columns < ROOMY || cut(columns) === cut(null)) return cut(columns);
  const suffix = ` (${how})`;
  return `${cut(columns - suffix.length)}${paint(screen, 'dim', suffix)}`;
}

/** A pipe gets the full timestamp. */
const clock = ({ columns }: Screen, at: number): string => {
  const iso = new Date(at).toISOString();
  return columns === null ? iso : iso.slice(0, 19).replace('T', ' ');
};
