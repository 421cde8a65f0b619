import { hasKeys, isHelpOpen, setKeysEnabled } from '../keys.ts';
import { VIEWS } from '../views.ts';
import { Dialog } from './dialog.tsx';

const KEYS: readonly [string, string][] = [
  ['/', 'Search'],
  ['j  k', 'Next and previous row'],
  ['Enter', 'Open the row'],
  ['n', 'Search: new memory'],
  ['e', 'Edit the open memory'],
  ['u', 'Undo the last change'],
  ['y  m  r  x', 'Inbox: keep, merge, replace, reject'],
  ['Ctrl  Enter', 'Query: run'],
  ['Esc', 'Close'],
  ['?', 'This help'],
];

export function Help() {
  if (!isHelpOpen.value) return null;
  return (
    <Dialog
      title="Keys"
      onClose={() => {
        isHelpOpen.value = false;
      }}
    >
      <dl class="keys">
        {KEYS.map(([key, what]) => (
          <div key={key}>
            <dt>
              {key.split('  ').map((each) => (
                <kbd key={each}>{each}</kbd>
              ))}
            </dt>
            <dd>{what}</dd>
          </div>
        ))}
        {VIEWS.map(({ key, title }) => (
          <div key={title}>
            <dt>
              <kbd>g</kbd> <kbd>{key}</kbd>
            </dt>
            <dd>{title}</dd>
          </div>
        ))}
      </dl>
      <label class="check">
        <input
          type="checkbox"
          checked={hasKeys.value}
          onChange={(event) => setKeysEnabled(event.currentTarget.checked)}
        />
        Use single keys when not typing
      </label>
    </Dialog>
  );
}
