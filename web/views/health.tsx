// Health: current sizes and states, and searches and writes hour by hour.
import type { Routes } from '../../src/transports/api/routes.ts';
import { read } from '../api.ts';
import { bytes, compact, count, counted, formatMoment, ms, noun, percent } from '../format.ts';
import { Waiting } from '../parts/list.tsx';
import { Plot } from '../parts/plot.tsx';
import { Problem } from '../parts/problem.tsx';
import { Scroll } from '../parts/scroll.tsx';
import { useResource } from '../resource.ts';
import { route, setQuery } from '../route.ts';
import { Text } from '../text.tsx';

type Now = Routes['health.now']['output'];
type Hour = Routes['health.hours']['output']['hours'][number];

const HOUR_MS = 3_600_000;
const SPANS = [
  [24, 'Day'],
  [168, 'Week'],
  [744, 'Month'],
] as const;

export default function Health() {
  const hours = SPANS.find(([each]) => String(each) === route.value.query.get('hours'))?.[0] ?? 24;
  const now = useResource('health', (signal) => read('health.now', {}, signal));
  const series = useResource(`hours ${hours}`, (signal) => read('health.hours', { hours }, signal));
  return (
    <>
      <div class="head">
        <h1>Health</h1>
        <div class="tabs" role="group" aria-label="How far back">
          {SPANS.map(([value, name]) => (
            <button key={value} type="button" aria-pressed={value === hours} onClick={() => setQuery({ hours: value })}>
              {name}
            </button>
          ))}
        </div>
      </div>
      <Problem error={now.error ?? series.error} retry={now.reload} />
      {!now.data && !now.error && <Waiting />}
      {now.data && <Troubles now={now.data} />}
      {now.data && <Figures now={now.data} />}
      {series.data && series.data.hours.length > 0 && <Series hours={series.data.hours} back={hours} />}
      {now.data && <Sizes now={now.data} />}
    </>
  );
}

/** Problems, shown first; empty if all is well. */
function Troubles({ now }: { readonly now: Now }) {
  const troubles = [
    now.model.error && `Embedding model: ${now.model.error}`,
    now.disk.problem,
    ...now.brokenCubes.map((cube) => `The file of the cube ${cube} cannot be opened.`),
  ].filter((each): each is string => typeof each === 'string' && each !== '');
  if (troubles.length === 0) return null;
  return (
    <ul class="problem lead" aria-label="What is wrong">
      {troubles.map((each) => (
        <li key={each}>
          <Text of={each} />
        </li>
      ))}
    </ul>
  );
}

function Figures({ now }: { readonly now: Now }) {
  const { files, symbols } = now.code;
  const figures: [string, string, string][] = [
    ['Memories', compact(now.memories), now.inBin > 0 ? `${count(now.inBin)} in the bin` : 'none in the bin'],
    ['Entities', compact(now.entities), `${compact(now.relations)} ${noun(now.relations, 'relation')}`],
    ['Search', now.searchMs === null ? '–' : ms(now.searchMs), 'on average'],
    ['Write', now.writeMs === null ? '–' : ms(now.writeMs), 'on average'],
    ['Code', compact(files), `${noun(files, 'file')}, ${compact(symbols)} ${noun(symbols, 'symbol')}`],
    ['Model', now.model.state, now.model.pending > 0 ? `${count(now.model.pending)} wait for vectors` : now.model.name],
    [
      'On disk',
      now.bytes.total > 0 ? bytes(now.bytes.total) : '–',
      now.disk.freeBytes === null ? now.disk.writes : `${bytes(now.disk.freeBytes)} free`,
    ],
  ];
  return (
    <dl class="figures lead">
      {figures.map(([name, value, more]) => (
        <div key={name}>
          <dt>{name}</dt>
          <dd>{value}</dd>
          <dd class="muted small">{more}</dd>
        </div>
      ))}
    </dl>
  );
}

function Series({ hours, back }: { readonly hours: readonly Hour[]; readonly back: number }) {
  const at = hours.map((hour) => hour.at / 1000);
  const to = Math.ceil(Date.now() / HOUR_MS) * (HOUR_MS / 1000);
  const span = { at, from: to - back * (HOUR_MS / 1000), to };
  return (
    <>
      <div class="columns plots">
        <Plot
          title="Search, ms"
          {...span}
          lines={[
            { name: 'average', variable: '--words', values: hours.map(({ searchMs }) => searchMs) },
            { name: 'slowest', variable: '--muted', values: hours.map(({ slowestSearchMs }) => slowestSearchMs) },
          ]}
        />
        <Plot
          title="Recalls per hour"
          {...span}
          lines={[
            { name: 'all', variable: '--accent', values: hours.map(({ recalls }) => recalls) },
            { name: 'weak', variable: '--warn', values: hours.map(({ weakRecalls }) => weakRecalls) },
            { name: 'empty', variable: '--bad', values: hours.map(({ emptyRecalls }) => emptyRecalls) },
          ]}
        />
        <Plot
          title="Write, ms"
          {...span}
          lines={[
            { name: 'average', variable: '--meaning', values: hours.map(({ writeMs }) => writeMs) },
            { name: 'slowest', variable: '--muted', values: hours.map(({ slowestWriteMs }) => slowestWriteMs) },
          ]}
        />
        <Plot
          title="Memories"
          {...span}
          lines={[{ name: 'memories', variable: '--graph', values: hours.map(({ memories }) => memories) }]}
        />
      </div>
      <details class="lead">
        <summary>The same as a table</summary>
        <HourTable hours={hours} />
      </details>
    </>
  );
}

function HourTable({ hours }: { readonly hours: readonly Hour[] }) {
  const took = (value: number | null) => (value === null ? '–' : ms(value));
  return (
    <Scroll label="Hours">
      <table>
        <thead>
          <tr>
            {[
              'Hour',
              'Searches',
              'Average',
              'Slowest',
              'Writes',
              'Average',
              'Recalls',
              'Empty',
              'Weak',
              'Cache hits',
            ].map((name, at) => (
              <th key={at} scope="col" class={at === 0 ? '' : 'number'}>
                {name}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {hours
            .filter(({ searches, writes, recalls }) => searches + writes + recalls > 0)
            .toReversed()
            .map((hour) => (
              <tr key={hour.at}>
                <td class="short">{formatMoment(hour.at)}</td>
                <td class="number">{count(hour.searches)}</td>
                <td class="number">{took(hour.searchMs)}</td>
                <td class="number">{took(hour.slowestSearchMs)}</td>
                <td class="number">{count(hour.writes)}</td>
                <td class="number">{took(hour.writeMs)}</td>
                <td class="number">{count(hour.recalls)}</td>
                <td class="number">{count(hour.emptyRecalls)}</td>
                <td class="number">{count(hour.weakRecalls)}</td>
                <td class="number">{hour.cacheHitRate === null ? '–' : percent(hour.cacheHitRate)}</td>
              </tr>
            ))}
        </tbody>
      </table>
    </Scroll>
  );
}

function Sizes({ now }: { readonly now: Now }) {
  const { total, ...parts } = now.bytes;
  const types = Object.entries(now.byType).sort(([, a], [, b]) => b - a);
  return (
    <div class="columns">
      <section class="card stack" aria-label="Kinds of memories">
        <h2>Kinds of memories</h2>
        <Shares entries={types} all={now.memories} say={count} />
      </section>
      {total > 0 && (
        <section class="card stack" aria-label="Disk space">
          <h2>Disk space</h2>
          <Shares entries={Object.entries(parts).sort(([, a], [, b]) => b - a)} all={total} say={bytes} />
          <p class="muted small mono">
            <Text of={now.location} />
          </p>
        </section>
      )}
      <p class="muted small">
        {counted(now.code.chunks, 'piece')} of code · version {now.version}
        {now.cacheHitRate !== null && ` · ${percent(now.cacheHitRate)} of embeddings came from the cache`}
      </p>
    </div>
  );
}

interface SharesProps {
  readonly entries: readonly [string, number][];
  readonly all: number;
  readonly say: (value: number) => string;
}

function Shares({ entries, all, say }: SharesProps) {
  return (
    <dl class="shares">
      {entries.map(([name, value]) => (
        <div key={name}>
          <dt>{name.replaceAll('_', ' ')}</dt>
          <dd>
            <span class="bar" aria-hidden="true">
              <span style={{ width: `${all > 0 ? Math.min(100, (value / all) * 100) : 0}%` }} />
            </span>
            <span class="number">{say(value)}</span>
          </dd>
        </div>
      ))}
    </dl>
  );
}
