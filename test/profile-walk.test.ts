// One memory, written through each profile and read through every other.
import type { Client } from '@modelcontextprotocol/client';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import * as z from 'zod';
import { contracts } from '../src/contracts/contracts.ts';
import { toMem, toUuid } from '../src/engine/ids.ts';
import type { Memory } from '../src/engine/model.ts';
import { printTime } from '../src/engine/temporal/validity.ts';
import { callTool, clientOf } from './contract-client.ts';
import { type OpenEngine, OWNER, openTestEngine } from './open.ts';

type Call = (tool: string, input: Record<string, unknown>) => Promise<unknown>;

interface Walker {
  /** Writes a text with every field of this profile, and returns its id. */
  write(call: Call, content: string): Promise<unknown>;
  /** The memory as this profile shows it. */
  read(call: Call, memory: Memory): Promise<unknown>;
  /** What it must show of a memory. */
  shows(memory: Memory): Record<string, unknown>;
  /** What must be stored of what it wrote. */
  readonly stored: Partial<Memory>;
}

const WithId = z.looseObject({ id: z.unknown() });
const WithMemoryId = z.looseObject({ memory_id: z.string() });
const WithMemory = z.looseObject({ memory: z.unknown() });
const SESSION = { cube: null, user: null, project: null, session: 'walk' };

const WALKERS: Readonly<Record<string, Walker>> = {
  'memory-mcp': {
    write: async (call, content) => {
      const input = { content, memory_type: 'procedural', metadata: { ticket: 'W-1' }, user_id: 'ada' };
      return WithId.parse(await call('store_memory', input)).id;
    },
    read: (call, { id }) => call('get_memory', { id }),
    shows: ({ id, content, kind, importance, metadata }) => ({
      id: { tb: 'memories', id: { String: id } },
      content,
      memory_type: kind,
      importance_score: importance,
      metadata,
      valid_until: null,
    }),
    stored: {
      kind: 'procedural',
      importance: 1,
      metadata: { ticket: 'W-1' },
      scope: { ...SESSION, user: 'ada', session: null },
    },
  },
  'long-term-memory': {
    write: async (call, content) => {
      const metadata = { title: 'Walks', design_type: 'ADR', decision: 'Walk.' };
      return WithMemoryId.parse(await call('memory_add', { type: 'design', content, metadata })).memory_id;
    },
    read: async (call, { id }) => WithMemory.parse(await call('memory_get', { memory_id: toUuid(id) })).memory,
    shows: ({ id, content, type, kind, tags, metadata }) => ({
      memory_id: toUuid(id),
      content,
      type: type ?? kind,
      tags,
      metadata,
      valid_until: null,
    }),
    stored: {
      kind: 'semantic',
      type: 'design',
      importance: 7,
      metadata: { title: 'Walks', design_type: 'ADR', decision: 'Walk.' },
    },
  },
  'code-vector-memory': {
    write: async (call, content) => {
      const note = { content, session_id: 'walk', kind: 'decision', summary: 'Walked.', tags: 'a,b', priority: 2 };
      return WithId.parse(await call('remember', { ...note, metadata_json: '{"ticket":"W-2"}' })).id;
    },
    read: async (call, { row }) =>
      z
        .array(WithId)
        .parse(await call('list_recent', {}))
        .find(({ id }) => id === row),
    shows: ({ row, content, label, type, kind, summary, tags, metadata, scope }) => ({
      id: row,
      content,
      kind: label ?? type ?? (kind === 'semantic' ? null : kind),
      summary,
      tags: tags.join(','),
      metadata,
      session_id: scope.session,
    }),
    stored: {
      kind: 'semantic',
      label: 'decision',
      summary: 'Walked.',
      tags: ['a', 'b'],
      importance: 8,
      metadata: { ticket: 'W-2' },
      scope: SESSION,
    },
  },
  'agentic-memory': {
    write: async (call, content) =>
      WithId.parse(await call('memory_put', { content, memory_type: 'episodic', importance: 'high' })).id,
    read: (call, { id }) => call('memory_get', { memory_id: id }),
    shows: ({ id, content, kind, tags, metadata, ingestionTime }) => ({
      id: toUuid(id),
      content,
      memory_type: kind,
      tags,
      metadata,
      created_at: ingestionTime / 1000,
    }),
    stored: { kind: 'episodic', importance: 7.5 },
  },
  memgos: {
    write: async (call, content) => {
      const input = { memory_content: content, mem_cube_id: 'default', metadata: { memory_kind: 'activation' } };
      return WithMemoryId.parse(await call('add_memory', input)).memory_id;
    },
    read: async (call, { id }) =>
      WithMemory.parse(await call('get_memory', { memory_id: toMem(id), cube_id: 'default' })).memory,
    shows: ({ id, content, metadata, ingestionTime }) => ({
      id: toMem(id),
      content,
      metadata: { ...metadata, created_at: printTime(ingestionTime) },
      cube_id: 'default',
    }),
    stored: {
      kind: 'semantic',
      importance: 1,
      metadata: { memory_kind: 'activation' },
      scope: { ...SESSION, session: null },
    },
  },
};

/** How each profile shows an importance of ten; memgos has no field for it. */
const IMPORTANCE: Readonly<Record<string, Readonly<Record<string, number>>>> = {
  'memory-mcp': { 1: 1, 7: 7, 7.5: 7.5, 8: 8 },
  'long-term-memory': { 1: 0.1, 7: 0.7, 7.5: 0.75, 8: 0.8 },
  'code-vector-memory': { 1: 5, 7: 3, 7.5: 2, 8: 2 },
  'agentic-memory': { 1: 1, 7: 3, 7.5: 3, 8: 4 },
  memgos: {},
};
const Importance = z.union([
  z.looseObject({ importance_score: z.number() }).transform((shown) => shown.importance_score),
  z.looseObject({ priority: z.number() }).transform((shown) => shown.priority),
  z.looseObject({ importance: z.number() }).transform((shown) => shown.importance),
  z.looseObject({ cube_id: z.string() }).transform(() => undefined),
]);

describe('a memory', () => {
  let open: OpenEngine;
  const calls = new Map<string, Call>();
  const clients: Client[] = [];
  beforeAll(async () => {
    open = await openTestEngine();
    for (const contract of contracts) {
      const client = await clientOf(contract, open.engine, OWNER);
      clients.push(client);
      calls.set(contract.profile, async (name, input) => JSON.parse((await callTool(client, name, input)).text));
    }
  });
  afterAll(async () => {
    for (const each of clients) await each.close();
    await open.dispose();
  });

  const at = (profile: string): { walker: Walker; call: Call } => {
    const [walker, call] = [WALKERS[profile], calls.get(profile)];
    if (!walker || !call) throw new Error(`no walker for ${profile}`);
    return { walker, call };
  };

  it('is read through every served profile', () => {
    expect(Object.keys(WALKERS).sort()).toEqual(contracts.map(({ profile }) => profile).sort());
  });

  const pairs = Object.keys(WALKERS).flatMap((from) => Object.keys(WALKERS).map((to) => [from, to] as const));
  it.each(pairs)('written through %s reads the same through %s', async (from, to) => {
    const [writer, reader] = [at(from), at(to)];
    const content = `Walked from ${from} to ${to}.`;
    const memory = await open.engine.memories.get(OWNER, await writer.walker.write(writer.call, content));
    expect(memory).toMatchObject({ content, ...writer.walker.stored });
    const shown = await reader.walker.read(reader.call, memory);
    expect(shown).toMatchObject(reader.walker.shows(memory));
    expect(Importance.parse(shown)).toBe(IMPORTANCE[to]?.[memory.importance]);
    expect(await open.engine.memories.get(OWNER, memory.id)).toMatchObject(writer.walker.stored);
  });

  it('that has ended is found through no profile', async () => {
    const content = 'The walk over the wooden bridge is closed.';
    const id = await at('memory-mcp').walker.write(at('memory-mcp').call, content);
    await open.engine.memories.invalidate(OWNER, id);
    for (const [profile, tool, input] of [
      ['memory-mcp', 'search_text', { query: 'wooden bridge' }],
      ['long-term-memory', 'memory_search', { query: content, limit: 50 }],
      ['code-vector-memory', 'list_recent', { limit: 100 }],
      ['agentic-memory', 'memory_search', { query: content, k: 50 }],
      ['memgos', 'search_memories', { query: content, top_k: 50 }],
    ] as const) {
      expect(JSON.stringify(await at(profile).call(tool, input))).not.toContain(content);
    }
  });
});
