// Filters by kind, type, tag, scope, time and validity; the address holds all of them.
import { read } from '../api.ts';
import { useResource } from '../resource.ts';
import { route, setQuery } from '../route.ts';

const KINDS = ['semantic', 'episodic', 'procedural'] as const;
const TYPES = [
  'requirements',
  'design',
  'code_pattern',
  'component',
  'function',
  'test_history',
  'session',
  'user_preference',
] as const;
const VALIDITY = ['valid', 'ended', 'all'] as const;
const DAY_MS = 86_400_000;
const SPANS: Readonly<Record<string, number>> = {
  day: DAY_MS,
  week: 7 * DAY_MS,
  month: 30 * DAY_MS,
  year: 365 * DAY_MS,
};

/** The earliest time shown, rounded to the minute so that repeated requests are equal. */
const sinceOf = (span: string | null): number | undefined => {
  const ms = SPANS[span ?? ''];
  return ms === undefined ? undefined : Math.floor((Date.now() - ms) / 60_000) * 60_000;
};

const oneOf = <T extends string>(values: readonly T[], given: string | null): T | undefined =>
  values.find((value) => value === given);

/** The filters in the address. */
export function filtersNow() {
  const { query } = route.value;
  const kind = oneOf(KINDS, query.get('kind'));
  const type = oneOf(TYPES, query.get('type'));
  return {
    cube: query.get('cube') || undefined,
    user: query.get('user') || undefined,
    project: query.get('project') || undefined,
    tag: query.get('tag') || undefined,
    kinds: kind && [kind],
    types: type && [type],
    since: sinceOf(query.get('time')),
    validity: oneOf(VALIDITY, query.get('validity')) ?? 'valid',
  };
}

export const set = (name: string, value: string): void =>
  setQuery({ ...Object.fromEntries(route.peek().query), [name]: value });

/** The Time view has sliders for validity instead. */
export function Filters({ hasValidity = true }: { readonly hasValidity?: boolean }) {
  const { data } = useResource('names', (signal) => read('memory.names', {}, signal));
  return (
    <fieldset class="filters">
      <legend class="visually-hidden">Filters</legend>
      <Choice name="kind" any="Any kind" values={KINDS} />
      <Choice name="type" any="Any type" values={TYPES} />
      <Choice name="tag" any="Any tag" values={data?.tags ?? []} />
      <Choice name="project" any="Any project" values={data?.projects ?? []} />
      <Choice name="user" any="Any user" values={data?.users ?? []} />
      <Choice name="cube" any="Any cube" values={data?.cubes ?? []} />
      <Choice name="time" any="Any time" values={Object.keys(SPANS)} wording={(span) => `Last ${span}`} />
      {hasValidity && (
        <Choice
          name="validity"
          any="Valid now"
          values={['ended', 'all', 'bin']}
          wording={(value) => ({ ended: 'Ended', all: 'Valid or ended', bin: 'In the bin' })[value] ?? value}
        />
      )}
    </fieldset>
  );
}

interface ChoiceProps {
  readonly name: string;
  readonly any: string;
  readonly values: readonly string[];
  readonly wording?: (value: string) => string;
}

function Choice({ name, any, values, wording = (value) => value.replaceAll('_', ' ') }: ChoiceProps) {
  const now = route.value.query.get(name) ?? '';
  if (values.length === 0 && now === '') return null;
  const known = now === '' || values.includes(now) ? values : [now, ...values];
  return (
    <select
      aria-label={any}
      value={now}
      class={now ? 'set' : ''}
      onChange={(event) => set(name, event.currentTarget.value)}
    >
      <option value="">{any}</option>
      {known.map((value) => (
        <option key={value} value={value}>
          {wording(value)}
        </option>
      ))}
    </select>
  );
}
