// Presents the documents of an analysis in the terms of the long-term-memory contract.
import * as z from 'zod';
import type { Component } from '../../../engine/analysis/design-context.ts';
import type { DesignDocument, Requirement } from '../../../engine/analysis/requirement-trace.ts';
import type { TestRun } from '../../../engine/analysis/tests-of.ts';
import { toUuid } from '../../../engine/ids.ts';
import type { Memory } from '../../../engine/model.ts';
import { cutText } from '../../../engine/retrieval/budget.ts';

/** The length of a document's excerpt, and how many documents of a kind are shown. */
const EXCERPT = 120;
export const MAX_SHOWN = 15;

export const few = <T, R>(all: readonly T[], present: (each: T) => R): R[] => all.slice(0, MAX_SHOWN).map(present);
/** Notes on what was left out of each list; graph_query lists everything. */
export const leftOut = (lists: Readonly<Record<string, readonly unknown[]>>): string[] =>
  Object.entries(lists)
    .filter(([, all]) => all.length > MAX_SHOWN)
    .map(([what, { length }]) => `${MAX_SHOWN} of ${length} ${what} are shown; graph_query lists all.`);
export const excerpt = (text: string): string => cutText(text, EXCERPT).text;
export const memoryIdOf = (memory: Memory | null) => (memory === null ? {} : { memory_id: toUuid(memory.id) });
export const texts = z.array(z.string());

export const ComponentResult = z.object({
  memory_id: z.string(),
  component_id: z.string(),
  name: z.string(),
  type: z.string(),
  file_path: z.string(),
});

export const presentComponent = ({ memory, id, name, type, filePath }: Component): z.input<typeof ComponentResult> => ({
  memory_id: toUuid(memory.id),
  component_id: id,
  name,
  type: type ?? '',
  file_path: filePath ?? '',
});

export const RequirementResult = z.object({
  memory_id: z.string(),
  requirement_id: z.string(),
  title: z.string(),
  status: z.string(),
});

export const presentRequirement = ({ memory, id, title, status }: Requirement): z.input<typeof RequirementResult> => ({
  memory_id: toUuid(memory.id),
  requirement_id: id ?? toUuid(memory.id),
  title,
  status: status ?? '',
});

export const DesignResult = z.object({
  memory_id: z.string(),
  title: z.string(),
  type: z.string(),
  excerpt: z.string(),
  rationale: z.string().optional().meta({ description: 'Why it was decided this way' }),
  status: z.string(),
  retired: z.boolean(),
  basis: z.string(),
});

export const presentDesign = (design: DesignDocument): z.input<typeof DesignResult> => ({
  memory_id: toUuid(design.memory.id),
  title: design.title,
  type: design.type,
  excerpt: excerpt(design.excerpt),
  ...(design.rationale === null ? {} : { rationale: excerpt(design.rationale) }),
  status: design.status ?? '',
  retired: design.retired,
  basis: design.basis,
});

export const TestResult = z.object({
  memory_id: z.string(),
  test_name: z.string(),
  status: z.string(),
  test_file: z.string(),
});

export const presentTest = ({ memory, name, file, status }: TestRun): z.input<typeof TestResult> => ({
  memory_id: toUuid(memory.id),
  test_name: name,
  status: status ?? '',
  test_file: file ?? '',
});
