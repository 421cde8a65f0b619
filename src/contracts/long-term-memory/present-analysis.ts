// Requirements, designs and components held against each other, in the words of the long-term-memory contract.
import { z } from 'zod';
import type { Consistency } from '../../engine/analysis/consistency/consistency.ts';
import type { Component, DesignContext } from '../../engine/analysis/design-context.ts';
import type { FixValidation } from '../../engine/analysis/fix/validation.ts';
import type { DesignDocument, Requirement, RequirementTrace } from '../../engine/analysis/requirement-trace.ts';
import type { TestRun } from '../../engine/analysis/tests-of.ts';
import { toUuid } from '../../engine/ids.ts';
import { memoryName } from '../../engine/memories/trace.ts';
import type { Memory } from '../../engine/model.ts';
import { cutText } from '../../engine/retrieval/budget.ts';
import { round } from '../texts.ts';

/** What one document shows of itself, and how many of a kind are shown. */
const EXCERPT = 120;
const MOST = 15;

const few = <T, R>(all: readonly T[], present: (each: T) => R): R[] => all.slice(0, MOST).map(present);
/** What was left out, list by list; memories can be listed in full elsewhere. */
const leftOut = (lists: Readonly<Record<string, readonly unknown[]>>): string[] =>
  Object.entries(lists)
    .filter(([, all]) => all.length > MOST)
    .map(([what, { length }]) => `${MOST} of ${length} ${what} are shown; graph_query lists all.`);
const excerpt = (text: string): string => cutText(text, EXCERPT).text;
const idOf = (memory: Memory | null) => (memory === null ? {} : { memory_id: toUuid(memory.id) });
const texts = z.array(z.string());

const ComponentResult = z.object({
  memory_id: z.string(),
  component_id: z.string(),
  name: z.string(),
  type: z.string(),
  file_path: z.string(),
});

const presentComponent = ({ memory, id, name, type, filePath }: Component): z.input<typeof ComponentResult> => ({
  memory_id: toUuid(memory.id),
  component_id: id,
  name,
  type: type ?? '',
  file_path: filePath ?? '',
});

const RequirementResult = z.object({
  memory_id: z.string(),
  requirement_id: z.string(),
  title: z.string(),
  status: z.string(),
});

const presentRequirement = ({ memory, id, title, status }: Requirement): z.input<typeof RequirementResult> => ({
  memory_id: toUuid(memory.id),
  requirement_id: id ?? toUuid(memory.id),
  title,
  status: status ?? '',
});

const DesignResult = z.object({
  memory_id: z.string(),
  title: z.string(),
  type: z.string(),
  excerpt: z.string(),
  status: z.string(),
  retired: z.boolean(),
  basis: z.string(),
});

const presentDesign = (design: DesignDocument): z.input<typeof DesignResult> => ({
  memory_id: toUuid(design.memory.id),
  title: design.title,
  type: design.type,
  excerpt: excerpt(design.excerpt),
  status: design.status ?? '',
  retired: design.retired,
  basis: design.basis,
});

const TestResult = z.object({
  memory_id: z.string(),
  test_name: z.string(),
  status: z.string(),
  test_file: z.string(),
});

const presentTest = ({ memory, name, file, status }: TestRun): z.input<typeof TestResult> => ({
  memory_id: toUuid(memory.id),
  test_name: name,
  status: status ?? '',
  test_file: file ?? '',
});

const NeighbourResult = z.object({ name: z.string(), basis: z.string(), memory_id: z.string().optional() });

export const TraceResult = z.object({
  requirement: RequirementResult,
  implementations: z.array(
    z.object({
      component_id: z.string(),
      name: z.string(),
      file_path: z.string(),
      completeness: z.number(),
      exists: z.boolean(),
      basis: texts,
      memory_id: z.string().optional(),
    }),
  ),
  design_documents: z.array(DesignResult),
  tests: z.array(TestResult),
  coverage: z.object({ implementation: z.number(), testing: z.number() }),
  code: z.array(z.object({ path: z.string(), symbol: z.string(), line: z.int() })),
  notes: texts,
});

export const presentTrace = (trace: RequirementTrace): z.input<typeof TraceResult> => ({
  requirement: presentRequirement(trace.requirement),
  implementations: few(
    trace.implementations,
    ({ memory, exists, componentId, name, filePath, completeness, basis }) => ({
      component_id: componentId,
      name,
      file_path: filePath ?? '',
      completeness: round(completeness),
      exists,
      basis: [...basis],
      ...idOf(memory),
    }),
  ),
  design_documents: few(trace.designs, presentDesign),
  tests: few(trace.tests, presentTest),
  coverage: {
    implementation: round(trace.coverage.implementation),
    testing: round(trace.coverage.testing),
  },
  code: few(trace.code, ({ path, symbol, line }) => ({ path, symbol: symbol ?? '', line })),
  notes: [
    ...trace.notes,
    ...leftOut({ implementations: trace.implementations, designs: trace.designs, tests: trace.tests }),
  ],
});

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
    ...idOf(memory),
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
    ...(context.code === null
      ? {}
      : {
          code: context.code.slice(0, MOST * 4).map(({ name, kind, signature, path, startLine }) => ({
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
      }),
    ],
  };
}

export const ConsistencyResult = z.object({
  component: ComponentResult,
  base_pattern: z
    .object({
      memory_id: z.string(),
      name: z.string(),
      file_path: z.string(),
      found_by: z.string(),
      confidence: z.number(),
    })
    .optional(),
  consistency_score: z.number(),
  deviations: z.array(
    z.object({
      type: z.string(),
      expected: z.string(),
      actual: z.string(),
      severity: z.string(),
      basis: z.string(),
    }),
  ),
  recommendations: texts,
  notes: texts,
});

/** Without a pattern there is nothing to be consistent with: the score is 0 and the notes say why. */
export const presentConsistency = (found: Consistency): z.input<typeof ConsistencyResult> => ({
  component: presentComponent(found.component),
  ...(found.pattern === null
    ? {}
    : {
        base_pattern: {
          memory_id: toUuid(found.pattern.memory.id),
          name: found.pattern.name,
          file_path: found.pattern.filePath ?? '',
          found_by: found.pattern.by,
          confidence: round(found.pattern.confidence),
        },
      }),
  consistency_score: round(found.score ?? 0),
  deviations: few(found.deviations, (deviation) => ({ ...deviation })),
  recommendations: [...found.recommendations],
  notes: [...found.notes],
});

const RuleResult = z.object({
  memory_id: z.string(),
  title: z.string(),
  verdict: z.string(),
  excerpt: z.string(),
  basis: z.string(),
});

export const FixResult = z.object({
  alignment_score: z.number(),
  verdict: z.string(),
  design_context: z.object({
    requirements: z.array(RuleResult),
    design_documents: z.array(RuleResult),
    patterns: z.array(RuleResult),
  }),
  concerns: z.array(
    z.object({
      type: z.string(),
      message: z.string(),
      severity: z.string(),
      related_requirement: z.string(),
      related_design: z.string(),
      quote: z.string(),
    }),
  ),
  recommendations: texts,
  notes: texts,
});

export function presentFix(found: FixValidation): z.input<typeof FixResult> {
  const rule = ({ memory, verdict, basis }: FixValidation['requirements'][number]) => ({
    memory_id: toUuid(memory.id),
    title: memoryName(memory),
    verdict,
    excerpt: excerpt(memory.content),
    basis,
  });
  return {
    alignment_score: round(found.alignment.score),
    verdict: found.alignment.verdict,
    design_context: {
      requirements: few(found.requirements, rule),
      design_documents: few(found.designs, rule),
      patterns: few(found.patterns, rule),
    },
    concerns: few(found.concerns, ({ type, message, severity, relatedRequirement, relatedDesign, quote }) => ({
      type,
      message,
      severity,
      related_requirement: relatedRequirement ?? '',
      related_design: relatedDesign ?? '',
      quote: excerpt(quote ?? ''),
    })),
    recommendations: [...found.recommendations],
    notes: [
      ...found.notes,
      ...leftOut({ requirements: found.requirements, designs: found.designs, patterns: found.patterns }),
    ],
  };
}
