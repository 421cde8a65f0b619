// Reads notes of Basic Memory: Markdown with front matter, observations as `- [category] text #tag (context)`, and
// relations as `- type [[Target]] (context)`.

import { unhurried } from '../waiting.ts';
import {
  type Foreign,
  type ForeignRelation,
  gather,
  MAX_NOTE_LENGTH,
  NOTHING,
  readTime,
  type SourceText,
  underHeading,
} from './foreign.ts';
import { listOf, otherFields, readFrontMatter, textOf } from './front-matter.ts';
import { linksIn, linkTarget, proseLines } from './links.ts';

const OWN_FIELDS = ['title', 'type', 'permalink', 'tags', 'created', 'date'];
// Where one repetition meets another, what ends the first cannot begin the second: a long line is read once.
const BULLET = /^[-*+][ \t]+(\S.*)$/s;
const OBSERVATION = /^\[([^[\]()]+)\]\s+(\S.*)$/s;
const TASK_OR_TIME = /^(?:|[xX]|[^\p{L}\p{N}]|\d{1,3}:\d{2}.*)$/u;
const RELATION = /^(?:(\S+)|"([^"]+)"|'([^']+)')\s+\[\[([^[\]]+)\]\]\s*(?:\([^()]*\))?$/;
const HASHTAG = /(?:^|\s)#[\p{L}\p{N}_/-]+/u;

export const readBasicMemory = (files: readonly SourceText[]): Promise<Foreign> => gather(notesIn(files));

async function* notesIn(files: readonly SourceText[]): AsyncGenerator<Foreign> {
  for await (const file of unhurried(files)) yield await readNote(file);
}

async function readNote({ path, text }: SourceText): Promise<Foreign> {
  if (text.length > MAX_NOTE_LENGTH) return { ...NOTHING, problems: [{ where: path, why: 'The note is over 2 MB.' }] };
  const { fields, body } = readFrontMatter(text);
  const stem = path.replace(/\.\w+$/, '');
  const title = textOf(fields, 'title') ?? /^#[ \t]+(.+)$/m.exec(body)?.[1]?.trim() ?? stem.split('/').at(-1) ?? stem;
  const content = body.replace(/^\s*#[ \t]+(.*)\r?\n?/, (line, heading: string) =>
    heading.trim() === title ? '' : line,
  );
  if (content.trim() === '') return { ...NOTHING, problems: [{ where: path, why: 'The note is empty.' }] };
  const key = textOf(fields, 'permalink') ?? stem;
  const type = textOf(fields, 'type') ?? 'note';
  const eventTime = readTime(textOf(fields, 'created', 'date'));
  const metadata = { ...otherFields(fields, OWN_FIELDS), title, permalink: key, path };
  const input = { label: type, tags: listOf(fields, 'tags'), metadata, eventTime };
  const observations: { text: string; memory: string }[] = [];
  const relations: ForeignRelation[] = [];
  for await (const line of unhurried(proseLines(content))) {
    for (const observation of observationIn(line)) observations.push({ text: observation, memory: key });
    for (const relation of relationsIn(line, title, key)) relations.push(relation);
  }
  return {
    memories: underHeading(title, content).map((piece, i) => ({
      key,
      piece: i,
      input: { ...input, content: piece },
    })),
    entities: [{ name: title, type, observations, memory: key }],
    relations,
    problems: [],
  };
}

/** An observation with its category first; tasks, timecodes and links look similar and are skipped. */
function observationIn(line: string): string[] {
  const item = BULLET.exec(line.trim())?.[1];
  if (item === undefined || RELATION.test(item) || isLink(item)) return [];
  const [, category, text] = OBSERVATION.exec(item) ?? [];
  if (category !== undefined && text !== undefined && !TASK_OR_TIME.test(category.trim()))
    return [`[${category.trim()}] ${text}`];
  return HASHTAG.test(item) && !item.startsWith('[') ? [item] : [];
}

/** A link of Markdown. */
const isLink = (item: string): boolean => item.startsWith('[') && item.includes('](') && item.endsWith(')');

/** A typed relation, or a plain link for each note that the line names. */
function relationsIn(line: string, source: string, memory: string): ForeignRelation[] {
  const [, word, double, single, link] = RELATION.exec(BULLET.exec(line.trim())?.[1] ?? '') ?? [];
  const type = word ?? double ?? single;
  if (type !== undefined && link !== undefined) return [{ source, type, target: linkTarget(link), memory }];
  return linksIn(line).map((target) => ({ source, type: 'links_to', target, memory }));
}
