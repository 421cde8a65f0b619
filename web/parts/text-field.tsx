import { HiddenWarning } from './hidden-warning.tsx';

export function TextField({ label, text }: { readonly label: string; readonly text: { value: string } }) {
  return (
    <>
      <label>
        {label}
        <textarea
          name="content"
          required
          rows={Math.min(20, Math.max(4, text.value.split('\n').length + 1))}
          value={text.value}
          onInput={(event) => {
            text.value = event.currentTarget.value;
          }}
        />
      </label>
      <HiddenWarning text={text.value} />
    </>
  );
}
