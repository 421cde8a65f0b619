// What reads a text from outside: each reader with the greatest length that it may get.
import { askedByText } from '../../src/engine/analysis/consistency/demanded.ts';
import { plainCode } from '../../src/engine/analysis/consistency/plain-code.ts';
import { PRACTICES as CODED_PRACTICES } from '../../src/engine/analysis/consistency/practices.ts';
import { bind, fillHoles } from '../../src/engine/analysis/consistency/template.ts';
import { judgeDocuments } from '../../src/engine/analysis/fix/alignment.ts';
import { CONCEPTS } from '../../src/engine/analysis/fix/concepts.ts';
import { demandsOf, topicOf } from '../../src/engine/analysis/fix/demands.ts';
import { IDIOMS } from '../../src/engine/analysis/fix/idioms.ts';
import { PRACTICES } from '../../src/engine/analysis/fix/practices.ts';
import { readProposal } from '../../src/engine/analysis/fix/proposal.ts';
import { SAFEGUARDS } from '../../src/engine/analysis/fix/safeguards.ts';
import {
  excerptOf,
  filePathOf,
  implementersNamed,
  isRetired,
  rationaleOf,
  requirementIds,
  says,
  statusOf,
} from '../../src/engine/analysis/reading.ts';
import { subjectOfAuthorship } from '../../src/engine/code/authorship.ts';
import { naming } from '../../src/engine/code/duplicates/own-names.ts';
import { plainTokens } from '../../src/engine/code/duplicates/plain-tokens.ts';
import { parseSignature } from '../../src/engine/code/duplicates/signatures.ts';
import { chunkCode } from '../../src/engine/code/indexing/chunks.ts';
import { chunkTerms, embeddingText } from '../../src/engine/code/indexing/embedding-text.ts';
import { globFilter } from '../../src/engine/code/indexing/glob.ts';
import { codeNames } from '../../src/engine/code/links.ts';
import { asksWhatItIs } from '../../src/engine/code/overview.ts';
import { readCodeQuery } from '../../src/engine/code/search/query.ts';
import { quotedTerms, quoteOf } from '../../src/engine/code/search/quoting.ts';
import { underHeading } from '../../src/engine/foreign/foreign.ts';
import { readFrontMatter } from '../../src/engine/foreign/front-matter.ts';
import { linksIn, proseLines } from '../../src/engine/foreign/links.ts';
import { relationsIn } from '../../src/engine/graph/extracted-relations.ts';
import { newId } from '../../src/engine/ids.ts';
import { likeness, plain } from '../../src/engine/memories/likeness.ts';
import { namesOf, openingName, plainSpelling, titleOf } from '../../src/engine/memories/names.ts';
import { askingFor, type Forgotten, speakingOf } from '../../src/engine/memories/quotes.ts';
import { calledNames, codeBlocks } from '../../src/engine/notes/code-names.ts';
import { topicTags } from '../../src/engine/notes/tags.ts';
import { cutText, tokens } from '../../src/engine/retrieval/budget.ts';
import { tellsOfAnother } from '../../src/engine/retrieval/of-another.ts';
import { questionWords, sharedWords } from '../../src/engine/retrieval/overlap.ts';
import { namesTime } from '../../src/engine/retrieval/time-scores.ts';
import { redactText, secretSpans, secretsIn } from '../../src/engine/secrets/redact.ts';
import { readSpan, readSpans } from '../../src/engine/temporal/ranges.ts';
import { readTiming } from '../../src/engine/temporal/timing.ts';
import { reportsChange, tellsEvent } from '../../src/engine/text/changes.ts';
import { holdsLiteral, literals } from '../../src/engine/text/literals.ts';
import { givesOtherMeasure } from '../../src/engine/text/measures.ts';
import { areOthersOfAKind, otherMember } from '../../src/engine/text/members.ts';
import { mentions, nameKey, namesKey, phrases, signedWords, writtenAsName } from '../../src/engine/text/names.ts';
import { oppositesIn, oppositeWords, speaksOfAside } from '../../src/engine/text/opposites.ts';
import { splitText } from '../../src/engine/text/passages.ts';
import { readQuestion } from '../../src/engine/text/question.ts';
import { sentences, shorten } from '../../src/engine/text/sentences.ts';
import { areSiblings } from '../../src/engine/text/siblings.ts';
import { joinedTerms, questionTerms, terms, wordCount } from '../../src/engine/text/terms.ts';
import { claimed, openingTicket, openingTitle, tickets } from '../../src/engine/text/tickets.ts';
import { titled } from '../../src/engine/text/titles.ts';
import { memoryOf } from '../memory.ts';

type Reader = (text: string) => unknown;

const NOW = Date.UTC(2026, 0, 6);
const MONTH = { from: Date.UTC(2025, 10, 1), until: Date.UTC(2025, 11, 1) };
const ORDINARY = 'The orders service keeps its sessions in Redis for 30 minutes, not in PostgreSQL, since March 2025.';
const ID = newId(NOW);
const GIVEN = JSON.stringify([{ id: ID }]);
const ADA = { who: 'ada', user: null, project: null };
const forgotten = (text: string): Forgotten => ({ id: ID, texts: [text], words: ['redis'], by: { who: ADA.who } });

const OF_QUESTIONS: Readonly<Record<string, Reader>> = {
  readQuestion,
  'tellsOfAnother in': (text) => tellsOfAnother(text, ORDINARY),
  readTiming: (text) => readTiming(text.slice(0, 4000), NOW),
  readSpan: (text) => readSpan(text, NOW),
  literals,
  questionTerms,
  questionWords,
  writtenAsName,
  readCodeQuery,
  quoteOf: (text) => [quoteOf(text)?.(ORDINARY), quotedTerms(text)],
  subjectOfAuthorship,
  asksWhatItIs,
  oppositesIn: (text) => [oppositesIn(text, ORDINARY), oppositeWords(text, ORDINARY)],
  otherMember: (text) => otherMember(text, ORDINARY),
  topicTags,
};

const OF_MEMORIES: Readonly<Record<string, Reader>> = {
  mentions,
  phrases,
  signedWords,
  nameKey,
  namesKey: (text) => namesKey(text, 'redis'),
  titled,
  sentences,
  shorten: (text) => shorten(text, 400),
  splitText: (text) => splitText(text, wordCount, 120),
  terms,
  joinedTerms,
  tickets: (text) => [openingTicket(text), openingTitle(text), tickets(text), claimed(text)],
  reportsChange,
  tellsEvent,
  givesOtherMeasure: (text) => givesOtherMeasure(text, '15 minutes'),
  holdsLiteral: (text) => literals('is it `DB-1` or 503?').map((literal) => holdsLiteral(text, literal)),
  sharedWords: (text) => sharedWords(questionWords(ORDINARY), text),
  'otherMember of': (text) => [otherMember(ORDINARY, text), areOthersOfAKind(ORDINARY, text)],
  'oppositesIn of': (text) => [
    oppositesIn(ORDINARY, text),
    oppositeWords(ORDINARY, text),
    speaksOfAside(text, ORDINARY),
    speaksOfAside(ORDINARY, text),
  ],
  'tellsOfAnother of': (text) => tellsOfAnother(ORDINARY, text),
  areSiblings: (text) => areSiblings(text, ORDINARY),
  plain,
  likeness: (text) => likeness(text, `${text}?x`, 0.95),
  'names of a memory': (text) => [
    namesOf(memoryOf(text, { type: 'component' })),
    titleOf(memoryOf(text)),
    openingName(text),
    plainSpelling(text),
  ],
  askingFor: (text) => [
    askingFor([forgotten(text)])(ORDINARY, GIVEN, ADA),
    askingFor([forgotten(ORDINARY)])(text, GIVEN, ADA),
  ],
  speakingOf: (text) => [
    speakingOf([forgotten(text)])(ORDINARY, ADA),
    speakingOf([forgotten(ORDINARY)])(text, ADA),
    speakingOf([forgotten(text.slice(1))])(text, ADA),
  ],
  'code in a note': (text) => [codeBlocks(text), calledNames(text)],
  relationsIn: (text) => relationsIn(text, ['Redis']),
  namesTime: (text) => namesTime(text, NOW, MONTH),
  'readSpans of a line': (text) => readSpans(text, NOW, 10),
  budget: (text) => [tokens(text), cutText(text, 100)],
  codeNames,
  statusOf: (text) => [statusOf(memoryOf(text)), statusOf(memoryOf(text, { type: 'test_history' }))],
  isRetired: (text) => isRetired(memoryOf(text)),
  filePathOf: (text) => filePathOf(memoryOf(text)),
  requirementIds: (text) => [requirementIds(memoryOf(text)), implementersNamed(memoryOf(text))],
  says: (text) => says(text, 'Redis'),
  'excerpt and rationale': (text) => [excerptOf(memoryOf(text), ['Redis']), rationaleOf(memoryOf(text))],
  demandsOf: (text) => [demandsOf(memoryOf(text, { type: 'requirements' })), topicOf(memoryOf(text))],
  askedByText,
  fillHoles,
  bind: (text) => bind(fillHoles(`{Name}${text}`).text.replace(/\W/g, '').slice(0, 2000), 'OrderHandler'),
  redactText,
  secretsIn,
};

const OF_FILES: Readonly<Record<string, Reader>> = {
  readFrontMatter: (text) => [
    readFrontMatter(text),
    readFrontMatter(`---\na: ${text}\n---\n`),
    readFrontMatter(`---\n${text}\n---\n`),
  ],
  'links in prose': (text) => [linksIn(text), proseLines(text)],
  underHeading: (text) => underHeading('Notes', text),
  'secrets in code': (text) => secretSpans(text, 'code'),
  chunkCode: (text) => chunkCode(text, []).map((chunk) => [chunkTerms('a.ts', { ...chunk, defines: [] })]),
  embeddingText: (text) => embeddingText('src/a.ts', { text, name: null, container: null, defines: [] }),
  plainTokens,
  plainCode: (text) => [plainCode(text, 'typescript'), plainCode(text, 'python')],
};

/** After each of these, more is read. */
const OPENINGS = [
  'catch',
  '.catch(',
  '.catch(function',
  'catch{',
  'catch{log',
  'except:',
  'rescue',
  '@Inject',
  'return',
];
const codedPractices = (code: string) =>
  ['typescript', 'python', 'ruby', 'java', 'go', 'swift', 'rust', 'cpp'].map((language) =>
    CODED_PRACTICES.map(({ found }) => found(code, language)),
  );

const DESIGN = memoryOf(
  'ADR-1: Sessions are kept in Redis, must never be logged, and expire after 30 minutes. Queries must be parameterised; all errors must be logged, except for tests. Use bcrypt instead of sha1.',
  { type: 'design' },
);
const judged = (fix: string) =>
  judgeDocuments(readProposal(fix, 'Orders'), [{ memory: DESIGN, tied: true, similarity: 0.7, basis: 'test' }]);

const OF_FIXES: Readonly<Record<string, Reader>> = {
  'a fix': judged,
  'a diff': (text) => judged(`Simplify it.\n@@\n-old\n+${text}`),
  'a removing diff': (text) => judged(`@@\n-${text}\n+new`),
  'practices in a fix': (text) => PATTERNS.map((pattern) => pattern?.test(text)),
};

const PATTERNS = [...CONCEPTS, ...IDIOMS, ...PRACTICES, ...SAFEGUARDS].flatMap(
  ({ about, bad, good, asked, refused }) => [about, bad.said, bad.code, good?.said, good?.code, asked, refused],
);

const SHORT: Readonly<Record<string, Reader>> = {
  parseSignature,
  naming: (text) => naming(text, 'getOrders'),
};

/** Memories and files hold 100 KB; questions and fixes are cut at 20 KB. */
export const READERS: readonly (readonly [name: string, length: number, reader: Reader])[] = [
  ...Object.entries(OF_MEMORIES).map(([name, reader]) => [name, 100_000, reader] as const),
  ...Object.entries(OF_FILES).map(([name, reader]) => [name, 100_000, reader] as const),
  ...Object.entries(OF_QUESTIONS).map(([name, reader]) => [name, 20_000, reader] as const),
  ...Object.entries(OF_FIXES).map(([name, reader]) => [name, 20_000, reader] as const),
  ...Object.entries(SHORT).map(([name, reader]) => [name, 2000, reader] as const),
  // Many texts in many languages: the time of all would be too long.
  ['practices in code', 20_000, (text) => ['', ...OPENINGS].map((opening) => codedPractices(`${opening}${text}`))],
  ['globFilter', 500, (text) => globFilter(text)('src/engine/model.ts')],
];
