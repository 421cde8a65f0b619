import type { z } from 'zod';
import { asRemanenceError, invalid, messageOf, RemanenceError } from '../../errors.ts';
import { type Actor, entitySpace, reach } from '../access/actor.ts';
import { checkText, LONGEST_DESCRIPTION, LONGEST_NAME, LONGEST_OBSERVATION, nameKey } from '../graph/texts.ts';
import type { Embedding } from '../memories/embedding.ts';
import type { NewMemory, VectorModel } from '../memories/ports.ts';
import type { Memory } from '../model.ts';
import type { Store } from '../ports.ts';
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
    const added = await this.#connect(record);
    if (added === null) throw new RemanenceError('not_found', `What this ${record.record} is about is not there.`);
    if (added) this.#linked++;
  }

  /** False when it is there already; null when something that it names is not. */
  #connect(record: RecordOf<'relationship' | 'relation' | 'observation'>): Promise<boolean | null> {
    const within = reach(this.#actor);
    const { transfer } = this.#store;
    const { created_at: createdAt } = record;
    const here = (id: string) => this.#entities.get(id) ?? id;
    if (record.record === 'observation') {
      const { entity, memory } = record;
      const text = checkText(record.text, 'text', LONGEST_OBSERVATION);
      return transfer.observe({ entity: here(entity), text, memory, createdAt }, within);
    }
    const type = checkText(record.type, 'type', LONGEST_NAME);
    if (record.record === 'relationship') {
      const { from, to } = record;
      return transfer.relate({ type, from, to, createdAt }, within);
    }
    const { id, from, to, weight, memory, valid_from: validFrom, valid_until: validUntil } = record;
    const ends = { from: here(from), to: here(to) };
    return transfer.relateEntities({ id, ...ends, type, weight, createdAt, validFrom, validUntil, memory }, within);
  }

  async #declare({ id, scope, type, created_at: createdAt, ...record }: RecordOf<'entity'>): Promise<void> {
    const name = checkText(record.name, 'name', LONGEST_NAME);
    const { id: known } = await this.#store.graph.declareEntity({
      id,
      scope: entitySpace(placeOf(scope, this.#actor)),
      key: nameKey(name),
      name,
      type: checkText(type, 'type', LONGEST_NAME),
      description:
        record.description === null ? null : checkText(record.description, 'description', LONGEST_DESCRIPTION),
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

const isSame = (a: BareMemory, b: BareMemory): boolean => JSON.stringify(sorted(a)) === JSON.stringify(sorted(b));
const sorted = (memory: BareMemory) => Object.entries(memory).sort(([a], [b]) => a.localeCompare(b));
