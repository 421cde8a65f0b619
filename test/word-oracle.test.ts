// What others have written does not change an answer: no score, no order, no note.
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { contractOf } from '../src/contracts/contracts.ts';
import type { Actor } from '../src/engine/access/actor.ts';
import { callTool, clientOf } from './contract-client.ts';
import { type OpenEngine, OWNER, openTestEngine } from './open.ts';
import { createProject } from './project.ts';

const WORDS =
  'deploy rollback cluster invoice ledger nightingale cache token latency schema index worker queue retry'.split(' ');
const NAMES = ['Ada Lovelace', 'Project Heron', 'Kafka', 'Grace Hopper'];
const OWN = 45;
const FOREIGN = 500;

/** The same numbers in every run. */
function numbers(seed: number): (below: number) => number {
  let state = seed;
  return (below) => {
    state = (state * 48_271) % 2_147_483_647;
    return state % below;
  };
}

function texts(count: number, seed: number): string[] {
  const next = numbers(seed);
  const pick = (list: readonly string[]) => list[next(list.length)] ?? '';
  return Array.from({ length: count }, (_, i) => {
    const words = Array.from({ length: 3 + next(9) }, () => pick(WORDS));
    return `${pick(NAMES)} wrote note ${seed}-${i} about the ${words.join(' ')}.`;
  });
}

const source = (name: string, count: number) =>
  Object.fromEntries(
    texts(count, count).map((text, i) => [
      `${name}${i}.py`,
      `def ${name}_${i}(queue):\n    """${text}"""\n    return queue\n`,
    ]),
  );

/** Every search of each profile. */
const SEARCHES: readonly [profile: string, tool: string, input: (query: string) => Record<string, unknown>][] = [
  ['memory-mcp', 'recall', (query) => ({ query, limit: 30 })],
  ['memory-mcp', 'search', (query) => ({ query, limit: 30 })],
  ['memory-mcp', 'search_text', (query) => ({ query, limit: 30 })],
  ['memory-mcp', 'search_code', (query) => ({ query, limit: 20 })],
  ['code-vector-memory', 'search_memory', (query) => ({ query, session_id: 's1', limit: 30 })],
  ['code-vector-memory', 'get_context_graph', (query) => ({ query, limit: 10 })],
  ['agentic-memory', 'memory_search', (query) => ({ query, k: 30 })],
  ['long-term-memory', 'memory_search', (query) => ({ query, limit: 50 })],
  ['long-term-memory', 'code_search', (query) => ({ query, limit: 10 })],
  ['memgos', 'search_memories', (query) => ({ query, top_k: 30 })],
  ['memgos', 'context_search', (query) => ({ query })],
];

describe('the words of other users', () => {
  let open: OpenEngine;
  const callers = new Map<string, Actor>();
  const bob: Actor = { who: 'local', user: 'bob', project: 'bobs', anyCode: true };
  const mine = createProject('mine', source('handle', 12));
  const theirs = createProject('theirs', source('process', 60));

  beforeAll(async () => {
    vi.useFakeTimers({ toFake: ['Date'] });
    open = await openTestEngine({ codeMemoryEnableGraph: true });
    const { engine } = open;
    await engine.users.add(OWNER, { id: 'alice', role: 'user' });
    const { token } = await engine.users.issueToken(OWNER, 'alice', 1);
    await engine.cubes.register(await engine.access.authenticate(token), { id: 'alices' });
    callers.set('a token', { ...(await engine.access.authenticate(token)), cube: 'alices' });
    callers.set('--user', { who: 'local', user: 'alice' });
    callers.set('--project', { who: 'local', project: 'heron' });
    for (const [i, actor] of [...callers.values()].entries()) {
      for (const [n, content] of texts(OWN, i + 1).entries()) {
        await engine.memories.store(n % 3 === 0 ? { ...actor, session: 's1' } : actor, { content });
      }
      await engine.code.index({ ...actor, anyCode: true }, mine.root);
    }
  });

  afterAll(async () => {
    vi.useRealTimers();
    await open.dispose();
    for (const project of [mine, theirs]) project.dispose();
  });

  /** What every search prints for every question, except its duration. */
  async function answers(questions: readonly string[]): Promise<Map<string, string>> {
    const told = new Map<string, string>();
    for (const [caller, actor] of callers) {
      for (const [profile, tool, input] of SEARCHES) {
        const client = await clientOf(contractOf([profile]), open.engine, actor);
        for (const question of questions) {
          const { text, isError } = await callTool(client, tool, input(question));
          if (isError) throw new Error(`${profile} ${tool}: ${text}`);
          told.set(`${caller} ${profile} ${tool} ${question}`, text.replace(/"(?:query|search)_time_ms":\s*\d+/, ''));
        }
        await client.close();
      }
    }
    return told;
  }

  it('affect no score and no order in any search by a confined caller', { timeout: 300_000 }, async () => {
    const question = fc
      .tuple(fc.array(fc.constantFrom(...WORDS), { minLength: 1, maxLength: 5 }), fc.constantFrom('', ...NAMES))
      .map(([words, name]) => `${name} ${words.join(' ')}`.trim());
    const pasted = texts(30, 99).join(' ');
    const questions = [...fc.sample(question, { numRuns: 4, seed: 14 }), 'zeppelin cache', pasted];
    const before = await answers(questions);
    await open.engine.memories.storeValid(
      bob,
      [...texts(FOREIGN - 100, 77), ...Array.from({ length: 100 }, (_, i) => `zeppelin ${i} nightingale`)].map(
        (content) => ({ content }),
      ),
    );
    await open.engine.code.index(bob, theirs.root);
    const after = await answers(questions);
    for (const [asked, told] of before) expect([asked, after.get(asked)]).toEqual([asked, told]);
    // The questions must find something, or nothing would be compared.
    expect([...before.values()].filter((told) => told.includes('note ')).length).toBeGreaterThan(before.size / 2);
  });
});
