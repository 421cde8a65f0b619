import * as z from 'zod';
import type { DesignContext } from '../../../engine/analysis/design-context.ts';
import { toUuid } from '../../../engine/ids.ts';
import { printTime } from '../../../engine/temporal/validity.ts';
import {
  ComponentResult,
  DesignResult,
  excerpt,
  few,
  leftOut,
  MAX_SHOWN,
  memoryIdOf,
  presentComponent,
  presentDesign,
  presentRequirement,
  presentTest,
  RequirementResult,
  TestResult,
  texts,
} from './documents.ts';

const NeighbourResult = z.object({ name: z.string(), basis: z.string(), memory_id: z.string().optional() });

export const ContextResult = z.object({
  component: ComponentResult.extend({ content: z.string() }),
  requirements: z.array(RequirementResult.extend({ basis: z.string() })),
  design_documents: z.array(DesignResult),
  patterns: z.array(
    z.object({ memory_id: z.string(), name: z.string(), usage_context: z.string(), basis: z.string() }),
  ),
  dependencies: z.array(NeighbourResult),
  dependents: z.array(NeighbourResult),
  tests: z.array(TestResult),
  incidents: z.array(
    z.object({
      memory_id: z.string(),
      title: z.string(),
      excerpt: z.string(),
      happened_at: z.string(),
      basis: z.string(),
    }),
  ),
  code: z
    .array(
      z.object({ name: z.string(), kind: z.string(), signature: z.string(), path: z.string(), start_line: z.int() }),
    )
    .optional(),
  notes: texts,
});

export function presentContext(context: DesignContext): z.input<typeof ContextResult> {
  const neighbour = ({ memory, name, basis }: DesignContext['dependencies'][number]) => ({
    name,
    basis,
    ...memoryIdOf(memory),
  });
  return {
    component: { ...presentComponent(context.component), content: excerpt(context.component.memory.content) },
    requirements: few(context.requirements, (each) => ({ ...presentRequirement(each), basis: each.basis })),
    design_documents: few(context.designs, presentDesign),
    patterns: few(context.patterns, ({ memory, name, usageContext, basis }) => ({
      memory_id: toUuid(memory.id),
      name,
      usage_context: excerpt(usageContext),
      basis,
    })),
    dependencies: few(context.dependencies, neighbour),
    dependents: few(context.dependents, neighbour),
    tests: few(context.tests, presentTest),
    incidents: few(context.incidents, (each) => ({
      memory_id: toUuid(each.memory.id),
      title: excerpt(each.title),
      excerpt: excerpt(each.excerpt),
      happened_at: printTime(each.at),
      basis: each.basis,
    })),
    ...(context.code === null
      ? {}
      : {
          code: context.code.slice(0, MAX_SHOWN * 4).map(({ name, kind, signature, path, startLine }) => ({
            name,
            kind,
            signature: excerpt(signature),
            path,
            start_line: startLine,
          })),
        }),
    notes: [
      ...context.notes,
      ...leftOut({
        requirements: context.requirements,
        designs: context.designs,
        patterns: context.patterns,
        dependencies: context.dependencies,
        dependents: context.dependents,
        tests: context.tests,
        incidents: context.incidents,
      }),
    ],
  };
}
