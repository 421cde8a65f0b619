// What the memory has to say at an event of a client's session.
import { basename, relative } from 'node:path';
import type { Actor } from '../../engine/access/actor.ts';
import type { Engine } from '../../engine/engine.ts';
import type { Memory } from '../../engine/model.ts';
import type { Found } from '../../engine/retrieval/retrieval.ts';
import { fence, type Told } from './fence.ts';
import { EVENTS, type HookRequest, type Payload } from './protocol.ts';
import type { Sessions } from './sessions.ts';

interface Asked {
  readonly engine: Engine;
  /** Confined to the project that the client works on. */
  readonly actor: Actor;
  readonly sessions: Sessions;
  readonly now: number;
}

/** What a project stands by comes first, whatever else was stored since. */
const STANDING = /^(?:user_preference|design|requirements|code_pattern|preference|decision|convention|rule)s?$/i;
const LOOKED_THROUGH = 300;
const LATEST = 5;
const MOST_RECALLED = 3;
/** What is much weaker than the best of an answer is rarely about the prompt. */
const NEAR_THE_BEST = 0.6;
/** Without a model: so much of what the prompt's words could give must be in a memory. */
const LEAST_COVERAGE = 0.6;
const LONGEST_PROMPT = 4000;

/** Null where there is nothing to say. */
export async function answer(asked: Asked, { event, payload }: HookRequest): Promise<string | null> {
  if (event === 'session-start') return brief(asked, payload);
  if (event === 'user-prompt-submit') return recalled(asked, payload);
  return aboutFile(asked, payload);
}

/** Decisions and preferences of the project, then the latest; after a compaction also what the session had. */
async function brief({ engine, actor, sessions, now }: Asked, payload: Payload): Promise<string | null> {
  sessions.sweep(now);
  const before = sessions.read(payload.session_id);
  const valid = await engine.memories.validAt(actor, LOOKED_THROUGH);
  const isResumed = payload.source === 'resume';
  const had = payload.source === 'compact' ? valid.filter(({ id }) => before.memories.includes(id)) : [];
  const standing = valid.filter(isStanding);
  const latest = valid.slice(0, LATEST);
  const chosen = [...new Set([...had, ...standing, ...latest])].filter(
    ({ id }) => !isResumed || !before.memories.includes(id),
  );
  const fenced = fence(
    'What is known of this project:',
    await withStale(engine, actor, chosen),
    EVENTS['session-start'].tokens,
    now,
  );
  // Only a session that goes on still has in mind what it was told.
  const kept = isResumed ? before : { memories: [], files: [] };
  const told = fenced?.told.map(({ memory }) => memory.id) ?? [];
  sessions.write(payload.session_id, { memories: [...kept.memories, ...told], files: kept.files });
  return fenced?.text ?? null;
}

const isStanding = ({ type, label, tags }: Memory): boolean =>
  [type, label, ...tags].some((name) => name !== null && STANDING.test(name));

async function withStale(engine: Engine, actor: Actor, memories: readonly Memory[]): Promise<Told[]> {
  const stale = await engine.code.links.stale(
    actor,
    memories.map(({ row }) => row),
  );
  return memories.map((memory) => ({ memory, stale: stale.get(memory.row) ?? null }));
}

/** What is clearly about the prompt, and was not told in this session. */
async function recalled(asked: Asked, { session_id, prompt = '' }: Payload): Promise<string | null> {
  const { engine, actor, sessions } = asked;
  // A command of the client, not words for the agent.
  if (prompt.trim() === '' || prompt.startsWith('/')) return null;
  const { found, weak } = await engine.retrieval.recall(actor, prompt.slice(0, LONGEST_PROMPT), {
    limit: MOST_RECALLED,
  });
  if (weak) return null;
  const best = found[0]?.score ?? 0;
  const about = found.filter((each) => isAbout(each, best));
  return tell(asked, session_id, 'Perhaps of use here:', about, EVENTS['user-prompt-submit'].tokens, sessions);
}

const isAbout = ({ score, cosine, coverage }: Found, best: number): boolean =>
  cosine === null ? coverage >= LEAST_COVERAGE : score >= best * NEAR_THE_BEST;

/** What names the file that is about to be changed, once a session. */
async function aboutFile(asked: Asked, { session_id, cwd, tool_input }: Payload): Promise<string | null> {
  const { engine, actor, sessions } = asked;
  const path = tool_input?.file_path;
  const session = sessions.read(session_id);
  if (path === undefined || session.files.includes(path)) return null;
  sessions.write(session_id, { ...session, files: [...session.files, path] });
  const name = basename(path);
  const inside = relative(cwd, path).replaceAll('\\', '/');
  const found = await engine.retrieval.byWords(actor, `${inside} ${name}`, LOOKED_THROUGH / 10);
  const naming = found.filter(({ memory }) => names(memory.content, name));
  return tell(asked, session_id, `About ${name}:`, naming, EVENTS['pre-tool-use'].tokens, sessions);
}

/** The name by itself: `a.ts` is not in `data.ts`. */
function names(content: string, name: string): boolean {
  const at = content.indexOf(name);
  const [before = ' ', after = ' '] = [content[at - 1], content[at + name.length]];
  return at >= 0 && !/[\w.-]/.test(before) && !/\w/.test(after);
}

function tell(
  { now }: Asked,
  session: string,
  heading: string,
  found: readonly Found[],
  budget: number,
  sessions: Sessions,
): string | null {
  const before = sessions.read(session);
  const fresh = found.filter(({ memory }) => !before.memories.includes(memory.id));
  const fenced = fence(heading, fresh, budget, now);
  if (!fenced) return null;
  const told = fenced.told.map(({ memory }) => memory.id);
  sessions.write(session, { ...before, memories: [...before.memories, ...told] });
  return fenced.text;
}
