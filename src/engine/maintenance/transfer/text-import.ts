// Imports given as text: first previewed, then imported.
import * as z from 'zod';
import { asRemanenceError } from '../../../errors.ts';
import { type Actor, checkNoGuest, home, reach } from '../../access/actor.ts';
import { type Foreign, NOTHING } from '../../foreign/foreign.ts';
import { FOREIGN_FORMATS } from '../../foreign/formats.ts';
import type { ForeignImport } from '../../foreign/import.ts';
import { readId } from '../../ids.ts';
import type { Clock, Store } from '../../ports.ts';
import { withoutMark } from '../../text/lines.ts';
import { yieldToEventLoop } from '../../waiting.ts';
import type { Importing } from './import.ts';
import type { ImportOptions } from './import-run.ts';
import { readOpening, readRecord } from './import-run.ts';
import type { Header } from './records.ts';

export const ImportFormat = z.enum(['remanence', 'server-memory', 'basic-memory', 'claude-memory', 'mem0']);
export type ImportFormat = z.infer<typeof ImportFormat>;

export interface TextImport {
  readonly format: ImportFormat;
  readonly text: string;
  /** The file's name. */
  readonly name: string;
}

export interface ImportSummary {
  /** Added or changed. */
  readonly memories: number;
  /** Already stored. */
  readonly known: number;
  readonly entities: number;
  readonly relations: number;
  readonly problems: { where: string; why: string }[];
}

const MAX_PROBLEMS = 100;
const FIRST = 10;
const EXCERPT = 300;
/** Lines between two pauses for other calls. */
const BATCH = 50;

export class TextImports {
  readonly #store: Store;
  readonly #importing: Importing;
  readonly #foreign: ForeignImport;
  readonly #clock: Clock;

  constructor(store: Store, importing: Importing, foreign: ForeignImport, clock: Clock) {
    this.#store = store;
    this.#importing = importing;
    this.#foreign = foreign;
    this.#clock = clock;
  }

  /** What the import would add; writes nothing. */
  async preview(actor: Actor, { format, text, name }: TextImport): Promise<ImportSummary & { first: string[] }> {
    // Whether the actor may write is checked before the text is parsed, which takes seconds.
    checkNoGuest(actor);
    if (format === 'remanence') return this.#previewExport(actor, text);
    home(actor);
    const foreign = await readForeign(format, name, text);
    const known = await this.#foreign.known(actor, format, foreign);
    return {
      memories: foreign.memories.length - known,
      known,
      entities: foreign.entities.length,
      relations: foreign.relations.length,
      problems: foreign.problems.slice(0, MAX_PROBLEMS).map((each) => ({ ...each })),
      first: foreign.memories.slice(0, FIRST).map(({ input }) => input.content.slice(0, EXCERPT)),
    };
  }

  async run(
    actor: Actor,
    { format, text, name }: TextImport,
    options: Pick<ImportOptions, 'conflict' | 'signal'>,
  ): Promise<ImportSummary> {
    checkNoGuest(actor);
    if (format === 'remanence') {
      const { imported, skipped, linked, entities, errors } = await this.#importing.take(actor, linesOf(text), options);
      const problems = errors.map(({ line, error }) => ({ where: `line ${line}`, why: error }));
      return {
        memories: imported,
        known: skipped,
        entities,
        relations: linked,
        problems: problems.slice(0, MAX_PROBLEMS),
      };
    }
    home(actor);
    const foreign = await readForeign(format, name, text);
    const { memories, entities, relations, problems } = await this.#foreign.run(actor, format, foreign, {
      signal: options.signal,
    });
    return {
      memories: memories.added + memories.changed,
      known: memories.known,
      entities,
      relations,
      problems: problems.slice(0, MAX_PROBLEMS).map((each) => ({ ...each })),
    };
  }

  async #previewExport(actor: Actor, text: string): Promise<ImportSummary & { first: string[] }> {
    const count = { memories: 0, known: 0, entities: 0, relations: 0 };
    const problems: { where: string; why: string }[] = [];
    const first: string[] = [];
    const lines = withoutMark(text).split('\n');
    let header: Header | null;
    try {
      header = readOpening(lines[0] ?? '', () => home(actor), this.#clock.now());
    } catch (thrown) {
      return { ...count, problems: [{ where: 'line 1', why: asRemanenceError(thrown).message }], first };
    }
    for (const [index, line] of lines.entries()) {
      if (index % BATCH === BATCH - 1) await yieldToEventLoop();
      if (line.trim() === '' || (index === 0 && header !== null)) continue;
      try {
        const record = readRecord(line, () => home(actor), this.#clock.now());
        if (record.record === 'memory') {
          const id = readId(record.id);
          const known = id !== null && (await this.#store.memories.get(id, reach(actor))) !== null;
          count[known ? 'known' : 'memories']++;
          if (first.length < FIRST) first.push(record.content.slice(0, EXCERPT));
        } else if (record.record === 'entity') count.entities++;
        else if (record.record !== 'cube') count.relations++;
      } catch (thrown) {
        if (problems.length < MAX_PROBLEMS)
          problems.push({ where: `line ${index + 1}`, why: asRemanenceError(thrown).message });
      }
    }
    return { ...count, problems, first };
  }
}

const readForeign = async (format: Exclude<ImportFormat, 'remanence'>, path: string, text: string): Promise<Foreign> =>
  FOREIGN_FORMATS[format]?.read([{ path, text }]) ?? NOTHING;

async function* linesOf(text: string): AsyncGenerator<string> {
  yield* text.split('\n');
}
