// A hook of Claude Code or Codex: node hook.mjs EVENT [DEADLINE], the client's payload on standard input.
// Asks a running server through its socket in the data folder; if none answers, searches without the model. Prints
// JSON or nothing, always exits with 0, and never later than its deadline.
import { createHash } from 'node:crypto';
import {
  appendFileSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { connect } from 'node:net';
import { homedir } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import { commandOnPath, mainBeside, start } from './start.mjs';

const PROTOCOL = 3;
/** In milliseconds since the process started. */
const DEADLINES = {
  'session-start': 1500,
  'user-prompt-submit': 1000,
  'pre-tool-use': 500,
  stop: 2000,
  'pre-compact': 2000,
  'session-end': 1000,
};
/** These read the transcript. */
const CAPTURING = ['stop', 'pre-compact', 'session-end'];
/** What is said up to these events is passed over if memory is off, so that it is not captured later. */
const SAID = ['user-prompt-submit', ...CAPTURING];
const MAX_PAYLOAD_BYTES = 8_000_000;
const MAX_PROMPT_LENGTH = 20_000;
const MAX_COMPLAINT_LENGTH = 500;
const MAX_LINE = 5000;
/** A log that would become larger is set aside, in place of the one set aside before it. */
const MAX_LOG_BYTES = 1_000_000;
/** A larger `.remanence.json` is not read. */
const MAX_SETTING_BYTES = 65_536;
/** The usable share of a deadline; the rest is for ending the process. */
const USABLE = 0.9;
/** A socket that does not answer within this time belongs to a dead server. */
const CONNECT_MS = 100;

const event = process.argv[2] ?? '';
const dataDir = (process.env.REMANENCE_DATA_DIR || join(homedir(), '.remanence')).replace(/^~(?=[/\\]|$)/, homedir());

/** On one line, with control and format characters escaped: it may name a folder or quote a server. */
const printable = (text) =>
  text.slice(0, MAX_LINE).replace(/[\p{C}\u2028\u2029]/gu, (each) => `\\u{${each.codePointAt(0).toString(16)}}`);

/** Writes one line to the log in the data folder; does not create the folder. */
function note(what) {
  try {
    const file = join(dataDir, 'hooks.log');
    const line = printable(`${new Date().toISOString()} ${event} ${what}`);
    const size = (statSync(file, { throwIfNoEntry: false })?.size ?? 0) + Buffer.byteLength(line) + 1;
    if (size > MAX_LOG_BYTES) renameSync(file, `${file}.1`);
    if (existsSync(dataDir)) appendFileSync(file, `${line}\n`, { mode: 0o600 });
  } catch {
    // A log that cannot be written must not delay the client.
  }
}

/** What a server has already answered, while its end is awaited. */
let said = null;

/** Tells the server that its answer was passed on: what the client did not get does not count as given. */
let confirm = (end) => end();

function leave(output) {
  if (output) process.stdout.write(`${JSON.stringify(output)}\n`, () => confirm(() => process.exit(0)));
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
  if (size === 0) throw new Error('received nothing on standard input, where the client gives the event as JSON');
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

/** What `"memory"` may say in `.remanence.json`. */
const SETTINGS = {
  on: ['on', 'yes', 'true', 'always', 'enabled'],
  recall: ['recall'],
  off: ['off', 'no', 'false', 'never', 'disabled', 'none'],
};

/**
 * `.remanence.json` in the folder or any above it may switch memory off, or set `"recall"`, which captures nothing. A
 * file further down cannot loosen what a folder above it sets.
 */
function settingsFor(folder) {
  const above = dirname(resolve(folder));
  const own = settingsIn(join(resolve(folder), '.remanence.json'));
  return above === resolve(folder) ? own : [...own, ...settingsFor(above)];
}

const isOff = (settings) => settings.includes('off') || (settings.includes('recall') && CAPTURING.includes(event));

/** A file that is not understood may have meant to switch memory off. */
function settingsIn(file) {
  const stat = statSync(file, { throwIfNoEntry: false });
  if (!stat?.isFile()) return [];
  try {
    if (stat.size > MAX_SETTING_BYTES) throw new Error('it is larger than 64 KB');
    return settingsOf(JSON.parse(readFileSync(file, 'utf8')));
  } catch (error) {
    const why = error instanceof SyntaxError ? 'it is not JSON' : error.message;
    note(`memory is off because ${file} is not understood: ${why}. Set "memory" to "on", "recall" or "off".`);
    return ['off'];
  }
}

function settingsOf(contents) {
  if (typeof contents !== 'object' || contents === null || Array.isArray(contents))
    throw new Error('it is not an object');
  const names = Object.keys(contents);
  const memory = names.filter((name) => name.toLowerCase() === 'memory');
  if (names.length > 0 && memory.length === 0) throw new Error('it does not set "memory"');
  return memory.map((name) => settingOf(contents[name]));
}

function settingOf(value) {
  const word = String(value).trim().toLowerCase();
  const setting = Object.keys(SETTINGS).find((name) => SETTINGS[name].includes(word));
  // The value is not quoted: it may be a secret.
  if (!setting) throw new Error('"memory" has an unknown value');
  return setting;
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
      if (!text.endsWith('\n')) return;
      try {
        const { output, error } = JSON.parse(text);
        if (error) throw new Error(error);
        confirm = (end) => socket.end('delivered\n', end);
        resolve(output);
      } catch (error) {
        reject(error);
      }
    });
    socket.on('error', reject);
    socket.on('close', () => reject(new Error('the connection was closed')));
  });
}

/** By words and graph, in a process that ends with this one. Ending a thread inside a native call would abort this process. */
function searchAlone(payload) {
  const main = mainBeside();
  // Downloading a package takes longer than any deadline.
  const command = main ? process.execPath : commandOnPath();
  if (!command) return Promise.resolve(null);
  const program = start(command, [...(main ? [main] : []), 'hook', event], 'pipe');
  return new Promise((answered, reject) => {
    let text = '';
    let complaint = '';
    program.on('error', reject);
    program.stderr.setEncoding('utf8').on('data', (chunk) => {
      complaint = (complaint + chunk).slice(0, MAX_COMPLAINT_LENGTH);
    });
    program.stdout.setEncoding('utf8').on('data', (chunk) => {
      text += chunk;
      if (text.endsWith('\n')) said = JSON.parse(text);
    });
    program.once('close', (code) => {
      if (code)
        note(
          `the search ended with ${code}: ${complaint
            .replace(/^remanence: /, '')
            .replace(/\s+/g, ' ')
            .trim()}`,
        );
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
  const folders = [...new Set([payload.cwd, root])].map((folder) => ({ folder, settings: settingsFor(folder) }));
  const isSilent = process.env.REMANENCE_HOOKS === 'off' || folders.some(({ settings }) => isOff(settings));
  if (folders.some(({ settings }) => settings.includes('recall'))) process.env.REMANENCE_CAPTURE = 'off';
  if (!isSilent) return search({ ...payload, cwd: root });
  if (existsSync(dataDir)) passOver(payload);
  return null;
}

/** As in src/transports/hooks/unheard.ts. Written here, because another process might not have started at the deadline. */
function passOver({ session_id, transcript_path = '', source }) {
  const folder = join(dataDir, 'hooks', 'sessions');
  const file = join(folder, `${createHash('sha256').update(session_id).digest('hex').slice(0, 32)}.json`);
  // A resumed session that no hook has seen may hold what was said while memory was off.
  const isUnknown = event === 'session-start' && source === 'resume' && !existsSync(file);
  if (!isUnknown && !SAID.includes(event)) return;
  const known = sessionIn(file);
  // A prompt is not in the transcript yet, and a fork may get its transcript only with its first prompt.
  const isUnheard = isUnknown || event === 'user-prompt-submit';
  const read = (isUnheard ? undefined : statSync(transcript_path, { throwIfNoEntry: false })?.size) ?? known.read;
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  const part = `${file}.${process.pid}.part`;
  writeFileSync(part, JSON.stringify({ ...known, isUnheard, read }), { mode: 0o600 });
  renameSync(part, file);
}

function sessionIn(file) {
  try {
    return JSON.parse(readFileSync(file, 'utf8')) ?? {};
  } catch {
    return {};
  }
}

/** Only a server or a command creates the folder: a hook cannot tell a new one from one that was misspelt or removed. */
function nowhere() {
  if (CAPTURING.includes(event) && process.env.REMANENCE_CAPTURE !== 'off')
    process.stderr.write(
      `remanence: nothing is proposed, because ${printable(dataDir)} does not exist yet. A server creates it; then the next ${event} reads all of this session.\n`,
    );
  return null;
}

async function search(payload) {
  for (const server of servers()) {
    try {
      return await ask(server, payload);
    } catch (error) {
      note(`a server did not answer: ${error.message}`);
    }
  }
  return existsSync(dataDir) ? searchAlone(payload) : nowhere();
}

function fail(error) {
  // A SyntaxError's message may quote the input.
  note(error instanceof SyntaxError ? 'received invalid JSON' : error.message);
  leave(null);
}

process.on('uncaughtException', fail);
const deadline = DEADLINES[event] && Number(process.argv[3] ?? DEADLINES[event]);
if (deadline === undefined) note('is not a known event');
if (deadline === undefined) leave(null);
else {
  const giveUp = () => {
    if (!said) note('took too long');
    leave(said);
  };
  // First reads an answer that is already there: its sender counts it as given.
  setTimeout(() => setImmediate(giveUp), deadline * USABLE - performance.now());
  answer().then(leave, fail);
}
