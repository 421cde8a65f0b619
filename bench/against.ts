// Asks this build with a file and another side, a database or another build, the same questions about the same memories
// in turn, so that other load on the machine slows both.
import { randomUUID } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { Engine, MemoryInput } from '../src/index.ts';
import * as thisBuild from '../src/index.ts';
import { percentile } from './measure.ts';
import { makeComponents, memoryTools, runsOf, type ScaleOptions } from './scale.ts';
import { type Library, openForFilling } from './static-vectors.ts';
import { OWNER } from './store.ts';
import { makeQuestions, makeTexts } from './texts.ts';

interface Times {
  readonly p50: number;
  readonly p95: number;
}

interface Comparison {
  readonly tool: string;
  readonly file: Times;
  readonly other: Times;
  /** The ratio of the medians; above 1 the other takes longer. */
  readonly ratio: number;
}

export interface AgainstReport {
  readonly memories: number;
  readonly tools: readonly Comparison[];
  /** Memories per second, by sixteen writers in sixteen projects. */
  readonly writes: { readonly file: number; readonly other: number };
}

/** One project in fifty. */
const PROJECTS = 50;
const WRITERS = 16;
const EACH_WRITES = 25;
const MAX_ASKED = 200;

/** `against` is the address of a database, or a folder with another build. */
export async function measureAgainst(
  memories: number,
  against: string,
  { settings, vectors, onProgress }: Omit<ScaleOptions, 'keep'>,
): Promise<AgainstReport> {
  const folder = mkdtempSync(join(tmpdir(), 'remanence-against-'));
  const open = (library: Library, more: Record<string, unknown>) =>
    openForFilling(library, { ...settings, ...more }, vectors);
  const file = await open(thisBuild, { dataDir: join(folder, 'file') });
  const dataDir = join(folder, 'other');
  const other = against.includes('://')
    ? await open(thisBuild, { dataDir, database: against, tenant: `bench ${randomUUID()}`, pool: 20 })
    : await open(await import(pathToFileURL(resolve(against, 'dist', 'index.js')).href), { dataDir });
  try {
    for (const [name, { engine, filled }] of Object.entries({ file, other })) {
      for (const [project, inputs] of byProject(makeComponents(memories)).entries()) {
        await engine.memories.storeMany({ ...OWNER, project: `project ${project}` }, inputs);
        onProgress(`storing: ${name}`, Math.min(memories, (project + 1) * inputs.length), memories);
      }
      filled();
    }
    const asked = Math.min(MAX_ASKED, memories);
    const [here, there] = [toolsOf(file.engine, memories), toolsOf(other.engine, memories)];
    const tools: Comparison[] = [];
    for (const tool of Object.keys(here)) tools.push(await compare(tool, here[tool], there[tool], asked, onProgress));
    return { memories, tools, writes: { file: await writeRate(file.engine), other: await writeRate(other.engine) } };
  } finally {
    await file.engine.close();
    await other.engine.reset(OWNER).catch(() => {});
    await other.engine.close();
    rmSync(folder, { recursive: true, force: true });
  }
}

function byProject(inputs: readonly MemoryInput[]): MemoryInput[][] {
  const projects = Array.from({ length: Math.min(PROJECTS, inputs.length) }, (): MemoryInput[] => []);
  for (const [i, input] of inputs.entries()) projects[i % projects.length]?.push(input);
  return projects;
}

type Call = (i: number) => Promise<unknown>;

function toolsOf(engine: Engine, memories: number): Record<string, Call> {
  const questions = makeQuestions(MAX_ASKED);
  return {
    ...memoryTools(engine, memories),
    'recall in a project of 2 %': (i) =>
      engine.retrieval.recall({ ...OWNER, project: 'project 1' }, `${questions[i]} (here)`, { limit: 10 }),
  };
}

async function compare(
  tool: string,
  here: Call | undefined,
  there: Call | undefined,
  asked: number,
  onProgress: ScaleOptions['onProgress'],
): Promise<Comparison> {
  const calls = runsOf(tool, asked);
  const times = { file: [] as number[], other: [] as number[] };
  const timed = async (call: Call | undefined, i: number, into: number[]) => {
    const started = performance.now();
    await call?.(i);
    into.push(performance.now() - started);
  };
  await here?.(0);
  await there?.(0);
  for (let i = 0; i < calls; i++) {
    const turns = [() => timed(here, i, times.file), () => timed(there, i, times.other)];
    for (const turn of i % 2 === 0 ? turns : turns.reverse()) await turn();
    onProgress(tool, i + 1, calls);
  }
  const of = (list: number[]) => ({ p50: percentile(list, 0.5), p95: percentile(list, 0.95) });
  const [file, other] = [of(times.file), of(times.other)];
  return { tool, file, other, ratio: other.p50 / file.p50 };
}

async function writeRate(engine: Engine): Promise<number> {
  const texts = makeTexts(WRITERS * EACH_WRITES * 2);
  const started = performance.now();
  await Promise.all(
    Array.from({ length: WRITERS }, async (_, writer) => {
      for (let i = 0; i < EACH_WRITES; i++) {
        const content = `${texts[writer * EACH_WRITES + i]} By writer ${writer}.`;
        await engine.memories.store({ ...OWNER, project: `writer ${writer}` }, { content });
      }
    }),
  );
  return (WRITERS * EACH_WRITES * 1000) / (performance.now() - started);
}
