import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { command } from './command.ts';
import { temporaryFolder } from './open.ts';
import { MAIN } from './stdio-client.ts';

const folder = temporaryFolder();
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const runWith = (environment: Record<string, string>, args: readonly string[], input = '') => {
  const env = { ...process.env, ...environment };
  const { status, stdout, stderr } = spawnSync(process.execPath, [MAIN, ...args], { encoding: 'utf8', env, input });
  return { status, stdout, stderr };
};
const run = (...args: string[]) => runWith({}, args);
const runHere = (...args: string[]) => command(args);

describe('the program', () => {
  it('prints its version and help', () => {
    expect(run('--version')).toMatchObject({ status: 0, stdout: '0.1.0\n' });
    expect(run('help', 'mcp').stdout).toContain('REMANENCE_DATA_DIR');
  });

  it('fails with a reason on a command that does not exist', () => {
    expect(run('remember')).toMatchObject({ status: 2, stderr: expect.stringContaining("unknown command 'remember'") });
    expect(run('health', '--colour')).toMatchObject({ status: 2, stderr: expect.stringContaining('--colour') });
  });
});

describe('an old Node.js', () => {
  it('is refused at once with the version needed', () => {
    const old = 'Object.defineProperty(process, "versions", { value: { ...process.versions, node: "18.20.8" } })';
    const NODE_OPTIONS = `--import "data:text/javascript,${encodeURIComponent(old)}"`;
    for (const command of ['mcp', 'doctor', '--version'])
      expect(runWith({ NODE_OPTIONS }, [command])).toEqual({
        status: 1,
        stdout: '',
        stderr: 'remanence: Remanence needs Node.js 20.19 or newer; this is 18.20.8.\n',
      });
  });

  it('can run that check: nothing else of the program is loaded before', () => {
    const importedBy = (file: string): string[] => {
      const found = readFileSync(file, 'utf8').matchAll(/\bimport\s*(?:[^"'()]*\bfrom\s*)?["']([^"']+)["']/g);
      const paths = [...found].flatMap(([, path = '']) => (path.startsWith('.') ? [join(dirname(file), path)] : []));
      return [file, ...paths.flatMap(importedBy)];
    };
    const read = [...new Set(importedBy(MAIN))].map((file) => readFileSync(file, 'utf8').length);
    expect(read.reduce((sum, length) => sum + length, 0)).toBeLessThan(5000);
  });
});

describe('an invalid configuration', () => {
  const data = ['--data-dir', join(folder, 'wrong')];

  it.each([
    [{ CODE_MEMORY_TOP_P: '7' }, [], 'CODE_MEMORY_TOP_P'],
    [{ REMANENCE_DATADIR: '/x' }, [], 'Did you mean REMANENCE_DATA_DIR?'],
    [{ REMANENCE_PROFILE: 'nonsense' }, [], 'Unknown profile: nonsense.'],
    [{ REMANENCE_TOOLS: 'recal' }, [], 'Unknown tool in memory-mcp: recal.'],
    [{ REMANENCE_LLM_URL: 'http://127.0.0.1:1/v1' }, [], '--llm-url needs a model'],
    [{ CODE_MEMORY_LOG_FILE: join(folder) }, [], 'cannot be written'],
    [{}, ['--data-dir', MAIN], 'is a file, not a folder'],
  ])('%j %j is found by doctor, and refused by every command alike', async (environment, flags, reason) => {
    const found = await command(['doctor', ...data, ...flags], { ...environment });
    expect(found.status).toBe(1);
    expect(found.stdout).toContain('BAD  configuration');
    expect(found.stdout).toContain(reason);
    for (const name of [['mcp'], ['stats'], ['user', 'list']]) {
      const refused = await command([...name, ...data, ...flags], { ...environment });
      expect([name, refused]).toEqual([name, { status: 2, stdout: '', stderr: expect.stringContaining(reason) }]);
    }
  });

  it('is reported with the unusable GGUF file and the missing folders', async () => {
    const gguf = join(folder, 'nowhere.gguf');
    const environment = { CODE_MEMORY_SUMMARY_MODEL: gguf, REMANENCE_ROOTS: join(folder, 'nowhere') };
    const { status, stdout } = await command(['doctor', ...data, '--llm-gguf', gguf], environment);
    expect(status).toBe(1);
    expect(stdout).toMatch(/BAD {2}language model: nowhere\.gguf\n.*cannot be read/);
    expect(stdout).toMatch(/BAD {2}summaries: .*nowhere\.gguf\n.*cannot be read/);
    expect(stdout).toMatch(/warn roots[^\n]*\n.*Do not exist: .*nowhere/);
  });
});

describe('a count', () => {
  it.each([
    [['audit'], '--limit'],
    [['bin'], '--limit'],
    [['log'], '--limit'],
    [['search', 'harbour'], '--limit'],
    [['query', 'RETURN 1'], '--rows'],
    [['duplicates'], '--limit'],
    [['bench', 'index', '--repos', folder], '--runs'],
  ])('of %j is a positive whole number', async (args, flag) => {
    for (const count of ['2.5', 'Infinity', '1e300', '0', 'few']) {
      const { status, stderr } = await runHere(...args, flag, count);
      expect([status, stderr]).toEqual([
        2,
        expect.stringContaining(`${flag} ${count} is not a positive whole number.`),
      ]);
    }
  });
});

describe('the variables of code-vector-memory', () => {
  it('put the database and the log into their folders, and health says where', () => {
    const environment = { CODE_MEMORY_DB_DIR: join(folder, 'db'), CODE_MEMORY_LOG_DIR: join(folder, 'logs') };
    const lines = [
      {
        id: 1,
        method: 'initialize',
        params: { protocolVersion: '2025-11-25', capabilities: {}, clientInfo: { name: 't', version: '1' } },
      },
      { id: 2, method: 'tools/call', params: { name: 'health', arguments: {} } },
    ].map((message) => `${JSON.stringify({ jsonrpc: '2.0', ...message })}\n`);
    const flags = [
      'mcp',
      '--profile',
      'code-vector-memory',
      '--log-level',
      'debug',
      '--data-dir',
      join(folder, 'there'),
    ];
    const { stdout, stderr } = runWith(environment, flags, lines.join(''));
    const log = join(folder, 'logs', 'remanence.log');
    expect(stdout).toContain(JSON.stringify(JSON.stringify(join(folder, 'db', 'remanence.db'))).slice(1, -1));
    expect(stdout).toContain(JSON.stringify(JSON.stringify(log)).slice(1, -1));
    expect(existsSync(join(folder, 'db', 'remanence.db'))).toBe(true);
    expect(readFileSync(log, 'utf8')).toContain('debug health');
    expect(stderr).toContain('debug health');
  });
});

describe('doctor', () => {
  it('reports a healthy installation as healthy', async () => {
    const healthy = join(folder, 'healthy');
    await command(['user', 'add', 'ann', '--data-dir', healthy]);
    const { status, stdout } = run('doctor', '--data-dir', healthy);
    expect(status).toBe(0);
    expect(stdout).toMatch(
      /ok {3}Node\.js[\s\S]*ok {3}data folder[\s\S]*ok {3}database[\s\S]*ok {3}embedding model: remanence-minilm-1, 384 dimensions/,
    );
  });

  it('reports a broken database and a missing model, and says how to fix them', async () => {
    const broken = join(folder, 'broken');
    mkdirSync(broken);
    writeFileSync(join(broken, 'remanence.db'), 'garbage '.repeat(1000));
    expect(await runHere('doctor', '--data-dir', broken)).toMatchObject({
      status: 1,
      stdout: expect.stringContaining('BAD  database'),
    });
    const noModel = await runHere('doctor', '--data-dir', join(folder, 'fine'), '--model', join(folder, 'nowhere'));
    expect(noModel).toMatchObject({ status: 1, stdout: expect.stringMatching(/BAD {2}embedding model[\s\S]*--model/) });
  });
});

describe('bench', () => {
  it('retrieval measures a folder in BEIR layout and writes JSON', async () => {
    const set = join(folder, 'tiny');
    mkdirSync(set);
    const lines = (file: string, rows: unknown[]) =>
      writeFileSync(join(set, file), rows.map((row) => JSON.stringify(row)).join('\n'));
    const facts = ['The moon orbits the earth.', 'Bread is baked from flour.', 'Rust has a borrow checker.'];
    lines(
      'corpus.jsonl',
      facts.map((text, i) => ({ _id: `d${i}`, text, metadata: { scope: 'all' } })),
    );
    lines('queries.jsonl', [
      { _id: 'q0', text: 'What circles our planet?', metadata: { scope: 'all', category: 'space' } },
      { _id: 'q1', text: 'Which language checks borrows?', metadata: { scope: 'all', category: 'code' } },
      { _id: 'q2', text: 'Who won the match?', metadata: { category: 'code', unanswerable: true } },
    ]);
    writeFileSync(join(set, 'qrels.tsv'), 'query-id\tcorpus-id\tscore\nq0\td0\t1\nq1\td2\t1\n');
    const json = join(folder, 'report.json');
    const { status, stdout } = run('bench', 'retrieval', set, '--json', json, '--keep', join(folder, 'kept'));
    expect(status).toBe(0);
    expect(stdout).toContain('tiny');
    const [report] = JSON.parse(readFileSync(json, 'utf8'));
    expect(report).toMatchObject({
      documents: 3,
      overall: { questions: 2, recall2: 1, mrr: 1 },
      scoped: { recall10: 1 },
      auroc: 1,
    });
    expect(Object.keys(report.categories)).toEqual(['code', 'space']);
    // The kept store is reused, here without the graph.
    const again = await runHere('bench', 'retrieval', set, '--keep', join(folder, 'kept'), '--no-graph');
    expect(again.stdout).toContain('tiny');
  });

  it('scale measures the tools and refuses an invalid size', async () => {
    const { status, stdout } = run('bench', 'scale', '--memories', '2');
    expect(status).toBe(0);
    for (const tool of ['search_text', 'search', 'recall', 'store_memory']) expect(stdout).toContain(tool);
    expect(await runHere('bench', 'scale', '--memories', 'lots')).toMatchObject({
      status: 2,
      stderr: expect.stringContaining('10000,100000'),
    });
  });
});

describe('import --from', () => {
  it('names a note that is not UTF-8 text, and imports the others', async () => {
    const notes = join(folder, 'mixed-notes');
    mkdirSync(notes);
    writeFileSync(join(notes, 'good.md'), '# Pier\n\nThe café opens at six.\n');
    writeFileSync(join(notes, 'latin.md'), Buffer.from('# Quay\n\nThe caf\xe9 shuts at nine.\n', 'latin1'));
    const ended = await runHere(
      'import',
      notes,
      '--from',
      'basic-memory',
      '--json',
      '--data-dir',
      join(folder, 'mixed'),
    );
    expect(JSON.parse(ended.stdout)).toMatchObject({
      memories: { added: 1 },
      problems: [{ where: 'latin.md', why: expect.stringContaining('not UTF-8') }],
    });
  });

  it('counts entities whose names differ only in case once', async () => {
    const file = join(folder, 'cases.jsonl');
    const line = (name: string) => JSON.stringify({ type: 'entity', name, observations: [`${name} is a quay.`] });
    writeFileSync(file, ['Quay', 'QUAY', 'Pier'].map(line).join('\n'));
    const ended = await runHere(
      'import',
      file,
      '--from',
      'server-memory',
      '--json',
      '--data-dir',
      join(folder, 'cases'),
    );
    expect(JSON.parse(ended.stdout)).toMatchObject({ memories: { added: 3 }, entities: 2, problems: [{}] });
  });

  it('imports a folder of notes once, and lists what it left out', async () => {
    const notes = join(folder, 'notes');
    mkdirSync(join(notes, '.hidden'), { recursive: true });
    writeFileSync(join(notes, 'One.MD'), '# One\n\nThe first note, about [[Two]].\n');
    writeFileSync(join(notes, 'two.md'), '');
    writeFileSync(join(notes, '.hidden', 'three.md'), 'Nobody reads this.');
    const bring = () => runHere('import', notes, '--from', 'basic-memory', '--data-dir', join(folder, 'imported'));
    expect(await bring()).toMatchObject({
      status: 0,
      stdout:
        '1 memory added, 0 changed, 0 known already; 1 entity and 1 relation, new or known.\ncould not import "two.md": The note is empty.\n',
    });
    expect((await bring()).stdout).toContain('0 memories added, 0 changed, 1 known already');
  });

  it('imports the folder it is in', async () => {
    const notes = join(folder, 'quay');
    mkdirSync(notes);
    writeFileSync(join(notes, 'crane.md'), 'The crane lifts forty tons.');
    const before = process.cwd();
    process.chdir(notes);
    try {
      const ended = await runHere('import', '.', '--from', 'basic-memory', '--data-dir', join(folder, 'quayside'));
      expect(ended).toMatchObject({ status: 0, stdout: expect.stringContaining('1 memory added') });
    } finally {
      process.chdir(before);
    }
  });

  it('reads files as Windows editors and shells write them', async () => {
    const line = `${JSON.stringify({ type: 'entity', name: 'Mole', entityType: 'pier', observations: ['Is long'] })}\r\n`;
    for (const [name, encoding] of [
      ['utf8', 'utf8'],
      ['wide', 'utf16le'],
    ] as const) {
      const file = join(folder, `${name}.jsonl`);
      writeFileSync(file, `\uFEFF${line}`, encoding);
      const data = ['--data-dir', join(folder, name)];
      expect((await runHere('import', file, '--from', 'server-memory', ...data)).stdout).toContain('1 memory added');
    }
  });

  it('fails if nothing in a file could be imported', async () => {
    const file = join(folder, 'other.json');
    writeFileSync(file, '{"something":"else"}');
    expect(await runHere('import', file, '--from', 'mem0', '--data-dir', join(folder, 'imported'))).toMatchObject({
      status: 1,
      stdout: expect.stringContaining('The file is not a list of memories'),
    });
  });

  it('lists the formats, and what cannot be read', async () => {
    const data = ['--data-dir', join(folder, 'imported')];
    expect(await runHere('import', folder, '--from', 'elsewhere', ...data)).toMatchObject({
      status: 2,
      stderr: expect.stringContaining('server-memory, basic-memory, claude-memory, mem0'),
    });
    expect((await runHere('import', folder, '--from', 'mem0', ...data)).stderr).toContain('pass a file');
    expect((await runHere('import', folder, '--from', 'mem0', '--conflict', 'merge', ...data)).stderr).toContain(
      'cannot be used with',
    );
    expect((await runHere('import', join(folder, 'nowhere'), '--from', 'mem0', ...data)).stderr).toContain(
      'cannot be read',
    );
  });
});

describe('a command whose output is closed', () => {
  it('ends without a stack trace', async () => {
    const child = spawn(process.execPath, [MAIN, 'doctor', '--data-dir', join(folder, 'unread')]);
    child.stdout.destroy();
    let said = '';
    child.stderr.setEncoding('utf8').on('data', (text: string) => {
      said += text;
    });
    const [code] = await once(child, 'close');
    expect({ code, said }).toEqual({ code: 0, said: '' });
  });
});
