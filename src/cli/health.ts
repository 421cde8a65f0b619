import type { Status } from '../engine/status.ts';
import { asRemanenceError } from '../errors.ts';
import { print, type StoreFlags, withEngine } from './store-command.ts';

interface Health {
  readonly status: 'healthy' | 'unhealthy';
  readonly reasons: readonly string[];
  readonly memories?: number;
  /** Memories and chunks of code without vectors yet. */
  readonly pending?: number;
  /** Null when unknown. */
  readonly freeBytes?: number | null;
  /** Problems that are coming up. */
  readonly warnings?: readonly string[];
}

/** Checks only the store; `doctor` also tries the model. */
export async function health(flags: StoreFlags): Promise<void> {
  const found = await examine(flags);
  print(flags, found, () =>
    found.status === 'healthy'
      ? [`healthy: ${found.memories} memories, ${found.pending} waiting for vectors`, ...(found.warnings ?? [])].join(
          '\n',
        )
      : `unhealthy: ${found.reasons.join(' ')}`,
  );
  if (found.status === 'unhealthy') process.exitCode = 1;
}

async function examine(flags: StoreFlags): Promise<Health> {
  let health: Health = { status: 'unhealthy', reasons: ['The store did not answer.'] };
  try {
    await withEngine(flags, async (engine, owner) => {
      health = judge(await engine.check(), await engine.status(owner));
    });
  } catch (thrown) {
    const { message, hint } = asRemanenceError(thrown);
    health = { status: 'unhealthy', reasons: [message, ...(hint ? [hint] : [])] };
  }
  return health;
}

function judge(problems: readonly string[], { counts, pending, codePending, embedding, disk }: Status): Health {
  const model = embedding.state === 'error' ? [`The embedding model failed: ${embedding.error}`] : [];
  const full = disk.writes === 'failed' && disk.problem !== null ? [disk.problem] : [];
  const reasons = [...problems.slice(0, 5), ...full, ...model];
  return {
    status: reasons.length === 0 ? 'healthy' : 'unhealthy',
    reasons,
    memories: counts.memories,
    pending: pending + codePending,
    freeBytes: disk.room?.freeBytes ?? null,
    warnings: disk.writes !== 'failed' && disk.problem !== null ? [disk.problem] : [],
  };
}
