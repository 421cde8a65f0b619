// Reads notes of Basic Memory: Markdown with front matter, observations as `- [category] text #tag (context)`, and
// relations as `- type [[Target]] (context)`.
import {
  type Foreign,
  type ForeignRelation,
  merge,
  NOTHING,
  numbered,
  readTime,
  type SourceText,
  underHeading,
} from './foreign.ts';
import { listOf, otherFields, readFrontMatter, textOf } from './front-matter.ts';
import { linksIn, linkTarget, proseLines } from './links.ts';

const OWN_FIELDS = ['title', 'type', 'permalink', 'tags', 'created', 'date'];
const BULLET = /^\s*[-*+][ \t]+(.*\S)\s*$/;
const OBSERVATION = /^\[([^[\]()]+)\]\s+(.+)$/;
const TASK_OR_TIME = /^(?:|[xX]|[^\p{L}\p{N}]|\d{1,3}:\d{2}.*)$/u;
const RELATION = /^(?:(\S+)|"([^"]+)"|'([^']+)')\s+\[\[([^[\]]+)\]\]\s*(?:\([^()]*\))?$/;
const HASHTAG = /(?:^|\s)#[\p{L}\p{N}_/-]+/u;

export const readBasicMemory = (files: readonly SourceText[]): Foreign => merge(files.map(readNote));

function readNote({ path, text }: SourceText): Foreign {
  const { fields, body } = readFrontMatter(text);
  const stem = path.replace(/\.\w+$/, '');
  const title = textOf(fields, 'title') ?? /^#[ \t]+(.+)$/m.exec(body)?.[1]?.trim() ?? stem.split('/').at(-1) ?? stem;
  const content = body.replace(/^\s*#[ \t]+.*\r?\n?/, (heading) => (heading.includes(title) ? '' : heading));
  if (content.trim() === '') return { ...NOTHING, problems: [{ where: path, why: 'The note is empty.' }] };
  const key = textOf(fields, 'permalink') ?? stem;
  const type = textOf(fields, 'type') ?? 'note';
  const eventTime = readTime(textOf(fields, 'created', 'date'));
  const metadata = { ...otherFields(fields, OWN_FIELDS), title, permalink: key, path };
  const input = { label: type, tags: listOf(fields, 'tags'), metadata, eventTime };
  const lines = proseLines(content);
  const observations = lines.flatMap(observationIn).map((said) => ({ text: said, memory: key }));
  return {
    memories: underHeading(title, content).map((piece, i) => ({
      key: numbered(key, i),
      input: { ...input, content: piece },
    })),
    entities: [{ name: title, type, observations, memory: key }],
    relations: lines.flatMap((line) => relationsIn(line, title, key)),
    problems: [],
  };
}

/** An observation with its category first; tasks, timecodes and links look similar and are skipped. */
function observationIn(line: string): string[] {
  const item = BULLET.exec(line)?.[1];
  if (item === undefined || RELATION.test(item) || /^\[.*?\]\(.*?\)$/.test(item)) return [];
  const [, category, said] = OBSERVATION.exec(item) ?? [];
  if (category !== undefined && said !== undefined && !TASK_OR_TIME.test(category.trim()))
    return [`[${category.trim()}] ${said}`];
  return HASHTAG.test(item) && !item.startsWith('[') ? [item] : [];
}

/** A typed relation, or a plain link for each note that the line names. */
function relationsIn(line: string, source: string, memory: string): ForeignRelation[] {
  const [, word, double, single, link] = RELATION.exec(BULLET.exec(line)?.[1] ?? '') ?? [];
  const type = word ?? double ?? single;
  if (type !== undefined && link !== undefined) return [{ source, type, target: linkTarget(link), memory }];
  return linksIn(line).map((target) => ({ source, type: 'links_to', target, memory }));
}
