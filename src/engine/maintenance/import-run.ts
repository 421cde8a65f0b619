import type { z } from 'zod';
import { asRemanenceError, invalid, messageOf, RemanenceError } from '../../errors.ts';
import { type Actor, entitySpace, reach } from '../access/actor.ts';
import type { Embedding } from '../memories/embedding.ts';
import { redactText } from '../memories/redact.ts';
import type { Memory } from '../model.ts';
import type { NewMemory, Store, VectorModel } from '../ports.ts';
import { entityKey } from '../text/names.ts';
import { cleanMemory, completeMemory, mergeIncoming, placeOf, usablePassages } from './incoming.ts';
import type { Replacement } from './ports.ts';
import { type BareMemory, ExportRecord, Header, type RecordOf } from './records.ts';

export const CONFLICTS = ['skip', 'overwrite', 'merge'] as const;
type Conflict = (typeof CONFLICTS)[number];

export interface ImportOptions {
  /** What becomes of a memory that is there already. */
  readonly conflict?: Conflict | undefined;
  readonly signal?: AbortSignal | undefined;
  /** Lines that are done. */
  readonly onProgress?: ((lines: number) => void) | undefined;
}

export interface Imported {
  /** Memories that are new, or were changed. */
  readonly imported: number;
  readonly skipped: number;
  /** Edges and entities that are new. */
  readonly linked: number;
  /** The first of them; `failed` is how many there were. */
  readonly errors: readonly { readonly line: number; readonly error: string }[];
  readonly failed: number;
}

/** Memories in one transaction. */
const BATCH = 50;
const MOST_ERRORS = 1000;
const LONGEST_NAME = 200;
const LONGEST_DESCRIPTION = 2000;

interface Waiting {
  readonly line: number;
  readonly record: RecordOf<'memory'>;
}

/** One import, from its first line to its last. */
export class ImportRun {
  readonly #store: Store;
  readonly #embedding: Embedding;
  readonly #onWritten: (memory: Memory) => Promise<void>;
  readonly #actor: Actor;
  readonly #conflict: Conflict;
  readonly #signal: AbortSignal | undefined;
  /** Of the vectors in the file, where they fit those of the store. */
  #model: VectorModel | null = null;
  #waiting = new Map<string, Waiting>();
  /** Entities that are known here by another id. */
  readonly #entities = new Map<string, string>();
  readonly #errors: { line: number; error: string }[] = [];
  #failed = 0;
  #imported = 0;
  #skipped = 0;
  #linked = 0;

  constructor(
    store: Store,
    embedding: Embedding,
    onWritten: (memory: Memory) => Promise<void>,
    actor: Actor,
    { conflict = 'skip', signal }: ImportOptions,
  ) {
    this.#store = store;
    this.#embedding = embedding;
    this.#onWritten = onWritten;
    this.#actor = actor;
    this.#conflict = conflict;
    this.#signal = signal;
  }

  result(): Imported {
    return {
      imported: this.#imported,
      skipped: this.#skipped,
      linked: this.#linked,
      errors: this.#errors.toSorted((a, b) => a.line - b.line),
      failed: this.#failed,
    };
  }

  /** False when this is no export that can be read: nothing is taken from it. */
  async open(line: string | null): Promise<boolean> {
    try {
      const { model } = readLine(Header, line);
      if (model && (await this.#embedding.takes(model))) this.#model = model;
      return true;
    } catch {
      const wrong =
        'This is no export of Remanence that can be read: the first line must be {"format":"remanence","version":1,…}.';
      this.refuse(1, invalid(wrong));
      return false;
    }
  }

  async line(number: number, line: string | null): Promise<void> {
    try {
      const record = readLine(ExportRecord, line);
      if (record.record === 'memory') await this.#wait(number, record);
      else await this.#link(record);
    } catch (error) {
      this.refuse(number, error);
    }
  }

  /** Only what is wrong with the line itself; when the store or the model fails, so does the import. */
  refuse(line: number, thrown: unknown): void {
    const error = asRemanenceError(thrown);
    if (error.code !== 'invalid' && error.code !== 'not_found') throw error;
    this.#failed++;
    if (this.#errors.length < MOST_ERRORS) this.#errors.push({ line, error: error.message });
  }

  async #wait(line: number, record: RecordOf<'memory'>): Promise<void> {
    if (this.#waiting.has(record.id) || this.#waiting.size >= BATCH) await this.flush();
    this.#waiting.set(record.id, { line, record });
  }

  /** What waits is written in one transaction. */
  async flush(): Promise<void> {
    const waiting = [...this.#waiting.values()];
    this.#waiting = new Map();
    const fresh: NewMemory[] = [];
    const replaced: Replacement[] = [];
    for (const { line, record } of waiting) {
      this.#signal?.throwIfAborted();
      try {
        const made = await this.#prepare(record);
        if (!made) this.#skipped++;
        else if ('before' in made) replaced.push(made);
        else fresh.push(made);
      } catch (error) {
        this.refuse(line, error);
      }
    }
    if (fresh.length + replaced.length === 0) return;
    const written = await this.#store.transfer.put(fresh, replaced);
    this.#imported += written.length;
    // Who changed a memory in this very moment has the last word.
    this.#skipped += fresh.length + replaced.length - written.length;
    for (const memory of written) await this.#onWritten(memory);
  }

  /** Null when nothing would change. */
  async #prepare(record: RecordOf<'memory'>): Promise<NewMemory | Replacement | null> {
    const clean = cleanMemory(record, this.#actor);
    const [known] = await this.#store.transfer.known([clean.id]);
    if (!known) return this.#complete(clean, record);
    const isReached = (await this.#store.memories.get(clean.id, reach(this.#actor))) !== null;
    if (!isReached) throw invalid(`${clean.id} is the id of a memory that is out of reach here.`);
    if (this.#conflict === 'skip') return null;
    const { row: _, revision: __, ...before } = known.memory;
    const after = this.#conflict === 'merge' ? mergeIncoming(before, clean) : { ...clean, scope: before.scope };
    if (isSame(before, after)) return null;
    return { before: known.memory, after: await this.#complete(after, record) };
  }

  async #complete(memory: BareMemory, record: RecordOf<'memory'>): Promise<NewMemory> {
    // Words and vectors of a text that lost a secret still hold it.
    const isAsWritten = memory.content === record.content;
    const embedded = this.#model && isAsWritten ? usablePassages(record.passages, this.#model) : null;
    const { conversation } = record;
    return completeMemory(memory, { embedding: this.#embedding, embedded, conversation, signal: this.#signal });
  }

  async #link(record: Exclude<ExportRecord, { record: 'memory' }>): Promise<void> {
    await this.flush();
    if (record.record === 'entity') return this.#declare(record);
    const within = reach(this.#actor);
    const { type, created_at: createdAt } = record;
    const added =
      record.record === 'relationship'
        ? await this.#store.transfer.relate(
            { type: checkText(type), from: record.from, to: record.to, createdAt },
            within,
          )
        : await this.#store.transfer.relateEntities(
            {
              id: record.id,
              from: this.#entities.get(record.from) ?? record.from,
              to: this.#entities.get(record.to) ?? record.to,
              type: checkText(type),
              weight: record.weight,
              createdAt,
              validFrom: record.valid_from,
              validUntil: record.valid_until,
            },
            within,
          );
    if (added === null)
      throw new RemanenceError('not_found', `${record.from} or ${record.to}, its ends, are not there.`);
    if (added) this.#linked++;
  }

  async #declare({ id, scope, type, created_at: createdAt, ...record }: RecordOf<'entity'>): Promise<void> {
    const name = checkText(record.name);
    const { id: known } = await this.#store.graph.declareEntity({
      id,
      scope: entitySpace(placeOf(scope, this.#actor)),
      key: entityKey(name) || name.toLowerCase(),
      name,
      type: checkText(type),
      description: record.description === null ? null : checkText(record.description, LONGEST_DESCRIPTION),
      createdAt,
    });
    if (known !== id) this.#entities.set(id, known);
  }
}

function readLine<T>(schema: z.ZodType<T>, line: string | null): T {
  if (line === null) throw invalid('The line is longer than 1 MB.');
  let value: unknown;
  try {
    value = JSON.parse(line);
  } catch (error) {
    throw invalid(`The line is no JSON: ${messageOf(error)}`);
  }
  const parsed = schema.safeParse(value);
  if (parsed.success) return parsed.data;
  const [issue] = parsed.error.issues;
  throw invalid(`${issue?.path.join('.') || 'record'}: ${issue?.message ?? 'invalid'}.`);
}

function checkText(text: string, longest = LONGEST_NAME): string {
  const clean = redactText(text.toWellFormed().replaceAll('\u0000', '').trim()).value;
  if (clean === '' || clean.length > longest) throw invalid(`A name or description has 1 to ${longest} characters.`);
  return clean;
}

const isSame = (a: BareMemory, b: BareMemory): boolean => JSON.stringify(sorted(a)) === JSON.stringify(sorted(b));
const sorted = (memory: BareMemory) => Object.entries(memory).sort(([a], [b]) => a.localeCompare(b));
