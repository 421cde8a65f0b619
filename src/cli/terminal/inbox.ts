import * as z from 'zod';
import type { Actor } from '../../engine/access/actor.ts';
import type { Engine } from '../../engine/engine.ts';
import type { Waiting, WaitingKind } from '../../engine/inbox/waiting.ts';
import { printTime } from '../../engine/temporal/validity.ts';
import { isMisspelt } from '../../engine/text/spelling.ts';
import { invalid, RemanenceError } from '../../errors.ts';
import { print, type StoreFlags, withEngine, withStore } from '../store-command.ts';
import { shortId } from './ids.ts';
import { ownScreen, paint, paragraph, type Screen, sanitize, spread } from './screen.ts';

const Decision = z.enum(['keep', 'reject', 'merge', 'replace']);
type Decision = z.infer<typeof Decision>;
type Named = Pick<Waiting, 'id'>;

const MAX_ITEMS = 100;
/** Ids named when an unknown one was given. */
const CANDIDATES = 5;
/** Proposals first: no search finds them until they are decided. */
const ORDER: readonly WaitingKind[] = ['proposal', 'contradiction', 'duplicate', 'stale'];

/** Lists what waits, or decides some of it. */
export async function inbox(decision: string | undefined, ids: readonly string[], flags: StoreFlags): Promise<void> {
  if (decision === undefined) return list(flags);
  const read = Decision.safeParse(decision);
  if (!read.success || ids.length === 0)
    throw invalid(
      read.success ? `Name what to ${decision}.` : `Unknown decision: ${decision}.`,
      `Use ${Decision.options.join(', ')}, and the ids that \`remanence inbox\` lists.`,
    );
  await withEngine(flags, async (engine, owner, signal) => {
    const items = await waiting(engine, owner);
    const decided = ids.map((id) => itemOf(items, id));
    for (const item of decided) await decide(engine, owner, read.data, item.id, signal);
    print(flags, { decision: read.data, items: decided.map(({ id }) => id) }, () =>
      decided.map((item) => `${shown(item.id)}: ${outcome(read.data, item)}`).join('\n'),
    );
  });
}

const IN_BIN = 'now in the bin: `remanence restore ID` brings it back';

function outcome(decision: Decision, { kind, memory }: Waiting): string {
  const note = `${memory ? shortId(memory.id) : 'it'} is ${IN_BIN}`;
  switch (decision) {
    case 'keep':
      return 'kept';
    case 'reject':
      return kind === 'proposal' ? 'rejected' : `rejected, ${note}`;
    case 'merge':
      return `merged into the older, ${note}`;
    case 'replace':
      return 'the newer replaces the older';
  }
}

async function list(flags: StoreFlags): Promise<void> {
  await withStore(flags, async (engine, owner) => {
    const items = await waiting(engine, owner);
    const printed = items.map(({ memory, other, ...item }) => ({
      ...item,
      memory: memory?.id ?? null,
      other: other?.id ?? null,
    }));
    process.stdout.write(flags.json ? `${JSON.stringify(printed)}\n` : render(ownScreen(), items));
  });
}

async function waiting(engine: Engine, owner: Actor): Promise<Waiting[]> {
  const found: Waiting[] = [];
  for (const kind of ORDER) found.push(...(await engine.inbox.list(owner, kind, { limit: MAX_ITEMS })).items);
  return found;
}

/** The ends of the ids in an item's id: several pairs may share one of their two memories. */
const shown = (id: string): string => id.split('-').slice(1).map(shortId).join('-');

/** The shortest end that names the item, of those that are shown. */
const endOf = (items: readonly Named[], id: string): string =>
  [shortId(id), shown(id)].find((end) => items.filter((item) => isMeant(item.id, end)).length === 1) ?? id;

/** Whether each part of the text ends a part of the id, compared from the last one backwards; one part may end any. */
function isMeant(id: string, text: string): boolean {
  const parts = id.split('-');
  const endings = text.toLowerCase().split('-');
  if (endings.length === 1) return text !== '' && parts.slice(1).some((part) => part.endsWith(text.toLowerCase()));
  return endings.every((ending, i) => ending !== '' && parts.at(i - endings.length)?.endsWith(ending));
}

export function itemOf<Item extends Named>(items: readonly Item[], text: string): Item {
  const [item, ...others] = items.filter(({ id }) => isMeant(id, text));
  if (!item) throw unknown(items, text);
  if (others.length > 0) {
    const ids = [item, ...others].map(({ id }) => id).join(', ');
    throw invalid(`Several ids end with ${text}.`, `Give more of it to pick one: ${ids}`);
  }
  return item;
}

function unknown(items: readonly Named[], text: string): RemanenceError {
  const ends = items.map(({ id }) => endOf(items, id));
  const near = ends.filter((end) => isMisspelt(text, end)).slice(0, CANDIDATES);
  const waiting = ends.length === 0 ? 'Nothing waits.' : `Those listed first: ${ends.slice(0, CANDIDATES).join(', ')}`;
  return new RemanenceError('not_found', `No id in the inbox ends with ${text}.`, {
    hint: near.length > 0 ? `Did you mean ${near.join(' or ')}?` : waiting,
    details: { resource: 'item' },
  });
}

async function decide(
  engine: Engine,
  owner: Actor,
  decision: Decision,
  id: string,
  signal: AbortSignal,
): Promise<void> {
  if (decision === 'keep') await engine.inbox.keep(owner, id, signal);
  else if (decision === 'reject') await engine.inbox.reject(owner, id);
  else if (decision === 'merge') await engine.inbox.merge(owner, id, {}, signal);
  else await engine.inbox.replace(owner, id);
}

export function render(screen: Screen, items: readonly Waiting[]): string {
  if (items.length === 0) return 'Nothing waits.\n';
  const kinds = new Set(items.map(({ kind }) => WAYS[kind]));
  const ways = ['Decide with remanence inbox DECISION ID.', ...kinds].map((way) =>
    paint(screen, 'dim', paragraph(screen, way)),
  );
  return `${[...items.map((item) => one(screen, item, endOf(items, item.id))), ways.join('\n')].join('\n\n')}\n`;
}

const OF_PAIR =
  'A pair: keep (both stay), reject (the newer one goes to the bin), merge (into the older) or replace (the older one is no longer valid).';

/** What the decisions mean for each kind. */
const WAYS: Readonly<Record<WaitingKind, string>> = {
  proposal: 'A proposal: keep (it is stored) or reject (it is dropped).',
  contradiction: OF_PAIR,
  duplicate: OF_PAIR,
  stale: 'A stale memory: keep (it stays as it is) or reject (it goes to the bin).',
};

function one(screen: Screen, { kind, at, reason, memory, other, proposal }: Waiting, end: string): string {
  const name = paint(screen, 'cyan', end);
  const texts = [
    ...(proposal ? [proposal.content] : []),
    ...(memory ? [memory.content] : []),
    ...(other ? [other.content] : []),
  ];
  const remarks = [reason, proposal && [proposal.source, ...proposal.tags].filter(Boolean).join(', ')];
  return [
    spread(screen, `${name}  ${paint(screen, 'yellow', kind)}`, paint(screen, 'dim', printTime(at).slice(0, 10))),
    ...texts.map((text) => paragraph(screen, sanitize(text), '  ')),
    ...remarks.flatMap((remark) => (remark ? [paint(screen, 'dim', paragraph(screen, sanitize(remark), '  '))] : [])),
  ].join('\n');
}
