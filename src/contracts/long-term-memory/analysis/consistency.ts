import * as z from 'zod';
import type { Consistency } from '../../../engine/analysis/consistency/consistency.ts';
import { toUuid } from '../../../engine/ids.ts';
import { round } from '../../texts.ts';
import { ComponentResult, few, presentComponent, texts } from './documents.ts';

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
  consistency_score: z.number().optional(),
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

/** A component that cannot be judged has no score, since 0 would be a verdict; the notes say why. */
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
  ...(found.score === null ? {} : { consistency_score: round(found.score) }),
  deviations: few(found.deviations, (deviation) => ({ ...deviation })),
  recommendations: [...found.recommendations],
  notes: [...found.notes],
});
