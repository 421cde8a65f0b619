// Inputs generated from a tool's schema: most of them valid, many of them nearly.
import * as z from 'zod';
import type { Random } from '../random.ts';
import type { Harvest } from './harvest.ts';
import { anything, date, oddNumber, oddString, sentence } from './values.ts';

const Schema = z.looseObject({
  type: z.string().optional(),
  format: z.string().optional(),
  enum: z.array(z.unknown()).optional(),
  default: z.unknown().optional(),
  minimum: z.number().optional(),
  maximum: z.number().optional(),
  pattern: z.string().optional(),
  items: z.unknown().optional(),
  properties: z.record(z.string(), z.unknown()).optional(),
  required: z.array(z.string()).optional(),
});
type Schema = z.infer<typeof Schema>;

/** Values that a schema specifies only in its description. */
const KNOWN: Readonly<Record<string, readonly string[]>> = {
  action: ['vacuum', 'purge_all', 'purge_session', 'prune_older_than'],
  memory_type: ['episodic', 'semantic', 'procedural'],
  importance: ['LOW', 'medium', 'High', 'critical'],
  language: ['typescript', 'python', 'go'],
  cypher: ['MATCH (n) RETURN n LIMIT 5', 'MATCH (a)-[r]->(b) RETURN type(r), count(*)', 'RETURN $x'],
  session_id: ['one', 'two', 'three'],
  user_id: ['local', 'ada', ''],
  cube_id: ['default', 'box1', 'box2', 'box3'],
  mem_cube_id: ['default', 'box1', 'box2', 'box3'],
};

const read = (schema: unknown): Schema => Schema.safeParse(schema).data ?? {};

export class Inputs {
  readonly #random: Random;
  readonly #harvest: Harvest;

  constructor(random: Random, harvest: Harvest) {
    this.#random = random;
    this.#harvest = harvest;
  }

  /** The arguments of a call; sometimes not even an object. */
  of(tool: string, inputSchema: unknown): unknown {
    return this.#random.chance(0.01) ? anything(this.#random) : this.#object(tool, inputSchema);
  }

  #object(tool: string, inputSchema: unknown): Record<string, unknown> {
    const random = this.#random;
    const { properties = {}, required = [] } = read(inputSchema);
    // Some calls are entirely valid, so that they reach deep.
    const oddness = random.pick([0, 0, 0, 0.05, 0.3]);
    const input: Record<string, unknown> = {};
    for (const [name, schema] of Object.entries(properties)) {
      const isRequired = required.includes(name);
      if (isRequired ? random.chance(oddness / 3) : random.chance(0.5)) continue;
      input[name] = random.chance(oddness)
        ? this.#odd(tool, name, read(schema))
        : this.#valid(tool, name, read(schema));
    }
    if (random.chance(oddness / 3)) input[random.pick(['extra', '__proto__', 'id', ''])] = anything(random);
    return input;
  }

  #odd(tool: string, name: string, schema: Schema): unknown {
    const random = this.#random;
    const roll = random.int(0, 4);
    if (roll === 0) return null;
    if (roll === 1) return anything(random);
    if (schema.type === 'string') return (roll === 2 ? this.#harvest.some(name, tool) : null) ?? oddString(random);
    if (schema.type === 'integer' || schema.type === 'number')
      return roll === 2 ? String(oddNumber(random)) : oddNumber(random);
    return anything(random);
  }

  #valid(tool: string, name: string, schema: Schema): unknown {
    const random = this.#random;
    if (schema.enum && schema.enum.length > 0) return random.pick(schema.enum);
    switch (schema.type) {
      case 'boolean':
        return random.chance(0.5);
      case 'integer':
        return random.int(Math.max(schema.minimum ?? 0, -1000), Math.min(schema.maximum ?? 100, 1000));
      case 'number':
        return (schema.minimum ?? 0) + random.next() * ((schema.maximum ?? 1) - (schema.minimum ?? 0));
      case 'array':
        return Array.from({ length: random.int(0, 5) }, () => this.#valid(tool, name, read(schema.items)));
      case 'object':
        return schema.properties ? this.#object(tool, schema) : this.#harvest.object(anything(random));
      case 'string':
        return this.#string(tool, name, schema);
      default:
        return anything(random);
    }
  }

  #string(tool: string, name: string, { format, pattern }: Schema): string {
    const random = this.#random;
    if (format === 'date-time') return date(random);
    const known = KNOWN[name];
    if (known && random.chance(0.6)) return random.pick(known);
    const seen = random.chance(0.9) ? this.#harvest.some(name, tool) : null;
    if (seen !== null) return seen;
    if (/path|directory|file/.test(name)) return this.#harvest.path();
    if (pattern !== undefined) return `box${random.int(1, 30)}`;
    if (name.endsWith('_json')) return JSON.stringify(anything(random));
    return random.chance(0.1) ? oddString(random) : sentence(random);
  }
}
