import { join, resolve } from 'node:path';
import { text } from 'node:stream/consumers';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { type Config, readConfig } from '../config.ts';
import { DATABASE, HOOKS } from '../data-folder.ts';
import { LOCAL } from '../engine/access/actor.ts';
import type { Engine } from '../engine/engine.ts';
import { invalid } from '../errors.ts';
import { setLogLevel } from '../log.ts';
import { findProject } from '../project-folder.ts';
import { answer } from '../transports/hooks/answer.ts';
import { HookEvent, HookRequest, outputOf, Payload, PROTOCOL } from '../transports/hooks/protocol.ts';
import { Sessions } from '../transports/hooks/sessions.ts';
import { listenForHooks } from '../transports/hooks/socket.ts';
import { isSwitchedOff } from '../transports/hooks/switch.ts';

/** Holds the servers' sockets and what each session was told. */
const folderOf = ({ dataDir }: Config): string => join(resolve(dataDir), HOOKS);

/** What the client reads, answered by an open engine. */
async function outputFor(config: Config, engine: Engine, request: HookRequest): Promise<object | null> {
  const { event, payload, capture = config.capture } = request;
  if (isSwitchedOff(payload.cwd, event)) return null;
  const actor = { who: LOCAL, user: config.user, project: projectIn(payload.cwd, request.project) };
  const sessions = new Sessions(join(folderOf(config), 'sessions'));
  return outputOf(event, await answer({ engine, actor, sessions, now: Date.now() }, { ...request, capture }));
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
    const opened = await engine();
    if (request.event === 'session-start') void opened.wake();
    return outputFor(config, opened, request);
  });
}

function readEvent(event: string): HookEvent {
  const { data } = HookEvent.safeParse(event);
  if (data === undefined) throw invalid(`Unknown hook event: ${event}.`, `Use one of ${HookEvent.options.join(', ')}.`);
  return data;
}

/** Answers an event without a server, by words and graph but no model; silent if no store exists. */
export async function hook(named: string): Promise<void> {
  const event = readEvent(named);
  const config = readConfig({ logLevel: 'silent' }, process.env);
  setLogLevel(config.logLevel);
  // Read first: the process does not end while standard input is unread.
  const payload = Payload.parse(JSON.parse(await text(process.stdin)));
  const { homeOf, openEngine } = await import('../compose.ts');
  if (config.hooks === 'off' || !(await homeOf(config).exists())) return;
  const engine = await openEngine(config, { tends: false, embeds: false });
  try {
    const request = {
      protocol: PROTOCOL,
      event,
      payload,
      project: process.env.REMANENCE_PROJECT || undefined,
    };
    const output = await outputFor(config, engine, HookRequest.parse(request));
    if (output !== null) process.stdout.write(`${JSON.stringify(output)}\n`);
    // The recall log is written after the answer.
    await nextTurn();
  } finally {
    await engine.close();
  }
}
