// `remanence serve` as a separate process, on free ports.
import { type ChildProcess, spawn } from 'node:child_process';
import { onExit } from './on-exit.ts';
import { MAIN } from './stdio-client.ts';

export interface HttpProcess {
  readonly process: ChildProcess;
  readonly url: string;
  /** Null without a port for operations. */
  readonly operations: string | null;
  readonly exited: Promise<number | null>;
  stderr(): string;
}

/** `before` is a command that wraps the server, such as one that limits resources. */
export async function startServer(
  dataDir: string,
  flags: readonly string[] = [],
  before: readonly string[] = [],
): Promise<HttpProcess> {
  const serve = [process.execPath, MAIN, 'serve', '--data-dir', dataDir, '--port', '0', '--ops-port', '0', ...flags];
  const [command = process.execPath, ...args] = [...before, ...serve];
  const server = spawn(command, args, { stdio: ['ignore', 'ignore', 'pipe'] });
  let said = '';
  const exited = new Promise<number | null>((resolve) => server.once('exit', resolve));
  server.once(
    'exit',
    onExit(() => server.kill('SIGKILL')),
  );
  const listening = new Promise<void>((resolve) => {
    server.stderr.setEncoding('utf8').on('data', (chunk: string) => {
      said += chunk;
      if (/Connect an agent: .*\n/.test(said)) resolve();
    });
  });
  await Promise.race([
    listening,
    exited.then((code) => {
      throw new Error(`the server ended with ${code}: ${said}`);
    }),
  ]);
  const urlOf = (pattern: RegExp) => pattern.exec(said)?.[1] ?? null;
  return {
    process: server,
    url: urlOf(/ at (http:\S+)/) ?? '',
    operations: urlOf(/metrics: (http:\S+)\/metrics/),
    exited,
    stderr: () => said,
  };
}
