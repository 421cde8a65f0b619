import * as z from 'zod';
import { actingAs } from '../../engine/access/actor.ts';
import { Direction } from '../../engine/model.ts';
import { adds, defineTool, optional, reads, type Tool } from '../contract.ts';
import { id, user } from './inputs.ts';
import { EntityResult, MentioningMemory, presentNeighbourhood, RelationResult } from './present.ts';

const createEntity = defineTool({
  name: 'create_entity',
  title: 'Create entity',
  description:
    'Add a person, project, service, file or concept to the knowledge graph. The same name returns the same entity.',
  annotations: { ...adds, idempotent: true },
  input: z.object({
    name: z.string().meta({ description: 'Entity name' }),
    entity_type: optional(z.string()).meta({ description: 'Type: person, project, concept, file, etc.' }),
    description: optional(z.string()).meta({ description: 'Optional description' }),
    user_id: user('Store it for this user only (optional)'),
  }),
  output: z.object({ id: z.string() }),
  async handle({ name, entity_type: type, description, user_id }, { engine, actor }) {
    const entity = await engine.graph.createEntity(actingAs(actor, user_id), { name, type, description });
    return { id: entity.id };
  },
});

const createRelation = defineTool({
  name: 'create_relation',
  title: 'Create relation',
  description: 'Connect two entities with a directed, weighted relation. Repeating a relation only updates its weight.',
  annotations: { ...adds, idempotent: true },
  input: z.object({
    from_entity: id('Source entity ID or name'),
    to_entity: id('Target entity ID or name'),
    relation_type: z.string().meta({ description: 'Relation type: works_on, knows, uses, etc.' }),
    weight: z.number().min(0).max(1).default(1).meta({ description: 'Relation weight (0.0-1.0, default: 1.0)' }),
  }),
  output: z.object({ id: z.string() }),
  async handle({ from_entity: from, to_entity: to, relation_type: type, weight }, { engine, actor }) {
    const relation = await engine.graph.createRelation(actor, { from, to, type, weight });
    return { id: relation.id };
  },
});

const getRelated = defineTool({
  name: 'get_related',
  title: 'Get related entities',
  description: 'Walk the knowledge graph from one entity, nearest first, and show the memories that mention it.',
  annotations: reads,
  input: z.object({
    entity_id: id('Entity ID or name to start from'),
    depth: z.int().min(1).max(3).default(1).meta({ description: 'Traversal depth (1-3, default: 1)' }),
    // By default the answer starts with the contract's default direction and continues with the other.
    direction: Direction.optional().meta({
      default: 'outgoing',
      description: 'Traversal direction. If left out, outgoing relations come first and incoming ones follow',
    }),
  }),
  output: z.object({
    entities: z.array(EntityResult),
    relations: z.array(RelationResult),
    entity_count: z.number(),
    relation_count: z.number(),
    memories: z.array(MentioningMemory),
    note: z.string().optional(),
  }),
  async handle({ entity_id, depth, direction = 'both' }, { engine, actor }) {
    return presentNeighbourhood(await engine.graph.related(actor, entity_id, depth, direction));
  },
});

export const graphTools: readonly Tool[] = [createEntity, createRelation, getRelated];
