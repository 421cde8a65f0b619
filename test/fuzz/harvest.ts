// Collects ids and names from earlier answers, so that calls reach existing data.
import { join } from 'node:path';
import type { Random } from '../random.ts';
import { oddString } from './values.ts';

const MAX_KEPT = 200;

/** The kind of id that a field with this name holds; null if none. */
function kindOf(field: string, tool: string): string | null {
  if (/^(job|session|cube|mem_cube|project|user)_ids?$/.test(field)) return field.replace(/^mem_|_ids?$/g, '');
  if (/^(from|to|entity)_?(entity|id)$|^(source|target)$/.test(field))
    return /id|_entity/.test(field) ? 'entity' : 'name';
  if (field === 'name' || field === 'projects') return field === 'name' ? 'name' : 'project';
  if (!/(^|_)ids?$|^String$|^superseded_by$/.test(field)) return null;
  return /entity|relat|graph/.test(tool) && !field.startsWith('memory') ? 'entity' : 'memory';
}

export class Harvest {
  readonly #random: Random;
  readonly #folder: string;
  readonly #kept = new Map<string, string[]>();

  /** `folder` contains a project, and is the servers' working folder. */
  constructor(random: Random, folder: string) {
    this.#random = random;
    this.#folder = folder;
  }

  gather(value: unknown, tool: string, field = '', depth = 0): void {
    if (depth > 6) return;
    if (typeof value === 'string' || typeof value === 'number') {
      const kind = kindOf(field, tool);
      if (kind !== null && String(value).length <= 100) this.#keep(kind, String(value));
    } else if (Array.isArray(value)) for (const each of value.slice(0, 5)) this.gather(each, tool, field, depth + 1);
    else if (typeof value === 'object' && value !== null) {
      for (const [name, each] of Object.entries(value)) this.gather(each, tool, name, depth + 1);
    }
  }

  #keep(kind: string, value: string): void {
    const kept = this.#kept.get(kind) ?? [];
    this.#kept.set(kind, kept);
    if (kept.length < MAX_KEPT) kept.push(value);
    else kept[this.#random.int(0, MAX_KEPT - 1)] = value;
  }

  /** A collected id of the kind this field takes, sometimes of another kind; null for other fields. */
  some(field: string, tool: string): string | null {
    const kind = kindOf(field, tool);
    if (kind === null) return null;
    const random = this.#random;
    const pool = random.chance(0.9) ? this.#kept.get(kind) : random.pick([[], ...this.#kept.values()]);
    return pool && pool.length > 0 ? random.pick(pool) : null;
  }

  path(): string {
    const random = this.#random;
    const inside = [
      '.',
      'shop',
      'shop/src/session.ts',
      '.exports/all.jsonl',
      'not/there',
      'box.db',
      '../outside',
      '..',
    ];
    const path = random.pick(inside);
    return random.chance(0.1) ? oddString(random) : random.chance(0.5) ? path : join(this.#folder, path);
  }

  object(value: unknown): Record<string, unknown> {
    const own = { session_id: this.#random.pick(['one', 'two']), note: value };
    return this.#random.chance(0.5) ? own : { ...Object(value), ...own };
  }
}
