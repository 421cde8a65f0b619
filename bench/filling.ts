// Stores the documents of a set through the engine's normal path, each in its project and, if the set has days, on its own day.
import * as z from 'zod';
import type { Actor, Engine, MemoryInput } from '../src/index.ts';
import type { BenchDocument, BenchSet } from './beir.ts';
import { OWNER } from './store.ts';

/** The ways authors write a title. */
export const Titles = z.enum(['heading', 'sentence', 'colon', 'bold', 'none']);
export type Titles = z.infer<typeof Titles>;

export interface Filling {
  readonly set: BenchSet;
  readonly titles: Titles;
  readonly clock: { now: number };
  onProgress(stage: string, done: number, total: number): void;
}

const MAX_LENGTH = 30_000;
const PAGE = 500;

const WRITTEN: Readonly<Record<Titles, (title: string) => string>> = {
  heading: (title) => `${title}\n\n`,
  sentence: (title) => `${title}. `,
  colon: (title) => `${title}: `,
  bold: (title) => `**${title}** `,
  none: () => '',
};

/** The document of each memory. */
export async function fill(engine: Engine, filling: Filling): Promise<Map<string, string>> {
  const { documents } = filling.set;
  const { total } = await engine.memories.list(OWNER, { limit: 1, offset: 0 });
  if (total >= documents.length) return storedBefore(engine, total);
  // Discard what an interrupted run left.
  if (total > 0) await engine.reset(OWNER);
  return isDated(filling.set) ? storeByDay(engine, filling) : storeByScope(engine, filling);
}

export const isDated = ({ queries }: BenchSet): boolean =>
  queries.some(({ metadata }) => metadata.asked_at !== undefined);

/** A scope becomes a session, so that a question can be asked inside it or across all. */
export function actorFor({
  scope,
  project,
}: {
  scope?: string | undefined;
  project?: string | null | undefined;
}): Actor {
  return { ...OWNER, ...(scope === undefined ? {} : { session: scope }), ...(project == null ? {} : { project }) };
}

async function storedBefore(engine: Engine, total: number): Promise<Map<string, string>> {
  const ids = new Map<string, string>();
  for (let offset = 0; offset < total; offset += PAGE) {
    const { memories } = await engine.memories.list(OWNER, { limit: PAGE, offset });
    for (const memory of memories) ids.set(memory.id, String(memory.metadata.document));
  }
  return ids;
}

async function storeByScope(engine: Engine, { set, titles, onProgress }: Filling): Promise<Map<string, string>> {
  const ids = new Map<string, string>();
  for (const documents of byScope(set.documents)) {
    const stored = ids.size;
    const memories = await engine.memories.storeMany(
      actorFor({ scope: documents[0]?.metadata.scope }),
      documents.flatMap((document) => toMemories(document, titles)),
      { onProgress: (done) => onProgress(`${set.name}: storing`, stored + done, set.documents.length) },
    );
    for (const memory of memories) ids.set(memory.id, String(memory.metadata.document));
  }
  return ids;
}

/** In the order they were written; a document that replaces another ends it. */
async function storeByDay(engine: Engine, { set, titles, clock, onProgress }: Filling): Promise<Map<string, string>> {
  const ids = new Map<string, string>();
  const idOf = new Map<string, string>();
  const time = ({ metadata }: BenchDocument) => Date.parse(metadata.time ?? '');
  for (const document of set.documents.toSorted((a, b) => time(a) - time(b))) {
    clock.now = time(document);
    for (const memory of await engine.memories.storeMany(actorFor(document.metadata), toMemories(document, titles))) {
      ids.set(memory.id, document._id);
      idOf.set(document._id, memory.id);
    }
    const ended = idOf.get(document.metadata.supersedes ?? '');
    if (ended !== undefined) {
      await engine.memories.invalidate(OWNER, ended, { reason: 'replaced', supersededBy: idOf.get(document._id) });
    }
    onProgress(`${set.name}: storing`, ids.size, set.documents.length);
  }
  return ids;
}

function* byScope(documents: readonly BenchDocument[]): Generator<BenchDocument[]> {
  let group: BenchDocument[] = [];
  for (const document of documents) {
    if (group.length > 0 && group[0]?.metadata.scope !== document.metadata.scope) {
      yield group;
      group = [];
    }
    group.push(document);
  }
  if (group.length > 0) yield group;
}

/** Each document becomes a memory; one over the length limit becomes several. */
function toMemories({ _id, title, text, metadata }: BenchDocument, titles: Titles): MemoryInput[] {
  const time = Date.parse(metadata.time ?? '');
  const conversation =
    metadata.scope === undefined ? metadata.session : conversationOf(metadata.scope, metadata.session);
  const whole = title ? WRITTEN[titles](title) + text : text;
  const pieces = Math.ceil(whole.length / MAX_LENGTH);
  return Array.from({ length: pieces }, (_, i) => ({
    content: whole.slice(i * MAX_LENGTH, (i + 1) * MAX_LENGTH),
    metadata: { document: _id, ...(conversation === undefined ? {} : { conversation_id: conversation }) },
    ...(Number.isNaN(time) ? {} : { eventTime: time }),
  }));
}

const conversationOf = (scope: string, session: string | undefined): string =>
  session === undefined ? scope : `${scope}/${session}`;
