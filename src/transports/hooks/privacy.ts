// Text marked `<private>…</private>` is never stored.

/**
 * An opening tag ends at the next `<` at the latest, so that it is found in linear time; one that is never closed by a
 * `>` counts, too, since it was meant.
 */
const TAG = /<private\b[^<>]*>?|<\/private\s*>/gi;

export const withoutPrivate = (text: string): string => parts(text).open.join(' ');

export const privateIn = (text: string): string[] => parts(text).hidden;

/** Spans may nest; an unclosed one reaches to the end. */
function parts(text: string): { open: string[]; hidden: string[] } {
  const [open, hidden]: [string[], string[]] = [[], []];
  let depth = 0;
  let from = 0;
  for (const { 0: tag, index } of text.matchAll(TAG)) {
    (depth > 0 ? hidden : open).push(text.slice(from, index));
    depth = tag.startsWith('</') ? Math.max(0, depth - 1) : depth + 1;
    from = index + tag.length;
  }
  (depth > 0 ? hidden : open).push(text.slice(from));
  return { open, hidden };
}
