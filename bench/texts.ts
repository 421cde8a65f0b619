// Generates any number of developer memories, reproducibly, from fixed vocabularies.

const SERVICES = [
  'billing',
  'search',
  'ingest',
  'gateway',
  'ledger',
  'mailer',
  'scheduler',
  'catalog',
  'checkout',
  'session',
  'audit',
  'media',
];
const PARTS = ['worker', 'api', 'cache', 'queue', 'migrator', 'client', 'parser', 'exporter', 'proxy', 'monitor'];
const THINGS = [
  'PostgreSQL',
  'Redis',
  'Kafka',
  'SQLite',
  'Terraform',
  'Kubernetes',
  'Vitest',
  'Playwright',
  'OpenTelemetry',
  'Grafana',
  'Nginx',
  'S3',
];
const FIRST = [
  'Ada',
  'Bela',
  'Chen',
  'Dana',
  'Emil',
  'Farah',
  'Goran',
  'Hana',
  'Ivo',
  'Jana',
  'Kofi',
  'Lena',
  'Mira',
  'Nils',
  'Olga',
  'Petra',
];
const LAST = [
  'Abbott',
  'Brandt',
  'Castro',
  'Dietrich',
  'Eriksen',
  'Fontaine',
  'Garcia',
  'Huber',
  'Ito',
  'Jansen',
  'Kowalski',
  'Lindqvist',
];
const REASONS = [
  'because retries doubled the load',
  'after the outage in spring',
  'so that a restart loses nothing',
  'since the old limit was hit twice',
  'to keep the nightly run under an hour',
  'because two writers raced each other',
  'until the vendor fixes the driver',
  'so that tests need no network',
];

/** A reproducible stream of numbers (mulberry32). */
function numbers(seed: number): (below: number) => number {
  let state = seed;
  return (below) => {
    state = (state + 0x6d2b79f5) | 0;
    let t = Math.imul(state ^ (state >>> 15), 1 | state);
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t;
    return Math.floor((((t ^ (t >>> 14)) >>> 0) / 4294967296) * below);
  };
}

function vocabulary(next: (below: number) => number) {
  const pick = (words: readonly string[]) => words[next(words.length)] ?? '';
  return {
    service: () => `${pick(SERVICES)}-${pick(PARTS)}`,
    person: () => `${pick(FIRST)} ${pick(LAST)}`,
    thing: () => pick(THINGS),
    reason: () => pick(REASONS),
    number: () => next(9000) + 10,
    ticket: () => `OPS-${next(30_000)}`,
  };
}

export function makeTexts(count: number): string[] {
  const texts = eachText();
  return Array.from({ length: count }, () => texts.next().value);
}

/** The same texts one by one, without end. */
export function* eachText(): Generator<string, never> {
  const next = numbers(1);
  const some = vocabulary(next);
  const templates = [
    () => `${some.person()} decided that ${some.service()} uses ${some.thing()} ${some.reason()} (${some.ticket()}).`,
    () => `The timeout of ${some.service()} is ${some.number()} ms ${some.reason()}.`,
    () => `To deploy ${some.service()}, run the ${some.thing()} job first, then restart ${some.service()}.`,
    () => `${some.ticket()}: ${some.service()} failed with error ${some.number()} when ${some.thing()} was full.`,
    () => `${some.person()} prefers small pull requests in ${some.service()} and reviews ${some.thing()} changes.`,
    () => `Port ${some.number()} belongs to ${some.service()}; ${some.thing()} listens next to it.`,
  ];
  for (;;) yield templates[next(templates.length)]?.() ?? '';
}

export function makeQuestions(count: number): string[] {
  const next = numbers(2);
  const some = vocabulary(next);
  const templates = [
    () => `Why does ${some.service()} use ${some.thing()}?`,
    () => `What is the timeout of ${some.service()}?`,
    () => `How do I deploy ${some.service()}?`,
    () => `What did ${some.person()} decide about ${some.thing()}?`,
    () => `Which port does ${some.service()} listen on?`,
    () => `what happened in ${some.ticket()}`,
  ];
  return Array.from({ length: count }, () => templates[next(templates.length)]?.() ?? '');
}
