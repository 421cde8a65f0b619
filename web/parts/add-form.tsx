import type { ComponentChildren } from 'preact';
import { useState } from 'preact/hooks';
import { Problem } from './problem.tsx';

interface AddProps {
  readonly label: string;
  readonly onAdd: (given: FormData) => Promise<unknown>;
  readonly children: ComponentChildren;
}

/** One row of fields and a button. What could not be added stays, with the reason. */
export function AddForm({ label, onAdd, children }: AddProps) {
  const [error, setError] = useState<unknown>(null);
  const submit = async (event: SubmitEvent & { currentTarget: HTMLFormElement }) => {
    event.preventDefault();
    const form = event.currentTarget;
    try {
      await onAdd(new FormData(form));
      form.reset();
      setError(null);
    } catch (thrown) {
      setError(thrown);
    }
  };
  return (
    <form class="stack" onSubmit={submit} aria-label={label}>
      <div class="row">
        {children}
        <button type="submit" class="primary">
          Add
        </button>
      </div>
      <Problem error={error} />
    </form>
  );
}
