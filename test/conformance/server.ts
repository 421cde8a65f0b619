// The tools that the official conformance suite needs, on our own transport. Prints its address and keeps running.
import * as z from 'zod';
import { type Contract, defineTool, type Tool } from '../../src/contracts/contract.ts';
import type { Serving } from '../../src/contracts/serve.ts';
import { invalid } from '../../src/errors.ts';
import { startHttp } from '../../src/transports/http.ts';

const nothing = z.object({});
const message = z.object({ message: z.string() });
const annotations = { readOnly: true };
const pause = () => new Promise((resolve) => setTimeout(resolve, 50));

const simpleText = defineTool({
  name: 'test_simple_text',
  title: 'Simple text',
  description: 'Answers with text.',
  annotations,
  input: nothing,
  output: message,
  handle: async () => ({ message: 'This is a simple text response for testing.' }),
});

const errorHandling = defineTool({
  name: 'test_error_handling',
  title: 'Error',
  description: 'Always fails.',
  annotations,
  input: nothing,
  output: message,
  handle: async () => {
    throw invalid('This tool intentionally returns an error for testing');
  },
});

const withProgress = defineTool({
  name: 'test_tool_with_progress',
  title: 'Progress',
  description: 'Reports how far it is.',
  annotations,
  input: nothing,
  output: message,
  async handle(_, { progress }) {
    for (const done of [0, 50, 100]) {
      progress(done, 100);
      await pause();
    }
    return { message: 'done' };
  },
});

/** Our schemas come from zod; this one shows that any schema reaches the client unchanged. */
const jsonSchema: Tool = {
  ...simpleText,
  name: 'json_schema_2020_12_tool',
  inputSchema: {
    $schema: 'https://json-schema.org/draft/2020-12/schema',
    type: 'object',
    $defs: { address: { type: 'object', properties: { street: { type: 'string' }, city: { type: 'string' } } } },
    properties: { name: { type: 'string' }, address: { $ref: '#/$defs/address' } },
    additionalProperties: false,
  },
};

const contract: Contract = {
  profile: 'conformance',
  server: { name: 'conformance', version: '1', title: 'Conformance' },
  instructions: '',
  guide: '',
  tools: [simpleText, errorHandling, withProgress, jsonSchema],
  presentError: (error) => ({ text: error.message }),
};

// No tool here uses the engine; the transport asks only whether it needs a token and whether recalls are logged.
const serving: Serving = {
  contract,
  tools: contract.tools,
  actor: { who: 'test' },
  engine: async () =>
    Object.assign(Object.create(null), {
      access: { needsToken: async () => false },
      recalls: { recorder: () => null },
    }),
};
const { url } = await startHttp({ main: serving, profiles: [serving] }, { host: '127.0.0.1', port: 0 });
process.stdout.write(`${url}/mcp\n`);
