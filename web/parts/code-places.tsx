import type { Routes } from '../../src/transports/api/routes.ts';
import { to } from '../route.ts';
import { Text } from '../text.tsx';

type Place = Routes['memory.get']['output']['code'][number];

const TONE = { same: 'good', changed: 'warn', moved: 'warn', gone: 'bad' } as const;

/** The code that a memory names, and whether it has changed. */
export function CodePlaces({ code }: { readonly code: readonly Place[] }) {
  if (code.length === 0) return null;
  return (
    <section aria-label="Code it names">
      <h2>Code it names</h2>
      <ul class="neighbours">
        {code.map((place) => (
          <li key={`${place.project} ${place.path} ${place.symbol}`}>
            <a class="mono" href={to('code', place.project, { path: place.path })}>
              <Text of={place.symbol ?? place.path} />
            </a>
            <span class={`tag ${TONE[place.state]}`}>{place.state === 'same' ? 'unchanged' : place.state}</span>
            <span class="muted small">
              <Text of={place.movedTo ? `now ${place.movedTo}` : place.path} />
            </span>
          </li>
        ))}
      </ul>
    </section>
  );
}
