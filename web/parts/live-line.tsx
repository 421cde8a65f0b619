import { useEffect, useState } from 'preact/hooks';
import { counted, formatTime } from '../format.ts';
import { isLive, recalled, written } from '../live.ts';
import { to } from '../route.ts';
import { Text } from '../text.tsx';

/** The latest write or recall, at the bottom of every view. */
export function LiveLine() {
  const [given, wrote] = [recalled.value, written.value];
  const at = Math.max(given?.at ?? 0, wrote?.at ?? 0);
  const [isBeating, setBeating] = useState(false);
  useEffect(() => {
    if (at === 0) return;
    setBeating(true);
    const timer = setTimeout(() => setBeating(false), 900);
    return () => clearTimeout(timer);
  }, [at]);
  return (
    <footer class="live">
      <span class={`dot${isLive.value ? ' on' : ''}${isBeating ? ' beat' : ''}`} />
      {at === 0 && (
        <span class="what">
          {isLive.value ? 'Listening: what agents write and recall appears here.' : 'Not connected.'}
        </span>
      )}
      {at > 0 && <time>{formatTime(at)}</time>}
      {at > 0 && <span class="what">{given?.at === at ? <Given /> : <Wrote />}</span>}
    </footer>
  );
}

function Given() {
  const now = recalled.value;
  if (!now) return null;
  return (
    <a href={to('recalls')}>
      <Text of={`${now.client ?? now.tool} asked “${now.question.slice(0, 90)}” and got ${now.given}`} />
    </a>
  );
}

function Wrote() {
  const now = written.value;
  if (!now) return null;
  const [first, ...others] = now.memories;
  if (!first) return <>{counted(now.removed, 'memory', 'memories')} moved to the bin or erased</>;
  return (
    <>
      {first.isNew ? 'learned' : 'changed'}{' '}
      <a href={to('memory', first.id)}>
        <Text of={first.text} />
      </a>
      {others.length > 0 && ` and ${counted(others.length, 'other')}`}
    </>
  );
}
