// Reads the knowledge graph of the MCP reference server: one JSON object per line, an entity or a relation.
import * as z from 'zod';
import { nameKey } from '../text/names.ts';
import { unhurried } from '../waiting.ts';
import { type Foreign, gather, NOTHING, readJson, type SourceText, underHeading } from './foreign.ts';

const Line = z.discriminatedUnion('type', [
  z.object({
    type: z.literal('entity'),
    name: z.string().min(1),
    entityType: z.string().default(''),
    observations: z.array(z.string()).default([]),
  }),
  z.object({
    type: z.literal('relation'),
    from: z.string().min(1),
    to: z.string().min(1),
    relationType: z.string().min(1),
  }),
]);

/** Every observation becomes a memory about its entity, so that recall finds it. */
export const readServerMemory = (files: readonly SourceText[]): Promise<Foreign> => gather(linesIn(files));

async function* linesIn(files: readonly SourceText[]): AsyncGenerator<Foreign> {
  /** The first spelling of each name. */
  const spelt = new Map<string, string>();
  for (const { path, text } of files) {
    let number = 0;
    for await (const line of unhurried(text.split(/\r?\n/))) {
      number++;
      if (line.trim() !== '') yield namedOnce(readLine(line, `${path}:${number}`), spelt, `${path}:${number}`);
    }
  }
}

/** Names that differ only in case or signs mean one entity here, so the facts of a second spelling are added to the first. */
function namedOnce(read: Foreign, spelt: Map<string, string>, where: string): Foreign {
  const problems = read.entities.flatMap(({ name }) => {
    const first = spelt.get(nameKey(name)) ?? name;
    spelt.set(nameKey(name), first);
    if (first === name) return [];
    return [
      {
        where,
        why: `Not as an entity of its own: its name means ${JSON.stringify(first)} here.`,
      },
    ];
  });
  return { ...read, problems: [...read.problems, ...problems] };
}

function readLine(text: string, where: string): Foreign {
  const line = Line.safeParse(readJson(text));
  if (!line.success) return { ...NOTHING, problems: [{ where, why: 'The line is neither an entity nor a relation.' }] };
  if (line.data.type === 'relation') {
    const { from: source, relationType: type, to: target } = line.data;
    return { ...NOTHING, relations: [{ source, type, target, memory: null }] };
  }
  const { name, entityType, observations } = line.data;
  const facts = observations.filter((text) => text.trim() !== '').map((text) => ({ text, memory: `${name}\n${text}` }));
  return {
    ...NOTHING,
    entities: [{ name, type: entityType || null, observations: facts, memory: null }],
    memories: facts.flatMap(({ text, memory: key }) =>
      underHeading(name, text).map((content, i) => ({
        key,
        piece: i,
        input: { content, tags: entityType ? [entityType] : [] },
      })),
    ),
  };
}
