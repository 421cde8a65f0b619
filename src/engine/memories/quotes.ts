// Detects messages of a conversation, and questions, that repeat a memory.
import type { Actor } from '../access/actor.ts';
import { readId } from '../ids.ts';
import { questionTerms } from '../text/terms.ts';
import { Saying, Told } from './told.ts';

/** A memory that is removed for good. */
export interface Forgotten {
  readonly id: string;
  /** Its text, and those that it had before. */
  readonly texts: readonly string[];
  /** Its words that no other memory has. */
  readonly words: readonly string[];
  /** Who removes it; null if the bin has kept it for long enough. */
  readonly by: Remover | null;
}

/** The caller, and the user and project it is confined to, if any: servers on this machine all act for its owner. */
export type Remover = Pick<Actor, 'who' | 'user' | 'project'>;

/** Who said or asked something, for which user and project. */
export interface Speaker {
  readonly who: string;
  readonly user: string | null;
  readonly project: string | null;
}

/** Matches a text by who said it. */
export type MatchesMessage = (content: string, speaker: Speaker) => boolean;

/** Matches a question by what it was answered with, as the log writes it, and by who asked it. */
export type MatchesQuestion = (question: string, given: string, speaker: Speaker) => boolean;

const CITED = /\b(?:mem_)?[0-9a-z]{20}\b|\b[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}\b/gi;
/** An id in the list of what a question was answered with, as the log writes it. */
const GIVEN = /"id":"[0-9a-z]{20}/g;
const ID_LENGTH = 20;
/** A longer question is cut before it is kept. */
export const MAX_QUESTION_LENGTH = 2000;

/** Matches text that cites one of these memories by id, as every answer based on them does. */
export const citing =
  (ids: ReadonlySet<string>) =>
  (content: string): boolean =>
    (content.match(CITED) ?? []).some((cited) => ids.has(readId(cited) ?? ''));

/**
 * Matches messages of a conversation that speak of one of these memories: cite it, repeat it, or are by whoever removes
 * it and hold a word that no other memory has. That word alone is no reason to delete what others said.
 */
export function speakingOf(memories: readonly Forgotten[]): MatchesMessage {
  const cites = citing(idsOf(memories));
  const told = toldBy(memories);
  const isOwn = wordedBy(memories);
  return (content, speaker) =>
    cites(content) || told.isRepeatedBy(new Saying(content)) || isOwn(speaker, () => questionTerms(content));
}

/** Matches the words of whoever removes one of these memories, if no other memory has one of them. */
function wordedBy(memories: readonly Forgotten[]): (speaker: Speaker, words: () => readonly string[]) => boolean {
  const removers = new Map<string, { readonly by: Remover; readonly its: Set<string> }>();
  for (const { by, words } of memories) {
    if (by === null) continue;
    const key = JSON.stringify([by.who, by.user, by.project]);
    const { its } = removers.get(key) ?? { its: new Set() };
    for (const word of words) its.add(word);
    removers.set(key, { by, its });
  }
  return (speaker, words) => {
    const own = [...removers.values()].filter(({ by }) => isSaidBy(by, speaker));
    return own.length > 0 && words().some((word) => own.some(({ its }) => its.has(word)));
  };
}

const isSaidBy = ({ who, user, project }: Remover, speaker: Speaker): boolean =>
  who === speaker.who &&
  (user === undefined || user === speaker.user) &&
  (project === undefined || project === speaker.project);

/**
 * Matches questions that cite or quote one of these memories, that were answered by it and repeat many of its words, or
 * that hold a word that no other memory has and were answered by it or asked by whoever removes it: it may have been
 * reworded or in the bin when it was asked for. Alone, that word, which may be a common one, deletes no question of others.
 */
export function askingFor(memories: readonly Forgotten[]): MatchesQuestion {
  const cites = citing(idsOf(memories));
  const told = toldBy(memories);
  const isAbout = new Map(memories.map((memory) => [memory.id, about(memory)]));
  const isOwn = wordedBy(memories);
  return (question, given, speaker) => {
    if (cites(question)) return true;
    const said = new Saying(question);
    if (told.isRepeatedBy(said) || told.hasPart(said)) return true;
    const isCut = question.length >= MAX_QUESTION_LENGTH;
    if (isCut && told.isBrokenOffBy(new Saying(question.replace(/\uFFFD$/, '')))) return true;
    const answers = (given.match(GIVEN) ?? []).flatMap((each) => isAbout.get(each.slice(-ID_LENGTH)) ?? []);
    let known: readonly string[] | undefined;
    const asked = () => {
      known ??= questionTerms(question);
      return known;
    };
    return isOwn(speaker, asked) || answers.some((matches) => matches(asked()));
  };
}

/** The part of a question's words that repeats a memory. */
const REPEATED = 0.5;

/** Matches the words of a question that this memory answered. */
function about({ texts, words }: Forgotten): (asked: readonly string[]) => boolean {
  const own = new Set(words);
  // Most memories answered none of the questions.
  let known: readonly ReadonlySet<string>[] | undefined;
  return (asked) => {
    if (asked.some((word) => own.has(word))) return true;
    known ??= texts.map((text) => new Set(questionTerms(text)));
    const least = REPEATED * asked.length;
    return asked.length > 0 && known.some((its) => asked.filter((word) => its.has(word)).length >= least);
  };
}

const idsOf = (memories: readonly Forgotten[]): ReadonlySet<string> => new Set(memories.map(({ id }) => id));

const toldBy = (memories: readonly Forgotten[]): Told => new Told(memories.flatMap(({ texts }) => texts));
