import type { ComponentChildren } from 'preact';

interface ScrollProps {
  readonly label: string;
  readonly class?: string;
  readonly children: ComponentChildren;
}

/** A container for wide content that scrolls separately, also by keyboard. */
export function Scroll({ label, class: kind = '', children }: ScrollProps) {
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by the keyboard
    <section class={`table ${kind}`} aria-label={label} tabIndex={0}>
      {children}
    </section>
  );
}
