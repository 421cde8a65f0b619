// The tools of a server, as it lists them.
import * as z from 'zod';
import { qualified } from '../../src/contracts/contract.ts';
import { contracts } from '../../src/contracts/contracts.ts';

const Listed = z.object({
  tools: z.array(
    z.looseObject({
      name: z.string(),
      inputSchema: z.unknown(),
      outputSchema: z.record(z.string(), z.unknown()).optional(),
    }),
  ),
});

export interface ListedTool {
  readonly profile: string;
  /** The name as served. */
  readonly name: string;
  /** The name in its profile. */
  readonly own: string;
  readonly inputSchema: unknown;
  /** Null for a tool without an output schema. */
  readonly output: z.ZodType | null;
}

/** `profile` is null if all are served as one. */
export function readTools(result: unknown, profile: string | null): ListedTool[] {
  return Listed.parse(result).tools.map(({ name, inputSchema, outputSchema }) => ({
    ...(profile === null ? ownerOf(name) : { profile, own: name }),
    name,
    inputSchema,
    output: outputSchema === undefined ? null : z.fromJSONSchema(outputSchema),
  }));
}

/** The first profile with a name keeps it. */
function ownerOf(name: string): { profile: string; own: string } {
  for (const { profile, tools } of contracts) {
    const own = tools.find((tool) => tool.name === name || qualified(profile, tool.name) === name);
    if (own) return { profile, own: own.name };
  }
  throw new Error(`no profile has ${name}`);
}
