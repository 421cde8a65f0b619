import { difference } from '../difference.ts';
import { Text } from '../text.tsx';

/** Two texts as one, with deletions and insertions marked. */
export function Difference({ before, after }: { readonly before: string; readonly after: string }) {
  return (
    <div class="difference">
      {difference(before, after).map(({ text, is }, at) => {
        if (is === 'same') return <Text key={at} of={text} />;
        return is === 'gone' ? (
          <del key={at}>
            <Text of={text} />
          </del>
        ) : (
          <ins key={at}>
            <Text of={text} />
          </ins>
        );
      })}
    </div>
  );
}
