// The frame around the views: menu, current user and live line.
import type { FunctionComponent } from 'preact';
import { useEffect, useRef, useState } from 'preact/hooks';
import { isReachable, isSignedOut } from './api.ts';
import { bindKeys, isHelpOpen } from './keys.ts';
import { listen, stopListening } from './live.ts';
import { Notices, undoLatest } from './notices.tsx';
import { Help } from './parts/help.tsx';
import { Icon } from './parts/icon.tsx';
import { Waiting } from './parts/list.tsx';
import { LiveLine } from './parts/live-line.tsx';
import { Login } from './parts/login.tsx';
import { Menu } from './parts/menu.tsx';
import { Problem } from './parts/problem.tsx';
import { Scope } from './parts/scope.tsx';
import { route } from './route.ts';
import { refreshSession, session } from './session.ts';
import { nextTheme, theme } from './theme.ts';
import { MEMORY, VIEWS } from './views.ts';

export function App() {
  useEffect(() => {
    void refreshSession().catch(() => {});
    return bindKeys({ u: undoLatest });
  }, []);
  const who = session.value?.who;
  useEffect(() => {
    if (who) listen();
    return stopListening;
  }, [who]);
  return (
    <>
      <header class="top">
        <a class="skip" href={location.hash || '#/search'} onClick={skip}>
          Skip to content
        </a>
        <Menu />
        <Scope />
        <div class="tools">
          <button
            type="button"
            class="quiet icon"
            aria-label={`Colours: ${theme.value}`}
            title={`Colours: ${theme.value}`}
            onClick={nextTheme}
          >
            <Icon name={theme.value} />
          </button>
          <button
            type="button"
            class="quiet icon"
            aria-label="Keys and help"
            title="Keys (?)"
            onClick={() => {
              isHelpOpen.value = true;
            }}
          >
            ?
          </button>
        </div>
      </header>
      {!isReachable.value && (
        <p class="banner" role="alert">
          The server does not answer. Retrying; nothing you typed is lost.
        </p>
      )}
      <main id="content" tabIndex={-1}>
        {/* Before the login, no view is rendered and nothing is requested. */}
        {session.value === null ? <Waiting /> : isSignedOut.value ? <Login /> : <Shown />}
      </main>
      {who && !isSignedOut.value && <LiveLine />}
      <Notices />
      <Help />
    </>
  );
}

function skip(event: MouseEvent): void {
  event.preventDefault();
  document.getElementById('content')?.focus();
}

function Shown() {
  const { view: name, id } = route.value;
  const view = [...VIEWS, MEMORY].find((each) => each.name === name);
  const [loaded, setLoaded] = useState<{ name: string; component: FunctionComponent } | null>(null);
  const [error, setError] = useState<unknown>(null);
  const isFirst = useRef(true);
  useEffect(() => {
    if (!view) return;
    let isWanted = true;
    setError(null);
    view.load().then(
      (module) => isWanted && setLoaded({ name: view.name, component: module.default }),
      (thrown) => isWanted && setError(thrown),
    );
    return () => {
      isWanted = false;
    };
  }, [view]);
  // Focus the new view so that screen readers announce it; the first view keeps the browser's focus.
  useEffect(() => {
    document.title = `${view?.title ?? 'Not found'} · Remanence`;
    if (!isFirst.current) document.getElementById('content')?.focus({ preventScroll: true });
    isFirst.current = false;
    scrollTo(0, 0);
  }, [view, id]);
  if (!view) return <NotFound />;
  if (error) return <Problem error={error} retry={() => location.reload()} />;
  if (loaded?.name !== view.name) return <h1 class="visually-hidden">{view.title}</h1>;
  const View = loaded.component;
  return <View key={`${view.name} ${id}`} />;
}

function NotFound() {
  return (
    <div class="empty">
      <h1>This view does not exist</h1>
      <p>
        <a href="#/search">Search</a> is a good place to start.
      </p>
    </div>
  );
}
