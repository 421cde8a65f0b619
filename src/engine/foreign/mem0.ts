// Reads the memories of mem0: a list, or an object with `results` and, if its graph is used, `relations`. OpenMemory,
// its server, exports an object with `memories` (including deleted ones) and the user they belong to.
import * as z from 'zod';
import { Metadata } from '../model.ts';
import { unhurried } from '../waiting.ts';
import { type Foreign, gather, NOTHING, readJson, readTime, type SourceText } from './foreign.ts';

const text = z.string().nullish();
const Item = z.object({
  id: z.union([z.string(), z.number()]).nullish(),
  memory: text,
  text,
  data: text,
  content: text,
  state: text,
  user_id: text,
  agent_id: text,
  app_id: text,
  run_id: text,
  metadata: Metadata.nullish(),
  categories: z.array(z.string()).nullish(),
  created_at: text,
});
const Relation = z.object({
  source: z.string().min(1),
  relationship: z.string().min(1).optional(),
  relation: z.string().min(1).optional(),
  target: z.string().min(1).optional(),
  destination: z.string().min(1).optional(),
});
const Whole = z.union([
  z.array(z.unknown()).transform((results) => ({ results, relations: [] })),
  z.object({
    results: z.array(z.unknown()).optional(),
    memories: z.array(z.unknown()).optional(),
    user: z.object({ id: z.string(), user_id: z.string() }).optional(),
    relations: z.array(z.unknown()).default([]),
  }),
]);

export const readMem0 = (files: readonly SourceText[]): Promise<Foreign> => gather(itemsIn(files));

async function* itemsIn(files: readonly SourceText[]): AsyncGenerator<Foreign> {
  for (const file of files) yield* readFile(file);
}

async function* readFile({ path, text: json }: SourceText): AsyncGenerator<Foreign> {
  const whole = Whole.safeParse(readJson(json));
  const items = whole.success ? (whole.data.results ?? ('memories' in whole.data ? whole.data.memories : null)) : null;
  if (!whole.success || !items) {
    yield { ...NOTHING, problems: [{ where: path, why: 'The file is not a list of memories and has no `results`.' }] };
    return;
  }
  const owner = 'user' in whole.data ? whole.data.user : undefined;
  let [memory, relation] = [0, 0];
  for await (const item of unhurried(items)) yield readItem(item, `${path}: memory ${++memory}`, owner);
  for await (const item of unhurried(whole.data.relations)) yield readRelation(item, `${path}: relation ${++relation}`);
}

function readItem(item: unknown, where: string, owner?: { readonly id: string; readonly user_id: string }): Foreign {
  const parsed = Item.safeParse(item);
  if (parsed.data?.state === 'deleted') return NOTHING;
  const content = parsed.data?.memory ?? parsed.data?.text ?? parsed.data?.data ?? parsed.data?.content;
  if (!parsed.success || !content?.trim())
    return { ...NOTHING, problems: [{ where, why: 'The memory has no text in `memory`.' }] };
  const { id, user_id, agent_id, app_id, run_id, metadata, categories, created_at } = parsed.data;
  const origin = Object.entries({ agent_id, app_id }).filter(([, value]) => typeof value === 'string');
  const input = {
    content,
    tags: categories ?? [],
    metadata: { ...metadata, ...Object.fromEntries(origin) },
    eventTime: readTime(created_at),
  };
  const key = id == null ? content : String(id);
  // OpenMemory knows a user by an internal id and an external name.
  const user = owner !== undefined && user_id === owner.id ? owner.user_id : (user_id ?? undefined);
  return { ...NOTHING, memories: [{ key, user, session: run_id ?? undefined, input }] };
}

function readRelation(relation: unknown, where: string): Foreign {
  const parsed = Relation.safeParse(relation);
  const type = parsed.data?.relationship ?? parsed.data?.relation;
  const target = parsed.data?.target ?? parsed.data?.destination;
  if (!parsed.success || type === undefined || target === undefined)
    return { ...NOTHING, problems: [{ where, why: 'The relation lacks a source, a relationship or a target.' }] };
  return { ...NOTHING, relations: [{ source: parsed.data.source, type, target, memory: null }] };
}
