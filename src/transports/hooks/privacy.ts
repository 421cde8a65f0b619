// What somebody marked as private stays out of everything that is kept: `<private>…</private>`.

const SPAN = /<private\b[^>]*>([\s\S]*?)(?:<\/private\s*>|$)/gi;

/** A span that is not closed reaches to the end. */
export const withoutPrivate = (text: string): string => text.replace(SPAN, ' ');

export const privateIn = (text: string): string[] => [...text.matchAll(SPAN)].map(([, inner = '']) => inner);
