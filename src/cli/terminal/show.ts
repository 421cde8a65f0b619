import { isDeepStrictEqual } from 'node:util';
import { Changeable, type Memory, type PastState } from '../../engine/model.ts';
import { isValidNow, printTime } from '../../engine/temporal/validity.ts';
import { difference } from '../difference.ts';
import { type StoreFlags, withStore } from '../store-command.ts';
import { memoryNamed } from './ids.ts';
import { ownScreen, paint, paragraph, type Screen, sanitize, spread } from './screen.ts';

const FIELDS = Changeable.keyof().options;
const TIMES: readonly string[] = ['eventTime', 'validFrom', 'validUntil'];
const WIDEST_BAR = 60;

export async function show(id: string, flags: StoreFlags): Promise<void> {
  await withStore(flags, async (engine, owner) => {
    const memory = await memoryNamed(engine, owner, id);
    const history = await engine.memories.history(owner, memory.id);
    const { row: _, ...told } = memory;
    const [{ stale } = { stale: null }] = await engine.inbox.staleness(owner, [memory]);
    const text = flags.json
      ? `${JSON.stringify({ ...told, stale, history })}\n`
      : render(ownScreen(), memory, history, Date.now(), stale);
    process.stdout.write(text);
  });
}

/** `stale` says why the memory may be out of date. */
export function render(
  screen: Screen,
  memory: Memory,
  history: readonly PastState[],
  now: number,
  stale: string | null,
): string {
  const facts = [
    ['label', memory.label],
    ['tags', memory.tags.join(', ')],
    ['summary', memory.summary],
    ['project', memory.scope.project],
    ['why it ended', memory.invalidReason],
    ['replaced by', memory.supersededBy],
    ...Object.entries(memory.metadata).map(([name, value]) => [name, asText(value)] as const),
  ] as const;
  const lines = facts.flatMap(([name, value]) =>
    value ? [paragraph(screen, `${paint(screen, 'dim', `${sanitize(name)}:`)} ${sanitize(value)}`)] : [],
  );
  const sections = [
    spread(screen, paint(screen, 'cyan', memory.id), paint(screen, 'dim', memory.type ?? memory.kind)),
    paragraph(screen, sanitize(memory.content)),
    validity(screen, memory, now),
    ...(stale === null ? [] : [paint(screen, 'yellow', paragraph(screen, sanitize(stale)))]),
    ...(lines.length > 0 ? [lines.join('\n')] : []),
    ...changes(screen, memory, history),
  ];
  return `${sections.join('\n\n')}\n`;
}

/** Draws when the memory is valid, on a line from the earliest date to now. */
function validity(screen: Screen, memory: Memory, now: number): string {
  const { validFrom, validUntil, ingestionTime } = memory;
  // The days alone would not tell the two apart.
  const moment = validUntil !== null && day(validFrom) === day(validUntil) ? printTime : day;
  const words = `valid from ${moment(validFrom)} ${validUntil === null ? 'on' : `until ${moment(validUntil)}`}, learned ${day(ingestionTime)}`;
  if (screen.columns === null) return words;
  const cells = Math.min(WIDEST_BAR, screen.columns);
  const start = Math.min(validFrom, ingestionTime);
  const cell = (time: number) => Math.round(((Math.min(time, now) - start) / Math.max(1, now - start)) * (cells - 1));
  const [first, last] = [cell(validFrom), cell(validUntil ?? now)];
  const drawn = Array.from({ length: cells }, (_, i) => (i >= first && i <= last ? '█' : '░')).join('');
  return `${paint(screen, isValidNow(memory, now) ? 'green' : 'red', drawn)}\n${paragraph(screen, words)}`;
}

/** What people call the fields whose names say little. */
const NAMES: Readonly<Record<string, string>> = {
  validFrom: 'valid from',
  validUntil: 'valid until',
  invalidReason: 'why it ended',
  supersededBy: 'replaced by',
  eventTime: 'when it happened',
};

/** Each change as removed and added lines, latest first. */
function changes(screen: Screen, memory: Memory, history: readonly PastState[]): string[] {
  const after: Partial<Changeable> = { ...memory };
  return history.flatMap(({ changedAt, before }) => {
    const lines = FIELDS.filter((field) => field in before && !isDeepStrictEqual(before[field], after[field])).flatMap(
      (field) => [
        paint(screen, 'dim', NAMES[field] ?? field),
        ...difference(printed(field, before[field]), printed(field, after[field]))
          .slice(1)
          // An absent value has no line.
          .filter((line) => line.length > 1)
          .map((line) => paint(screen, line.startsWith('+') ? 'green' : 'red', paragraph(screen, line))),
      ],
    );
    Object.assign(after, before);
    return lines.length === 0 ? [] : [[paint(screen, 'bold', `changed ${printTime(changedAt)}`), ...lines].join('\n')];
  });
}

const printed = (field: string, value: unknown): string =>
  sanitize(typeof value === 'number' && TIMES.includes(field) ? printTime(value) : asText(value));

const asText = (value: unknown): string =>
  value === null || value === undefined ? '' : typeof value === 'string' ? value : JSON.stringify(value);

const day = (time: number): string => printTime(time).slice(0, 10);
