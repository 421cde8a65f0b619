import * as z from 'zod';
import type { FixValidation } from '../../../engine/analysis/fix/validation.ts';
import { toUuid } from '../../../engine/ids.ts';
import { memoryName } from '../../../engine/memories/names.ts';
import { round } from '../../texts.ts';
import { excerpt, few, leftOut, texts } from './documents.ts';

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
