import * as z from 'zod';
import type { Numbering } from '../../engine/access/numbers.ts';
import type { Memory } from '../../engine/model.ts';
import type { NoteOutcome } from '../../engine/notes/notes.ts';
import { priorityOf } from '../../engine/notes/score.ts';
import { fitting } from '../../engine/retrieval/budget.ts';
import { adds, defineTool, optional, reads, type Tool } from '../contract.ts';
import { BUDGET } from '../texts.ts';
import {
  askedId,
  checkShare,
  entering,
  memoryId,
  offset,
  priority,
  readMetadata,
  readTags,
  session,
  text,
} from './inputs.ts';
import { FoundResult, kindOf, NoteResult, presentFound, presentNotes, tagsOf } from './present.ts';

const RememberResult = z.object({
  id: z.number().optional(),
  summary: z.string().nullable().optional(),
  session_id: z.string().nullable().optional(),
  kind: z.string().nullable().optional(),
  tags: z.string().optional(),
  priority: z.number().optional(),
  status: z.literal('skipped').optional(),
  reason: z.string().optional(),
});

const REASONS = {
  sensitive: 'It holds what looks like a secret.',
  duplicate: 'The same was stored in this session in the last five minutes.',
};

const presentNoted = (noted: NoteOutcome, numbering: Numbering): z.input<typeof RememberResult> =>
  'skipped' in noted ? { status: 'skipped', reason: REASONS[noted.skipped] } : presentStored(noted.memory, numbering);

const presentStored = (memory: Memory, { show }: Numbering): z.input<typeof RememberResult> => ({
  id: show('memory', memory.row),
  summary: memory.summary,
  session_id: memory.scope.session,
  kind: kindOf(memory),
  tags: tagsOf(memory),
  priority: priorityOf(memory.importance),
});

const remember = defineTool({
  name: 'remember',
  title: 'Remember',
  description:
    'Store one note in a session: a decision, a fix, a convention. A note that contains a secret, or repeats one stored in the last five minutes, is skipped.',
  annotations: adds,
  input: z.object({
    content: z.string().meta({ description: 'The raw text to store' }),
    session_id: session,
    kind: text('Category, any word, such as decision, bugfix or note'),
    summary: text('Short summary; if left out, the summary model writes one, if configured'),
    tags: text('Comma-separated tags; if left out, taken from the topics in the text'),
    priority,
    metadata_json: text('JSON object encoded as a string'),
  }),
  output: RememberResult,
  async handle({ content, session_id, kind, summary, tags, priority, metadata_json }, { engine, actor, signal }) {
    const writer = entering({ engine, actor }, session_id);
    // Before the note is stored: afterwards, nothing may fail any more.
    const numbering = await engine.access.numbering(actor);
    const metadata = readMetadata(metadata_json);
    const note = { content, label: kind?.trim() || null, summary: summary?.trim() || null, priority, metadata };
    const noted = await engine.notes.remember(writer, { ...note, tags: readTags(tags) }, signal);
    return presentNoted(noted, numbering);
  },
});

const searchMemory = defineTool({
  name: 'search_memory',
  title: 'Search memory',
  description:
    'Find notes of a session, best first: by meaning, words, priority and age. A lower score is better; results marked weak probably do not answer the query. The query id:42 returns the note of the session with that id.',
  annotations: reads,
  input: z.object({
    query: z
      .string()
      .meta({ description: 'What to look for, in plain words; empty for the newest notes, id:42 for one note' }),
    session_id: session,
    limit: optional(z.int()).meta({ description: 'Maximum results (default: CODE_MEMORY_TOP_K)' }),
    top_p: optional(z.number()).meta({
      description:
        'Share of the candidates to keep, newest first: above 0, up to 1; notes that contain words of the query always stay (default: CODE_MEMORY_TOP_P)',
    }),
    content_offset: offset,
  }),
  output: z.array(FoundResult),
  async handle({ query, session_id, limit, top_p: topP, content_offset }, { engine, actor, signal }) {
    const reader = entering({ engine, actor }, session_id);
    const numbering = await engine.access.numbering(actor);
    const id = askedId(query);
    if (id === null) checkShare(topP);
    const answer =
      id === null
        ? await engine.notes.search(reader, query, { limit, topP, signal })
        : {
            found: [
              { memory: await engine.notes.read(actor, reader.session, id), score: 0, byWords: false, excerpt: null },
            ],
            weak: false,
          };
    const memories = answer.found.map(({ memory }) => memory);
    const stale = await engine.inbox.staleness(reader, memories);
    return presentFound(answer, stale, numbering, id === null ? undefined : content_offset);
  },
});

const listRecent = defineTool({
  name: 'list_recent',
  title: 'List recent memories',
  description: 'List the newest memories of all sessions.',
  annotations: reads,
  input: z.object({ limit: z.int().default(20).meta({ description: 'Maximum results (default: 20)' }) }),
  output: z.array(NoteResult),
  async handle({ limit }, { engine, actor }) {
    return presentNotes(await engine.notes.recent(actor, limit), await engine.access.numbering(actor));
  },
});

const listEntities = defineTool({
  name: 'list_entities',
  title: 'List entities',
  description: 'List the functions and classes in the code of one memory, and names that look like calls.',
  annotations: reads,
  input: z.object({ memory_id: memoryId('The id of the memory') }),
  output: z.array(
    z.object({ entity_type: z.string(), name: z.string(), source: z.string(), path: z.string().nullable() }),
  ),
  async handle({ memory_id }, { engine, actor }) {
    const names = await engine.notes.codeNames(actor, memory_id);
    const all = names.map(({ type, name, source, path }) => ({
      entity_type: type,
      name,
      source: source === 'parser' ? 'tree-sitter' : 'regex',
      path,
    }));
    return fitting(all, BUDGET);
  },
});

export const memoryTools: readonly Tool[] = [remember, searchMemory, listRecent, listEntities];
