// Writes a small, complete data folder with an older version of the program, and what that version exports of it. The
// folders beside this file were written by it: `node test/upgrade/write-folder.mjs OLD/dist/main.js schema-N`.
import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { gzipSync } from 'node:zlib';
import { Client } from '@modelcontextprotocol/client';
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio';
import { DatabaseSync } from '@photostructure/sqlite';

const [main, name] = process.argv.slice(2);
const HERE = dirname(fileURLToPath(import.meta.url));
/** Whose paths may be in the folder: nobody's. */
const HOME = '/home/dev';
const SHOP = join(HOME, 'shop');
const DATA = join(HOME, '.remanence');
const LOGBOOK = join(DATA, 'logbook.db');

const run = (...args) =>
  execFileSync(process.execPath, [resolve(main), ...args, '--data-dir', DATA], { encoding: 'utf8', cwd: SHOP });

/** Runs calls of one profile, each after the other. */
async function serving(profile, work) {
  const client = new Client({ name: 'writer', version: '1' });
  const args = [resolve(main), 'mcp', '--profile', profile, '--data-dir', DATA];
  const env = { CODE_MEMORY_ENABLE_GRAPH: '1' };
  await client.connect(new StdioClientTransport({ command: process.execPath, args, env, cwd: SHOP }));
  await work(async (tool, input) => {
    const { content, isError } = await client.callTool({ name: tool, arguments: input });
    if (isError) throw new Error(`${tool}: ${content[0].text}`);
    return JSON.parse(content[0].text);
  });
  await client.close();
}

if (existsSync(HOME)) throw new Error(`${HOME} exists: run this where nobody has that home`);
mkdirSync(join(SHOP, 'src'), { recursive: true });
writeFileSync(
  join(SHOP, 'src/password.ts'),
  `export function hashPassword(plain: string): string {
  return \`bcrypt:\${plain.length}\`;
}
`,
);
writeFileSync(
  join(SHOP, 'src/session.ts'),
  `import { hashPassword } from './password.ts';

export class SessionStore {
  open(user: string, password: string): string {
    return user + hashPassword(password);
  }
}
`,
);

run('index', SHOP);
run('user', 'add', 'ada', '--role', 'user');
run('user', 'token', 'ada', '--days', '3650');

await serving('memory-mcp', async (call) => {
  const build = await call('store_memory', {
    content: 'The nightly build of the checkout service starts at two.',
    metadata: { ticket: 'OPS-7' },
  });
  await call('update_memory', { id: build.id, content: 'The nightly build of the checkout service starts at three.' });
  const old = await call('store_memory', { content: 'The team lead is Ivo.', user_id: 'ada' });
  const fresh = await call('store_memory', { content: 'The team lead is Mira.', user_id: 'ada' });
  await call('invalidate', { id: old.id, reason: 'Ivo has left', superseded_by: fresh.id });
  await call('store_memory', {
    content: 'To release, run `hashPassword` in src/password.ts against the old table first.',
    memory_type: 'procedural',
  });
  await call('store_memory', { content: 'Zażółć gęślą jaźń: naïve café, 漢字 and 🦊 survive.' });
  const ada = await call('create_entity', { name: 'Ada Lovelace', entity_type: 'person' });
  const checkout = await call('create_entity', { name: 'checkout', entity_type: 'service' });
  await call('create_relation', { from_entity: ada.id, to_entity: checkout.id, relation_type: 'leads' });
});

await serving('long-term-memory', async (call) => {
  const { memory_id } = await call('memory_add', {
    type: 'requirements',
    content: 'Passwords must be hashed with bcrypt at cost 12 or more.',
    metadata: {
      requirement_id: 'REQ-SEC-1',
      title: 'Password hashing',
      priority: 'Critical',
      implementing_components: ['session-store'],
    },
  });
  await call('memory_update', { memory_id, metadata: { status: 'Approved' } });
  await call('memory_add', {
    type: 'design',
    content: 'ADR-1: use bcrypt with cost 12 for passwords. MD5 is rejected.',
    metadata: {
      title: 'Password storage',
      design_type: 'ADR',
      related_requirements: ['REQ-SEC-1'],
      affected_components: ['session-store'],
    },
    relationships: [{ type: 'REFINES', target_id: memory_id }],
  });
  await call('memory_add', {
    type: 'component',
    content: 'Keeps sessions and their passwords.',
    metadata: { component_id: 'session-store', name: 'SessionStore', file_path: 'src/session.ts' },
  });
  const { memory_id: mistaken } = await call('memory_add', { type: 'session', content: 'Stored by mistake.' });
  await call('memory_delete', { memory_id: mistaken });
});

await serving('code-vector-memory', async (call) => {
  await call('remember', { content: 'Mira prefers small commits.', session_id: 'tuesday', tags: 'review' });
  await call('upsert_entity', { name: 'checkout', entity_type: 'service', observations_json: '["Written in Go"]' });
});

await serving('memgos', async (call) => {
  await call('register_cube', { cube_id: 'research', name: 'Research', user_id: 'ada' });
  await call('register_cube', { cube_id: 'logbook', name: 'Logbook', cube_path: LOGBOOK });
  const add = (mem_cube_id, memory_content) => call('add_memory', { mem_cube_id, memory_content });
  await add('research', 'Transformers weigh their input by self-attention.');
  await add('logbook', 'The mate saw a whale at noon.');
  await call('chat', { query: 'How do transformers weigh their input?', session_id: 'monday' });
});
run('cube', 'share', 'logbook', 'ada');

const exported = join(SHOP, 'export.jsonl');
run('export', exported);
mkdirSync(join(HERE, name), { recursive: true });
writeFileSync(join(HERE, name, 'export.jsonl'), readFileSync(exported));
for (const file of ['remanence.db', 'logbook.db']) {
  const database = new DatabaseSync(join(DATA, file));
  database.exec('PRAGMA journal_mode = DELETE; VACUUM');
  database.close();
  writeFileSync(join(HERE, name, `${file}.gz`), gzipSync(readFileSync(join(DATA, file)), { level: 9 }));
}
rmSync(HOME, { recursive: true });
