// The example calls of a profile, really made, one after the other, on a fresh engine.
import * as z from 'zod';
import type { Contract } from '../../src/contracts/contract.ts';
import { callTool, clientOf } from '../contract-client.ts';
import { OWN_MODEL, openTestEngine } from '../open.ts';
import { createProject, SHOP } from '../project.ts';
import { Steady } from './steady.ts';

type Input = Readonly<Record<string, unknown>>;
const Answer = z.record(z.string(), z.any());

export interface Walk {
  /** The folder of a small project to index. */
  readonly project: string;
  /** Makes a call and shows it with its answer, which later calls may use. */
  shows(tool: string, input?: Input): Promise<z.infer<typeof Answer>>;
  /** Makes a call that must be refused, and shows it with the error. */
  refuses(tool: string, wrong: string, input: Input): Promise<void>;
  /** Makes a call that only prepares others, without showing it. */
  calls(tool: string, input?: Input): Promise<z.infer<typeof Answer>>;
}

interface Called {
  readonly tool: string;
  readonly input: string;
  readonly answer: string;
  readonly wrong: string | null;
}

export async function walkThrough(contract: Contract, script: (walk: Walk) => Promise<void>): Promise<Called[]> {
  const open = await openTestEngine({ codeMemoryEnableGraph: true, ...OWN_MODEL });
  const project = createProject('shop', SHOP);
  const actor = { who: 'local', roots: [project.root, open.dataDir], anyCode: true };
  const client = await clientOf(contract, open.engine, actor);
  const steady = new Steady({ [project.root]: '/code/shop', [open.dataDir]: '/data' });
  const called: Called[] = [];
  const make = async (tool: string, input: Input, wrong: string | null) => {
    const { text, isError } = await callTool(client, tool, { ...input });
    if (isError !== (wrong !== null)) throw new Error(`${tool} answered ${text}`);
    return { text, shown: { tool, input: steady.input(input), answer: steady.answer(text), wrong } };
  };
  const parsed = (text: string) => Answer.safeParse(JSON.parse(text)).data ?? {};
  try {
    await script({
      project: project.root,
      async shows(tool, input = {}) {
        const { text, shown } = await make(tool, input, null);
        called.push(shown);
        return parsed(text);
      },
      async refuses(tool, wrong, input) {
        called.push((await make(tool, input, wrong)).shown);
      },
      calls: async (tool, input = {}) => parsed((await make(tool, input, null)).text),
    });
  } finally {
    await client.close();
    await open.dispose();
    project.dispose();
  }
  return called;
}
