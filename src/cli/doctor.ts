import { accessSync, constants, existsSync } from 'node:fs';
import { databasePath, openEngine } from '../compose.ts';
import type { Config } from '../config.ts';
import type { Actor } from '../engine/access/actor.ts';
import type { DiskState } from '../engine/ports.ts';
import { asRemanenceError, messageOf } from '../errors.ts';
import { configOf } from './options.ts';

const OWNER: Actor = { who: 'local' };

interface Finding {
  readonly what: string;
  /** What will be wrong soon. */
  readonly warning?: string | null;
  /** Null when all is well. */
  readonly wrong: string | null;
  readonly mend?: string;
  readonly detail?: string;
}

export async function doctor(flags: Record<string, unknown>): Promise<void> {
  const config = configOf(flags);
  const findings = [checkNode(), checkFolder(config), ...(await checkEngine(config))];
  for (const { what, wrong, mend, detail, warning = null } of findings) {
    const mark = wrong !== null ? 'BAD ' : warning !== null ? 'warn' : 'ok  ';
    process.stdout.write(`${mark} ${what}${detail ? `: ${detail}` : ''}\n`);
    if (warning !== null) process.stdout.write(`     ${warning}\n`);
    if (wrong !== null) process.stdout.write(`     ${wrong}\n${mend ? `     ${mend}\n` : ''}`);
  }
  if (findings.some(({ wrong }) => wrong !== null)) process.exitCode = 1;
}

function checkNode(): Finding {
  const [major = 0, minor = 0] = process.versions.node.split('.').map(Number);
  const old = major < 20 || (major === 20 && minor < 19);
  return {
    what: 'Node.js',
    detail: process.versions.node,
    wrong: old ? 'Remanence needs Node.js 20.19 or newer.' : null,
    mend: 'Install a current Node.js.',
  };
}

function checkFolder({ dataDir }: Config): Finding {
  const what = 'data folder';
  if (!existsSync(dataDir)) return { what, detail: `${dataDir} (not there yet, it is made now)`, wrong: null };
  try {
    accessSync(dataDir, constants.R_OK | constants.W_OK);
    return { what, detail: dataDir, wrong: null };
  } catch (error) {
    return { what, detail: dataDir, wrong: messageOf(error), mend: 'Make it writable, or pass another --data-dir.' };
  }
}

async function checkEngine(config: Config): Promise<Finding[]> {
  try {
    const engine = await openEngine(config, { tends: false });
    try {
      const problems = await engine.check();
      const modelError = await engine.retrieval.byMeaning(OWNER, 'ready?', 1).then(
        () => null,
        (thrown) => asRemanenceError(thrown).message,
      );
      const { counts, embedding, bytes, pending, codePending, disk } = await engine.status(OWNER);
      const figures = `${counts.memories} memories, ${counts.entities} entities, ${(bytes / 1e6).toFixed(1)} MB`;
      return [
        {
          what: 'database',
          detail: figures,
          wrong: problems.length > 0 ? problems.slice(0, 5).join('; ') : null,
          mend: `Keep a copy of ${databasePath(config)} and restore a backup.`,
        },
        checkDisk(disk),
        {
          what: 'embedding model',
          detail: `${embedding.model}, ${embedding.dimensions} dimensions, ${embedding.backend}`,
          wrong: modelError,
          mend: 'Reinstall the package, or point --model at a folder with model.onnx and tokenizer.json.',
        },
        {
          what: 'vectors',
          detail: describeWaiting(pending, codePending),
          wrong: null,
        },
      ];
    } finally {
      await engine.close();
    }
  } catch (thrown) {
    const error = asRemanenceError(thrown);
    return [{ what: 'database', wrong: error.message, ...(error.hint ? { mend: error.hint } : {}) }];
  }
}

function checkDisk({ writes, problem, room }: DiskState): Finding {
  const isFailed = writes === 'failed';
  return {
    what: 'disk',
    ...(room
      ? { detail: `${(room.freeBytes / 1e9).toFixed(1)} of ${(room.totalBytes / 1e9).toFixed(1)} GB free` }
      : {}),
    wrong: isFailed ? problem : null,
    mend: 'Free some space, or move the folder and pass its --data-dir.',
    warning: isFailed ? null : problem,
  };
}

function describeWaiting(memories: number, chunks: number): string {
  const waiting = [
    ...(memories > 0 ? [`${memories} memories`] : []),
    ...(chunks > 0 ? [`${chunks} chunks of code`] : []),
  ].join(' and ');
  if (waiting === '') return 'complete';
  return `${waiting} wait; a server makes them${chunks > 0 ? ', or remanence index PATH those of code' : ''}`;
}
