import * as z from 'zod';
import { defineTool, optional, reads, type Tool } from '../contract.ts';
import { ConsistencyResult, presentConsistency } from './analysis/consistency.ts';
import { ContextResult, presentContext } from './analysis/context.ts';
import { FixResult, presentFix } from './analysis/fix.ts';
import { presentTrace, TraceResult } from './analysis/trace.ts';

const component = z.string().meta({ description: 'The component: its memory_id, component_id or name' });

const checkConsistency = defineTool({
  name: 'check_consistency',
  title: 'Check consistency',
  description:
    'Compare a component with the pattern it should follow. Reports deviating methods, base classes, decorators, calls, imports and names, each with its evidence. Without indexed code or a pattern, the component cannot be judged and gets no score.',
  annotations: reads,
  input: z.object({ component_id: component }),
  output: ConsistencyResult,
  async handle({ component_id }, { engine, actor }) {
    return presentConsistency(await engine.analysis.consistency(actor, component_id));
  },
});

const validateFix = defineTool({
  name: 'validate_fix',
  title: 'Validate fix',
  description:
    'Check a proposed fix against the requirements and designs of a component: how well it is aligned, and what it would contradict. Call it before you change something that was decided.',
  annotations: reads,
  input: z.object({
    fix_description: z.string().meta({ description: 'What the fix does, in words or as a diff' }),
    component_id: component,
    affected_files: optional(z.array(z.string())).meta({
      description: 'Files that the fix would change; the rules of other components in them count as well',
    }),
  }),
  output: FixResult,
  async handle({ fix_description, component_id, affected_files }, { engine, actor }) {
    const input = { fix: fix_description, component: component_id, files: affected_files };
    return presentFix(await engine.analysis.validateFix(actor, input));
  },
});

const getDesignContext = defineTool({
  name: 'get_design_context',
  title: 'Get design context',
  description:
    'Return what to know before you change a component: its requirements, the designs that bind it and why, patterns, dependencies, dependents, tests and past incidents; on request what its code defines.',
  annotations: reads,
  input: z.object({
    component_id: component,
    include_code: z
      .boolean()
      .default(false)
      .meta({ description: 'Also return what its indexed file or folder defines' }),
  }),
  output: ContextResult,
  async handle({ component_id, include_code: includeCode }, { engine, actor }) {
    return presentContext(await engine.analysis.designContext(actor, component_id, { includeCode }));
  },
});

const traceRequirements = defineTool({
  name: 'trace_requirements',
  title: 'Trace requirement',
  description: 'Return what implements, designs and tests a requirement, and how much of it is covered.',
  annotations: reads,
  input: z.object({
    requirement_id: z.string().meta({ description: 'The requirement: its requirement_id, title or memory_id' }),
  }),
  output: TraceResult,
  async handle({ requirement_id }, { engine, actor }) {
    return presentTrace(await engine.analysis.trace(actor, requirement_id));
  },
});

export const analysisTools: readonly Tool[] = [checkConsistency, validateFix, getDesignContext, traceRequirements];
