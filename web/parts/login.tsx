import { useState } from 'preact/hooks';
import { logIn } from '../session.ts';
import { Problem } from './problem.tsx';

/** Shown instead of the view until the user logs in; the address stays, so that the view appears afterwards. */
export function Login() {
  const [token, setToken] = useState('');
  const [error, setError] = useState<unknown>(null);
  const [isBusy, setBusy] = useState(false);
  const submit = async (event: SubmitEvent) => {
    event.preventDefault();
    setBusy(true);
    try {
      await logIn(token.trim());
    } catch (thrown) {
      setError(thrown);
    } finally {
      setBusy(false);
    }
  };
  return (
    <form class="login card" onSubmit={submit}>
      <h1>Log in</h1>
      <p class="muted">
        This memory belongs to users with tokens. Paste yours; it becomes a cookie that no script can read, and ends
        with the token.
      </p>
      <label>
        Token
        <input
          type="password"
          name="token"
          autocomplete="current-password"
          required
          value={token}
          onInput={(event) => setToken(event.currentTarget.value)}
        />
      </label>
      <Problem error={error} />
      <button type="submit" class="primary" disabled={isBusy}>
        {isBusy ? 'Logging in…' : 'Log in'}
      </button>
      <p class="muted small">
        On the server's machine, <code>remanence open</code> opens the page without typing a token.
      </p>
    </form>
  );
}
