// A memory on its way from another server: whose it is, which note of which source, and under which id it is stored.
import { createHash } from 'node:crypto';
import { type Actor, actingAs, home, inSession } from '../access/actor.ts';
import { derivedId } from '../ids.ts';
import type { MemoryInput } from '../memories/draft.ts';
import type { Memory } from '../model.ts';
import { type Foreign, type ForeignMemory, numbered } from './foreign.ts';

/** A memory to be stored, with its owner. */
export interface Arriving {
  /** What it is called in reports. */
  readonly key: string;
  /** The key of its note: that of the first piece. */
  readonly base: string;
  readonly actor: Actor;
  /** By which it is known, from its key alone, since a time may change in the source. */
  readonly id: string;
  /** In place of it if that of another source has it. */
  readonly ownId: string;
  /** What earlier versions called it, with the time of its event in front. */
  readonly formerId: string | null;
  readonly input: MemoryInput;
  readonly digest: string;
  /** Its note in its source: pieces of one note share this. */
  readonly note: string;
  readonly piece: number;
}

/** What is recorded of an imported memory; earlier versions recorded the digest alone. */
interface Imported {
  readonly digest?: unknown;
  readonly note?: unknown;
  readonly piece?: unknown;
}

/** In place of the digest of a memory that is in the bin since it left the source, not since anyone forgot it. */
const DROPPED = 'dropped';

export function arriving(actor: Actor, from: string, { source }: Foreign, memory: ForeignMemory): Arriving {
  const { key, piece = 0, user, session, input } = memory;
  const named = actingAs(actor, user);
  const owner = session === undefined ? named : inSession(named, session);
  const { content, metadata = {}, label, tags, summary } = input;
  const digest = hash([content, metadata, label, tags, summary]);
  const note = hash([source ?? null, key]);
  const spelt = numbered(key, piece);
  return {
    key: spelt,
    base: key,
    actor: owner,
    ...idsOf(from, owner, spelt, note, input.eventTime),
    input: { ...input, metadata: { ...metadata, imported: { from, digest, note, piece } } },
    digest,
    note,
    piece,
  };
}

/** The same note's piece of that number, which may be stored although the source has it no more. */
export function pieceOf({ actor, base, note }: Arriving, from: string, piece: number) {
  const key = numbered(base, piece);
  return { key, note, piece, ...idsOf(from, actor, key, note, undefined) };
}

function idsOf(from: string, owner: Actor, key: string, note: string, eventTime: number | undefined) {
  const scope = home(owner);
  const name = JSON.stringify([from, scope, key]);
  return {
    id: derivedId(name),
    ownId: derivedId(JSON.stringify([from, scope, key, note])),
    formerId: eventTime === undefined ? null : derivedId(name, eventTime),
  };
}

const importedOf = ({ metadata: { imported } }: Pick<Memory, 'metadata'>): Imported =>
  typeof imported === 'object' && imported !== null ? imported : {};

export const isAsImported = (stored: Memory, { digest }: Arriving): boolean => importedOf(stored).digest === digest;

/** Whether an earlier version imported it, which did not record the note. */
export const isUnmarked = (stored: Memory): boolean => importedOf(stored).note === undefined;

/** Whether it is this piece of this note. */
export function isPiece(stored: Memory, { note, piece }: Pick<Arriving, 'note' | 'piece'>): boolean {
  const imported = importedOf(stored);
  return imported.note === note && imported.piece === piece;
}

/**
 * Whether a stored memory stands for an arriving one: it is of the same note, says the same, or was imported by an
 * earlier version, which did not tell sources apart.
 */
export const standsFor = (stored: Memory, each: Arriving): boolean =>
  isPiece(stored, each) || isAsImported(stored, each) || isUnmarked(stored);

export const isDropped = (stored: Memory): boolean => importedOf(stored).digest === DROPPED;

export const droppedMetadata = ({ metadata }: Memory): Memory['metadata'] => ({
  ...metadata,
  imported: { ...importedOf({ metadata }), digest: DROPPED },
});

const hash = (values: readonly unknown[]): string =>
  createHash('sha256').update(JSON.stringify(values)).digest('hex').slice(0, 32);
