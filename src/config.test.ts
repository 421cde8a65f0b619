import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { homedir, tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { databasePath } from './compose.ts';
import { logFileOf, readConfig } from './config.ts';
import { RemanenceError } from './errors.ts';

describe('configuration', () => {
  let folder: string;
  beforeAll(() => {
    folder = mkdtempSync(join(tmpdir(), 'remanence-config-'));
    writeFileSync(join(folder, 'config.json'), JSON.stringify({ port: 1111, user: 'file', tools: ['recall'] }));
  });
  afterAll(() => rmSync(folder, { recursive: true }));

  it('has sensible defaults', () => {
    expect(readConfig({}, {})).toMatchObject({
      dataDir: join(homedir(), '.remanence'),
      profile: ['memory-mcp'],
      host: '127.0.0.1',
      port: 7437,
      opsPort: 9090,
    });
  });

  it('prefers flags to the environment, and the environment to the file', () => {
    const config = readConfig(
      { dataDir: folder, user: 'flag' },
      { REMANENCE_USER: 'environment', REMANENCE_PORT: '2222' },
    );
    expect(config).toMatchObject({ user: 'flag', port: 2222, tools: ['recall'] });
  });

  it('reads lists, switches and the home folder', () => {
    expect(readConfig({ dataDir: '~/x', profile: 'memory-mcp, other' }, { REMANENCE_READ_ONLY: '1' })).toMatchObject({
      dataDir: join(homedir(), 'x'),
      profile: ['memory-mcp', 'other'],
      readOnly: true,
    });
  });

  it('refuses an empty data folder, which an unset variable would make of the working folder', () => {
    expect(() => readConfig({ dataDir: '' }, {})).toThrow('--data-dir is empty');
    expect(readConfig({}, { REMANENCE_DATA_DIR: '' }).dataDir).toBe(join(homedir(), '.remanence'));
  });

  it('expands ~ in every path, because no shell reads the configuration of a client', () => {
    const environment = { CODE_MEMORY_DB_PATH: '~/notes.db', CODE_MEMORY_SUMMARY_MODEL: '~/tiny.gguf' };
    expect(readConfig({ model: '~/model', roots: '~/a, /b' }, environment)).toMatchObject({
      codeMemoryDbPath: join(homedir(), 'notes.db'),
      codeMemorySummaryModel: join(homedir(), 'tiny.gguf'),
      model: join(homedir(), 'model'),
      roots: [join(homedir(), 'a'), '/b'],
    });
  });

  it('accepts a port for operations, or off', () => {
    expect(readConfig({ opsPort: '0' }, {}).opsPort).toBe(0);
    expect(readConfig({}, { REMANENCE_OPS_PORT: 'off' }).opsPort).toBe('off');
    expect(() => readConfig({ opsPort: 'never' }, {})).toThrow(
      '--ops-port never is not off or a number from 0 to 65535.',
    );
  });

  it('reads the variables of code-vector-memory, where only a plain no turns something off', () => {
    const environment = { CODE_MEMORY_ENABLE_VEC: 'No', CODE_MEMORY_ENABLE_GRAPH: 'on', CODE_MEMORY_TOP_K: '7' };
    expect(readConfig({}, environment)).toMatchObject({
      codeMemoryEnableVec: false,
      codeMemoryEnableFts: true,
      codeMemoryEnableGraph: true,
      codeMemoryTopK: 7,
      codeMemoryTopP: 1,
    });
  });

  it.each([
    [{ port: 'many' }, {}, '--port many is not a number from 0 to 65535.'],
    [{ port: '1.5' }, {}, '--port 1.5 is not a whole number from 0 to 65535.'],
    [{ port: 70_000 }, {}, '--port 70000 is not a number from 0 to 65535.'],
    [{ nonsense: 1 }, {}, 'nonsense'],
    [{}, { REMANENCE_LOG_LEVEL: 'loud' }, 'REMANENCE_LOG_LEVEL'],
    [{}, { REMANENCE_EMBEDDINGS_URL: 'not a url' }, 'REMANENCE_EMBEDDINGS_URL'],
    [{}, { CODE_MEMORY_TOP_K: 'many' }, 'CODE_MEMORY_TOP_K: many is not a number of at least 1.'],
    [{}, { CODE_MEMORY_TOP_P: '7' }, 'CODE_MEMORY_TOP_P'],
    [{}, { CODE_MEMORY_TOP_P: '0' }, 'CODE_MEMORY_TOP_P: it must be more than 0'],
    [{}, { CODE_MEMORY_FTS_BONUS: '-1' }, 'CODE_MEMORY_FTS_BONUS'],
    [{ logLevel: 'loud' }, { REMANENCE_LOG_LEVEL: 'info' }, '--log-level: it must be one of "debug"'],
  ])('refuses %j %j and says why', (flags, environment, field) => {
    expect(() => readConfig(flags, environment)).toThrow(field);
  });

  it.each([
    [{ llmUrl: 'http://x/v1', llmModel: 'm', llmGguf: '/m.gguf' }, '--llm-url and --llm-gguf name two language models'],
    [{ llmUrl: 'http://x/v1' }, '--llm-url needs a model'],
    [{ embeddingsUrl: 'http://x/v1' }, '--embeddings-url needs a model'],
    [{ codeMemoryDbPath: tmpdir() }, 'is a folder, not a file'],
  ])('refuses %j, each valid alone but not together', (flags, reason) => {
    expect(() => readConfig(flags, {})).toThrow(reason);
  });

  it.each([
    ['REMANENCE_DATADIR', 'Did you mean REMANENCE_DATA_DIR?'],
    ['CODE_MEMORY_LOG_LEVEL', 'Did you mean REMANENCE_LOG_LEVEL?'],
    ['CODE_MEMORY_EMBED_MODEL', 'Unset CODE_MEMORY_EMBED_MODEL.'],
  ])('refuses the variable %s, which sets nothing', (variable, hint) => {
    const message = `Invalid configuration: ${variable}: unknown setting.`;
    expect(() => readConfig({}, { [variable]: 'x' })).toThrow(expect.objectContaining({ message, hint }));
    expect(() => readConfig({}, { [variable]: '' })).not.toThrow();
  });

  it('refuses a file as the data folder, and names its folder', () => {
    const file = join(folder, 'config.json');
    expect(() => readConfig({ dataDir: file }, {})).toThrow(
      expect.objectContaining({
        message: `Invalid configuration: ${file} is a file, not a folder.`,
        hint: `Pass its folder: --data-dir ${folder}`,
      }),
    );
  });

  it('explains a setting without pointing to a page that is not installed', () => {
    const refused = (flags: Record<string, unknown>, environment = {}) => {
      try {
        return String(readConfig(flags, environment));
      } catch (error) {
        return `${error instanceof RemanenceError ? error.hint : error}`;
      }
    };
    expect(refused({}, { CODE_MEMORY_TOP_P: '7' })).toMatch(/^CODE_MEMORY_TOP_P: .*share of the candidates/);
    for (const hint of [refused({ port: 'x' }), refused({ nonsense: 1 })]) expect(hint).not.toContain('docs/');
  });

  it('puts the database and the log where CODE_MEMORY_DB_DIR and CODE_MEMORY_LOG_DIR say', () => {
    const environment = { CODE_MEMORY_DB_DIR: '/db', CODE_MEMORY_LOG_DIR: '/logs' };
    const config = readConfig({ dataDir: folder }, environment);
    expect([databasePath(config), logFileOf(config)]).toEqual(['/db/remanence.db', '/logs/remanence.log']);
    const named = { ...environment, CODE_MEMORY_DB_PATH: '/other/notes.db', CODE_MEMORY_LOG_FILE: '/other/notes.log' };
    const both = readConfig({ dataDir: folder }, named);
    expect([databasePath(both), logFileOf(both)]).toEqual(['/other/notes.db', '/other/notes.log']);
    expect(logFileOf(readConfig({ dataDir: folder }, {}))).toBeNull();
  });

  it('names the file and the meant key if a key of config.json is misspelt, and the key if its value is wrong', () => {
    const misspelt = mkdtempSync(join(tmpdir(), 'remanence-config-'));
    const file = join(misspelt, 'config.json');
    const refused = (settings: object, message: string, hint: unknown) => {
      writeFileSync(file, JSON.stringify(settings));
      const error = expect.objectContaining({ message: `Invalid configuration: ${message}.`, hint });
      expect(() => readConfig({ dataDir: misspelt }, {})).toThrow(error);
    };
    refused({ prot: 1 }, `"prot" in ${file}: unknown setting`, 'Did you mean "port"?');
    refused({ colour: 1 }, `"colour" in ${file}: unknown setting`, 'Remove "colour" from the file.');
    refused({ port: 'x' }, `"port" in ${file}: x is not a number from 0 to 65535`, expect.stringContaining('Port of'));
    rmSync(misspelt, { recursive: true });
  });

  it('refuses a file that is not a JSON object', () => {
    const broken = mkdtempSync(join(tmpdir(), 'remanence-config-'));
    writeFileSync(join(broken, 'config.json'), '[');
    expect(() => readConfig({ dataDir: broken }, {})).toThrow(
      expect.objectContaining({
        message: expect.stringContaining('config.json'),
        hint: expect.stringContaining('move it away'),
      }),
    );
    rmSync(broken, { recursive: true });
  });
});
