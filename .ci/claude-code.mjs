// Lets a real Claude Code, in an empty home and with a stand-in model on loopback, install the plugin and work with it.
// Usage: node .ci/claude-code.mjs CLAUDE FOLDER: its program, and an empty folder.
import { spawn } from 'node:child_process';
import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { join, resolve } from 'node:path';
import { openEngine, readConfig } from '../dist/index.js';

const [claude = 'claude', folder = '.'] = process.argv.slice(2).map((path) => resolve(path));
const project = join(folder, 'project');
const file = join(project, 'parse.txt');
const dataDir = join(folder, 'home', '.remanence');
const DECISION = 'SQLite holds the store of the billing service, because it needs no server.';
const ABOUT_FILE = 'parse.txt must end with an empty line, or the importer drops its last entry.';
const STORED = 'Invoices are numbered by year.';
const RECALL = 'mcp__plugin_remanence_remanence__recall';
const STORE = 'mcp__plugin_remanence_remanence__store_memory';

/** What the model does next, by what the conversation has come to. */
function turn({ messages = [], tools = [] }) {
  const text = JSON.stringify(messages);
  const done = (text.match(/"tool_result"/g) ?? []).length;
  const steps = [
    { name: STORE, input: { content: STORED } },
    { name: 'Write', input: { file_path: file, content: 'x\n' } },
  ];
  const step = text.includes('STEP BY STEP') && tools.length > 0 ? steps[done] : undefined;
  return step ? { type: 'tool_use', id: `toolu_${done}`, ...step } : { type: 'text', text: 'Done.' };
}

const requests = [];
const model = createServer((request, response) => {
  let body = '';
  request.on('data', (chunk) => {
    body += chunk;
  });
  request.on('end', () => {
    const asked = request.url?.startsWith('/v1/messages') && !request.url.includes('count_tokens');
    if (!asked) return response.setHeader('content-type', 'application/json').end('{"input_tokens": 1}');
    const message = JSON.parse(body);
    requests.push(message);
    answer(response, message, turn(message));
  });
});

function answer(response, { model: name, stream }, block) {
  const stop_reason = block.type === 'tool_use' ? 'tool_use' : 'end_turn';
  const usage = { input_tokens: 1, output_tokens: 1 };
  const message = { id: 'msg_1', type: 'message', role: 'assistant', model: name, stop_sequence: null, usage };
  if (!stream) {
    const whole = { ...message, content: [block], stop_reason };
    return response.setHeader('content-type', 'application/json').end(JSON.stringify(whole));
  }
  response.setHeader('content-type', 'text/event-stream');
  const send = (type, fields) => response.write(`event: ${type}\ndata: ${JSON.stringify({ type, ...fields })}\n\n`);
  const isText = block.type === 'text';
  const empty = isText ? { type: 'text', text: '' } : { ...block, input: {} };
  const delta = isText
    ? { type: 'text_delta', text: block.text }
    : { type: 'input_json_delta', partial_json: JSON.stringify(block.input) };
  send('message_start', { message: { ...message, content: [], stop_reason: null } });
  send('content_block_start', { index: 0, content_block: empty });
  send('content_block_delta', { index: 0, delta });
  send('content_block_stop', { index: 0 });
  send('message_delta', { delta: { stop_reason, stop_sequence: null }, usage });
  send('message_stop', {});
  response.end();
}

mkdirSync(join(project, '.git'), { recursive: true });
writeFileSync(join(project, '.git', 'HEAD'), 'ref: refs/heads/main\n');
await new Promise((listening) => model.listen(0, '127.0.0.1', listening));
const env = {
  PATH: process.env.PATH,
  HOME: join(folder, 'home'),
  ANTHROPIC_BASE_URL: `http://127.0.0.1:${model.address().port}`,
  ANTHROPIC_API_KEY: 'stand-in',
  CLAUDE_CODE_DISABLE_NONESSENTIAL_TRAFFIC: '1',
  // A busy machine starts servers late.
  MCP_TIMEOUT: '60000',
};

/** Runs the client to its end; fails when it does. */
function run(...args) {
  const program = spawn(claude, args, { cwd: project, env, stdio: ['ignore', 'pipe', 'pipe'] });
  let said = '';
  for (const stream of [program.stdout, program.stderr])
    stream.setEncoding('utf8').on('data', (chunk) => {
      said += chunk;
    });
  return new Promise((ended, failed) =>
    program.once('close', (code) => (code === 0 ? ended(said) : failed(new Error(`claude ${args[0]}: ${said}`)))),
  );
}

/** What the model was sent while the client worked on a prompt. */
async function sent(prompt) {
  requests.length = 0;
  await run('-p', prompt, '--allowedTools', `Write,${STORE},${RECALL}`);
  return { text: JSON.stringify(requests.map(({ messages }) => messages)), requests: [...requests] };
}

function expect(what, holds) {
  if (!holds) throw new Error(`not so: ${what}`);
}

await run('plugin', 'marketplace', 'add', resolve('.'));
await run('plugin', 'install', 'remanence@remanence');

const config = readConfig({ dataDir, project: `auto:${project}` }, {});
const engine = await openEngine(config);
const owner = { who: 'local', project: config.project };
await engine.memories.store(owner, { content: DECISION, label: 'decision' });
await engine.memories.store(owner, { content: ABOUT_FILE });
for (let i = 0; i < 5; i++) await engine.memories.store(owner, { content: `Meeting ${i} was about the kitchen.` });

// Hooks are silent past their deadlines, which a busy machine may miss.
const steps = () => sent('STEP BY STEP: number the invoices, then write the file.');
let first = await steps();
for (let again = 0; again < 2 && !first.text.includes(ABOUT_FILE); again++) first = await steps();
expect('a session begins with what was decided', first.text.includes(DECISION));
const tools = first.requests.flatMap(({ tools = [] }) => tools);
expect(
  'the tools are in sight',
  tools.some(({ name, input_schema }) => name === RECALL && input_schema?.properties),
);
expect('the file is told of before it is changed', first.text.includes(ABOUT_FILE));
const { memories } = await engine.memories.list(owner, { limit: 50, offset: 0 });
expect(
  'the agent stores into the project',
  memories.some(({ content }) => content === STORED),
);
await engine.close();

writeFileSync(join(project, '.remanence.json'), '{"memory": "off"}');
const silent = await sent('what holds the store of the billing service?');
expect('a turn goes on without memory', silent.requests.length > 0 && !silent.text.includes(DECISION));
rmSync(join(project, '.remanence.json'));

// A folder that is not one: neither the server nor a hook can use it.
rmSync(dataDir, { recursive: true });
writeFileSync(dataDir, '');
const broken = await sent('what holds the store of the billing service?');
expect('a turn goes on without a data folder', broken.requests.length > 0 && !broken.text.includes(DECISION));

model.close();
process.stdout.write('Claude Code installs the plugin, is told what it needs, and works on without it\n');
process.exit(0);
