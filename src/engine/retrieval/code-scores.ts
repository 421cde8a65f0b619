// Scores code by the same parts as memories. Its walk covers only what was found: between a memory and the code it is
// tied to, from caller to callee, and between places in one file.
import type { CodeFound } from '../code/search/search.ts';
import type { Memory } from '../model.ts';
import { type Edge, entityNode, memoryNode, pageRank } from './page-rank.ts';
import { NO_PARTS, type Parts, rootOf, scoreOf, type Weights } from './parts.ts';

/** A memory and a file it names. */
interface Tie {
  readonly memory: number;
  readonly project: number;
  readonly path: string;
}

interface Start {
  readonly row: number;
  readonly score: number;
}

const TIED = 5;
const CALLS = 3;
const SAME_FILE = 1;
/** Weight of staying at a node, which matters when it has few links. */
const STAY = 3;

export type ScoredCode = Omit<CodeFound, 'parts'> & { readonly parts: Parts };

export async function scoreCode(
  found: readonly CodeFound[],
  recalled: readonly { readonly memory: Memory; readonly score: number; readonly parts: Parts }[],
  ties: readonly Tie[],
  weights: Weights,
): Promise<ScoredCode[]> {
  const near = ({ standing, parts }: CodeFound): Parts => ({
    ...NO_PARTS,
    vector: Math.max(0, standing?.cosine ?? 0),
    lexical: Math.min(1, standing?.words ?? parts.lexical),
    // Not read, like most memories where more than the first were.
    answer: (recalled[0]?.parts.answer ?? null) === null ? null : 0,
  });
  const chunks = found.map((each) => ({ row: each.chunk.id, score: scoreOf(near(each), { ...weights, graph: 0 }) }));
  const memories = recalled.map(({ memory, score }) => ({ row: memory.row, score }));
  const graph = await walkCode(found, { memories, chunks }, ties);
  return inOrder(
    found.map((each) => {
      const parts = { ...near(each), graph: graph(each.chunk.id) };
      return { ...each, parts, score: scoreOf(parts, weights) };
    }),
  );
}

/** What leads the search is worth at least as much as the code that it leads. */
function inOrder(scored: readonly ScoredCode[]): ScoredCode[] {
  let best = 0;
  const lastFirst = scored.toReversed().map((each) => {
    best = Math.max(best, each.score);
    return each.leads ? { ...each, score: best } : each;
  });
  return lastFirst.reverse();
}

/** The graph part of each chunk, by id. The walk starts with the scores in `starts`. */
async function walkCode(
  found: readonly CodeFound[],
  starts: { readonly memories: readonly Start[]; readonly chunks: readonly Start[] },
  ties: readonly Tie[],
): Promise<(chunk: number) => number> {
  const edges = new Map<number, Edge[]>();
  const link = (a: number, b: number, weight: number) => {
    for (const [from, to] of [
      [a, b],
      [b, a],
    ] as const) {
      edges.set(from, [...(edges.get(from) ?? [[from, STAY]]), [to, weight]]);
    }
  };
  for (const { memory, project, path } of ties) {
    const tied = found.filter(({ chunk, project: own }) => own.id === project && chunk.path === path);
    for (const { chunk } of tied) link(memoryNode(memory), entityNode(chunk.id), TIED);
  }
  for (const [i, one] of found.entries()) {
    for (const other of found.slice(i + 1)) {
      const weight = between(one, other);
      if (weight > 0) link(entityNode(one.chunk.id), entityNode(other.chunk.id), weight);
    }
  }
  const seeds = [
    ...starts.memories.map(({ row, score }): Edge => [memoryNode(row), score]),
    ...starts.chunks.map(({ row, score }): Edge => [entityNode(row), score]),
  ];
  const mass = seeds.reduce((sum, [, score]) => sum + score, 0) || 1;
  const settled = await pageRank(new Map(seeds.map(([node, score]) => [node, score / mass])), async (nodes) => {
    return new Map(nodes.map((node) => [node, edges.get(node) ?? [[node, STAY]]]));
  });
  return (chunk) => rootOf(settled.get(entityNode(chunk)) ?? 0);
}

function between(one: CodeFound, other: CodeFound): number {
  const isSameFile = one.project.id === other.project.id && one.chunk.path === other.chunk.path;
  return (calls(one, other) || calls(other, one) ? CALLS : 0) + (isSameFile ? SAME_FILE : 0);
}

/** `calledBy` lists each caller as `path:line name`. */
function calls(caller: CodeFound, called: CodeFound): boolean {
  if (caller.project.id !== called.project.id) return false;
  const { path, startLine, endLine } = caller.chunk;
  return called.calledBy.some((place) => {
    const [, file, line] = /^(.*):(\d+) /.exec(place) ?? [];
    return file === path && Number(line) >= startLine && Number(line) <= endLine;
  });
}
