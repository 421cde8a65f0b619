// Scans everything stored for secrets that an older version missed, and removes them on request.
import { createHmac, randomBytes } from 'node:crypto';
import * as z from 'zod';
import { mentionsOf } from '../memories/derived.ts';
import type { Embedding } from '../memories/embedding.ts';
import { traceOf } from '../memories/trace.ts';
import type { Memory } from '../model.ts';
import type { Store } from '../ports.ts';
import { redactMetadata } from '../secrets/metadata.ts';
import { redactCode, redactText, secretSpans } from '../secrets/redact.ts';
import { yieldToEventLoop } from '../waiting.ts';
import type { StoredString } from './ports.ts';

export interface SecretFinding {
  /** What kind of row holds it, in one word. */
  readonly place: string;
  readonly field: string;
  readonly id: string;
  readonly kinds: readonly string[];
  /** The secret's length, and its first characters when they reveal nothing. */
  readonly hint: string;
}

export interface ScanOptions {
  readonly fix: boolean;
  readonly signal?: AbortSignal | undefined;
  readonly onProgress?: ((stage: 'look' | 'cut', done: number, total: number) => void) | undefined;
}

export interface Scanned {
  readonly found: readonly SecretFinding[];
  /** What is still there. */
  readonly left: readonly SecretFinding[];
}

/** A long token's first characters only name its issuer; a short password's would reveal part of it. */
const SHOWN = 4;
const MIN_LENGTH_TO_SHOW = 20;

export class Scanning {
  readonly #store: Store;
  readonly #embedding: Embedding;
  readonly #tie: (memories: readonly Memory[]) => Promise<void>;

  constructor(store: Store, embedding: Embedding, tie: (memories: readonly Memory[]) => Promise<void>) {
    this.#store = store;
    this.#embedding = embedding;
    this.#tie = tie;
  }

  async run({ fix, signal, onProgress }: ScanOptions): Promise<Scanned> {
    const look = (stage: 'look' | 'cut') => this.#strings((done, total) => onProgress?.(stage, done, total), signal);
    const held: StoredString[] = [];
    for await (const strings of look('look')) held.push(...strings);
    const found = held.map(findingOf);
    if (!fix || held.length === 0) return { found, left: found };
    await this.#rewriteMemories(held, signal);
    const clean = cleaner();
    const replace = (strings: readonly StoredString[]) =>
      this.#store.scan.replace(strings.map((each) => ({ ...each, clean: clean(each) })));
    const names: StoredString[] = [];
    for await (const strings of look('cut')) {
      names.push(...strings.filter(({ form }) => form === 'name'));
      await replace(strings.filter((each) => each.form !== 'name' && each.memory === null));
    }
    // All names in one call, so that rows keep referring to each other.
    await replace(names);
    await this.#store.scan.settle();
    const left: SecretFinding[] = [];
    for await (const strings of look('look')) left.push(...strings.map(findingOf));
    return { found, left };
  }

  /** Strings that hold a secret, page by page. */
  async *#strings(report: (done: number, total: number) => void, signal?: AbortSignal) {
    const total = await this.#store.scan.rows();
    let done = 0;
    for await (const { rows, strings } of this.#store.scan.pages()) {
      signal?.throwIfAborted();
      yield strings.filter((each) => redacted(each).kinds.length > 0);
      done += rows;
      report(done, total);
      await yieldToEventLoop();
    }
  }

  async #rewriteMemories(held: readonly StoredString[], signal?: AbortSignal): Promise<void> {
    const rows = [...new Set(held.flatMap(({ memory }) => memory ?? []))];
    for (const row of rows) {
      signal?.throwIfAborted();
      const [memory] = await this.#store.memories.byRows([row]);
      if (!memory) continue;
      const after = cleanMemory(memory);
      const made = {
        ...(await this.#embedding.passages(after, signal)),
        ...mentionsOf(after),
        trace: traceOf(after),
      };
      const written = await this.#store.scan.rewrite(memory, after, made);
      if (written) await this.#tie([written]);
    }
  }
}

function cleanMemory(memory: Memory): Memory {
  const clean = (text: string | null) => text && redactText(text).value;
  return {
    ...memory,
    content: redactText(memory.content).value,
    label: clean(memory.label),
    tags: memory.tags.map((tag) => redactText(tag).value),
    summary: clean(memory.summary),
    invalidReason: clean(memory.invalidReason),
    metadata: redactMetadata(memory.metadata).value,
  };
}

const Json = z.record(z.string(), z.unknown());

/** A stored string without its secrets. */
function redacted({ text, form }: Pick<StoredString, 'text' | 'form'>) {
  if (form === 'code') return redactCode(text);
  const parsed = form === 'json' ? parsedJson(text) : null;
  if (parsed === null) return redactText(text);
  const { value, kinds } = redactMetadata(parsed);
  return { value: JSON.stringify(Json.parse(value)['']), kinds };
}

/** Null for what is damaged, in which secrets are found as in any text. */
function parsedJson(text: string): Record<string, unknown> | null {
  try {
    return { '': JSON.parse(text) };
  } catch {
    return null;
  }
}

/**
 * Replaces a name that other rows refer to by the same new name everywhere, different from every other: the suffix is
 * part of a keyed digest whose key is discarded.
 */
function cleaner(): (string: StoredString) => string {
  const key = randomBytes(32);
  return (string) => {
    const { value } = redacted(string);
    if (string.form !== 'name') return value;
    return `${value}-${createHmac('sha256', key).update(string.text).digest('hex').slice(0, 6)}`;
  };
}

function findingOf(string: StoredString): SecretFinding {
  const { place, field, id, text, form } = string;
  const [first] = secretSpans(text, form === 'code' ? 'code' : 'text');
  return {
    place,
    field,
    id: redactText(id).value,
    kinds: redacted(string).kinds,
    hint: first ? masked(text.slice(first.start, first.end)) : '',
  };
}

const masked = (secret: string): string =>
  `${secret.length >= MIN_LENGTH_TO_SHOW ? secret.slice(0, SHOWN).replace(/[^\w-]/g, '*') : ''}… (${secret.length} characters)`;

/** Whether a text outside the store, such as a line of an export, holds a secret. */
export const holdsSecret = (string: Pick<StoredString, 'text' | 'form'>): boolean => redacted(string).kinds.length > 0;
