// A view whose content has not come yet: its heading, and what it waits for or what went wrong.
import { Waiting } from './list.tsx';
import { Problem } from './problem.tsx';

interface PendingProps {
  readonly title: string;
  readonly error: unknown;
  readonly retry: () => void;
}

export function Pending({ title, error, retry }: PendingProps) {
  return (
    <>
      <h1 class="visually-hidden">{title}</h1>
      {error ? <Problem error={error} retry={retry} /> : <Waiting />}
    </>
  );
}
