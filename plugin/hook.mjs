// A hook of Claude Code or Codex: node hook.mjs EVENT [DEADLINE], the client's payload on standard input.
// Asks a server that runs through its socket in the data folder; where none answers, searches without the model. Says
// JSON or nothing, leaves with 0 whatever happens, and never later than its deadline.
import { spawn } from 'node:child_process';
import { appendFileSync, existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { connect } from 'node:net';
import { homedir } from 'node:os';
import { dirname, join } from 'node:path';
import { Worker } from 'node:worker_threads';
import { commandElsewhere, mainBeside } from './start.mjs';

const PROTOCOL = 1;
/** In milliseconds since the process began. */
const DEADLINES = { 'session-start': 1500, 'user-prompt-submit': 1000, 'pre-tool-use': 500 };
const MOST_PAYLOAD_BYTES = 8_000_000;
const LONGEST_PROMPT = 20_000;
const MOST_LOG_BYTES = 1_000_000;
/** A socket that does not answer at all is a dead server's. */
const CONNECT_MS = 100;

const event = process.argv[2] ?? '';
const dataDir = (process.env.REMANENCE_DATA_DIR || join(homedir(), '.remanence')).replace(/^~(?=[/\\]|$)/, homedir());

/** One line in a log of the data folder; a folder that is not there is not made. */
function note(what) {
  try {
    const file = join(dataDir, 'hooks.log');
    if (!existsSync(dataDir) || (statSync(file, { throwIfNoEntry: false })?.size ?? 0) > MOST_LOG_BYTES) return;
    appendFileSync(file, `${new Date().toISOString()} ${event} ${what}\n`, { mode: 0o600 });
  } catch {
    // Nobody is held up by a log.
  }
}

function leave(output) {
  if (output) process.stdout.write(`${JSON.stringify(output)}\n`, () => process.exit(0));
  else process.exit(0);
}

async function readPayload() {
  const chunks = [];
  let size = 0;
  for await (const chunk of process.stdin) {
    size += chunk.length;
    if (size > MOST_PAYLOAD_BYTES) throw new Error('the payload is too large');
    chunks.push(chunk);
  }
  const { session_id, cwd, source, prompt, tool_input } = JSON.parse(Buffer.concat(chunks).toString('utf8'));
  if (typeof session_id !== 'string' || typeof cwd !== 'string')
    throw new Error('the payload names no session or folder');
  // What is not needed is not passed on: a tool's input holds whole files.
  return {
    session_id,
    cwd: process.env.CLAUDE_PROJECT_DIR || cwd,
    ...(typeof source === 'string' ? { source } : {}),
    ...(typeof prompt === 'string' ? { prompt: prompt.slice(0, LONGEST_PROMPT) } : {}),
    ...(typeof tool_input?.file_path === 'string' ? { tool_input: { file_path: tool_input.file_path } } : {}),
  };
}

/** `.remanence.json` of the folder, or of one above it, may say `"memory": "off"`. */
function isOff(folder) {
  for (let at = folder; ; at = dirname(at)) {
    const file = join(at, '.remanence.json');
    if (statSync(file, { throwIfNoEntry: false })?.isFile())
      return JSON.parse(readFileSync(file, 'utf8')).memory === 'off';
    if (dirname(at) === at) return false;
  }
}

/** Servers that run on the data folder, the latest first. */
function addresses() {
  const folder = join(dataDir, 'hooks');
  if (!existsSync(folder)) return [];
  return readdirSync(folder)
    .filter((name) => /\.(?:sock|pipe)$/.test(name))
    .map((name) => ({ path: join(folder, name), at: statSync(join(folder, name)).mtimeMs }))
    .sort((a, b) => b.at - a.at)
    .map(({ path }) => (path.endsWith('.pipe') ? readFileSync(path, 'utf8') : path));
}

/** What a server answers; rejects where there is none, or one that speaks otherwise. */
function ask(address, payload) {
  return new Promise((resolve, reject) => {
    const socket = connect(address);
    const waiting = setTimeout(() => socket.destroy(new Error('no connection')), CONNECT_MS);
    let text = '';
    socket.setEncoding('utf8').on('connect', () => {
      clearTimeout(waiting);
      socket.write(
        `${JSON.stringify({ protocol: PROTOCOL, event, payload, user: process.env.REMANENCE_USER || undefined })}\n`,
      );
    });
    socket.on('data', (chunk) => {
      text += chunk;
    });
    socket.on('error', reject);
    socket.on('close', () => {
      try {
        resolve(JSON.parse(text).output);
      } catch (error) {
        reject(error);
      }
    });
  });
}

/** By words and graph, in a thread or a process that ends with this one. */
function searchAlone(payload) {
  const main = mainBeside();
  const { command, args } = main ? {} : commandElsewhere();
  // Fetching a package takes longer than any deadline.
  if (!main && args.length > 0) return Promise.resolve(null);
  const program = main
    ? new Worker(main, { argv: ['hook', event], stdin: true, stdout: true, stderr: true })
    : spawn(command, ['hook', event], { stdio: ['pipe', 'pipe', 'ignore'], shell: process.platform === 'win32' });
  return new Promise((resolve, reject) => {
    let text = '';
    program.on('error', reject);
    program.stdout.setEncoding('utf8').on('data', (chunk) => {
      text += chunk;
    });
    program.stdout.on('end', () => resolve(text.trim() === '' ? null : JSON.parse(text)));
    program.stdin.end(JSON.stringify(payload));
    if (!main) process.once('exit', () => program.kill());
  });
}

async function answer() {
  const payload = await readPayload();
  if (isOff(payload.cwd)) return null;
  for (const address of addresses()) {
    try {
      return await ask(address, payload);
    } catch (error) {
      note(`a server did not answer: ${error.message}`);
    }
  }
  return existsSync(dataDir) ? searchAlone(payload) : null;
}

const deadline = DEADLINES[event] && Number(process.argv[3] ?? DEADLINES[event]);
if (deadline === undefined) note('is no event that is known');
if (deadline === undefined || process.env.REMANENCE_HOOKS === 'off') leave(null);
else {
  setTimeout(() => {
    note('took too long');
    leave(null);
  }, deadline - performance.now());
  answer().then(leave, (error) => {
    // What is no JSON may be quoted in the message.
    note(error instanceof SyntaxError ? 'something was not JSON' : error.message);
    leave(null);
  });
}
