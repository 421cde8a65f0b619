import * as z from 'zod';
import type { RequirementTrace } from '../../../engine/analysis/requirement-trace.ts';
import { round } from '../../texts.ts';
import {
  DesignResult,
  few,
  leftOut,
  memoryIdOf,
  presentDesign,
  presentRequirement,
  presentTest,
  RequirementResult,
  TestResult,
  texts,
} from './documents.ts';

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
      ...memoryIdOf(memory),
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
