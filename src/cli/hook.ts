import { existsSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { text } from 'node:stream/consumers';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { type Config, readConfig } from '../config.ts';
import { DATABASE, HOOKS } from '../data-folder.ts';
import { LOCAL } from '../engine/access/actor.ts';
import type { Engine } from '../engine/engine.ts';
import { invalid, RemanenceError } from '../errors.ts';
import { log, setLogLevel } from '../log.ts';
import { findProject } from '../project-folder.ts';
import { answer } from '../transports/hooks/answer.ts';
import { CAPTURING, HookEvent, HookRequest, outputOf, Payload, PROTOCOL } from '../transports/hooks/protocol.ts';
import { Sessions } from '../transports/hooks/sessions.ts';
import { listenForHooks, type Reply } from '../transports/hooks/socket.ts';
import { allowedIn } from '../transports/hooks/switch.ts';
import { passOver } from '../transports/hooks/unheard.ts';
import { write } from './standard-output.ts';

/** Holds the servers' sockets and what each session was told. */
const folderOf = ({ dataDir }: Config): string => join(resolve(dataDir), HOOKS);

const sessionsOf = (config: Config): Sessions => new Sessions(join(folderOf(config), 'sessions'));

const SILENCE: Reply = { output: null, delivered: () => {} };

/** Opens the engine only if there may be something to say. */
async function replyTo(config: Config, open: () => Promise<Engine>, request: HookRequest): Promise<Reply> {
  const { event, payload, capture = config.capture } = request;
  const sessions = sessionsOf(config);
  const { recalls, captures } = allowedIn(payload.cwd);
  passOver(sessions, event, payload, captures && capture !== 'off');
  if (!(CAPTURING.includes(event) ? captures : recalls)) return SILENCE;
  const engine = await open();
  const actor = { who: LOCAL, user: config.user, project: projectIn(payload.cwd, request.project) };
  const { text, delivered } = await answer({ engine, actor, sessions, now: Date.now() }, { ...request, capture });
  return { output: outputOf(event, text), delivered };
}

/** The same project as the plugin's server: named by the variable, else by the client's working folder. */
const projectIn = (folder: string, name = 'auto'): string => findProject(name === 'auto' ? `auto:${folder}` : name);

/** Hooks find servers only by the data folder, so a server whose data lies elsewhere must not answer them. */
async function servesOwnFile(config: Config): Promise<boolean> {
  const { databasePath } = await import('../compose.ts');
  return config.database === undefined && databasePath(config) === resolve(config.dataDir, DATABASE);
}

/** Lets a server answer hooks with its own model, which the first event of a session wakes. */
export async function answerHooks(config: Config, engine: () => Promise<Engine>): Promise<void> {
  if (config.hooks === 'off' || !(await servesOwnFile(config))) return;
  listenForHooks(folderOf(config), async (request) => {
    // The hook then asks the next server, or searches by itself.
    if (request.user !== config.user) throw invalid('This server acts for another user.');
    return replyTo(config, () => awakened(engine, request), request);
  });
}

async function awakened(open: () => Promise<Engine>, { event }: HookRequest): Promise<Engine> {
  const engine = await open();
  if (event === 'session-start') void engine.wake();
  return engine;
}

function readEvent(event: string): HookEvent {
  const { data } = HookEvent.safeParse(event);
  if (data === undefined) throw invalid(`Unknown hook event: ${event}.`, `Use one of ${HookEvent.options.join(', ')}.`);
  return data;
}

/** Says what is expected without quoting what came, which may be private. */
function readPayload(input: string): Payload {
  try {
    return Payload.parse(JSON.parse(input));
  } catch {
    const what = input.trim() === '' ? 'Standard input is empty.' : 'Standard input is not an event of a client.';
    throw invalid(
      what,
      `Give the event as JSON, at least ${JSON.stringify({ session_id: 'ID', cwd: '/path/of/the/project' })}.`,
    );
  }
}

/** Answers an event without a server, by words and graph but no model; silent if no store exists. */
export const hook = (named: string): Promise<void> =>
  answerAlone(named).catch((thrown: unknown) => {
    throw unquoting(thrown);
  });

/** Printed messages go into the log of the hooks; those of other errors may quote what was said. */
function unquoting(thrown: unknown): RemanenceError {
  if (thrown instanceof RemanenceError) return thrown;
  const kind = thrown instanceof Error ? ('code' in thrown ? thrown.code : thrown.name) : typeof thrown;
  return new RemanenceError('internal', `It failed: ${kind}.`, { cause: thrown });
}

async function answerAlone(named: string): Promise<void> {
  const event = readEvent(named);
  const config = readConfig({ logLevel: 'warn' }, process.env);
  setLogLevel(config.logLevel);
  // Read first: the process does not end while standard input is unread.
  const payload = readPayload(await text(process.stdin));
  if (config.hooks === 'off') {
    if (existsSync(config.dataDir)) passOver(sessionsOf(config), event, payload, false);
    return;
  }
  const { homeOf, openEngine } = await import('../compose.ts');
  const home = homeOf(config);
  if (!(await home.exists())) {
    // A hook creates no store: it cannot tell a new folder from one that was misspelt or removed.
    if (CAPTURING.includes(event) && config.capture !== 'off')
      log.warn('nothing is proposed: a server has yet to create it', { store: home.address });
    return;
  }
  let engine: Engine | undefined;
  const open = async () => {
    // A hook must not upgrade a database that running servers use.
    engine = await openEngine({ ...config, migrate: 'off' }, { tends: false, embeds: false });
    return engine;
  };
  try {
    const request = {
      protocol: PROTOCOL,
      event,
      payload,
      project: process.env.REMANENCE_PROJECT || undefined,
    };
    const { output, delivered } = await replyTo(config, open, HookRequest.parse(request));
    if (output !== null) await write(`${JSON.stringify(output)}\n`);
    delivered();
    // The recall log is written after the answer.
    await nextTurn();
  } finally {
    await engine?.close();
  }
}
