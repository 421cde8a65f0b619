// Lets a real Codex, in an empty home and with a stand-in model on loopback, install the plugin and run its hooks.
// Usage: node .ci/codex.mjs CODEX FOLDER: its program, and an empty folder.
import { spawn } from 'node:child_process';
import { existsSync, mkdirSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { join, resolve } from 'node:path';
import { openEngine, readConfig } from '../dist/index.js';

const [codex = 'codex', folder = '.'] = process.argv.slice(2).map((path) => resolve(path));
const home = join(folder, 'home');
const project = join(folder, 'project');
const bin = join(folder, 'bin');
const dataDir = join(home, '.remanence');
const DECISION = 'SQLite holds the store of the billing service, because it needs no server.';
const SAID = 'Reminders go out on the third working day.';

const requests = [];
const model = createServer((request, response) => {
  let body = '';
  request.on('data', (chunk) => {
    body += chunk;
  });
  request.on('end', () => {
    if (!request.url?.includes('/responses'))
      return response.setHeader('content-type', 'application/json').end('{"data": [], "models": []}');
    requests.push(body);
    response.setHeader('content-type', 'text/event-stream');
    const send = (type, fields) => response.write(`event: ${type}\ndata: ${JSON.stringify({ type, ...fields })}\n\n`);
    const message = { type: 'message', id: 'm1', role: 'assistant' };
    const item = {
      ...message,
      status: 'completed',
      content: [{ type: 'output_text', text: 'Done.', annotations: [] }],
    };
    const usage = { input_tokens: 1, output_tokens: 1, total_tokens: 2 };
    send('response.created', { response: { id: 'r1', object: 'response', status: 'in_progress', output: [] } });
    send('response.output_item.added', { output_index: 0, item: { ...item, content: [], status: 'in_progress' } });
    send('response.output_item.done', { output_index: 0, item });
    send('response.completed', {
      response: { id: 'r1', object: 'response', status: 'completed', output: [item], usage },
    });
    response.end();
  });
});
await new Promise((listening) => model.listen(0, '127.0.0.1', listening));

for (const path of [join(home, '.codex'), join(project, '.git'), bin]) mkdirSync(path, { recursive: true });
writeFileSync(join(project, '.git', 'HEAD'), 'ref: refs/heads/main\n');
// Codex copies the plugin away from the program: its hooks run the one on the PATH, its server the one that npx has.
const main = `exec "${process.execPath}" "${resolve('dist/main.js')}"`;
writeFileSync(join(bin, 'remanence'), `#!/bin/sh\n${main} "$@"\n`, { mode: 0o755 });
const npx = `#!/bin/sh\nwhile [ "$1" != mcp ]; do shift; done\n${main} "$@"\n`;
writeFileSync(join(bin, 'npx'), npx, { mode: 0o755 });
writeFileSync(
  join(home, '.codex', 'config.toml'),
  `model = "stand-in"
model_provider = "stand-in"

[model_providers.stand-in]
name = "stand-in"
base_url = "http://127.0.0.1:${model.address().port}/v1"
wire_api = "responses"
`,
);
const env = { PATH: `${bin}:${process.env.PATH}`, HOME: home, CODEX_HOME: join(home, '.codex') };

/** Runs the client to its end; fails when it does. */
function run(...args) {
  const program = spawn(codex, args, { cwd: project, env, stdio: ['ignore', 'pipe', 'pipe'] });
  let said = '';
  for (const stream of [program.stdout, program.stderr])
    stream.setEncoding('utf8').on('data', (chunk) => {
      said += chunk;
    });
  return new Promise((ended, failed) =>
    program.once('close', (code) => (code === 0 ? ended(said) : failed(new Error(`codex ${args[0]}: ${said}`)))),
  );
}

/** What the model was sent while the client worked on a prompt. */
async function sent(prompt) {
  requests.length = 0;
  // Nobody is there to trust the hooks by /hooks.
  const freely = ['--dangerously-bypass-hook-trust', '--dangerously-bypass-approvals-and-sandbox'];
  await run('exec', '--skip-git-repo-check', ...freely, prompt);
  return requests.join('\n');
}

function expect(what, holds) {
  if (!holds) throw new Error(`not so: ${what}`);
}

await run('plugin', 'marketplace', 'add', resolve('.'));
await run('plugin', 'add', 'remanence@remanence');

const config = readConfig({ dataDir, project: `auto:${project}` }, {});
const engine = await openEngine(config);
const owner = { who: 'local', project: config.project };
await engine.memories.store(owner, { content: DECISION, label: 'decision' });

// A server that is awake, as another session's would be: a cold start may miss the deadline on a busy machine.
const awake = spawn(join(bin, 'remanence'), ['mcp'], { env, cwd: project, stdio: ['pipe', 'ignore', 'ignore'] });
while (!existsSync(join(dataDir, 'hooks', `${awake.pid}.sock`))) await new Promise((later) => setTimeout(later, 100));

// Hooks are silent past their deadlines, which a busy machine may miss.
let first = await sent('what holds the store of the billing service?');
for (let again = 0; again < 3 && !first.includes(DECISION); again++) first = await sent('which store is it?');
expect('a session is told what was decided', first.includes(DECISION));

const proposed = async () => (await engine.inbox.list(owner, 'proposal', { limit: 10 })).items;
const say = () => sent(`Remember that ${SAID.charAt(0).toLowerCase()}${SAID.slice(1)}`);
for (let again = 0; again < 3 && (await proposed()).length === 0; again++) await say();
expect('what is said for good is proposed, once', (await proposed())[0]?.proposal.content === SAID);
expect('a session is told what waits in the inbox', (await sent('go on')).includes('Waiting in the inbox'));
await engine.close();

writeFileSync(join(project, '.remanence.json'), '{"memory": "off"}');
const silent = await sent('what holds the store of the billing service?');
expect('a turn goes on without memory', silent !== '' && !silent.includes(DECISION));

awake.stdin.end();
model.close();
process.stdout.write('Codex installs the plugin, is told what it needs, and works on without it\n');
process.exit(0);
