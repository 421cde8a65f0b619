// Conversations about the memories of some cubes.
import { invalid, notFound, RemanenceError } from '../../errors.ts';
import type { Actor } from '../access/actor.ts';
import type { Cubes } from '../cubes/cubes.ts';
import type { CubeFound } from '../cubes/join.ts';
import { newId, toMem } from '../ids.ts';
import { citing, type Forgotten, type MatchesMessage, speakingOf } from '../memories/quotes.ts';
import type { Clock } from '../ports.ts';
import { cutText, tokens } from '../retrieval/budget.ts';
import { similarityOf } from '../retrieval/relevance.ts';
import { checkNoSecret, redactText } from '../secrets/redact.ts';
import { printTime } from '../temporal/validity.ts';
import { extract } from './extract.ts';
import type { ChatMessage, ChatOwner, ChatOwners, ChatSession, ChatStore, Llm } from './ports.ts';
import { promptOf, type Quoted } from './prompt.ts';

export interface ChatOptions {
  readonly session?: string | undefined;
  readonly cubes?: readonly string[] | undefined;
  /** How many memories to answer from. */
  readonly memories: number;
  readonly maxTokens: number;
  readonly signal?: AbortSignal | undefined;
}

export interface ChatAnswer {
  readonly text: string;
  readonly session: ChatSession;
  readonly at: number;
  /** The memories that the answer is based on, and whether it cites them. */
  readonly context: readonly (CubeFound & { readonly cited: boolean })[];
  readonly tokens: number;
  /** The model that wrote the answer; null if none did. */
  readonly model: string | null;
  /** Why the language model did not answer, or that no memory is about the question. */
  readonly note: string | null;
}

/** An answer under way, and what was forgotten since it was asked for. */
interface UnderWay {
  readonly owner: ChatOwner;
  readonly forgottenMessages: MatchesMessage[];
  /** Whose conversations were deleted, this one among them. */
  readonly forgottenOwners: ChatOwners[];
}

type Answer = Pick<ChatAnswer, 'text' | 'model' | 'note'> & { readonly tokens: number | null };

export interface ChatHistory {
  readonly session: ChatSession;
  readonly total: number;
  readonly messages: readonly ChatMessage[];
}

/** After a pause of this length, a new session starts. */
const PAUSE_MS = 30 * 60_000;
const REMEMBERED = 20;
const MAX_SESSION_ID_LENGTH = 100;
/** In tokens: above any limit a caller can set, and small enough for a client even if the model ignores its limit. */
const MAX_ANSWER_TOKENS = 6000;

const NOTHING_CLEAR = 'No memory is clearly about this, so none is cited.';
/** Memories with less than this share of the best similarity are not used for the answer. */
const TELLING = 0.6;

export class Chat {
  readonly #cubes: Cubes;
  readonly #store: ChatStore;
  readonly #llm: Llm | null;
  readonly #clock: Clock;
  readonly #underWay = new Set<UnderWay>();

  constructor(cubes: Cubes, store: ChatStore, llm: Llm | null, clock: Clock) {
    this.#cubes = cubes;
    this.#store = store;
    this.#llm = llm;
    this.#clock = clock;
  }

  /** The model that answers, null if only the memories do, and why it fails, if known. */
  status(actor: Actor): { readonly model: string | null; readonly error: string | null } {
    const problem = this.#llm?.problem() ?? null;
    return { model: this.#llm?.name ?? null, error: problem && reasonFor(actor, problem) };
  }

  async say(actor: Actor, question: string, options: ChatOptions): Promise<ChatAnswer> {
    const underWay: UnderWay = { owner: chatOwner(actor), forgottenMessages: [], forgottenOwners: [] };
    this.#underWay.add(underWay);
    try {
      return await this.#say(actor, question, options, underWay);
    } finally {
      this.#underWay.delete(underWay);
    }
  }

  async #say(actor: Actor, question: string, options: ChatOptions, underWay: UnderWay): Promise<ChatAnswer> {
    const { cubes, memories: limit, maxTokens, signal } = options;
    const session = await this.#sessionOf(actor, options.session);
    // A language model chooses the relevant memories itself; a text that is not a question has no answer.
    const judges = this.#llm === null && question.trimEnd().endsWith('?');
    const { found: all, weak } = await this.#cubes.search(actor, question, { cubes, limit, judges, signal });
    const found = weak ? [] : this.#llm === null ? telling(all) : all;
    const quoted = found.map((each) => quotedFrom(each, this.#clock.now()));
    const asked = redactText(question.toWellFormed().replaceAll('\u0000', '')).value;
    const answering = this.#answer(asked, quoted, weak, session, { maxTokens, signal });
    const answer = await answering.catch((thrown: unknown) => {
      const problem = this.#llm?.problem() ?? null;
      if (actor.cubes === undefined || problem === null || signal?.aborted) throw thrown;
      throw new RemanenceError('unavailable', reasonFor(actor, problem), { cause: thrown });
    });
    const { text, model } = answer;
    const note = [answer.note, weak ? NOTHING_CLEAR : null].filter((each) => each !== null).join(' ') || null;
    const at = this.#clock.now();
    const answered: ChatSession = { ...session, lastAt: at };
    // What was deleted while the model answered, by any process, must not come back with the answer.
    if ((await this.#holdsAll(actor, found)) && underWay.forgottenOwners.length === 0) {
      await this.#store.append(answered, [
        { role: 'user', content: asked, at: session.lastAt },
        { role: 'assistant', content: redactText(text).value, at },
      ]);
      for (const matches of underWay.forgottenMessages) await this.#store.forgetMessages(matches);
      for (const owners of underWay.forgottenOwners) await this.#store.forget(owners);
    }
    const context = found.map((each) => ({ ...each, cited: text.includes(toMem(each.memory.id)) }));
    return { text, session: answered, at, context, tokens: answer.tokens ?? tokens(text), model, note };
  }

  /** The named session, or the last one. */
  async history(actor: Actor, id: string | undefined, page: { limit: number; offset: number }): Promise<ChatHistory> {
    const session = await this.session(actor, id);
    return {
      session,
      total: await this.#store.count(session),
      messages: await this.#store.messages(session, page),
    };
  }

  async session(actor: Actor, id: string | undefined): Promise<ChatSession> {
    const found = await this.#find(actor, id);
    if (!found)
      throw notFound(id === undefined ? 'No chat session exists yet.' : `Session not found: ${id}`, 'session');
    return found;
  }

  /** Deletes the actor's conversations; the owner of this machine deletes everyone's within its user and project. */
  forget({ who, role, user, project }: Actor): Promise<number> {
    const owners: ChatOwners = { who: role === undefined ? undefined : who, user, project };
    for (const { owner, forgottenOwners } of this.#underWay) if (isOwned(owner, owners)) forgottenOwners.push(owners);
    return this.#store.forget(owners);
  }

  /** Deletes the messages that speak of a memory: anyone's that quote it, and its remover's that hold a word of it alone. */
  forgetQuotes(memories: readonly Forgotten[]): Promise<number> {
    return this.#forgetMessages(speakingOf(memories));
  }

  /** Deletes the messages that cite any of these ids. */
  async forgetCitations(ids: ReadonlySet<string>): Promise<void> {
    if (ids.size > 0) await this.#forgetMessages(citing(ids));
  }

  #forgetMessages(matches: MatchesMessage): Promise<number> {
    for (const { forgottenMessages } of this.#underWay) forgottenMessages.push(matches);
    return this.#store.forgetMessages(matches);
  }

  async #holdsAll(actor: Actor, found: readonly CubeFound[]): Promise<boolean> {
    const cubes = await Promise.all(found.map(({ memory }) => this.#cubes.holding(actor, memory.id)));
    return !cubes.includes(null);
  }

  #find(actor: Actor, id: string | undefined): Promise<ChatSession | null> {
    const owner = chatOwner(actor);
    return id === undefined ? this.#store.latest(owner) : this.#store.session({ ...owner, id });
  }

  async #answer(
    question: string,
    quoted: readonly Quoted[],
    weak: boolean,
    session: ChatSession,
    { maxTokens, signal }: Pick<ChatOptions, 'maxTokens' | 'signal'>,
  ): Promise<Answer> {
    const fromMemories = (note: string | null): Answer => {
      const text = extract(quoted, { isWeak: weak, isSilent: note !== null }, maxTokens);
      return { text, tokens: null, model: null, note };
    };
    if (this.#llm === null) return fromMemories(null);
    const total = await this.#store.count(session);
    const last = { limit: REMEMBERED, offset: Math.max(0, total - REMEMBERED) };
    const turns = (await this.#store.messages(session, last)).map(({ role, content }) => ({ role, content }));
    const { name: model, contextTokens: context } = this.#llm;
    const prompt = promptOf(question, quoted, turns, { tokens: maxTokens, context });
    const answer = await this.#llm.answer(prompt, signal);
    if ('silent' in answer) return fromMemories(answer.silent);
    return { ...answer, text: cutText(answer.text, MAX_ANSWER_TOKENS).text, model, note: null };
  }

  /** The named session, the current one, or a new one. */
  async #sessionOf(actor: Actor, id: string | undefined): Promise<ChatSession> {
    const now = this.#clock.now();
    // A store may cut text at a NUL, which would make two sessions one.
    if (id !== undefined && (id.trim() === '' || id.length > MAX_SESSION_ID_LENGTH || id.includes('\u0000'))) {
      throw invalid(`A session id must be text of 1 to ${MAX_SESSION_ID_LENGTH} characters.`);
    }
    checkNoSecret(id ?? '', 'id of the session');
    for (const name of Object.values(chatOwner(actor))) checkNoSecret(name ?? '', 'id of the user or project');
    const known = await this.#find(actor, id);
    const goesOn = known !== null && (id !== undefined || now - known.lastAt < PAUSE_MS);
    if (goesOn) return { ...known, lastAt: now };
    return { ...chatOwner(actor), id: id ?? `chat_${newId(now)}`, createdAt: now, lastAt: now };
  }
}

function quotedFrom({ memory, cube, changedBy }: CubeFound, now: number): Quoted {
  const until =
    memory.validUntil === null || memory.validUntil > now ? null : `no longer so since ${printTime(memory.validUntil)}`;
  const changed = changedBy === null ? null : `${toMem(changedBy)} may have changed this later`;
  return { id: toMem(memory.id), cube, content: memory.content, remark: until ?? changed };
}

/** The memories near enough to the best one to base an answer on. */
function telling(found: readonly CubeFound[]): readonly CubeFound[] {
  const near = ({ cosine, coverage }: CubeFound) => similarityOf(cosine, coverage);
  const best = Math.max(0, ...found.map(near));
  return found.filter((each) => near(each) >= TELLING * best);
}

export const chatOwner = ({ who, user, project }: Actor): ChatOwner => ({
  who,
  user: user ?? null,
  project: project ?? null,
});

const isOwned = (owner: ChatOwner, { who, user, project }: ChatOwners): boolean =>
  (who === undefined || who === owner.who) &&
  (user === undefined || user === owner.user) &&
  (project === undefined || project === owner.project);

/** An endpoint's message may name machines and accounts, so only callers who may see the whole store get it. */
const reasonFor = ({ cubes }: Actor, failure: string): string =>
  cubes === undefined ? failure : 'The language model failed.';
