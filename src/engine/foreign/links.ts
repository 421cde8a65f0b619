// Wiki links between notes: [[Target]], [[Target|shown]], [[Target#heading]].

const LINK = /\[\[([^[\]]+)\]\]/g;

export const linkTarget = (link: string): string => (link.split(/[|#]/)[0] ?? '').trim();

export function linksIn(text: string): string[] {
  const targets = [...text.matchAll(LINK)].map(([, link = '']) => linkTarget(link));
  return [...new Set(targets)].filter(Boolean);
}

/** The lines outside fenced code, in which brackets mean something else. */
export function proseLines(text: string): string[] {
  const lines: string[] = [];
  let fence: string | null = null;
  for (const line of text.split(/\r?\n/)) {
    const mark = /^\s*(```+|~~~+)/.exec(line)?.[1] ?? null;
    if (fence === null) {
      if (mark === null) lines.push(line);
      else fence = mark;
    } else if (mark?.startsWith(fence)) fence = null;
  }
  return lines;
}
