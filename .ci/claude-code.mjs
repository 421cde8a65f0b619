// Lets a real Claude Code, in an empty home and with a stand-in model on loopback, install the plugin and work with it.
// Usage: node .ci/claude-code.mjs CLAUDE FOLDER: its program, and an empty folder.
import { spawn } from 'node:child_process';
import { existsSync, mkdirSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
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
const SAID = 'Reminders go out on the third working day.';
const RECALL = 'mcp__plugin_remanence_remanence__recall';
const STORE = 'mcp__plugin_remanence_remanence__store_memory';

/** What the model does next, by what the conversation has come to. */
function turn({ messages = [], tools = [] }) {
  const text = JSON.stringify(messages);
  if (text.includes('WITHOUT A SERVER')) killServers();
  const done = (text.match(/"tool_result"/g) ?? []).length;
  const steps = [
    { name: STORE, input: { content: STORED } },
    { name: 'Write', input: { file_path: file, content: 'x\n' } },
  ];
  const step = text.includes('STEP BY STEP') && tools.length > 0 ? steps[done] : undefined;
  return step ? { type: 'tool_use', id: `toolu_${done}`, ...step } : { type: 'text', text: 'Done.' };
}

/** Those of this data folder, by the names of their sockets. */
function killServers() {
  const folder = join(dataDir, 'hooks');
  const names = existsSync(folder) ? readdirSync(folder) : [];
  for (const name of names) {
    const [, pid] = /^(\d+)\.sock$/.exec(name) ?? [];
    try {
      if (pid && Number(pid) !== process.pid) process.kill(Number(pid), 'SIGKILL');
    } catch {
      // It has ended by itself.
    }
  }
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
const run = (...args) => runWith(args, '');

function runWith(args, input) {
  const program = spawn(claude, args, { cwd: project, env, stdio: ['pipe', 'pipe', 'pipe'] });
  program.stdin.end(input);
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

/** The same of several prompts in one session. */
async function sentInOne(...prompts) {
  requests.length = 0;
  const lines = prompts.map((content) => JSON.stringify({ type: 'user', message: { role: 'user', content } }));
  const streaming = ['--input-format', 'stream-json', '--output-format', 'stream-json', '--verbose'];
  await runWith(['-p', ...streaming, '--allowedTools', `Write,${STORE},${RECALL}`], `${lines.join('\n')}\n`);
  return JSON.stringify(requests.at(-1)?.messages ?? []);
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

// A server that is awake, as another session's would be: a cold start may miss the deadline on a busy machine.
const awake = spawn(process.execPath, [resolve('dist/main.js'), 'mcp'], { env, stdio: ['pipe', 'ignore', 'ignore'] });
while (!existsSync(join(dataDir, 'hooks', `${awake.pid}.sock`))) await new Promise((later) => setTimeout(later, 100));

// Hooks are silent past their deadlines, which a busy machine may miss.
const told = ({ text }) => text.includes(DECISION) && text.includes(ABOUT_FILE);
const steps = () => sent('STEP BY STEP: number the invoices, then write the file.');
let first = await steps();
for (let again = 0; again < 3 && !told(first); again++) first = await steps();
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

// What the user says for good waits in the inbox when the agent stops, and the next session is told so.
const proposed = async () => (await engine.inbox.list(owner, 'proposal', { limit: 10 })).items;
const say = () => sent(`Remember that ${SAID.charAt(0).toLowerCase()}${SAID.slice(1)}`);
for (let again = 0; again < 3 && (await proposed()).length === 0; again++) await say();
expect('what is said for good is proposed', (await proposed())[0]?.proposal.content === SAID);
const compact = () => sentInOne('what holds the store of the billing service?', '/compact', 'go on');
let compacted = await compact();
for (let again = 0; again < 3 && !compacted.includes(DECISION); again++) compacted = await compact();
expect('a session is told what waits in the inbox', compacted.includes('Waiting in the inbox'));
expect('a session has after a compaction what it had before', compacted.includes(DECISION));
const { items: recalls } = await engine.recalls.list(owner, { only: 'all', limit: 100 });
const events = new Set(recalls.filter(({ client }) => client === 'claude-code').map(({ tool }) => tool));
expect(
  'what was injected is in the log of recalls',
  ['SessionStart', 'PreToolUse'].every((tool) => events.has(tool)),
);
await engine.close();

const lonely = await sent('STEP BY STEP, but WITHOUT A SERVER: number the invoices, then write the file.');
expect('a turn goes on when the server is killed', lonely.requests.length > 1);

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
