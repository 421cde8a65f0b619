// Where hooks find a running server: a socket in the data folder that only its owner can open. Each process has its
// own, so that none has to take over another's.
import { randomUUID } from 'node:crypto';
import { chmodSync, mkdirSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { createServer, type Socket } from 'node:net';
import { join } from 'node:path';
import { isAlive } from '../../abandoned.ts';
import { problemOfInput } from '../../engine/text/problem.ts';
import { invalid, messageOf, RemanenceError } from '../../errors.ts';
import { log } from '../../log.ts';
import { DELIVERED, HookRequest } from './protocol.ts';

const isWindows = process.platform === 'win32';
const MAX_BYTES = 1_000_000;
/** Some systems refuse longer paths. */
const MAX_PATH_LENGTH = 103;

/** What the client reads, and what is to be done once it has it. */
export interface Reply {
  readonly output: object | null;
  readonly delivered: () => void;
}

export type Answering = (request: HookRequest) => Promise<Reply>;

/** Listens until the process ends. A server that hooks cannot reach still serves its clients. */
export function listenForHooks(folder: string, answer: Answering): void {
  const mark = join(folder, `${process.pid}${isWindows ? '.pipe' : '.sock'}`);
  const address = isWindows ? `\\\\.\\pipe\\remanence-${randomUUID()}` : mark;
  if (!isWindows && address.length > MAX_PATH_LENGTH) {
    log.debug("the data folder's path is too long for a socket");
    return;
  }
  const server = createServer((socket) => converse(socket, answer));
  const giveUp = (error: unknown) => log.warn('hooks cannot reach this server', { error: messageOf(error) });
  server.on('error', giveUp);
  try {
    mkdirSync(folder, { recursive: true, mode: 0o700 });
    sweep(folder);
    server.listen(address, () => {
      try {
        if (isWindows) writeFileSync(mark, address);
        else chmodSync(mark, 0o600);
      } catch (error) {
        giveUp(error);
        server.close();
      }
    });
    server.unref();
    process.once('exit', () => rmSync(mark, { force: true }));
  } catch (error) {
    giveUp(error);
  }
}

/** Removes sockets left by killed processes, including one that had our process id. */
function sweep(folder: string): void {
  for (const name of readdirSync(folder)) {
    const [, pid] = /^(\d+)\.(?:sock|pipe)$/.exec(name) ?? [];
    if (pid !== undefined && (Number(pid) === process.pid || !isAlive(Number(pid))))
      rmSync(join(folder, name), { force: true });
  }
}

/** Answers one line, and waits for the hook to pass it on. */
function converse(socket: Socket, answer: Answering): void {
  let text = '';
  socket.setEncoding('utf8').setTimeout(5000, () => socket.destroy());
  socket.on('error', () => socket.destroy());
  socket.on('data', (chunk: string) => {
    text += chunk;
    if (text.length > MAX_BYTES) {
      socket.destroy();
      return;
    }
    if (!text.includes('\n')) return;
    socket.removeAllListeners('data');
    reply(text, answer).then(
      ({ output, delivered }) => {
        socket.once('data', (chunk: string) => {
          if (chunk === DELIVERED) attempt(delivered);
          socket.end();
        });
        socket.write(`${JSON.stringify({ output })}\n`);
      },
      (error) => {
        log.warn('a hook was not answered', { error: messageOf(error) });
        // An older hook would take any text for its answer; without one it searches by itself.
        if (isOfThisVersion(text)) socket.end(`${JSON.stringify({ error: reasonOf(error) })}\n`);
        else socket.destroy();
      },
    );
  });
}

function isOfThisVersion(text: string): boolean {
  try {
    return HookRequest.pick({ protocol: true }).safeParse(JSON.parse(text)).success;
  } catch {
    return false;
  }
}

/** Other errors may quote what was said. */
const reasonOf = (error: unknown): string =>
  error instanceof RemanenceError ? error.message : 'The server failed; its own log says why.';

function attempt(delivered: () => void): void {
  try {
    delivered();
  } catch (error) {
    log.warn('what a hook gave was not recorded', { error: messageOf(error) });
  }
}

async function reply(text: string, answer: Answering): Promise<Reply> {
  const given: unknown = JSON.parse(text);
  const { data, error } = HookRequest.safeParse(given);
  if (data) return answer(data);
  const [issue] = error.issues;
  throw invalid(`${issue?.path.join('.') || 'The request'}: ${issue ? problemOfInput(issue, given) : 'invalid'}.`);
}
