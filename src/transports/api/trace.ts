import * as z from 'zod';
import type { RequirementTrace } from '../../engine/analysis/requirement-trace.ts';
import { reads } from './route.ts';

const Linked = z.object({
  /** The memory's id; null if it is named but not stored. */
  memory: z.string().nullable(),
  name: z.string(),
  detail: z.string().nullable(),
});

/** A requirement with what designs, implements and tests it. */
const Traced = z.object({
  memory: z.string(),
  id: z.string().nullable(),
  title: z.string(),
  status: z.string().nullable(),
  designs: z.array(Linked),
  components: z.array(Linked),
  code: z.array(z.object({ path: z.string(), symbol: z.string().nullable(), line: z.number() })),
  tests: z.array(Linked),
  /** What is missing. */
  gaps: z.array(z.enum(['design', 'component', 'code', 'test', 'failing'])),
  implementation: z.number(),
  testing: z.number(),
  notes: z.array(z.string()),
});
type Traced = z.infer<typeof Traced>;

/** Only the newest requirements are checked; far more than anybody reads. */
const MAX_RESULTS = 200;

const requirements = reads({
  what: 'List requirements with their design, component, code and test; those with the most gaps first.',
  input: z.object({ limit: z.int().min(1).max(MAX_RESULTS).default(100) }),
  output: z.object({ items: z.array(Traced), total: z.number() }),
  async handle({ limit }, { engine, actor, signal }) {
    const { traces, total } = await engine.analysis.traces(actor, limit, signal);
    return { items: traces.map(presentTrace).toSorted((a, b) => b.gaps.length - a.gaps.length), total };
  },
});

const get = reads({
  what: 'Get a requirement by its id, name or title.',
  input: z.object({ requirement: z.string().min(1).max(500) }),
  output: Traced,
  async handle({ requirement }, { engine, actor }) {
    return presentTrace(await engine.analysis.trace(actor, requirement));
  },
});

function presentTrace(trace: RequirementTrace): Traced {
  const { requirement, implementations, designs, tests, code, coverage, notes } = trace;
  const missing = [
    ['design', designs.every(({ retired }) => retired)],
    ['component', !implementations.some(({ exists }) => exists)],
    ['code', code.length === 0 && !implementations.some(({ filePath }) => filePath !== null)],
    ['test', tests.length === 0],
    ['failing', tests.some(({ status }) => status === 'Failed' || status === 'Error')],
  ] as const;
  return {
    memory: requirement.memory.id,
    id: requirement.id,
    title: requirement.title,
    status: requirement.status,
    designs: designs.map(({ memory, title, status }) => ({ memory: memory.id, name: title, detail: status })),
    components: implementations.map(({ memory, name, filePath }) => ({
      memory: memory?.id ?? null,
      name,
      detail: filePath,
    })),
    code: code.map(({ path, symbol, line }) => ({ path, symbol, line })),
    tests: tests.map(({ memory, name, status }) => ({ memory: memory.id, name, detail: status })),
    gaps: missing.flatMap(([gap, is]) => (is ? [gap] : [])),
    implementation: coverage.implementation,
    testing: coverage.testing,
    notes: [...notes],
  };
}

export const traceRoutes = { 'trace.requirements': requirements, 'trace.get': get };
