import { accessSync, constants, existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { homeOf, openEngine } from '../compose.ts';
import type { Config } from '../config.ts';
import type { Actor } from '../engine/access/actor.ts';
import type { Engine } from '../engine/engine.ts';
import type { DiskState } from '../engine/ports.ts';
import { printTime } from '../engine/temporal/validity.ts';
import { asRemanenceError, messageOf } from '../errors.ts';
import { inShell } from '../in-shell.ts';
import { nodeVersionProblem } from '../node-version.ts';
import { openness } from './openness.ts';
import { configOf } from './options.ts';

/** Problems shown; further ones add nothing. */
const SHOWN = 5;
const OWNER: Actor = { who: 'local' };

interface Finding {
  readonly what: string;
  /** A problem that is coming up. */
  readonly warning?: string | null;
  /** Null when all is well. */
  readonly wrong: string | null;
  readonly fix?: string;
  readonly detail?: string;
}

export async function doctor(flags: Record<string, unknown>): Promise<void> {
  const findings = [checkNode(), ...(await checkSettings(flags))];
  for (const { what, wrong, fix, detail, warning = null } of findings) {
    const mark = wrong !== null ? 'BAD ' : warning !== null ? 'warn' : 'ok  ';
    process.stdout.write(`${mark} ${what}${detail ? `: ${detail}` : ''}\n`);
    if (warning !== null) process.stdout.write(`     ${warning}\n`);
    if (wrong !== null)
      process.stdout.write(`     ${wrong}\n${fix ? `     ${fix.replaceAll('\n', '\n     ')}\n` : ''}`);
  }
  if (findings.some(({ wrong }) => wrong !== null)) process.exitCode = 1;
}

/** Checks the configuration and, if it can be read, everything it names. */
async function checkSettings(flags: Record<string, unknown>): Promise<Finding[]> {
  let config: Config;
  try {
    config = configOf(flags);
  } catch (thrown) {
    return [failed('configuration', thrown)];
  }
  const findings: Finding[] = [{ what: 'configuration', wrong: null }, checkFolder(config), ...checkRoots(config)];
  if (findings.some(({ wrong }) => wrong !== null)) return findings;
  return [...findings, ...(await ((await mayOpen(config)) ? checkStore(config) : checkWithoutStore(config)))];
}

/** Opening a store that was never there would create it; one that was lost, but has backups, is refused. */
async function mayOpen(config: Config): Promise<boolean> {
  const home = homeOf(config);
  return config.database !== undefined || (await home.exists()) || home.backups.newest() !== null;
}

/** Tries the models with a store in a temporary folder. */
async function checkWithoutStore(config: Config): Promise<Finding[]> {
  const dataDir = mkdtempSync(join(tmpdir(), 'remanence-doctor-'));
  try {
    const elsewhere = { ...config, dataDir, codeMemoryDbPath: undefined, codeMemoryDbDir: undefined };
    return [
      { what: 'database', detail: `none yet at ${homeOf(config).address}; ${BY_SERVER}`, wrong: null },
      ...(await checkModels(elsewhere)),
    ];
  } finally {
    rmSync(dataDir, { recursive: true, force: true });
  }
}

async function checkStore(config: Config): Promise<Finding[]> {
  const database = await checkDatabase(config);
  const backups = checkBackups(config);
  // Every other check of a damaged file would fail for the same reason.
  if (database.wrong !== null) return [database, backups];
  return [database, backups, ...(await checkEngine(config)), ...(await checkModels(config))];
}

const checkNode = (): Finding => ({
  what: 'Node.js',
  detail: process.versions.node,
  wrong: nodeVersionProblem(process.versions.node),
  fix: 'Install a current Node.js.',
});

function checkFolder(config: Config): Finding {
  const { dataDir } = config;
  const what = 'data folder';
  const isNew = !existsSync(dataDir);
  try {
    // The dot refuses a file, in which no folder can be created.
    accessSync(`${existingAbove(dataDir)}/.`, constants.R_OK | constants.W_OK);
    return {
      what,
      detail: dataDir,
      wrong: null,
      warning: isNew ? `It does not exist yet; ${BY_SERVER}.` : openness(config),
    };
  } catch (error) {
    return { what, detail: dataDir, wrong: messageOf(error), fix: isNew ? ELSEWHERE : ONLY_READ };
  }
}

const BY_SERVER = 'the first server creates it';
const ELSEWHERE = 'It cannot be created there. Pass another --data-dir.';
const ONLY_READ =
  'Make it writable, or use a copy: cp -r FOLDER COPY, then --data-dir COPY. Until then it can only be searched, exported and served.';

/** The folder itself, or the nearest one above it that exists. */
const existingAbove = (folder: string): string =>
  existsSync(folder) || dirname(folder) === folder ? folder : existingAbove(dirname(folder));

/** A missing root is only a warning: it may not exist yet, or it may be misspelt. */
function checkRoots({ roots }: Config): Finding[] {
  const missing = roots.filter((root) => !existsSync(root));
  const warning = missing.length > 0 ? `Do not exist: ${missing.join(', ')}` : null;
  return roots.length === 0 ? [] : [{ what: 'roots', detail: roots.join(', '), wrong: null, warning }];
}

/** Reads the file itself, since a damaged store may not open. */
async function checkDatabase(config: Config): Promise<Finding> {
  const home = homeOf(config);
  const problems = await home.examine();
  return {
    what: 'database',
    detail: home.address,
    wrong: problems.length > 0 ? problems.slice(0, SHOWN).join('; ') : null,
    // For a database server, the problem itself says what to do.
    ...(problems.length > 0 && config.database === undefined ? { fix: repairHint(config) } : {}),
  };
}

/** The commands that rescue a damaged file. */
function repairHint(config: Config): string {
  const there = `--data-dir ${inShell(config.dataDir)}`;
  const { backups } = homeOf(config);
  const newest = backups.newest();
  if (newest === null) return `${backups.folder} holds no backup. Save what can be read: remanence salvage ${there}`;
  const made = new Date(newest.at).toISOString();
  return [
    `The newest backup is of ${made}: remanence restore ${inShell(newest.path)} ${there}`,
    `Newer memories may still be readable: remanence salvage --to FOLDER ${there}`,
  ].join('\n');
}

function checkBackups(config: Config): Finding {
  if (config.database !== undefined)
    return { what: 'backups', detail: "the database server's; `remanence backup` copies it into a file", wrong: null };
  const { backups } = homeOf(config);
  const [newest, ...older] = backups.list();
  const detail = newest
    ? `${older.length + 1}, the newest of ${new Date(newest.at).toISOString()}: ${newest.path}`
    : `none yet in ${backups.folder}; a server makes one a day, unless --backups is off`;
  return { what: 'backups', detail, wrong: null };
}

async function checkEngine(config: Config): Promise<Finding[]> {
  try {
    const engine = await openEngine(config, { tends: false, embeds: false });
    try {
      const { counts, bytes, pending, codePending, disk } = await engine.status(OWNER);
      const figures = `${counts.memories} memories, ${counts.entities} entities, ${(bytes / 1e6).toFixed(1)} MB`;
      return [
        { what: 'content', detail: figures, wrong: null },
        checkDisk(disk),
        { what: 'vectors', detail: describeWaiting(pending, codePending), wrong: null },
        ...(await checkProjects(engine)),
        ...(await checkClock(engine)),
      ];
    } finally {
      await engine.close();
    }
  } catch (thrown) {
    return [failed('content', thrown)];
  }
}

/** Clocks of several machines differ by less. */
const AHEAD_MS = 120_000;

/** A machine whose clock was ahead has stored with dates that are still to come. */
async function checkClock({ memories }: Engine): Promise<Finding[]> {
  const [newest] = (await memories.list(OWNER, { limit: 1, offset: 0 })).memories;
  if (!newest || newest.ingestionTime <= Date.now() + AHEAD_MS) return [];
  const warning = `The newest memory is dated ${printTime(newest.ingestionTime)}, which is still to come: the clock of this machine is behind, or that of the one that stored it was ahead. It is found all the same, but its date is wrong.`;
  return [{ what: 'clock', detail: printTime(Date.now()), wrong: null, warning }];
}

/** Projects whose last run was interrupted or failed. */
async function checkProjects({ code }: Engine): Promise<Finding[]> {
  return (await code.statuses(OWNER))
    .filter(({ state, machine }) => state === 'failed' && machine === null)
    .map(({ project, error, interrupted }) => {
      const next = interrupted ? 'A running server will continue; or run' : 'Read it again';
      const warning = `${error ?? 'It was not read to the end.'} ${next}: remanence index ${inShell(project.root)}`;
      return { what: `code of ${project.name}`, wrong: null, warning };
    });
}

function checkDisk({ writes, problem, room }: DiskState): Finding {
  const isFailed = writes === 'failed';
  return {
    what: 'disk',
    ...(room
      ? { detail: `${(room.freeBytes / 1e9).toFixed(1)} of ${(room.totalBytes / 1e9).toFixed(1)} GB free` }
      : {}),
    wrong: isFailed ? problem : null,
    fix: 'Free some space, or move the folder and pass its --data-dir.',
    warning: isFailed ? null : problem,
  };
}

async function checkModels(config: Config): Promise<Finding[]> {
  const what = 'embedding model';
  try {
    const engine = await openEngine(config, { tends: false });
    try {
      const failure = await engine.retrieval.byMeaning(OWNER, 'ready?', 1).then(() => null, asRemanenceError);
      const { embedding, summaries } = await engine.status(OWNER);
      const embeds: Finding = {
        what,
        detail: `${embedding.model}, ${embedding.dimensions} dimensions, ${embedding.backend}`,
        wrong: failure?.message ?? null,
        ...(failure?.hint ? { fix: failure.hint } : {}),
      };
      return [
        embeds,
        ...checkWriter('language model', engine.chat.status(OWNER)),
        ...checkWriter('summaries', summaries),
      ];
    } finally {
      await engine.close();
    }
  } catch (thrown) {
    return [failed(what, thrown)];
  }
}

/** The language model, if one is configured. */
const checkWriter = (what: string, { model, error }: { model: string | null; error: string | null }): Finding[] =>
  model === null ? [] : [{ what, detail: model, wrong: error }];

function failed(what: string, thrown: unknown): Finding {
  const { message, hint } = asRemanenceError(thrown);
  return { what, wrong: message, ...(hint ? { fix: hint } : {}) };
}

function describeWaiting(memories: number, chunks: number): string {
  const waiting = [
    ...(memories > 0 ? [`${memories} memories`] : []),
    ...(chunks > 0 ? [`${chunks} chunks of code`] : []),
  ].join(' and ');
  if (waiting === '') return 'complete';
  return `${waiting} pending; a server makes them${chunks > 0 ? ', and remanence index PATH those of code' : ''}`;
}
