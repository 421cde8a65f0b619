// Lets the MCP reference server write its own file, imports it twice, and asks recall for every observation in it.
// Usage: node server-memory.mjs FOLDER, an empty one.
import { execFileSync, spawn } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';

const SERVER = '@modelcontextprotocol/server-memory@2026.8.31';
const [folder = '.'] = process.argv.slice(2);
const file = join(folder, 'memory.jsonl');
const remanence = (...args) => ['dist/main.js', ...args, '--data-dir', join(folder, 'data')];

/** A client over stdio that calls tools of one server. */
async function connect(command, args, env = {}) {
  const server = spawn(command, args, { stdio: ['pipe', 'pipe', 'inherit'], env: { ...process.env, ...env } });
  const waiting = new Map();
  let buffer = '';
  server.stdout.setEncoding('utf8').on('data', (chunk) => {
    const lines = (buffer + chunk).split('\n');
    buffer = lines.pop() ?? '';
    for (const line of lines.filter(Boolean)) {
      const message = JSON.parse(line);
      waiting.get(message.id)?.(message);
    }
  });
  let next = 1;
  const send = (message) => server.stdin.write(`${JSON.stringify({ jsonrpc: '2.0', ...message })}\n`);
  const request = (method, params) =>
    new Promise((resolve, reject) => {
      const id = next++;
      waiting.set(id, ({ result, error }) => (error ? reject(new Error(error.message)) : resolve(result)));
      send({ id, method, params });
    });
  const clientInfo = { name: 'ci', version: '1' };
  await request('initialize', { protocolVersion: '2025-11-25', capabilities: {}, clientInfo });
  send({ method: 'notifications/initialized' });
  const call = async (name, input) => {
    const result = await request('tools/call', { name, arguments: input });
    if (result.isError) throw new Error(JSON.stringify(result));
    return JSON.parse(result.content[0].text);
  };
  return { call, close: () => new Promise((resolve) => server.once('exit', resolve).stdin.end()) };
}

const TEAMS = ['Orchid', 'Basalt', 'Quartz', 'Heron', 'Juniper', 'Cobalt', 'Saffron', 'Willow'];
const DUTIES = [
  'invoices',
  'search ranking',
  'image uploads',
  'audit logs',
  'push messages',
  'tax rules',
  'maps',
  'backups',
];
const entities = TEAMS.map((team, i) => ({
  name: `Team ${team}`,
  entityType: 'team',
  observations: [
    `Is responsible for ${DUTIES[i]}`,
    `Meets in room ${i + 11} every week`,
    `Writes "quotes", ümlauts and \\ too`,
  ],
}));
const relations = TEAMS.slice(1).map((team, i) => ({
  from: `Team ${team}`,
  to: `Team ${TEAMS[i]}`,
  relationType: 'depends on',
}));

const reference = await connect('npx', ['--yes', SERVER], { MEMORY_FILE_PATH: file });
await reference.call('create_entities', { entities });
await reference.call('create_relations', { relations });
await reference.close();

const bring = () =>
  JSON.parse(
    execFileSync(process.execPath, remanence('import', file, '--from', 'server-memory', '--json'), {
      encoding: 'utf8',
    }),
  );
const observations = entities.flatMap(({ name, observations: said }) => said.map((text) => `${name}\n\n${text}`));
const expected = { entities: entities.length, relations: relations.length, problems: [] };
for (const memories of [
  { added: observations.length, changed: 0, known: 0 },
  { added: 0, changed: 0, known: observations.length },
]) {
  const report = bring();
  const wanted = { memories, ...expected };
  if (JSON.stringify(report) !== JSON.stringify(wanted)) throw new Error(`imported ${JSON.stringify(report)}`);
}

const own = await connect(process.execPath, remanence('mcp'));
for (const observation of observations) {
  const [name, text] = observation.split('\n\n');
  const { results } = await own.call('recall', { query: `${name}: ${text}`, limit: 5 });
  if (!results.some(({ content }) => content === observation)) throw new Error(`recall does not find ${observation}`);
}
await own.close();
const lines = readFileSync(file, 'utf8').split('\n').length;
process.stdout.write(`${lines} lines of ${SERVER} imported, all ${observations.length} observations found by recall\n`);
