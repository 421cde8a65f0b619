import { notifyProblem } from '../notices.tsx';
import { logOut, session } from '../session.ts';
import { Text } from '../text.tsx';

/** Whose memory is shown, and which part: everything else is out of scope, not missing. */
export function Scope() {
  const now = session.value;
  if (!now?.who) return <div class="scope" />;
  return (
    <div class="scope">
      <span class="who">
        <Text of={now.who} />
        {now.role && <span class="muted"> · {now.role}</span>}
      </span>
      {now.user && (
        <span class="tag">
          user <Text of={now.user} />
        </span>
      )}
      {now.project && (
        <span class="tag">
          project <Text of={now.project} />
        </span>
      )}
      {now.readOnly && <span class="tag warn">read-only</span>}
      {now.needsToken && (
        <button type="button" class="quiet small" onClick={() => logOut().catch(notifyProblem)}>
          Log out
        </button>
      )}
    </div>
  );
}
