// Reads a folder in BEIR's layout: corpus.jsonl, queries.jsonl, qrels.tsv.
import { readFileSync } from 'node:fs';
import { basename, join, resolve } from 'node:path';
import * as z from 'zod';

const Document = z.object({
  _id: z.string(),
  title: z.string().optional(),
  text: z.string(),
  metadata: z
    .object({
      scope: z.string().optional(),
      session: z.string().optional(),
      time: z.string().optional(),
      /** The project it was written in; null if none. */
      project: z.string().nullable().optional(),
      /** The document it replaces. */
      supersedes: z.string().nullable().optional(),
    })
    .loose()
    .default({}),
});

const Query = z.object({
  _id: z.string(),
  text: z.string(),
  metadata: z
    .object({
      scope: z.string().optional(),
      category: z.string().optional(),
      unanswerable: z.boolean().optional(),
      project: z.string().nullable().optional(),
      /** The day of the question; a set with days is stored and asked in that order. */
      asked_at: z.string().optional(),
      /** A text that a good answer contains. */
      answer_excerpt: z.string().optional(),
    })
    .loose()
    .default({}),
});

export type BenchDocument = z.infer<typeof Document>;
type BenchQuery = z.infer<typeof Query>;

export interface BenchSet {
  readonly name: string;
  readonly documents: readonly BenchDocument[];
  readonly queries: readonly BenchQuery[];
  /** Query -> the documents that answer it; if graded, those with the highest grade. */
  readonly relevant: ReadonlyMap<string, ReadonlySet<string>>;
}

export function readBeir(folder: string): BenchSet {
  const lines = (file: string) =>
    readFileSync(join(folder, file), 'utf8')
      .split('\n')
      .filter((line) => line.trim() !== '');
  const graded = new Map<string, { document: string; grade: number }[]>();
  for (const line of lines('qrels.tsv').slice(1)) {
    const [query = '', document = '', grade] = line.split('\t');
    if (Number(grade) > 0) graded.set(query, [...(graded.get(query) ?? []), { document, grade: Number(grade) }]);
  }
  const relevant = new Map([...graded].map(([query, labels]) => [query, answering(labels)]));
  return {
    name: basename(resolve(folder)),
    documents: lines('corpus.jsonl').map((line) => Document.parse(JSON.parse(line))),
    queries: lines('queries.jsonl').map((line) => Query.parse(JSON.parse(line))),
    relevant,
  };
}

function answering(labels: readonly { document: string; grade: number }[]): ReadonlySet<string> {
  const best = Math.max(...labels.map(({ grade }) => grade));
  return new Set(labels.filter(({ grade }) => grade === best).map(({ document }) => document));
}
