// A hook of Claude Code or Codex: node hook.mjs EVENT [DEADLINE], the client's payload on standard input.
// Asks a running server through its socket in the data folder; if none answers, searches without the model. Prints
// JSON or nothing, always exits with 0, and never later than its deadline.
import { appendFileSync, existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { connect } from 'node:net';
import { homedir } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import { commandOnPath, mainBeside, start } from './start.mjs';

const PROTOCOL = 2;
/** In milliseconds since the process started. */
const DEADLINES = {
  'session-start': 1500,
  'user-prompt-submit': 1000,
  'pre-tool-use': 500,
  stop: 2000,
  'pre-compact': 2000,
  'session-end': 1000,
};
/** These read the transcript and print nothing. */
const CAPTURING = ['stop', 'pre-compact', 'session-end'];
const MAX_PAYLOAD_BYTES = 8_000_000;
const MAX_PROMPT_LENGTH = 20_000;
const MAX_LOG_BYTES = 1_000_000;
/** The usable share of a deadline; the rest is for ending the process. */
const USABLE = 0.9;
/** A socket that does not answer within this time belongs to a dead server. */
const CONNECT_MS = 100;

const event = process.argv[2] ?? '';
const dataDir = (process.env.REMANENCE_DATA_DIR || join(homedir(), '.remanence')).replace(/^~(?=[/\\]|$)/, homedir());

/** Writes one line to the log in the data folder; does not create the folder. */
function note(what) {
  try {
    const file = join(dataDir, 'hooks.log');
    if (!existsSync(dataDir) || (statSync(file, { throwIfNoEntry: false })?.size ?? 0) > MAX_LOG_BYTES) return;
    appendFileSync(file, `${new Date().toISOString()} ${event} ${what}\n`, { mode: 0o600 });
  } catch {
    // A log that cannot be written must not delay the client.
  }
}

/** What a server has already answered, while its end is awaited. */
let said = null;

function leave(output) {
  if (output) process.stdout.write(`${JSON.stringify(output)}\n`, () => process.exit(0));
  else process.exit(0);
}

async function readPayload() {
  const chunks = [];
  let size = 0;
  for await (const chunk of process.stdin) {
    size += chunk.length;
    if (size > MAX_PAYLOAD_BYTES) throw new Error('the payload is too large');
    chunks.push(chunk);
  }
  const payload = JSON.parse(Buffer.concat(chunks).toString('utf8'));
  const { session_id, cwd, transcript_path, source, prompt, tool_input, stop_hook_active } = payload;
  if (typeof session_id !== 'string' || typeof cwd !== 'string')
    throw new Error('the payload names no session or folder');
  // Pass on only what is needed: a tool's input contains whole files.
  return {
    session_id,
    cwd,
    ...(typeof transcript_path === 'string' ? { transcript_path } : {}),
    ...(typeof stop_hook_active === 'boolean' ? { stop_hook_active } : {}),
    ...(typeof source === 'string' ? { source } : {}),
    ...(typeof prompt === 'string' ? { prompt: prompt.slice(0, MAX_PROMPT_LENGTH) } : {}),
    ...(typeof tool_input?.file_path === 'string' ? { tool_input: { file_path: tool_input.file_path } } : {}),
  };
}

/**
 * `.remanence.json` in the folder or any above it may set `"memory": "off"`, or `"recall"`, which captures nothing. A
 * file further down cannot loosen what a folder above it sets.
 */
function isOff(folder) {
  for (let at = resolve(folder); ; at = dirname(at)) {
    const file = join(at, '.remanence.json');
    if (statSync(file, { throwIfNoEntry: false })?.isFile()) {
      const { memory } = JSON.parse(readFileSync(file, 'utf8'));
      if (memory === 'off' || (memory === 'recall' && CAPTURING.includes(event))) return true;
    }
    if (dirname(at) === at) return false;
  }
}

/** If set, the data is outside the data folder, whose servers do not serve it. */
const ELSEWHERE = ['REMANENCE_DATABASE', 'CODE_MEMORY_DB_PATH', 'CODE_MEMORY_DB_DIR'];

/** Sockets of the servers on the data folder, latest first. */
function servers() {
  const folder = join(dataDir, 'hooks');
  if (!existsSync(folder) || ELSEWHERE.some((name) => process.env[name])) return [];
  return (
    readdirSync(folder)
      .filter((name) => /\.(?:sock|pipe)$/.test(name))
      .map((name) => join(folder, name))
      // A server that has just ended has removed its own.
      .map((path) => ({ path, at: statSync(path, { throwIfNoEntry: false })?.mtimeMs ?? 0 }))
      .sort((a, b) => b.at - a.at)
      .map(({ path }) => path)
  );
}

/** The server's answer; rejects if there is no server or it speaks another protocol. */
function ask(server, payload) {
  return new Promise((resolve, reject) => {
    const socket = connect(server.endsWith('.pipe') ? readFileSync(server, 'utf8') : server);
    const waiting = setTimeout(() => socket.destroy(new Error('no connection')), CONNECT_MS);
    let text = '';
    socket.setEncoding('utf8').on('connect', () => {
      clearTimeout(waiting);
      const { REMANENCE_USER: user, REMANENCE_PROJECT: project, REMANENCE_CAPTURE: capture } = process.env;
      const settings = { user: user || undefined, project: project || undefined, capture: capture || undefined };
      socket.write(`${JSON.stringify({ protocol: PROTOCOL, event, payload, ...settings })}\n`);
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

/** By words and graph, in a process that ends with this one. Ending a thread inside a native call would abort this process. */
function searchAlone(payload) {
  const main = mainBeside();
  // Downloading a package takes longer than any deadline.
  const command = main ? process.execPath : commandOnPath();
  if (!command) return Promise.resolve(null);
  const program = start(command, [...(main ? [main] : []), 'hook', event], ['pipe', 'pipe', 'ignore']);
  return new Promise((answered, reject) => {
    let text = '';
    program.on('error', reject);
    program.stdout.setEncoding('utf8').on('data', (chunk) => {
      text += chunk;
      if (text.endsWith('\n')) said = JSON.parse(text);
    });
    const ended = new Promise((end) => program.stdout.once('end', end));
    program.once('exit', async (code) => {
      await ended;
      if (code) note(`the search ended with ${code}`);
      answered(said);
    });
    // If it ends before reading its input, the exit code says so.
    program.stdin.on('error', () => {});
    program.stdin.end(JSON.stringify(payload));
    process.once('exit', () => program.kill());
  });
}

async function answer() {
  const payload = await readPayload();
  const root = process.env.CLAUDE_PROJECT_DIR || payload.cwd;
  if (isOff(payload.cwd) || isOff(root)) return null;
  payload.cwd = root;
  for (const server of servers()) {
    try {
      return await ask(server, payload);
    } catch (error) {
      note(`a server did not answer: ${error.message}`);
    }
  }
  return existsSync(dataDir) ? searchAlone(payload) : null;
}

function fail(error) {
  // A SyntaxError's message may quote the input.
  note(error instanceof SyntaxError ? 'received invalid JSON' : error.message);
  leave(null);
}

process.on('uncaughtException', fail);
const deadline = DEADLINES[event] && Number(process.argv[3] ?? DEADLINES[event]);
if (deadline === undefined) note('is not a known event');
if (deadline === undefined || process.env.REMANENCE_HOOKS === 'off') leave(null);
else {
  setTimeout(
    () => {
      if (!said) note('took too long');
      leave(said);
    },
    deadline * USABLE - performance.now(),
  );
  answer().then(leave, fail);
}
