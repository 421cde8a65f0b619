import { homeOf } from '../compose.ts';
import type { Scanned, SecretFinding } from '../engine/maintenance/scan.ts';
import { messageOf } from '../errors.ts';
import { configOf } from './options.ts';
import { progressBar } from './progress.ts';
import { columns, print, type StoreFlags, withEngine } from './store-command.ts';

interface ScanFlags extends StoreFlags {
  readonly fix?: boolean;
}

interface Unreadable {
  readonly cube: string;
  readonly reason: string;
}

const STAGES = { look: 'looking', cut: 'cutting' };
const MAX_LISTED = 200;

/** Scans the store, then each cube with its own file, then their backups and exports. */
export async function scan(flags: ScanFlags): Promise<void> {
  await withEngine(flags, async (engine, owner, signal) => {
    const bar = progressBar();
    const options = {
      fix: flags.fix === true,
      signal,
      onProgress: (stage: keyof typeof STAGES, done: number, total: number) =>
        bar.show(STAGES[stage].padEnd(8), done, total),
    };
    const scanned: Scanned[] = [];
    const unreadable: Unreadable[] = [];
    // Several cubes may share a file.
    const shelves = await engine.cubes.files(owner);
    const cubes = [...new Map(shelves.map((each) => [each.cube.path, each])).values()];
    try {
      scanned.push(await engine.scanning.run(options));
      for (const each of cubes) {
        const { id: cube } = each.cube;
        if ('problem' in each) unreadable.push({ cube, reason: each.problem });
        else {
          const run = each.shelf.scanning.run(options);
          await run.then(
            (one) => scanned.push(one),
            (thrown: unknown) => {
              signal.throwIfAborted();
              unreadable.push({ cube, reason: messageOf(thrown) });
            },
          );
        }
      }
    } finally {
      bar.end();
    }
    const copies = await homeOf(configOf(flags)).secretCopies(
      cubes.flatMap(({ cube: { path } }) => path ?? []),
      signal,
    );
    const found = scanned.flatMap((each) => each.found);
    const left = scanned.flatMap((each) => each.left);
    print(flags, { found, left, copies, unreadable }, () => describe({ found, left, copies, unreadable }));
    if (left.length + copies.length + unreadable.length > 0) process.exitCode = 1;
  });
}

interface Report {
  readonly found: readonly SecretFinding[];
  readonly left: readonly SecretFinding[];
  readonly copies: Awaited<ReturnType<ReturnType<typeof homeOf>['secretCopies']>>;
  readonly unreadable: readonly Unreadable[];
}

function describe({ found, left, copies, unreadable }: Report): string {
  const lines: string[] = [];
  if (found.length === 0) lines.push('No secret was recognised.');
  else {
    const shown = found.slice(0, MAX_LISTED);
    lines.push(
      columns(shown.map(({ kinds, place, field, id, hint }) => [kinds.join(', '), place, field, id, hint])),
      ...(found.length > shown.length ? [`… and ${found.length - shown.length} more; --json lists all.`] : []),
      '',
      left.length === 0
        ? `${found.length} cut out. Rotate these secrets: they may have been read while they were stored.`
        : `${left.length} of ${found.length} left. ${left.length === found.length ? 'Run scan with --fix to cut them out.' : 'Run scan --fix again.'}`,
    );
  }
  for (const { path, secrets, problem } of copies) {
    lines.push(
      problem === null
        ? `STILL HOLDS ${secrets} ${secrets === 1 ? 'SECRET' : 'SECRETS'}: ${path}`
        : `COULD NOT BE READ: ${path}: ${problem}`,
    );
  }
  if (copies.length > 0) lines.push('Delete these files, or keep them where nobody else can read them.');
  for (const { cube, reason } of unreadable) lines.push(`NOT SCANNED: the cube ${cube}: ${reason}`);
  return lines.join('\n');
}
