// Times and sizes as code has them, spelled as prose would: `Duration.ofSeconds(3)`, `timeout: 4000`, `20 * 1024 * 1024`.

const UNIT: Readonly<Record<string, string>> = {
  ms: 'ms',
  milli: 'ms',
  millis: 'ms',
  millisecond: 'ms',
  milliseconds: 'ms',
  s: 'seconds',
  sec: 'seconds',
  secs: 'seconds',
  second: 'seconds',
  seconds: 'seconds',
  min: 'minutes',
  mins: 'minutes',
  minute: 'minutes',
  minutes: 'minutes',
  hour: 'hours',
  hours: 'hours',
  day: 'days',
  days: 'days',
};
const unitOf = (written: string): string | undefined => UNIT[written.toLowerCase()];
const UNITS = 'milli(?:second)?s?|seconds?|secs?|minutes?|mins?|hours?|days?';
const plain = (digits: string): string => digits.replaceAll('_', '');

/** The unit in the call or beside the number. */
const CALLED = new RegExp(
  String.raw`\b(?:Duration|TimeSpan|timedelta|time|chrono)\w*(?:\.|::|\()(?:of|from|From|from_)?_?(${UNITS})\s*[(=]\s*([\d_]+)\)?`,
  'gi',
);
const WITH_UNIT = new RegExp(String.raw`(?<![\d_])(\d[\d_]*)\s*,\s*(?:\w+\.)*TimeUnit\.(${UNITS})`, 'gi');
const TIMES = new RegExp(String.raw`(?<![\d_])(\d[\d_]*)\s*\*\s*(?:\w+\.)+(${UNITS})\b`, 'gi');
const METHOD = new RegExp(String.raw`(?<![\d_])(\d[\d_]*)\.(${UNITS})\b`, 'gi');
/** The unit in the name: `timeoutMs: 500`, `TTL_SECONDS = 60`. */
const IN_NAME = /\b(\w*?)_?(ms|millis|seconds|secs|minutes|mins|hours|days|Ms|MS)["']?\s*[:=(]\s*(\d[\d_]*)\b/g;
/** No unit at all: what waits is told in milliseconds where the number is large, what lives on is told in seconds. */
const WAITS =
  /\b(\w*timeout)["']?\s*[:=(]\s*(\d[\d_]*)\b(?!\s*(?:\*|ms\b|s\b|seconds?|minutes?|hours?|,\s*TimeUnit))/gi;
const LIVES =
  /\b(\w*(?:ttl|max_?age|expir\w*|lifetime))["']?\s*[:=(]\s*(\d[\d_]*)\b(?!\s*(?:\*|ms\b|s\b|m\b|h\b|seconds?|minutes?|hours?|days?))/gi;
const LARGE = 400;
/** `'15m'`, `10s`. */
const SHORT = /(?<![\w.])(\d+)\s?(ms|s|m|h|d)(?=["'`\s,;)]|$)/g;
const SHORT_UNIT: Readonly<Record<string, string>> = { ms: 'ms', s: 'seconds', m: 'minutes', h: 'hours', d: 'days' };
const PRODUCTS: readonly (readonly [RegExp, string])[] = [
  [/(?<!\d)(\d+)\s*\*\s*1024\s*\*\s*1024\b(?!\s*\*)/g, '$1 MB'],
  [/(?<!\d)(\d+)\s*\*\s*60\s*\*\s*60(?:\s*\*\s*1000)?\b(?!\s*\*)/g, '$1 hours'],
  [/(?<!\d)(\d+)\s*\*\s*60\s*\*\s*1000\b/g, '$1 minutes'],
  [/(?<!\d)(\d+)\s*\*\s*1000\b/g, '$1 seconds'],
];

export function spellDurations(code: string): string {
  return PRODUCTS.reduce((text, [product, said]) => text.replace(product, said), code)
    .replace(CALLED, (whole, unit: string, digits: string) => spelled(digits, unit, whole))
    .replace(WITH_UNIT, (whole, digits: string, unit: string) => spelled(digits, unit, whole))
    .replace(TIMES, (whole, digits: string, unit: string) => spelled(digits, unit, whole))
    .replace(METHOD, (whole, digits: string, unit: string) => spelled(digits, unit, whole))
    .replace(IN_NAME, (whole, name: string, unit: string, digits: string) => `${name} ${spelled(digits, unit, whole)}`)
    .replace(WAITS, (_, name: string, digits: string) => {
      const value = Number(plain(digits));
      return `${name} ${plain(digits)} ${value >= LARGE ? 'ms' : 'seconds'}`;
    })
    .replace(LIVES, (_, name: string, digits: string) => `${name} ${plain(digits)} seconds`)
    .replace(SHORT, (whole, digits: string, unit: string) => `${digits} ${SHORT_UNIT[unit] ?? whole}`);
}

function spelled(digits: string, unit: string, whole: string): string {
  const known = unitOf(unit);
  return known === undefined ? whole : ` ${plain(digits)} ${known}`;
}
