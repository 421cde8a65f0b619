// Numbers, times and sizes as people read them.

const number = new Intl.NumberFormat('en');
const short = new Intl.NumberFormat('en', { notation: 'compact', maximumFractionDigits: 1 });
const day = new Intl.DateTimeFormat('en', { year: 'numeric', month: 'short', day: 'numeric' });
const moment = new Intl.DateTimeFormat('en', {
  year: 'numeric',
  month: 'short',
  day: 'numeric',
  hour: '2-digit',
  minute: '2-digit',
  hour12: false,
});
const clock = new Intl.DateTimeFormat('en', { hour: '2-digit', minute: '2-digit', second: '2-digit', hour12: false });
const relative = new Intl.RelativeTimeFormat('en', { numeric: 'auto' });

export const count = (value: number): string => number.format(value);
export const compact = (value: number): string => short.format(value);
export const formatDay = (at: number): string => day.format(at);
export const formatMoment = (at: number): string => moment.format(at);
export const formatTime = (at: number): string => clock.format(at);

export const noun = (value: number, one: string, many = `${one}s`): string => (value === 1 ? one : many);

/** `1 memory`, `3 memories`. */
export const counted = (value: number, one: string, many?: string): string =>
  `${count(value)} ${noun(value, one, many)}`;

export const percent = (share: number): string => `${Math.round(share * 100)} %`;

export const ms = (value: number): string =>
  value < 1 ? '<1 ms' : value < 1000 ? `${Math.round(value)} ms` : `${(value / 1000).toFixed(1)} s`;

const UNITS = ['B', 'kB', 'MB', 'GB', 'TB'];

export function bytes(value: number): string {
  const step = value < 1 ? 0 : Math.min(UNITS.length - 1, Math.floor(Math.log10(value) / 3));
  return `${(value / 1000 ** step).toFixed(step === 0 ? 0 : 1)} ${UNITS[step]}`;
}

const STEPS: readonly [Intl.RelativeTimeFormatUnit, number][] = [
  ['year', 31_557_600_000],
  ['month', 2_629_800_000],
  ['week', 604_800_000],
  ['day', 86_400_000],
  ['hour', 3_600_000],
  ['minute', 60_000],
];

/** `3 days ago`. */
export function ago(at: number, now = Date.now()): string {
  const [unit, size] = STEPS.find(([, step]) => Math.abs(now - at) >= step) ?? (['second', 1000] as const);
  return unit === 'second' && Math.abs(now - at) < 10_000
    ? 'just now'
    : relative.format(Math.round((at - now) / size), unit);
}
