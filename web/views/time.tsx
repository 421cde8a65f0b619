// Time: facts as bars over the period they hold. Sliders select when facts were true and when they were known.
import { useEffect, useState } from 'preact/hooks';
import type { Routes } from '../../src/transports/api/routes.ts';
import { read } from '../api.ts';
import { counted, formatDay, formatMoment } from '../format.ts';
import { Filters, filtersNow, set } from '../parts/filters.tsx';
import { Waiting } from '../parts/list.tsx';
import { addressOf, type MemoryView } from '../parts/memory-row.tsx';
import { Problem } from '../parts/problem.tsx';
import { Scroll } from '../parts/scroll.tsx';
import { useResource } from '../resource.ts';
import { route, to } from '../route.ts';
import { plainText, Text } from '../text.tsx';

type Facts = Routes['time.facts']['output'];

const REST_MS = 150;

export default function Time() {
  const { validity: _, ...filters } = filtersNow();
  const trueAt = momentIn('true');
  const knownAt = momentIn('known');
  const asked = useRested(JSON.stringify({ ...filters, trueAt, knownAt }));
  const { data, error, reload } = useResource(`time ${asked}`, (signal) =>
    read('time.facts', { ...filters, trueAt: trueAt ?? undefined, knownAt: knownAt ?? undefined, limit: 200 }, signal),
  );
  return (
    <>
      <div class="head">
        <h1>Time</h1>
        <p class="muted small" role="status">
          {data && `${counted(data.items.length, 'fact')}${data.next === null ? '' : ', and more'}`}
        </p>
      </div>
      <div class="searching">
        <Filters hasValidity={false} />
      </div>
      <Problem error={error} retry={reload} />
      {data ? (
        <>
          <div class="columns lead">
            <Slider
              label="True at"
              now={trueAt}
              facts={data}
              onChange={(at) => set('true', at === null ? '' : String(at))}
              rest="any time"
            />
            <Slider
              label="Known at"
              now={knownAt}
              facts={data}
              onChange={(at) => set('known', at === null ? '' : String(at))}
              rest="now"
            />
          </div>
          <Bars facts={data} trueAt={trueAt} />
        </>
      ) : (
        <Waiting />
      )}
    </>
  );
}

/** A time in the address. */
const momentIn = (name: string): number | null => Number(route.value.query.get(name)) || null;

interface SliderProps {
  readonly label: string;
  /** Null is the right end: no time is selected. */
  readonly now: number | null;
  readonly facts: Facts;
  readonly onChange: (at: number | null) => void;
  readonly rest: string;
}

const STEPS = 500;
const TWO_DAYS_MS = 172_800_000;

function Slider({ label, now, facts: { from, to: until }, onChange, rest }: SliderProps) {
  const step = now === null ? STEPS : Math.round(((now - from) / Math.max(1, until - from)) * STEPS);
  return (
    <label class="slider">
      <span class="row ends">
        {label}
        <span class="at">{now === null ? rest : formatMoment(now)}</span>
      </span>
      <input
        type="range"
        min={0}
        max={STEPS}
        value={step}
        aria-valuetext={now === null ? rest : formatMoment(now)}
        onInput={(event) => {
          const at = Number(event.currentTarget.value);
          onChange(at === STEPS ? null : Math.round(from + ((until - from) * at) / STEPS));
        }}
      />
    </label>
  );
}

function Bars({ facts, trueAt }: { readonly facts: Facts; readonly trueAt: number | null }) {
  if (facts.items.length === 0) {
    return (
      <div class="empty">
        <h2>Nothing held then</h2>
        <p>Move a slider, or widen the filters.</p>
      </div>
    );
  }
  const span = Math.max(1, facts.to - facts.from);
  const share = (at: number) => Math.max(0, Math.min(1, (at - facts.from) / span)) * 100;
  const shown = new Set(facts.items.map(({ id }) => id));
  return (
    <Scroll label="Facts" class="time">
      <table>
        <caption class="visually-hidden">Facts and the periods they hold</caption>
        <thead>
          <tr>
            <th scope="col">Fact</th>
            <th scope="col">
              <span class="axis">
                {[0, 0.5, 1].map((part) => (
                  <span key={part}>{(span > TWO_DAYS_MS ? formatDay : formatMoment)(facts.from + span * part)}</span>
                ))}
              </span>
            </th>
          </tr>
        </thead>
        <tbody>
          {facts.items.map((memory) => (
            <tr key={memory.id} data-row data-fact={memory.id}>
              <td>
                <a href={addressOf(memory)}>
                  <Text of={shortened(memory.content)} />
                </a>
                {memory.supersededBy && (
                  <span class="small muted">
                    {' '}
                    replaced by{' '}
                    <a href={to('memory', memory.supersededBy)}>
                      {shown.has(memory.supersededBy) ? 'a fact shown here' : 'another fact'}
                    </a>
                  </span>
                )}
              </td>
              <td>
                <Span memory={memory} share={share} trueAt={trueAt} />
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </Scroll>
  );
}

const shortened = (text: string): string => (text.length > 100 ? `${text.slice(0, 99)}…` : text);

interface SpanProps {
  readonly memory: MemoryView;
  readonly share: (at: number) => number;
  readonly trueAt: number | null;
}

/** In percent: a fact that has just begun is visible, too. */
const LEAST_WIDTH = 1.5;

function Span({ memory, share, trueAt }: SpanProps) {
  const { validFrom, validUntil, kind } = memory;
  const left = Math.min(share(validFrom), 100 - LEAST_WIDTH);
  const right = validUntil === null ? 100 : share(validUntil);
  const lifetime = `from ${formatDay(validFrom)} ${validUntil === null ? 'on' : `until ${formatDay(validUntil)}`}`;
  return (
    <div class="lane" title={plainText(`${lifetime}${memory.invalidReason ? `: ${memory.invalidReason}` : ''}`)}>
      <span
        class={`span ${kind}${validUntil === null ? ' open' : ''}`}
        style={{ left: `${left}%`, width: `${Math.max(LEAST_WIDTH, right - left)}%` }}
      />
      {trueAt !== null && <span class="moment" style={{ left: `${share(trueAt)}%` }} />}
      <span class="visually-hidden">{lifetime}</span>
    </div>
  );
}

function useRested(value: string): string {
  const [rested, setRested] = useState(value);
  useEffect(() => {
    const timer = setTimeout(() => setRested(value), REST_MS);
    return () => clearTimeout(timer);
  }, [value]);
  return rested;
}
