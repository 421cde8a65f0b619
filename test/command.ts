// Runs a command line in this process: starting a process takes longer than most commands.
import { vi } from 'vitest';
import { run } from '../src/cli/program.ts';
import { setLogFile, setLogLevel } from '../src/log.ts';

export interface Ended {
  readonly status: number;
  readonly stdout: string;
  readonly stderr: string;
}

/** Thrown where a process would exit. */
class Left extends Error {}

/** What a separate process would print, and its exit code. */
export async function command(args: readonly string[], environment: Record<string, string> = {}): Promise<Ended> {
  const printed = { stdout: '', stderr: '' };
  let status: number | null = null;
  const spies = [
    ...(['stdout', 'stderr'] as const).map((name) =>
      vi.spyOn(process[name], 'write').mockImplementation((text: unknown, ...rest: unknown[]) => {
        // A process that has exited prints nothing.
        if (status === null) printed[name] += String(text);
        for (const done of rest) if (typeof done === 'function') done();
        return true;
      }),
    ),
    vi.spyOn(process, 'exit').mockImplementation((code) => {
      status ??= Number(code ?? process.exitCode ?? 0);
      throw new Left();
    }),
  ];
  const listeners = [process.stdout, process.stderr].map((stream) => ({ stream, before: stream.listeners('error') }));
  const before = { ...process.env };
  const exitCode = process.exitCode;
  process.exitCode = undefined;
  Object.assign(process.env, environment);
  try {
    await run([process.execPath, 'remanence', ...args]).catch((thrown: unknown) => {
      if (!(thrown instanceof Left)) throw thrown;
    });
    return { status: status ?? Number(process.exitCode ?? 0), ...printed };
  } finally {
    for (const spy of spies) spy.mockRestore();
    for (const name of Object.keys(environment)) delete process.env[name];
    Object.assign(process.env, before);
    process.exitCode = exitCode;
    for (const { stream, before: known } of listeners)
      for (const listener of stream.listeners('error')) {
        if (!known.includes(listener)) stream.off('error', listener as () => void);
      }
    setLogLevel('warn');
    setLogFile(null);
  }
}
