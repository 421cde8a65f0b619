// One client that calls tool after tool, and checks each answer.
import { setTimeout as delay } from 'node:timers/promises';
import * as z from 'zod';
import type { Random } from '../random.ts';
import type { Findings } from './findings.ts';
import type { Client } from './fleet.ts';
import type { Harvest } from './harvest.ts';
import type { Inputs } from './inputs.ts';
import { codeOf, errorProblems, forbidden } from './shapes.ts';
import type { ListedTool } from './tools.ts';

const Result = z.object({
  content: z.array(z.object({ type: z.literal('text'), text: z.string() })).min(1),
  isError: z.boolean().optional(),
  structuredContent: z.record(z.string(), z.unknown()).optional(),
});

/** These empty the store or take long: called rarely, so that the others find data. */
const RARE = /^(reset_all_memory|maintenance|delete_project|normalize_memory|reindex)$/;

const BABBLE: readonly string[] = [
  '{"jsonrpc":"2.0","id":',
  'null',
  '[]',
  '""',
  '{}',
  '{"jsonrpc":"2.0","id":{},"method":"tools/call"}',
  '{"jsonrpc":"1.0","id":1,"method":"tools/list"}',
  '{"jsonrpc":"2.0","id":null,"method":"tools/call","params":[]}',
  '{"jsonrpc":"2.0","method":"notifications/nonsense","params":{"a":1}}',
  '\u0000\u0001',
  `{"a":"${'x'.repeat(50_000)}"}`,
];

interface Calling {
  readonly random: Random;
  readonly inputs: Inputs;
  readonly harvest: Harvest;
  readonly findings: Findings;
  /** Counted over all callers. */
  readonly calls: number;
  readonly deadline: number;
}

export class Caller {
  readonly #client: Client;
  readonly #calling: Calling;
  #deck: ListedTool[] = [];

  constructor(client: Client, calling: Calling) {
    this.#client = client;
    this.#calling = calling;
  }

  /** Until all callers together have made their calls, or the server has ended. */
  async run(): Promise<void> {
    const { findings, random, calls } = this.#calling;
    while (findings.calls < calls && this.#client.server.exitCode === null && this.#client.server.signalCode === null) {
      if (random.chance(0.005)) await this.#babble();
      findings.calls++;
      await this.#call(this.#next());
    }
  }

  #next(): ListedTool {
    const { random } = this.#calling;
    for (;;) {
      if (this.#deck.length === 0) this.#deck = random.shuffle(this.#client.tools);
      const tool = this.#deck.pop();
      if (tool && (!RARE.test(tool.own) || random.chance(0.1))) return tool;
    }
  }

  async #call(tool: ListedTool): Promise<void> {
    const { inputs, findings, deadline } = this.#calling;
    const input = inputs.of(tool.own, tool.inputSchema);
    const name = `${tool.profile} ${tool.own}`;
    const shown = `${this.#client.transport} ${name} ${JSON.stringify(input).slice(0, 600)}`;
    const started = performance.now();
    const silence = new Silence(deadline);
    const answer = await Promise.race([this.#client.call(tool, input, () => silence.end()), silence.tooLong])
      .catch((error: unknown) => `${error}`)
      .finally(() => silence.stop());
    const ms = performance.now() - started;
    if (answer === 'late') {
      findings.hangs++;
      findings.count(name, 'late', ms);
      findings.blame(`${name}: neither answer nor progress for ${deadline} ms`, shown);
    } else if (typeof answer === 'string') {
      findings.count(name, 'no answer', ms);
      findings.blame(`${name}: no answer at all`, `${shown}: ${answer.slice(0, 800)}`);
    } else if (answer.error) {
      findings.count(name, String(answer.error.code), ms);
      for (const problem of forbidden(answer.error.message)) {
        findings.blame(`${problem} (${answer.error.code})`, `${shown}: ${answer.error.message.slice(0, 600)}`);
      }
    } else findings.count(name, this.#judge(tool, answer.result, shown), ms);
  }

  /** The outcome, as counted in the table. */
  #judge(tool: ListedTool, result: unknown, shown: string): string {
    const { findings, harvest } = this.#calling;
    const name = `${tool.profile} ${tool.own}`;
    const read = Result.safeParse(result);
    if (!read.success) {
      findings.blame(`${name}: the result is not a tool result`, `${shown}: ${JSON.stringify(result).slice(0, 600)}`);
      return 'out of shape';
    }
    const { content, isError, structuredContent } = read.data;
    const text = content[0]?.text ?? '';
    if (isError) {
      for (const problem of errorProblems(tool.profile, text))
        findings.blame(`${tool.profile}: ${problem}`, `${shown}: ${text.slice(0, 600)}`);
      return codeOf(tool.profile, text);
    }
    const checked = tool.output?.safeParse(structuredContent);
    if (checked?.success === false) {
      findings.blame(`${name}: the answer does not match its schema`, `${shown}: ${z.prettifyError(checked.error)}`);
    }
    harvest.gather(structuredContent ?? JSON.parse(text), tool.own);
    return 'ok';
  }

  async #babble(): Promise<void> {
    const { random, findings, deadline } = this.#calling;
    const text = random.pick(BABBLE);
    const late = delay(deadline, 'late' as const, { ref: false });
    const said = await Promise.race([this.#client.babble(text), late]).catch((error: unknown) => `${error}`);
    const problems = said === null ? [] : said === 'late' ? ['no answer'] : forbidden(said);
    for (const problem of problems) {
      findings.blame(
        `${this.#client.transport}, invalid request: ${problem}`,
        `${text.slice(0, 100)}: ${said?.slice(0, 400)}`,
      );
    }
  }
}

/** Clients that get progress wait longer, but not for ever. */
const PATIENCE_MS = 60_000;

/** Becomes too long if nothing is heard for a while. */
class Silence {
  readonly tooLong: Promise<'late'>;
  readonly #ms: number;
  readonly #until = performance.now() + PATIENCE_MS;
  #timer: NodeJS.Timeout | undefined;
  #give: () => void = () => {};

  constructor(ms: number) {
    this.#ms = ms;
    this.tooLong = new Promise((resolve) => {
      this.#give = () => resolve('late');
    });
    this.end();
  }

  end(): void {
    clearTimeout(this.#timer);
    const left = this.#until - performance.now();
    this.#timer = setTimeout(this.#give, Math.max(0, Math.min(this.#ms, left)));
  }

  stop(): void {
    clearTimeout(this.#timer);
  }
}
