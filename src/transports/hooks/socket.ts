// Where hooks find a server that runs: a socket in the data folder that its owner alone can open. Each process has its
// own, so that none has to take over another's.
import { randomUUID } from 'node:crypto';
import { chmodSync, mkdirSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { createServer, type Socket } from 'node:net';
import { join } from 'node:path';
import { isAlive } from '../../abandoned.ts';
import { messageOf } from '../../errors.ts';
import { log } from '../../log.ts';
import { HookRequest } from './protocol.ts';

const isWindows = process.platform === 'win32';
const MOST_BYTES = 1_000_000;
/** Longer paths are refused by some systems. */
const LONGEST_PATH = 103;

export type Answering = (request: HookRequest) => Promise<object | null>;

/** Listens until the process ends. A server whose hooks cannot reach it serves its clients all the same. */
export function listenForHooks(folder: string, answer: Answering): void {
  const mark = join(folder, `${process.pid}${isWindows ? '.pipe' : '.sock'}`);
  const address = isWindows ? `\\\\.\\pipe\\remanence-${randomUUID()}` : mark;
  if (!isWindows && address.length > LONGEST_PATH) {
    log.debug('the data folder is too deep for a socket');
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

/** What a process that was killed has left, and what one with our own number has. */
function sweep(folder: string): void {
  for (const name of readdirSync(folder)) {
    const [, pid] = /^(\d+)\.(?:sock|pipe)$/.exec(name) ?? [];
    if (pid !== undefined && (Number(pid) === process.pid || !isAlive(Number(pid))))
      rmSync(join(folder, name), { force: true });
  }
}

/** One line, one answer. Whoever says something else is hung up on. */
function converse(socket: Socket, answer: Answering): void {
  let text = '';
  socket.setEncoding('utf8').setTimeout(5000, () => socket.destroy());
  socket.on('error', () => socket.destroy());
  socket.on('data', (chunk: string) => {
    text += chunk;
    if (text.length > MOST_BYTES) {
      socket.destroy();
      return;
    }
    if (!text.includes('\n')) return;
    socket.removeAllListeners('data');
    reply(text, answer).then(
      (output) => socket.end(`${JSON.stringify({ output })}\n`),
      (error) => {
        log.warn('a hook was not answered', { error: messageOf(error) });
        socket.destroy();
      },
    );
  });
}

const reply = async (text: string, answer: Answering): Promise<object | null> =>
  answer(HookRequest.parse(JSON.parse(text)));
