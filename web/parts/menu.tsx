import { useState } from 'preact/hooks';
import { route, to } from '../route.ts';
import { session } from '../session.ts';
import { VIEWS } from '../views.ts';
import { Icon } from './icon.tsx';

const GROUPS = [...new Set(VIEWS.map(({ group }) => group))];

/** Beside the view on wide screens, behind a button on narrow ones. */
export function Menu() {
  const [isOpen, setOpen] = useState(false);
  return (
    <div class="menu">
      <button
        type="button"
        class="quiet icon menu-button"
        aria-expanded={isOpen}
        aria-controls="menu"
        aria-label="Menu"
        onClick={() => setOpen(!isOpen)}
      >
        <Icon name="menu" />
      </button>
      <a class="brand" aria-label="Remanence" href={to('search')} onClick={() => setOpen(false)}>
        <svg viewBox="0 0 32 32" aria-hidden="true">
          <rect width="32" height="32" rx="8" />
          <path d="M16 7.200a8.800 8.800 0 1 1-8.800 8.800M16 11.600a4.400 4.400 0 1 1-4.400 4.400" />
        </svg>
        <span>Remanence</span>
      </a>
      <nav id="menu" class={isOpen ? 'open' : ''} aria-label="Views">
        {GROUPS.map((group) => (
          <div key={group}>
            <p aria-hidden="true">{group}</p>
            <ul>
              {VIEWS.filter((view) => view.group === group).map(({ name, title }) => (
                <li key={name}>
                  <a
                    href={to(name)}
                    aria-current={route.value.view === name ? 'page' : undefined}
                    onClick={() => setOpen(false)}
                  >
                    <Icon name={name} />
                    {title}
                  </a>
                </li>
              ))}
            </ul>
          </div>
        ))}
        {session.value && <p class="version">{session.value.version}</p>}
      </nav>
    </div>
  );
}
