// Who wrote a piece of code, and when: asks version control if the question is about that.
import type { Authorship, CodeBase } from './code-base.ts';
import type { Project, StoredChunk } from './ports.ts';
import { type CodeAnswer, MAX_QUERY_LENGTH } from './search/search.ts';

const ASKS: readonly RegExp[] = [
  /\bwho\s+(?:(?:has|have|had)\s+)?(?:(?:last|first|recently|originally)\s+)*(?:wrote|written|changed|touched|modified|edited|updated|added|introduced|created|authored|committed|owns?|maintains?)\b/i,
  /\bwho(?:'s|\s+is|\s+are)\s+(?:the\s+)?(?:responsible\s+for|(?:author|owner|maintainer)s?\s+of)\b/i,
  /\bwhen\s+(?:was|were|did|has|have)\b(?=.*\b(?:chang|writ|wrote|add|introduc|modif|updat|touch|creat|edit))/i,
  /\bhow\s+(?:old|recent)\s+(?:is|are)\b/i,
  /\bgit\s+blame\b(?:\s+(?:of|for|on))?/i,
];
/** Words left over in such a question beside its subject. */
const LEFT =
  /\b(?:last|first|recently|originally|ever)?\s*(?:been\s+)?(?:changed?|written|wrote|added|introduced|modified|updated|touched|created|edited)\s*(?=[?.!]*$)/i;

/** The question without the words that ask who or when; null if it does not ask that. */
export function subjectOfAuthorship(question: string): string | null {
  const asked = ASKS.find((pattern) => pattern.test(question));
  if (!asked) return null;
  const subject = question.replace(asked, ' ').replace(LEFT, ' ').replace(/\s+/g, ' ').trim();
  return /[\p{L}\p{N}]{2}/u.test(subject) ? subject : question;
}

/** How many results to look up, from the first on. */
const MAX_FILES = 10;
/** Each lookup takes a version control process. */
const AT_ONCE = 3;

/** Runs a search, and adds the authors of the first results if the question asks for them. */
export async function withAuthors(
  text: string,
  codeBase: Pick<CodeBase, 'authorship'>,
  search: (question: string) => Promise<CodeAnswer>,
  signal?: AbortSignal,
): Promise<CodeAnswer> {
  const question = text.slice(0, MAX_QUERY_LENGTH);
  const subject = subjectOfAuthorship(question);
  const answer = await search(subject ?? question);
  if (subject === null) return answer;
  const known = await authorsOf(answer.found.slice(0, MAX_FILES), codeBase, signal);
  return { ...answer, found: answer.found.map((each, i) => ({ ...each, authorship: known[i] ?? undefined })) };
}

interface Place {
  readonly project: Pick<Project, 'root' | 'commit'>;
  readonly chunk: Pick<StoredChunk, 'path' | 'startLine' | 'endLine'>;
}

export async function authorsOf(
  places: readonly Place[],
  codeBase: Pick<CodeBase, 'authorship'>,
  signal?: AbortSignal,
): Promise<(Authorship | null)[]> {
  const known: (Authorship | null)[] = [];
  for (let start = 0; start < places.length; start += AT_ONCE) {
    signal?.throwIfAborted();
    const some = places.slice(start, start + AT_ONCE);
    const lookups = some.map(({ project: { root, commit }, chunk }) =>
      codeBase.authorship(root, commit, chunk, signal),
    );
    known.push(...(await Promise.all(lookups)));
  }
  signal?.throwIfAborted();
  return known;
}
