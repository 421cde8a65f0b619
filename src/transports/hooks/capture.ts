// Lasting statements of a session become proposals in the inbox, or memories if so configured.
import type { Capture } from '../../config.ts';
import { redactText } from '../../engine/secrets/redact.ts';
import { yieldToEventLoop } from '../../engine/waiting.ts';
import { type HookContext, memoriesOf } from './context.ts';
import { privateIn, withoutPrivate } from './privacy.ts';
import { clientOf, type Payload } from './protocol.ts';
import { repeats, tells, type Wording, wordingOf } from './repeating.ts';
import { sentencesOf } from './sentences.ts';
import { isQuestion, type Statement, statedByAgent, statedByUser } from './statements.ts';
import { type Entry, readTranscript } from './transcript.ts';

type Said = Statement & { readonly by: 'user' | 'agent' };

/** A user's longer messages were pasted, not written; an agent's are reports. */
const MAX_MESSAGE_LENGTH = 4000;
const MAX_PROPOSALS = 10;
/** The most statements that are searched for: many are known already. */
const MAX_STATEMENTS = 30;
const MAX_WAITING = 100;
const LIKE_IT = 5;
const EDITS = /^(?:Edit|Write|MultiEdit|NotebookEdit|apply_patch)$/;
const STORES = /store_memory$/;
const RECALLS = /(?:recall|search_text|get_memory|search)$/;
const NUDGE =
  'Files were changed in this session, and nothing was stored. If it settled something that a later session needs to know (a decision and its reason, a convention, a pitfall), store each of these in your memory. If not, end here without a remark.';

/** Reads what is new in the transcript. Returns a nudge for an agent that has not had one, or null. */
export async function capture(context: HookContext, payload: Payload, way: Capture): Promise<string | null> {
  const { session_id, transcript_path } = payload;
  if (way === 'off' || transcript_path === undefined) return null;
  const session = context.sessions.read(session_id);
  const { entries, earlier, end } = await readTranscript(transcript_path, session_id, session.read);
  if (way !== 'nudge') {
    const statements = await lastingStatements(entries);
    const open =
      statements.length === 0 ? [] : await withoutSecrets(byPriority(statements), [...earlier(), ...entries]);
    const fresh = new Set(await unknown(context, open, session.memories));
    const inOrder = statements.filter((each) => fresh.has(each));
    await keep(context, payload, inOrder, way);
  }
  const tools = entries.flatMap((entry) => (entry.kind === 'tool' ? [entry.name] : []));
  // Another hook may have written meanwhile.
  const current = context.sessions.read(session_id);
  const known = {
    ...current,
    // A transcript that was rewritten may be shorter than what was read of it.
    read: current.read === session.read ? end : Math.max(current.read, end),
    hasEdited: current.hasEdited || tools.some((name) => EDITS.test(name)),
    hasStored: current.hasStored || tools.some((name) => STORES.test(name)),
  };
  context.sessions.write(session_id, known);
  // An agent that already continues because of a hook is not asked again.
  const isAsked = way === 'nudge' && known.hasEdited && !known.hasStored && !known.isNudged;
  return isAsked && payload.stop_hook_active === false ? NUDGE : null;
}

/** Lasting statements of user and agent in these entries, in order. */
async function lastingStatements(entries: readonly Entry[]): Promise<Said[]> {
  const found: Said[] = [];
  let isRecalling = false;
  let wasAsked = false;
  for (const entry of entries) {
    if (entry.kind === 'tool') {
      isRecalling ||= RECALLS.test(entry.name);
      continue;
    }
    await yieldToEventLoop();
    if (entry.text.length > MAX_MESSAGE_LENGTH) {
      wasAsked = entry.kind === 'agent' ? asks(entry.text) : wasAsked;
      continue;
    }
    // Redact first: a secret split into sentences would no longer be recognised.
    const sentences = sentencesOf(redactText(withoutPrivate(entry.text)).value);
    if (entry.kind === 'user') {
      isRecalling = sentences.some(isQuestion);
      found.push(...statedByUser(sentences, wasAsked).map((each) => ({ ...each, by: 'user' as const })));
      continue;
    }
    wasAsked = asks(entry.text);
    if (!isRecalling) {
      found.push(...statedByAgent(sentences).map((each) => ({ ...each, by: 'agent' as const })));
    }
  }
  return found;
}

const asks = (text: string): boolean => text.trimEnd().endsWith('?');

/** The user's before the agent's, the latest first, as many as are searched for. */
function byPriority(said: readonly Said[]): Said[] {
  const latest = said.toReversed();
  const by = (who: Said['by']) => latest.filter((each) => each.by === who);
  return [...by('user'), ...by('agent')].slice(0, MAX_STATEMENTS);
}

/** Those that reveal nothing that the user marked private, in a message of any length. */
async function withoutSecrets(said: readonly Said[], entries: readonly Entry[]): Promise<Said[]> {
  const texts = entries.flatMap((entry) => (entry.kind === 'user' ? privateIn(entry.text) : []));
  const secrets = await wordings(texts.filter((text) => text.trim() !== ''));
  return said.filter(({ text }) => {
    const wording = wordingOf(text);
    return !secrets.some((secret) => tells(wording, secret));
  });
}

/** The first statements found in no memory, no waiting proposal and no statement before them. */
async function unknown(context: HookContext, said: readonly Said[], told: readonly string[]): Promise<Said[]> {
  if (said.length === 0) return [];
  const { engine, actor } = context;
  const waiting = await engine.inbox.list(actor, 'proposal', { limit: MAX_WAITING });
  const known = await wordings([
    ...(await memoriesOf(context, told)).map(({ content }) => content),
    ...waiting.items.flatMap(({ proposal }) => (proposal ? [proposal.content] : [])),
  ]);
  const alike = new Map<string, Wording>();
  const fresh: Said[] = [];
  for (const each of said) {
    if (fresh.length === MAX_PROPOSALS) break;
    const wording = wordingOf(each.text);
    if (known.some((other) => repeats(wording, other, each.by))) continue;
    let isKnown = false;
    for (const { memory } of await engine.retrieval.byWords(actor, each.text, LIKE_IT)) {
      await yieldToEventLoop();
      const other = alike.get(memory.id) ?? wordingOf(memory.content);
      alike.set(memory.id, other);
      isKnown ||= repeats(wording, other, each.by);
    }
    if (isKnown) continue;
    fresh.push(each);
    known.push(wording);
  }
  return fresh;
}

async function wordings(texts: readonly string[]): Promise<Wording[]> {
  const made: Wording[] = [];
  for (const text of texts) {
    await yieldToEventLoop();
    made.push(wordingOf(text));
  }
  return made;
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
