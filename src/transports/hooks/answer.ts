// What the memory contributes at an event of a client's session.
import { basename, relative } from 'node:path';
import type { Capture } from '../../config.ts';
import type { Actor } from '../../engine/access/actor.ts';
import type { GivenResult } from '../../engine/access/recorder.ts';
import type { Engine } from '../../engine/engine.ts';
import type { Memory } from '../../engine/model.ts';
import { memoryGiven } from '../../engine/recalls/recording.ts';
import { tokens } from '../../engine/retrieval/budget.ts';
import { NO_PARTS } from '../../engine/retrieval/parts.ts';
import type { Found } from '../../engine/retrieval/results.ts';
import { isValidNow } from '../../engine/temporal/validity.ts';
import { bearing } from './bearing.ts';
import { capture } from './capture.ts';
import { type HookContext, memoriesOf } from './context.ts';
import { type Fenced, fence, type QuotedMemory } from './fence.ts';
import { everyday, isOrdinary } from './ordinary.ts';
import { withoutPrivate } from './privacy.ts';
import { type Answer, clientOf, EVENTS, type HookEvent, type HookRequest, type Payload } from './protocol.ts';
import { sentencesOf } from './sentences.ts';
import { isLasting } from './statements.ts';

/** Types that come first, however old: what the project has settled. */
const STANDING =
  /^(?:user_preference|design|requirements|code_pattern|preference|decision|convention|rule|correction)s?$/i;
/** Memories looked through for the brief, newest first. */
const LOOKED_THROUGH = 300;
/** Memories looked through for the name of a file, best match first. */
const LOOKED_THROUGH_FOR_FILE = 30;
const LATEST = 5;
const MAX_RECALLED = 3;
/** From this share of everyday words, a prompt says little; tuned on prompts of either kind. */
const MOSTLY_EVERYDAY = 0.5;
/** A prompt of fewer words says little, too. */
const MIN_WORDS = 2;
/** The least confidence in an answer to a prompt that says little. */
const SURE_ENOUGH = 0.5;
const MAX_PROMPT_LENGTH = 4000;
const MAX_SENTENCE = 500;

type Told = Pick<Found, 'memory' | 'stale' | 'score' | 'parts'>;

/** What is injected, and what the recall log records of it. */
interface Injected extends Fenced {
  readonly question: string;
  readonly given: readonly GivenResult[];
  /** The file that it is about. */
  readonly file?: string;
}

const NOTHING: Answer = { text: null, delivered: () => {} };

export async function answer(context: HookContext, request: HookRequest & { capture: Capture }): Promise<Answer> {
  const { event, payload } = request;
  const started = performance.now();
  if (event === 'stop') {
    const text = await capture(context, payload, request.capture);
    return text === null ? NOTHING : { text, delivered: () => nudged(context, payload) };
  }
  if (event === 'pre-compact' || event === 'session-end') {
    // Clients ignore output of these events; what the last Stop proposed is not proposed again.
    await capture(context, payload, request.capture);
    if (event === 'session-end') context.sessions.sweep(context.now);
    return NOTHING;
  }
  const injected = await injectedAt(event, context, payload);
  if (!injected) return NOTHING;
  const ms = performance.now() - started;
  return { text: injected.text, delivered: () => countAsGiven(context, event, payload, injected, ms) };
}

function nudged({ sessions }: HookContext, { session_id }: Payload): void {
  sessions.write(session_id, { ...sessions.read(session_id), isNudged: true });
}

function injectedAt(event: HookEvent, context: HookContext, payload: Payload): Promise<Injected | null> {
  if (event === 'session-start') return brief(context, payload);
  return event === 'user-prompt-submit' ? recalled(context, payload) : aboutFile(context, payload);
}

/** Not given again in this session; logged, so that people can see what an agent was given unasked. */
function countAsGiven(
  { engine, actor, sessions }: HookContext,
  event: HookEvent,
  payload: Payload,
  { text, told, question, given, file }: Injected,
  ms: number,
): void {
  const memories = told.map(({ memory }) => memory.id);
  sessions.add(payload.session_id, { memories, files: file === undefined ? [] : [file] });
  if (given.length === 0) return;
  const recorder = engine.recalls.recorder({ profile: 'hooks', tool: EVENTS[event].name, client: clientOf(payload) });
  if (!recorder) return;
  recorder.enter();
  recorder.leave({ ...actor, session: payload.session_id }, { question, given, weak: false, confidence: null });
  engine.recalls.answered(recorder, ms, () => tokens(text));
}

/** The project's decisions and preferences, then its latest memories; after a compaction also what the session had. */
async function brief(context: HookContext, payload: Payload): Promise<Injected | null> {
  const { engine, actor, sessions, now } = context;
  sessions.sweep(now);
  const before = sessions.read(payload.session_id);
  const valid = await engine.memories.validAt(actor, LOOKED_THROUGH);
  const isResumed = payload.source === 'resume';
  const had = payload.source === 'compact' ? await memoriesOf(context, before.memories) : [];
  const all = [
    ...had.filter((memory) => isValidNow(memory, now)),
    ...valid.filter(isStanding),
    ...valid.slice(0, LATEST),
  ];
  const known = new Map(all.map((memory) => [memory.id, memory]));
  if (isResumed) for (const id of before.memories) known.delete(id);
  const fenced = fence(
    'What is known of this project:',
    await withStale(engine, actor, [...known.values()]),
    EVENTS['session-start'].tokens,
    now,
    await waiting(engine, actor),
  );
  // Only a resumed session still knows what it was told.
  if (!isResumed) sessions.write(payload.session_id, { ...sessions.read(payload.session_id), memories: [], files: [] });
  if (!fenced) return null;
  const given = fenced.told.map(
    ({ memory }): GivenResult => ({ source: 'memory', id: memory.id, score: 0, parts: {} }),
  );
  return { ...fenced, question: `(${payload.source ?? 'start'} of a session)`, given };
}

/** By how it is filed, or by what its first sentence says. */
const isStanding = ({ type, label, tags, content }: Memory): boolean =>
  [type, label, ...tags].some((name) => name !== null && STANDING.test(name)) || isLasting(firstSentence(content));

const firstSentence = (content: string): string => sentencesOf(content.slice(0, MAX_SENTENCE))[0] ?? '';

async function withStale(engine: Engine, actor: Actor, memories: readonly Memory[]): Promise<QuotedMemory[]> {
  const stale = (await engine.inbox.staleness(actor, memories)).map((each) => each.stale);
  return memories.map((memory, i) => ({ memory, stale: stale[i] ?? null }));
}

const WAITING_KINDS = {
  proposal: ['proposal', 'proposals'],
  contradiction: ['contradiction', 'contradictions'],
  duplicate: ['duplicate', 'duplicates'],
  stale: ['stale memory', 'stale memories'],
} as const;

/** The inbox in one line; null if empty. */
async function waiting(engine: Engine, actor: Actor): Promise<string | null> {
  const counts = await engine.inbox.counts(actor);
  const parts = (['proposal', 'contradiction', 'duplicate', 'stale'] as const).flatMap((kind) => {
    const count = counts[kind];
    return count === 0 ? [] : [`${count} ${WAITING_KINDS[kind][count === 1 ? 0 : 1]}`];
  });
  return parts.length === 0
    ? null
    : `Waiting in the inbox for the user to decide: ${parts.join(', ')} (remanence inbox).`;
}

/** Memories that bear on the prompt and that this session has not been told yet. */
async function recalled(context: HookContext, { session_id, prompt = '' }: Payload): Promise<Injected | null> {
  const { engine, actor } = context;
  const question = withoutPrivate(prompt).trim().slice(0, MAX_PROMPT_LENGTH);
  // A slash command is for the client, not the agent.
  if (question === '' || question.startsWith('/') || isOrdinary(question)) return null;
  // Most prompts are not questions, so no memory would answer them.
  const asked = { limit: MAX_RECALLED, judges: false };
  const { found, weak, confidence } = await engine.retrieval.recall(actor, question, asked);
  const { said, share } = everyday(question);
  const saysLittle = share >= MOSTLY_EVERYDAY || said < MIN_WORDS;
  if (saysLittle && confidence < SURE_ENOUGH) return null;
  const about = await withLater(context, bearing(found, weak));
  return tell(context, session_id, { heading: 'Perhaps of use here:', question }, about, 'user-prompt-submit');
}

/** Each result after the later memory that may have changed it, which was perhaps not found. */
async function withLater(context: HookContext, found: readonly Found[]): Promise<Told[]> {
  const all = new Map<string, Told>();
  for (const each of found) {
    const later = found.find(({ memory }) => memory.id === each.changedBy) ?? (await unfound(context, each.changedBy));
    for (const hit of [...(later ? [later] : []), each]) all.set(hit.memory.id, hit);
  }
  return [...all.values()];
}

async function unfound(context: HookContext, id: string | null): Promise<Told | undefined> {
  const memories = id === null ? [] : await memoriesOf(context, [id]);
  const [quoted] = await withStale(context.engine, context.actor, memories);
  return quoted && { ...quoted, score: 0, parts: NO_PARTS };
}

/** Memories that name the file about to be changed, once per session. */
async function aboutFile(context: HookContext, { session_id, cwd, tool_input }: Payload): Promise<Injected | null> {
  const { engine, actor, sessions } = context;
  const path = tool_input?.file_path;
  if (path === undefined || sessions.read(session_id).files.includes(path)) return null;
  const name = basename(path);
  const inside = relative(cwd, path).replaceAll('\\', '/');
  const found = await engine.retrieval.byWords(actor, `${inside} ${name}`, LOOKED_THROUGH_FOR_FILE);
  const naming = found.filter(({ memory }) => namesFile(memory.content, name));
  const about = tell(context, session_id, { heading: `About ${name}:`, question: inside }, naming, 'pre-tool-use');
  if (!about) sessions.add(session_id, { memories: [], files: [path] });
  return about && { ...about, file: path };
}

/** Matches whole names: `a.ts` is not in `data.ts`. */
function namesFile(content: string, name: string): boolean {
  if (name === '') return false;
  for (let at = content.indexOf(name); at >= 0; at = content.indexOf(name, at + 1)) {
    const [before = ' ', after = ' '] = [content[at - 1], content[at + name.length]];
    if (!/[\w.-]/.test(before) && !/\w/.test(after)) return true;
  }
  return false;
}

function tell(
  { sessions, now }: HookContext,
  session: string,
  { heading, question }: { readonly heading: string; readonly question: string },
  found: readonly Told[],
  event: HookEvent,
): Injected | null {
  const before = sessions.read(session);
  const fresh = found.filter(({ memory }) => !before.memories.includes(memory.id));
  const fenced = fence(heading, fresh, EVENTS[event].tokens, now);
  if (!fenced) return null;
  const ids = new Set(fenced.told.map(({ memory }) => memory.id));
  return { ...fenced, question, given: fresh.filter(({ memory }) => ids.has(memory.id)).map(memoryGiven) };
}
