// A secret in any string of any tool, import or file is afterwards neither on disk nor on the server's stderr.
import { spawnSync } from 'node:child_process';
import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import * as z from 'zod';
import { readId, toMem, toUuid } from '../src/engine/ids.ts';
import { temporaryFolder } from './open.ts';
import { leaksIn, type Path, Planting, readSchema, sampleOf, stringFields, withField } from './planted.ts';
import { createProject } from './project.ts';
import { MAIN, StdioClient } from './stdio-client.ts';

const Tools = z.object({ tools: z.array(z.object({ name: z.string(), inputSchema: z.unknown() })) });
const LAST = /delete|reset|maintenance|normalize/;

const planting = new Planting();
const folder = temporaryFolder();
const dataDir = join(folder, 'data');
const project = createProject('shop', { 'src/a.ts': 'export const a = 1;\n' });
let server: StdioClient;
let stderr = '';

beforeAll(async () => {
  const flags = ['--data-dir', dataDir, '--log-level', 'debug', '--root', `${folder},${project.root}`];
  server = new StdioClient([...flags, '--profile', 'all']);
  await server.initialize();
});
afterAll(() => {
  project.dispose();
  rmSync(folder, { recursive: true, force: true });
});

/** Values that must name existing data, by tool. */
async function knownThings() {
  const idOf = (value: Record<string, unknown>): string => readId(value.id) ?? '';
  const memory = idOf((await server.call('store_memory', { content: 'The base of all others.' })).value);
  const entityId = idOf((await server.call('create_entity', { name: 'Base' })).value);
  return (tool: string) =>
    (name: string, { format, type }: { format?: string | undefined; type?: string | undefined }) => {
      if (format === 'uuid') return toUuid(memory);
      if (type === 'integer' && name === 'memory_id') return 1;
      if (name === 'memory_id' || name === 'id') return tool.includes('memgos') ? toMem(memory) : memory;
      if (name === 'cube_id' || name === 'mem_cube_id' || name === 'cube_ids')
        return name === 'cube_ids' ? ['default'] : 'default';
      if (/entity(?:_id)?$/.test(name) && name !== 'entity_type') return entityId;
      if (/^(?:path|directory_path)$/.test(name)) return project.root;
      if (name === 'file_path') return join(project.root, 'src/a.ts');
      if (/_json$/.test(name)) return name === 'observations_json' ? '["seen"]' : '{}';
      if (
        /^(?:user_id|superseded_by|output_path|cube_path|filters|include|memory_types|time_range|conflict_resolution)$/.test(
          name,
        )
      )
        return null;
      if (name === 'content' || name === 'memory_content') return `A note of ${tool}, number ${planting.size}.`;
      return undefined;
    };
}

/** The secret as people write it: alone, in a sentence, as a key, inside JSON. */
function plantings(path: Path, where: string): unknown[] {
  const name = path.at(-1) ?? '';
  const make = () => planting.secret(where);
  if (name === 'observations_json') return [JSON.stringify([`seen with ${make()}`])];
  if (name.endsWith('_json')) return [JSON.stringify({ note: make() }), JSON.stringify({ [make()]: 1 })];
  if (name === 'metadata' || name === 'params') {
    return [{ note: make() }, { [make()]: 'x' }, { a: [{ b: { c: `in ${make()}` } }] }, { session_id: make() }];
  }
  return [make(), `Deploy with ${make()} and wait.`, `password=${make()}`];
}

describe('a secret', () => {
  it('in any string of any tool is not stored', { timeout: 600_000 }, async () => {
    const { result } = await server.request('tools/list');
    const { tools } = Tools.parse(result);
    const known = await knownThings();
    const ordered = tools.toSorted((a, b) => Number(LAST.test(a.name)) - Number(LAST.test(b.name)));
    let taken = 0;
    for (const { name, inputSchema } of ordered) {
      const schema = readSchema(inputSchema);
      for (const path of stringFields(schema)) {
        for (const value of plantings(path, `${name} ${path.join('.')}`)) {
          const input = withField(sampleOf(schema, known(name)), path, value);
          if ((await server.call(name, input).catch(() => ({ error: 'unreadable' }))).error === null) taken++;
        }
      }
    }
    // Most are accepted with the secret cut out; names used for lookup are refused.
    expect(taken).toBeGreaterThan(planting.size / 3);
    expect(planting.size).toBeGreaterThan(200);
    expect(leaksIn(dataDir, planting)).toEqual([]);
  });

  it('in an indexed file, its name, its symbols and its imports is not stored', async () => {
    const s = (where: string) => planting.secret(`indexed ${where}`);
    project.write(
      'src/keys.ts',
      `import x from 'https://host/${s('import')}/x.ts';\n/** Uses ${s('comment')}. */\nexport function ${s('name')}(a = '${s('default')}') {\n  return x('${s('literal')}', a);\n}\n`,
    );
    project.write('config.yaml', `token: ${s('yaml')}\nlist:\n  - ${s('list')}\n`);
    project.write('notes.md', `# Heading ${s('heading')}\n\nText with ${s('text')}.\n`);
    project.write('deploy.sh', `export TOKEN=${s('shell')}\n`);
    project.write(`src/${s('file name')}.ts`, 'export const b = 2;\n');
    expect((await server.call('index_project', { path: project.root })).error).toBeNull();
    const named = join(folder, s('folder'));
    mkdirSync(named);
    writeFileSync(join(named, 'a.ts'), 'export const a = 1;\n');
    const answer = await server.call('index_project', { path: named });
    expect(answer.error).toContain('holds a secret');
    expect(leaksIn(dataDir, planting)).toEqual([]);
  });

  it('in an import of any format is not stored', { timeout: 240_000 }, async () => {
    expect((await server.call('export_memory', {})).error).toBeNull();
    const s = (where: string) => planting.secret(`import ${where}`);
    const scope = { cube: null, user: null, project: null, session: null };
    const time = '2026-01-01T00:00:00.000Z';
    const times = {
      event_time: time,
      ingestion_time: time,
      updated_at: time,
      valid_from: time,
      valid_until: null,
      accessed_at: null,
    };
    const memory = {
      record: 'memory',
      scope,
      content: 'Plain.',
      kind: 'semantic',
      type: null,
      label: null,
      tags: [],
      summary: null,
      importance: 1,
      metadata: {},
      invalid_reason: null,
      superseded_by: null,
      accesses: 0,
      conversation: null,
      ...times,
    };
    const id = (n: number) => `0000000000000000${String(n).padStart(4, '0')}`;
    const variants = [
      { content: s('content') },
      { label: s('label') },
      { tags: [s('tag')] },
      { summary: s('summary') },
      { metadata: { note: s('metadata'), [s('key')]: 1 } },
      { invalid_reason: s('reason') },
      { superseded_by: s('successor') },
      { conversation: s('conversation') },
      { id: s('id') },
      { scope: { ...scope, user: s('user') } },
      { scope: { ...scope, project: s('project') } },
      { scope: { ...scope, session: s('session') } },
    ];
    const entity = {
      record: 'entity',
      id: id(900),
      scope,
      name: 'Thing',
      type: 'thing',
      description: null,
      created_at: time,
    };
    const records = [
      { record: 'cube', id: 'imported', name: s('cube'), description: s('cube description') },
      { record: 'cube', id: s('cube id').replace('.', '-'), name: 'x', description: null },
      ...variants.map((variant, n) => ({ ...memory, id: id(n), ...variant })),
      entity,
      { ...entity, id: id(901), name: s('entity'), type: s('entity type'), description: s('entity description') },
      { ...entity, id: s('entity id'), name: 'Other' },
      {
        record: 'relation',
        id: s('relation id'),
        from: id(900),
        to: id(900),
        type: s('relation type'),
        weight: 1,
        created_at: time,
        valid_from: time,
        valid_until: null,
        memory: null,
      },
      { record: 'relationship', type: s('relationship'), from: id(0), to: id(1), created_at: time },
      { record: 'observation', entity: id(900), text: s('observation'), memory: null, created_at: time },
    ];
    const header = { format: 'remanence', version: 1, exported_at: time, model: null };
    const file = join(folder, 'planted.jsonl');
    writeFileSync(file, [header, ...records].map((each) => JSON.stringify(each)).join('\n'));
    expect((await server.call('import_memory', { file_path: file })).error).toBeNull();

    const foreign = join(folder, 'foreign');
    mkdirSync(foreign);
    const note = (where: string) =>
      `---\ntitle: ${s(`${where} title`)}\ntags: [${s(`${where} tag`)}]\npermalink: ${s(`${where} link`)}\n---\n# ${s(`${where} heading`)}\n\n- [fact] ${s(`${where} fact`)} #${s(`${where} hash`)}\n- relates_to [[${s(`${where} target`)}]]\n`;
    writeFileSync(join(foreign, 'a.md'), note('markdown'));
    writeFileSync(
      join(foreign, 'server.json'),
      [
        {
          type: 'entity',
          name: s('server name'),
          entityType: s('server type'),
          observations: [s('server observation')],
        },
        { type: 'relation', from: s('server from'), to: s('server to'), relationType: s('server relation') },
      ]
        .map((each) => JSON.stringify(each))
        .join('\n'),
    );
    writeFileSync(
      join(foreign, 'mem0.json'),
      JSON.stringify({
        results: [
          { id: 'a', memory: s('mem0'), metadata: { note: s('mem0 metadata') }, categories: [s('mem0 category')] },
          { id: 'b', memory: 'Plain.', user_id: s('mem0 user') },
          { id: 'c', memory: 'Plain.', run_id: s('mem0 run') },
        ],
      }),
    );
    const imports = [
      ['server-memory', 'server.json'],
      ['mem0', 'mem0.json'],
      ['basic-memory', '.'],
      ['claude-memory', '.'],
    ] as const;
    for (const [from, path] of imports) {
      const run = spawnSync(
        process.execPath,
        [MAIN, 'import', join(foreign, path), '--from', from, '--data-dir', dataDir, '--log-level', 'debug'],
        { encoding: 'utf8' },
      );
      stderr += run.stderr;
    }
    expect(leaksIn(dataDir, planting)).toEqual([]);
  });

  it('is neither in the files nor on stderr after the server has ended', async () => {
    await server.close();
    stderr += server.stderr;
    expect(planting.foundIn(Buffer.from(stderr))).toEqual([]);
    expect(leaksIn(dataDir, planting)).toEqual([]);
  });
});
