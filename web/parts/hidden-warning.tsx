import { counted } from '../format.ts';
import { hiddenIn, Text } from '../text.tsx';

/** Shows the hidden characters of a text field, which the field itself cannot show. */
export function HiddenWarning({ text }: { readonly text: string }) {
  const hidden = hiddenIn(text);
  if (hidden === 0) return null;
  return (
    <div class="remark warn" role="status">
      <p>{counted(hidden, 'hidden character')} in this text:</p>
      <p class="preview">
        <Text of={text.slice(0, 2000)} />
      </p>
    </div>
  );
}
