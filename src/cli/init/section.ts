// Our section of a project's CLAUDE.md or AGENTS.md: the text between the two markers, and nothing else.
import { invalid } from '../../errors.ts';

const BEGIN = '<!-- remanence:begin, written by `remanence init`; what stands before the end marker is replaced -->';
const END = '<!-- remanence:end -->';
const BEGINS = /<!-- remanence:begin\b[^>]*-->/;

/** Replaces the section in the file, or appends it. */
export function withSection(text: string, guide: string, path: string): string {
  const newline = text.includes('\r\n') ? '\r\n' : '\n';
  const section = sectionOf(guide).replaceAll('\n', newline);
  const begin = BEGINS.exec(text);
  if (!begin)
    return text.trim() === '' ? `${section}${newline}` : `${text.trimEnd()}${newline}${newline}${section}${newline}`;
  const end = text.indexOf(END, begin.index);
  if (end < 0)
    throw invalid(`The remanence section in ${path} does not end.`, `Nothing was written. Put ${END} below it.`);
  return `${text.slice(0, begin.index)}${section}${text.slice(end + END.length)}`;
}

const sectionOf = (guide: string): string => `${BEGIN}
## Long-term memory

The MCP server \`remanence\` keeps what was learned in this project beyond a conversation. Use its tools without being asked:

${guide}
${END}`;
