// Reads Claude's memory files: a file with front matter is one memory, any other is read section by section.

import { unhurried } from '../waiting.ts';
import { type Foreign, gather, MAX_NOTE_LENGTH, NOTHING, type SourceText, underHeading } from './foreign.ts';
import { type FrontMatter, listOf, otherFields, readFrontMatter, textOf } from './front-matter.ts';
import { linksIn, proseLines } from './links.ts';

const OWN_FIELDS = ['name', 'title', 'description', 'metadata.type', 'type', 'tags'];

export const readClaudeMemory = (files: readonly SourceText[]): Promise<Foreign> => gather(partsIn(files));

async function* partsIn(files: readonly SourceText[]): AsyncGenerator<Foreign> {
  const imported = new Set(files.map(({ path }) => placeOf(path)));
  for await (const file of unhurried(files)) yield* readFile(file, imported);
}

async function* readFile({ path, text }: SourceText, imported: ReadonlySet<string>): AsyncGenerator<Foreign> {
  if (text.length > MAX_NOTE_LENGTH) {
    yield { ...NOTHING, problems: [{ where: path, why: 'The file is over 2 MB.' }] };
    return;
  }
  const { fields, body } = readFrontMatter(text);
  if (body.trim() === '') yield { ...NOTHING, problems: [{ where: path, why: 'The file is empty.' }] };
  else if (fields) yield readFact(path, fields, body);
  else yield* readSections(path, body, imported);
}

function readFact(path: string, fields: FrontMatter, body: string): Foreign {
  const name = textOf(fields, 'name', 'title') ?? stemOf(path);
  const input = {
    label: textOf(fields, 'metadata.type', 'type') ?? null,
    summary: textOf(fields, 'description') ?? null,
    tags: listOf(fields, 'tags'),
    metadata: { ...otherFields(fields, OWN_FIELDS), path },
  };
  const links = linksIn(proseLines(body).join('\n'));
  return {
    ...NOTHING,
    memories: underHeading(name, body).map((content, i) => ({
      key: path,
      piece: i,
      input: { ...input, content },
    })),
    relations: links.map((target) => ({ source: name, type: 'links_to', target, memory: path })),
  };
}

async function* readSections(path: string, body: string, imported: ReadonlySet<string>): AsyncGenerator<Foreign> {
  const seen = new Map<string, number>();
  for await (const { heading, text } of sections(body, stemOf(path))) {
    if (isIndex(text, path, imported)) continue;
    const memories = underHeading(heading, text).map((content) => {
      const index = seen.get(heading) ?? 0;
      seen.set(heading, index + 1);
      return { key: `${path}\n${heading}`, piece: index, input: { content, metadata: { path } } };
    });
    yield { ...NOTHING, memories };
  }
}

const ENTRY = /^\s*[-*+] \[[^\]]*\]\(([^)\s]+\.md)\)(.*)$/s;

/** Whether it only links to other files, and says something only about those that are imported themselves. */
const isIndex = (text: string, path: string, imported: ReadonlySet<string>): boolean =>
  text.split('\n').every((line) => {
    if (line.trim() === '') return true;
    const [, link, said] = ENTRY.exec(line) ?? [];
    if (link === undefined || said === undefined) return false;
    return /^[\s\p{P}]*$/u.test(said) || imported.has(placeOf(link, path));
  });

/** One spelling of a path, which may be relative to that of a file. */
function placeOf(path: string, file = ''): string {
  const base = `file:///${file}`;
  return URL.canParse(path, base) ? new URL(path, base).href : path;
}

/** Each heading with the text below it; parent headings are put in front. */
async function* sections(body: string, title: string): AsyncGenerator<{ heading: string; text: string }> {
  const path: string[] = [];
  let lines: string[] = [];
  const closed = () => {
    const text = lines.join('\n').trim();
    lines = [];
    return text === '' ? [] : [{ heading: path.filter(Boolean).join(' > ') || title, text }];
  };
  let fenced = false;
  for await (const line of unhurried(body.split(/\r?\n/))) {
    if (/^\s*(?:```|~~~)/.test(line)) fenced = !fenced;
    const [, marks, heading] = (fenced ? null : /^(#{1,6})[ \t]+(\S.*)$/.exec(line)) ?? [];
    if (marks !== undefined && heading !== undefined) {
      yield* closed();
      path.length = Math.min(path.length, marks.length - 1);
      while (path.length < marks.length - 1) path.push('');
      path.push(withoutClosing(heading));
    } else lines.push(line);
  }
  yield* closed();
}

/** A heading may be closed by as many marks as it pleases. By hand: a pattern looks at a long line again and again. */
function withoutClosing(heading: string): string {
  let end = heading.length;
  while (heading[end - 1] === '#') end--;
  while (heading[end - 1] === ' ' || heading[end - 1] === '\t') end--;
  return heading.slice(0, end) || '#';
}

const stemOf = (path: string): string =>
  path
    .split('/')
    .at(-1)
    ?.replace(/\.\w+$/, '') ?? path;
