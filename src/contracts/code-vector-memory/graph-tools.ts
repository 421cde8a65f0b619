import * as z from 'zod';
import type { Numbering } from '../../engine/access/numbers.ts';
import type { KnowledgeView } from '../../engine/graph/knowledge.ts';
import type { Entity } from '../../engine/model.ts';
import { cutText, fairShare, fitting, tokens } from '../../engine/retrieval/budget.ts';
import { defineTool, optional, reads, type Tool } from '../contract.ts';
import { round } from '../texts.ts';
import { memoryId, readObservations, text } from './inputs.ts';
import { printSeconds } from './present.ts';

const DISABLED = { status: 'disabled' as const };
const SWITCH = 'Answers `disabled` unless the server runs with CODE_MEMORY_ENABLE_GRAPH=1.';
const status = z.enum(['ok', 'disabled', 'not_found']).optional();
const relations = z.array(z.object({ type: z.string(), source: z.string(), target: z.string() })).optional();
const upserts = { readOnly: false, destructive: false, idempotent: true };
const MAX_ENTITIES = 50;
/** Tokens for observations and relations in the caller's context; names take the rest. */
const OBSERVATIONS_BUDGET = 4000;
const RELATIONS_BUDGET = 3500;

const presentEntity = ({ row, name, type, createdAt }: Entity, { show }: Numbering) => ({
  id: show('entity', row),
  name,
  entity_type: type,
  created_at: printSeconds(createdAt),
});

/** Cuts each text to an equal share of the budget. */
function cutter(texts: readonly string[]): (text: string) => string {
  const share = fairShare(texts.map(tokens), OBSERVATIONS_BUDGET);
  return (text) => {
    const cut = cutText(text, Math.max(share, 1));
    return cut.left === 0 ? text : `${cut.text} …`;
  };
}

function presentView({ entities, relations }: KnowledgeView, numbering: Numbering) {
  const cut = cutter(entities.flatMap(({ observations }) => observations));
  return {
    entities: entities.map(({ entity, observations, score }) => ({
      ...presentEntity(entity, numbering),
      observations: observations.map(cut),
      ...(score === undefined ? {} : { score: round(1 - score) }),
    })),
    relations: fitting(relations, RELATIONS_BUDGET),
  };
}

const upsertEntity = defineTool({
  name: 'upsert_entity',
  title: 'Upsert entity',
  description: `Create an entity in the knowledge graph, or find the existing one by name, and add observations to it. ${SWITCH}`,
  annotations: upserts,
  input: z.object({
    name: z.string().meta({ description: 'Entity name' }),
    entity_type: z
      .string()
      .default('entity')
      .meta({ description: 'service, person, library …; `entity` keeps the type of an existing entity' }),
    observations_json: text('JSON array of strings: what is known about the entity'),
    memory_id: optional(
      memoryId('The memory that the observations come from; it is linked to the entity, and deleting it deletes them'),
    ).meta({
      type: 'integer',
    }),
  }),
  output: z.object({ status, entity_id: z.number().optional() }),
  async handle({ name, entity_type, observations_json, memory_id: memory }, { engine, actor }) {
    if (!engine.notes.settings.graph) return DISABLED;
    const type = entity_type.trim() === 'entity' ? null : entity_type;
    const observations = readObservations(observations_json);
    const numbering = await engine.access.numbering(actor);
    const { row } = await engine.knowledge.tell(actor, { name, type, observations, memory });
    return { status: 'ok' as const, entity_id: numbering.show('entity', row) };
  },
});

const addRelation = defineTool({
  name: 'add_relation',
  title: 'Add relation',
  description: `Connect two entities by name; missing entities are created. ${SWITCH}`,
  annotations: upserts,
  input: z.object({
    source: z.string().meta({ description: 'Name of the entity that the relation starts from' }),
    target: z.string().meta({ description: 'Name of the entity that the relation points to' }),
    relation_type: z.string().meta({ description: 'Relation name in active voice: depends_on, implements …' }),
    memory_id: optional(memoryId('The memory that the relation comes from; deleting it deletes the relation')).meta({
      type: 'integer',
    }),
  }),
  output: z.object({ status, relation_id: z.number().optional() }),
  async handle({ source, target, relation_type: type, memory_id }, { engine, actor }) {
    if (!engine.notes.settings.graph) return DISABLED;
    const numbering = await engine.access.numbering(actor);
    const row = await engine.knowledge.relate(actor, { type, source, target }, memory_id);
    return { status: 'ok' as const, relation_id: numbering.show('relation', row) };
  },
});

const getEntity = defineTool({
  name: 'get_entity',
  title: 'Get entity',
  description: `Return one entity by name: its observations, newest first, its relations, including those found in notes, and the memories that mention it. ${SWITCH}`,
  annotations: reads,
  input: z.object({ name: z.string().meta({ description: 'Entity name, in any spelling' }) }),
  output: z.object({
    status,
    id: z.number().optional(),
    name: z.string().optional(),
    entity_type: z.string().optional(),
    created_at: z.string().optional(),
    observations: z.array(z.string()).optional(),
    relations,
    memory_ids: z.array(z.number()).optional(),
  }),
  async handle({ name }, { engine, actor }) {
    if (!engine.notes.settings.graph) return DISABLED;
    const known = await engine.knowledge.about(actor, name);
    if (!known) return { status: 'not_found' as const };
    const { entity, observations, relations, memories } = known;
    const cut = cutter(observations);
    const numbering = await engine.access.numbering(actor);
    return {
      ...presentEntity(entity, numbering),
      observations: observations.map(cut),
      relations: fitting(relations, RELATIONS_BUDGET),
      memory_ids: memories.map((row) => numbering.show('memory', row)),
    };
  },
});

const getContextGraph = defineTool({
  name: 'get_context_graph',
  title: 'Get context graph',
  description: `Return the entities that a query is about, best first, or the newest ones, with their relations, including those found in notes. A lower score is better. ${SWITCH}`,
  annotations: reads,
  input: z.object({
    query: text('What to look for, by meaning and words; if left out, the newest entities'),
    limit: z
      .int()
      .default(10)
      .transform((limit) => Math.min(Math.max(limit, 1), MAX_ENTITIES))
      .meta({ description: `Maximum entities (default: 10, max: ${MAX_ENTITIES})` }),
  }),
  output: z.object({
    status,
    entities: z
      .array(
        z.object({
          id: z.number(),
          name: z.string(),
          entity_type: z.string(),
          created_at: z.string(),
          observations: z.array(z.string()),
          score: z.number().optional(),
        }),
      )
      .optional(),
    relations,
  }),
  async handle({ query = '', limit }, { engine, actor }) {
    const { graph, byVectors } = engine.notes.settings;
    if (!graph) return DISABLED;
    const numbering = await engine.access.numbering(actor);
    if (query.trim() === '') return presentView(await engine.knowledge.overview(actor, limit), numbering);
    return presentView(await engine.knowledge.search(actor, query, limit, byVectors), numbering);
  },
});

export const graphTools: readonly Tool[] = [upsertEntity, addRelation, getEntity, getContextGraph];
