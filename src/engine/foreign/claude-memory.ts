// Reads Claude's memory files: a file with front matter is one memory, any other is read section by section.
import { type Foreign, merge, NOTHING, numbered, type SourceText, underHeading } from './foreign.ts';
import { type FrontMatter, listOf, otherFields, readFrontMatter, textOf } from './front-matter.ts';
import { linksIn, proseLines } from './links.ts';

const OWN_FIELDS = ['name', 'title', 'description', 'metadata.type', 'type', 'tags'];

export const readClaudeMemory = (files: readonly SourceText[]): Foreign => merge(files.map(readFile));

function readFile({ path, text }: SourceText): Foreign {
  const { fields, body } = readFrontMatter(text);
  if (body.trim() === '') return { ...NOTHING, problems: [{ where: path, why: 'The file is empty.' }] };
  return fields ? readFact(path, fields, body) : readSections(path, body);
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
      key: numbered(path, i),
      input: { ...input, content },
    })),
    relations: links.map((target) => ({ source: name, type: 'links_to', target, memory: path })),
  };
}

function readSections(path: string, body: string): Foreign {
  const seen = new Map<string, number>();
  const memories = sections(body, stemOf(path)).flatMap(({ heading, text }) =>
    underHeading(heading, text).map((content) => {
      const index = seen.get(heading) ?? 0;
      seen.set(heading, index + 1);
      return { key: numbered(`${path}\n${heading}`, index), input: { content, metadata: { path } } };
    }),
  );
  return { ...NOTHING, memories };
}

/** Each heading with the text below it; parent headings are put in front. */
function sections(body: string, title: string): { heading: string; text: string }[] {
  const found: { heading: string; text: string }[] = [];
  const path: string[] = [];
  let lines: string[] = [];
  const close = () => {
    const text = lines.join('\n').trim();
    if (text !== '') found.push({ heading: path.filter(Boolean).join(' > ') || title, text });
    lines = [];
  };
  let fenced = false;
  for (const line of body.split(/\r?\n/)) {
    if (/^\s*(?:```|~~~)/.test(line)) fenced = !fenced;
    const [, marks, heading] = (fenced ? null : /^(#{1,6})[ \t]+(.+?)[ \t]*#*$/.exec(line)) ?? [];
    if (marks !== undefined && heading !== undefined) {
      close();
      path.length = Math.min(path.length, marks.length - 1);
      while (path.length < marks.length - 1) path.push('');
      path.push(heading);
    } else lines.push(line);
  }
  close();
  return found;
}

const stemOf = (path: string): string =>
  path
    .split('/')
    .at(-1)
    ?.replace(/\.\w+$/, '') ?? path;
