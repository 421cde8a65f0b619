// A conversation over the memories of some cubes.
import { invalid, notFound, RemanenceError } from '../../errors.ts';
import type { Actor } from '../access/actor.ts';
import type { Cubes } from '../cubes/cubes.ts';
import type { CubeFound } from '../cubes/join.ts';
import { newId, toMem } from '../ids.ts';
import { citing, quoting } from '../memories/quotes.ts';
import type { Clock } from '../ports.ts';
import { cutText, tokens } from '../retrieval/budget.ts';
import { similarityOf } from '../retrieval/relevance.ts';
import { checkNoSecret, redactText } from '../secrets/redact.ts';
import { extract } from './extract.ts';
import type { ChatMessage, ChatOwner, ChatSession, ChatStore, Llm } from './ports.ts';
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
  /** What it was answered from, and whether the answer names it. */
  readonly context: readonly (CubeFound & { readonly cited: boolean })[];
  readonly tokens: number;
  /** What has put it into words; null when nothing has. */
  readonly model: string | null;
  /** Why nothing has, where a language model should have; or that no memory is about the question. */
  readonly note: string | null;
}

type Answer = Pick<ChatAnswer, 'text' | 'model' | 'note'> & { readonly tokens: number | null };

export interface ChatHistory {
  readonly session: ChatSession;
  readonly total: number;
  readonly messages: readonly ChatMessage[];
}

/** A pause after which somebody begins anew. */
const PAUSE_MS = 30 * 60_000;
const REMEMBERED = 20;
const LONGEST_SESSION = 100;
/** In tokens: more than can be asked for, and little enough for a client, whatever a model does with its limit. */
const LONGEST_ANSWER = 6000;

const NOTHING_CLEAR = 'No memory is clearly about this, so none is cited.';
/** Of how near the best one is, so much at least: what is farther off is not what the answer rests on. */
const TELLING = 0.6;

export class Chat {
  readonly #cubes: Cubes;
  readonly #store: ChatStore;
  readonly #llm: Llm | null;
  readonly #clock: Clock;

  constructor(cubes: Cubes, store: ChatStore, llm: Llm | null, clock: Clock) {
    this.#cubes = cubes;
    this.#store = store;
    this.#llm = llm;
    this.#clock = clock;
  }

  /** What answers, null when nothing but the memories does, and why it does not, as far as that is known. */
  status(actor: Actor): { readonly model: string | null; readonly error: string | null } {
    const problem = this.#llm?.problem() ?? null;
    return { model: this.#llm?.name ?? null, error: problem && reasonFor(actor, problem) };
  }

  async say(actor: Actor, question: string, options: ChatOptions): Promise<ChatAnswer> {
    const { cubes, memories: limit, maxTokens, signal } = options;
    const session = await this.#sessionOf(actor, options.session);
    const { found: all, weak } = await this.#cubes.search(actor, question, { cubes, limit, signal });
    // A language model tells by itself which of them it needs.
    const found = weak ? [] : this.#llm === null ? telling(all) : all;
    const quoted = found.map(({ memory, cube }): Quoted => ({ id: toMem(memory.id), cube, content: memory.content }));
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
    await this.#store.append(answered, [
      { role: 'user', content: asked, at: session.lastAt },
      { role: 'assistant', content: redactText(text).value, at },
    ]);
    const context = found.map((each) => ({ ...each, cited: text.includes(toMem(each.memory.id)) }));
    return { text, session: answered, at, context, tokens: answer.tokens ?? tokens(text), model, note };
  }

  /** One session, or the last. */
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
      throw notFound(id === undefined ? 'There is no chat session yet.' : `Session not found: ${id}`, 'session');
    return found;
  }

  /** The owner of this machine forgets everybody's, inside of the user and project it is confined to. */
  forget({ who, role, user, project }: Actor): Promise<number> {
    return this.#store.forget({ who: role === undefined ? undefined : who, user, project });
  }

  /** Deletes what quotes a memory, by its id or in its words, whoever was told it. */
  forgetQuotes(id: string, text: string): Promise<number> {
    return this.#store.forgetMessages(quoting(id, text));
  }

  /** The same for many, by their ids alone. */
  async forgetCitations(ids: ReadonlySet<string>): Promise<void> {
    if (ids.size > 0) await this.#store.forgetMessages(citing(ids));
  }

  #find(actor: Actor, id: string | undefined): Promise<ChatSession | null> {
    const owner = ownerOf(actor);
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
    const said = await this.#llm.answer(prompt, signal);
    if ('silent' in said) return fromMemories(said.silent);
    return { ...said, text: cutText(said.text, LONGEST_ANSWER).text, model, note: null };
  }

  /** The named one, the one that goes on, or a new one. */
  async #sessionOf(actor: Actor, id: string | undefined): Promise<ChatSession> {
    const now = this.#clock.now();
    // A store may end a text at a NUL, and take two sessions for one.
    if (id !== undefined && (id.trim() === '' || id.length > LONGEST_SESSION || id.includes('\u0000'))) {
      throw invalid(`A session id has 1 to ${LONGEST_SESSION} characters of text.`);
    }
    checkNoSecret(id ?? '', 'id of the session');
    for (const name of Object.values(ownerOf(actor))) checkNoSecret(name ?? '', 'id of the user or project');
    const known = await this.#find(actor, id);
    const goesOn = known !== null && (id !== undefined || now - known.lastAt < PAUSE_MS);
    if (goesOn) return { ...known, lastAt: now };
    return { ...ownerOf(actor), id: id ?? `chat_${newId(now)}`, createdAt: now, lastAt: now };
  }
}

/** The memories that an answer can rest on, beside the best one. */
function telling(found: readonly CubeFound[]): readonly CubeFound[] {
  const near = ({ cosine, coverage }: CubeFound) => similarityOf(cosine, coverage);
  const best = Math.max(0, ...found.map(near));
  return found.filter((each) => near(each) >= TELLING * best);
}

export const ownerOf = ({ who, user, project }: Actor): ChatOwner => ({
  who,
  user: user ?? null,
  project: project ?? null,
});

/** What an endpoint said may name machines and accounts: that is for callers who may see the whole store. */
const reasonFor = ({ cubes }: Actor, failure: string): string =>
  cubes === undefined ? failure : 'The language model failed.';
