// Who wrote a piece of code, and when: asked of version control where the question is about that.
import type { CodeBase } from './code-base.ts';
import type { CodeAnswer } from './search.ts';

const ASKS: readonly RegExp[] = [
  /\bwho\s+(?:(?:has|have|had)\s+)?(?:(?:last|first|recently|originally)\s+)*(?:wrote|written|changed|touched|modified|edited|updated|added|introduced|created|authored|committed|owns?|maintains?)\b/i,
  /\bwho(?:'s|\s+is|\s+are)\s+(?:the\s+)?(?:responsible\s+for|(?:author|owner|maintainer)s?\s+of)\b/i,
  /\bwhen\s+(?:was|were|did|has|have)\b(?=.*\b(?:chang|writ|wrote|add|introduc|modif|updat|touch|creat|edit))/i,
  /\bhow\s+(?:old|recent)\s+(?:is|are)\b/i,
  /\bgit\s+blame\b(?:\s+(?:of|for|on))?/i,
];
/** What is left of such a question beside its subject. */
const LEFT =
  /\b(?:last|first|recently|originally|ever)?\s*(?:been\s+)?(?:changed?|written|wrote|added|introduced|modified|updated|touched|created|edited)\s*(?=[?.!]*$)/i;

/** The question without the words that ask who or when; null where it does not. */
export function subjectOfAuthorship(question: string): string | null {
  const asked = ASKS.find((pattern) => pattern.test(question));
  if (!asked) return null;
  const subject = question.replace(asked, ' ').replace(LEFT, ' ').replace(/\s+/g, ' ').trim();
  return /[\p{L}\p{N}]{2}/u.test(subject) ? subject : question;
}

/** Results that are looked up: the first are read first. */
const MOST = 10;

/** What a search finds, with the authors of the first results where the question is about them. */
export async function withAuthors(
  question: string,
  codeBase: CodeBase,
  search: (question: string) => Promise<CodeAnswer>,
): Promise<CodeAnswer> {
  const subject = subjectOfAuthorship(question);
  const answer = await search(subject ?? question);
  if (subject === null) return answer;
  const known = await Promise.all(
    answer.found.slice(0, MOST).map(({ project, chunk }) => codeBase.authorship(project.root, project.commit, chunk)),
  );
  return { ...answer, found: answer.found.map((each, i) => ({ ...each, authorship: known[i] ?? undefined })) };
}
