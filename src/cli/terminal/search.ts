import type { Recalled } from '../../engine/retrieval/results.ts';
import { printTime, readTime } from '../../engine/temporal/validity.ts';
import { invalid } from '../../errors.ts';
import { type StoreFlags, wholeNumber, withEngine } from '../store-command.ts';
import { warnOfUnknownProject } from '../unknown-project.ts';
import { shortId } from './ids.ts';
import { bar, ownScreen, paint, paragraph, type Screen, sanitize, spread } from './screen.ts';

interface SearchFlags extends StoreFlags {
  readonly at?: string;
  readonly explain?: boolean;
  readonly limit: string;
}

type Found = Recalled['found'][number];

/** Every part of a score, and what people call it. */
const SIGNALS = [
  ['words', 'lexical'],
  ['meaning', 'vector'],
  ['graph', 'graph'],
  ['exact', 'exact'],
  ['time', 'time'],
  ['answer', 'answer'],
  ['current', 'current'],
] as const;
const CELLS = 8;

/** The exit code says whether anything clearly answers the question. */
export async function search(words: readonly string[], flags: SearchFlags): Promise<void> {
  const limit = wholeNumber('--limit', flags.limit);
  const at = flags.at === undefined ? undefined : readTime(flags.at);
  const question = words.join(' ');
  if (question.trim() === '')
    throw invalid('The question is empty.', 'Ask one, such as: remanence search how do we deploy');
  await withEngine(flags, async (engine, owner, signal) => {
    const recalled = await engine.retrieval.recall(owner, question, { limit, at, signal });
    const text = flags.json ? `${JSON.stringify(asJson(recalled))}\n` : render(ownScreen(), recalled, flags);
    process.stdout.write(text);
    await warnOfUnknownProject(engine, owner);
    // To stderr, so that a program that reads the answer does not take it for one.
    if (recalled.found.length === 0 && (await engine.code.counts(owner)).chunks > 0)
      process.stderr.write('Only memories were searched; agents search the indexed code with search_code.\n');
    if (recalled.weak || recalled.found.length === 0) process.exitCode = 1;
  });
}

export function render(screen: Screen, recalled: Recalled, { explain = false }: { explain?: boolean } = {}): string {
  const { found, note } = recalled;
  if (found.length === 0) return `${['Nothing found.', ...(note ? [note] : [])].join(' ')}\n`;
  const items = found.map((each) => item(screen, each, recalled.weak, explain));
  const remarks = [
    ...(note ? [paint(screen, 'yellow', paragraph(screen, note))] : []),
    ...(explain ? [`confidence ${figure(recalled.confidence)}, ${recalled.walked} nodes of the graph looked at`] : []),
  ];
  return `${[...items, ...remarks.map((remark) => paragraph(screen, remark))].join('\n\n')}\n`;
}

function item(screen: Screen, found: Found, isWeak: boolean, explain: boolean): string {
  const { memory, score, stale, excerpt } = found;
  const name = paint(screen, isWeak ? 'dim' : 'cyan', shortId(memory.id));
  const kind = paint(screen, 'dim', `${memory.type ?? memory.kind} ${day(memory.eventTime)}`);
  const ended = memory.validUntil === null ? [] : [`Valid until ${day(memory.validUntil)}.`];
  const rest = excerpt === null ? [] : [`An excerpt; for the whole: remanence show ${shortId(memory.id)}`];
  const remarks = [...rest, ...ended, ...(stale ? [sanitize(stale)] : [])];
  return [
    spread(screen, `${name}  ${kind}`, paint(screen, 'bold', figure(score))),
    paragraph(screen, sanitize(excerpt ?? memory.content), '  '),
    ...remarks.map((remark) => paint(screen, 'yellow', paragraph(screen, remark, '  '))),
    signals(screen, found),
    ...(explain ? [paragraph(screen, explanation(screen, found), '  ')] : []),
  ].join('\n');
}

const day = (time: number): string => printTime(time).slice(0, 10);

/** A pipe gets figures instead of bars; a screen that is too narrow gets one below the other. */
function signals(screen: Screen, { parts }: Found): string {
  const { columns } = screen;
  const known = signalsOf(parts);
  if (columns === null) return `  ${known.map(([name, share]) => `${name} ${figure(share)}`).join('  ')}`;
  const isStacked = known.reduce((width, [name]) => width + name.length + CELLS + 3, 0) > columns;
  const drawn = known.map(([name, share]) => {
    const label = isStacked ? name.padEnd(7) : name;
    return `${paint(screen, 'dim', label)} ${paint(screen, 'green', bar(share, CELLS))}`;
  });
  return isStacked ? drawn.map((line) => `  ${line}`).join('\n') : `  ${drawn.join('  ')}`;
}

function explanation({ columns }: Screen, { memory, parts, cosine, coverage }: Found): string {
  return [
    ...(columns === null ? [] : signalsOf(parts).map(([name, share]) => `${name} ${figure(share)}`)),
    `cosine ${cosine === null ? '–' : figure(cosine)}`,
    `coverage ${figure(coverage)}`,
    `id ${memory.id}`,
  ].join(', ');
}

/** The parts that count for this question. */
const signalsOf = (parts: Found['parts']): (readonly [string, number])[] =>
  SIGNALS.flatMap(([name, part]) => {
    const share = parts[part];
    return share === null ? [] : [[name, share] as const];
  });

const figure = (value: number): string => value.toFixed(2);

function asJson({ found, confidence, weak, note }: Recalled) {
  const results = found.map(({ memory: { row: _, revision: __, ...memory }, score, parts, stale }) => ({
    ...memory,
    score,
    parts,
    stale,
  }));
  return { results, confidence, weak, note };
}
