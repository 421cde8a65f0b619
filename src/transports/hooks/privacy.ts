// What somebody marked as private stays out of everything that is kept: `<private>…</private>`.

const TAG = /<private\b[^>]*>|<\/private\s*>/gi;

export const withoutPrivate = (text: string): string => parts(text).open.join(' ');

export const privateIn = (text: string): string[] => parts(text).hidden;

/** Spans may lie within each other; one that is not closed reaches to the end. */
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
