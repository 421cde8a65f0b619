// Lasting statements of a session become proposals in the inbox, or memories if so configured.
import type { Capture } from '../../config.ts';
import { redactText } from '../../engine/secrets/redact.ts';
import { type HookContext, memoriesOf } from './context.ts';
import { privateIn, withoutPrivate } from './privacy.ts';
import { clientOf, type Payload } from './protocol.ts';
import { repeats, tells } from './repeating.ts';
import { sentencesOf } from './sentences.ts';
import { isQuestion, type Statement, statedByAgent, statedByUser } from './statements.ts';
import { type Entry, readTranscript } from './transcript.ts';

type Said = Statement & { readonly by: 'user' | 'agent' };

/** Longer messages were pasted, not written. */
const MAX_MESSAGE_LENGTH = 4000;
const MAX_PROPOSALS = 10;
const MAX_WAITING = 100;
const LIKE_IT = 5;
const EDITS = /^(?:Edit|Write|MultiEdit|NotebookEdit|apply_patch)$/;
const STORES = /store_memory$/;
const RECALLS = /(?:recall|search_text|get_memory|search)$/;
const NUDGE =
  'Files were changed in this session, and nothing was stored. If it settled something that a later session needs to know (a decision and its reason, a convention, a pitfall), store each of these in your memory. If not, end here without a remark.';

/** Reads what is new in the transcript. Returns a nudge for the agent, at most once per session, or null. */
export async function capture(context: HookContext, payload: Payload, way: Capture): Promise<string | null> {
  const { session_id, transcript_path } = payload;
  if (way === 'off' || transcript_path === undefined) return null;
  const session = context.sessions.read(session_id);
  const { entries, earlier, end } = readTranscript(transcript_path, session_id, session.read);
  if (way !== 'nudge') {
    const secrets = [...earlier, ...entries].flatMap((entry) => (entry.kind === 'user' ? privateIn(entry.text) : []));
    const fresh = lastingStatements(entries).filter(({ text }) => !secrets.some((secret) => tells(text, secret)));
    await keep(context, payload, await unknown(context, fresh, session.memories), way);
  }
  const tools = entries.flatMap((entry) => (entry.kind === 'tool' ? [entry.name] : []));
  // Another hook may have written meanwhile.
  const current = context.sessions.read(session_id);
  const known = {
    ...current,
    read: end,
    hasEdited: current.hasEdited || tools.some((name) => EDITS.test(name)),
    hasStored: current.hasStored || tools.some((name) => STORES.test(name)),
  };
  // An agent that already continues because of a hook is not asked again.
  const isAsked = way === 'nudge' && known.hasEdited && !known.hasStored && !known.isNudged;
  const asks = isAsked && payload.stop_hook_active === false;
  context.sessions.write(session_id, { ...known, isNudged: known.isNudged || asks });
  return asks ? NUDGE : null;
}

/** Lasting statements of user and agent in these entries, in order. */
function lastingStatements(entries: readonly Entry[]): Said[] {
  const found: Said[] = [];
  let isRecalling = false;
  let wasAsked = false;
  for (const entry of entries) {
    if (entry.kind === 'tool') {
      isRecalling ||= RECALLS.test(entry.name);
      continue;
    }
    if (entry.kind === 'user' && entry.text.length > MAX_MESSAGE_LENGTH) continue;
    // Redact first: a secret split into sentences would no longer be recognised.
    const sentences = sentencesOf(redactText(withoutPrivate(entry.text)).value);
    if (entry.kind === 'user') {
      isRecalling = sentences.some(isQuestion);
      found.push(...statedByUser(sentences, wasAsked).map((each) => ({ ...each, by: 'user' as const })));
      continue;
    }
    wasAsked = /\?\s*$/.test(entry.text);
    if (!isRecalling) {
      found.push(...statedByAgent(sentences).map((each) => ({ ...each, by: 'agent' as const })));
    }
  }
  return found;
}

/** Statements found in no memory, no waiting proposal and not earlier in this session. */
async function unknown(context: HookContext, said: readonly Said[], told: readonly string[]): Promise<Said[]> {
  if (said.length === 0) return [];
  const { engine, actor } = context;
  const waiting = await engine.inbox.list(actor, 'proposal', { limit: MAX_WAITING });
  const known = [
    ...(await memoriesOf(context, told)).map(({ content }) => content),
    ...waiting.items.flatMap(({ proposal }) => (proposal ? [proposal.content] : [])),
  ];
  const fresh: Said[] = [];
  for (const each of said) {
    const alike = (await engine.retrieval.byWords(actor, each.text, LIKE_IT)).map(({ memory }) => memory.content);
    if ([...known, ...alike].some((other) => repeats(each.text, other, each.by))) continue;
    fresh.push(each);
    known.push(each.text);
  }
  return fresh.slice(0, MAX_PROPOSALS);
}

async function keep(
  { engine, actor }: HookContext,
  payload: Payload,
  said: readonly Said[],
  way: Capture,
): Promise<void> {
  for (const { text, worth, by } of said) {
    const source = `${clientOf(payload) ?? 'a session'}, said by the ${by}`;
    const tags = [worth];
    if (way === 'store') await engine.memories.store(actor, { content: text, tags, metadata: { source } });
    else await engine.inbox.propose(actor, { content: text, type: null, tags, metadata: {}, source });
  }
}
