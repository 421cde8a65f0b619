// Reads a folder in BEIR's layout: corpus.jsonl, queries.jsonl, qrels.tsv.
import { readFileSync } from 'node:fs';
import { basename, join, resolve } from 'node:path';
import { z } from 'zod';

const Document = z.object({
  _id: z.string(),
  title: z.string().optional(),
  text: z.string(),
  metadata: z
    .object({ scope: z.string().optional(), session: z.string().optional(), time: z.string().optional() })
    .loose()
    .default({}),
});

const Query = z.object({
  _id: z.string(),
  text: z.string(),
  metadata: z
    .object({ scope: z.string().optional(), category: z.string().optional(), unanswerable: z.boolean().optional() })
    .loose()
    .default({}),
});

export type BenchDocument = z.infer<typeof Document>;
type BenchQuery = z.infer<typeof Query>;

export interface BenchSet {
  readonly name: string;
  readonly documents: readonly BenchDocument[];
  readonly queries: readonly BenchQuery[];
  /** Query -> the documents that answer it. */
  readonly relevant: ReadonlyMap<string, ReadonlySet<string>>;
}

export function readBeir(folder: string): BenchSet {
  const lines = (file: string) =>
    readFileSync(join(folder, file), 'utf8')
      .split('\n')
      .filter((line) => line.trim() !== '');
  const relevant = new Map<string, Set<string>>();
  for (const line of lines('qrels.tsv').slice(1)) {
    const [query = '', document = '', grade] = line.split('\t');
    if (Number(grade) <= 0) continue;
    const known = relevant.get(query) ?? new Set();
    relevant.set(query, known.add(document));
  }
  return {
    name: basename(resolve(folder)),
    documents: lines('corpus.jsonl').map((line) => Document.parse(JSON.parse(line))),
    queries: lines('queries.jsonl').map((line) => Query.parse(JSON.parse(line))),
    relevant,
  };
}
