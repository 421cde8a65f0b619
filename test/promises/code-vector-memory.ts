import { EVERY_TOOL, heldBy, type Promises, shownBy } from './promise.ts';

const tools = heldBy('src/contracts/code-vector-memory/tools.test.ts');
const settings = heldBy('src/contracts/code-vector-memory/settings.test.ts');
const score = heldBy('src/engine/notes/score.test.ts');
const defaults = heldBy('test/defaults.test.ts');
const summaries = heldBy('src/providers/llms/gguf-summarizer.test.ts');
const config = heldBy('src/config.test.ts');
const IN_SHAPE = "answers %s(%j) with an error in the contract's shape";
const WORDS_OFF = 'searches by meaning alone if words are off, with the configured limit and share';
const OLD_NOTES = 'deletes old notes only if configured to';
const TWELVE = 'code-vector-memory: search_memory returns 12, list_recent 20 without scores and get_context_graph 10';

export const CODE_VECTOR_MEMORY: Promises = {
  [EVERY_TOOL]: [
    tools(
      'shows the tools of the golden snapshot',
      'There are 11 tools, with the inputs and defaults of the contract.',
    ),
    tools(IN_SHAPE, 'An error is `{status: "error", error, tool}`.'),
    tools('searches by words alone, in the configured session', 'CODE_MEMORY_ENABLE_VEC=0 switches vector search off.'),
    settings(WORDS_OFF, 'CODE_MEMORY_ENABLE_FTS=0 switches the text index off.'),
    tools('answers graph tools with "disabled"', 'CODE_MEMORY_ENABLE_GRAPH switches the graph; it is off by default.'),
    config(
      'reads the variables of code-vector-memory, where only a plain no turns something off',
      'Vectors and text index are on by default; each variable of the contract is read.',
    ),
    config('refuses the variable %s, which sets nothing', 'A CODE_MEMORY_ variable that has no effect is refused.'),
    config('refuses %j %j and says why', 'A variable with an invalid value is refused: CODE_MEMORY_TOP_P=7.'),
    config(
      'puts the database and the log where CODE_MEMORY_DB_DIR and CODE_MEMORY_LOG_DIR say',
      'CODE_MEMORY_DB_DIR, _DB_PATH, _LOG_DIR and _LOG_FILE set the paths of database and log.',
    ),
    tools('never floods the caller', 'No answer takes more than 10 000 tokens.'),
    tools('leaves room for the session, kind and tags of notes', 'These include session, kind and tags.'),
  ],
  remember: [
    tools(
      'remembers a note and echoes what was stored',
      'Stores the content in its session and answers with id, summary, session_id, kind, tags and priority.',
      'The id is a whole number; kind, summary, tags, priority and metadata_json come back as given.',
      'tags are separated by commas; spaces and empty tags are dropped.',
    ),
    tools(
      'requires the session before it checks anything else',
      'A missing session_id is refused before anything else is checked.',
    ),
    tools(
      'searches by words alone, in the configured session',
      'CODE_MEMORY_SESSION_ID replaces a missing session_id.',
    ),
    tools('takes the priority %j as %d', 'priority is 1 to 5, clamped; 3 if it is missing or not a number.'),
    tools(
      'shows no kind for a note stored without one, and the kind that another profile gave its memories',
      'kind may be any word; without one it is null.',
    ),
    score('of %j are %s', 'Missing tags are derived from topics in the text, else `general`.'),
    tools(
      IN_SHAPE,
      'Empty content, metadata_json that is not a JSON object, and a kind or tags that are too long are refused.',
    ),
    tools('neither stores nor logs a secret in any field', 'Sensitive content is answered with skipped.'),
    tools(
      'skips a note stored in the same session within the last minutes, but not in another session',
      'A recent duplicate in the session is answered with skipped.',
    ),
    heldBy('src/stores/suites/knowledge.suite.ts')(
      'stores a text only once per scope within a period',
      'Recent is the last 300 seconds, by the SHA-256 of the text.',
    ),
    summaries('are stored with the note', 'A missing summary is generated if a GGUF model is configured.'),
    summaries('are off when no model is configured', 'Without a model the summary stays null.'),
    tools('finds a note by its tags', 'The note is in the text index, including its tags.'),
    tools(
      'treats an entity that only notes mention as new when it is connected',
      'With the graph on, entities that the note mentions are added to it.',
    ),
    tools('learns relations from notes and forgets them with the note', 'So are the relations that the note states.'),
  ],
  search_memory: [
    tools(
      'remembers a note and echoes what was stored',
      'Returns id, session_id, kind, content, summary, tags, priority, metadata, created_at, score and fts_hit of each.',
      'created_at is `YYYY-MM-DD HH:MM:SS` in UTC.',
      'fts_hit is true for a note that the text index matched.',
    ),
    tools(
      'finds the only note of a session even if another session has 600 nearer ones',
      'Only notes of the session are found, even if notes of others are nearer.',
    ),
    tools(IN_SHAPE, 'A missing session_id is refused.'),
    shownBy('A missing query and an unknown note id are refused.'),
    defaults(TWELVE, 'limit is CODE_MEMORY_TOP_K by default, 12 by default.'),
    settings(WORDS_OFF, 'CODE_MEMORY_TOP_K and CODE_MEMORY_TOP_P set the defaults.'),
    tools(
      'keeps the newest share of the candidates without the words, and shows at most the limit',
      'top_p keeps the newest share of the candidates; those with words of the query always stay.',
      'At most limit notes are shown, and at least one.',
    ),
    tools('refuses a top_p of %d', 'top_p is above 0 and at most 1; anything else is refused.'),
    score(
      'is its distance, lowered by matching words and raised by low priority',
      'score is distance − 0.1 with a text hit + 0.15 · (priority − 1) + 0.2 · age.',
    ),
    score('grows with age, up to that of the oldest candidate', 'age is relative to the oldest candidate.'),
    tools('gives an exact match the distance 0', 'The same text has the distance 0.'),
    score('has a score that matches its rank', 'A lower score is better, and results come in that order.'),
    tools(
      'finds the exact text of a note, however old and unimportant it is',
      'Neither age nor top_p drops a note with exactly the text of the query.',
    ),
    tools('lets rare words win over priority and age', 'Rare words win over priority and age.'),
    tools('reports whether words matched a note, whatever the limit', 'fts_hit does not depend on the limit.'),
    tools(
      'answers an empty query with the newest notes of the session, ordered by score',
      'An empty query returns the newest notes of the session.',
    ),
    tools('searches by words alone, in the configured session', 'If nothing is found, the newest notes are returned.'),
    tools('treats %s as words', 'Any text is a valid query: operators, other scripts, SQL, thousands of words.'),
    tools(
      'reads a note to its end by its id, as the hint of a cut note says',
      'A cut note says how to read further: the query `id:42` with content_offset.',
    ),
  ],
  list_recent: [
    tools('lists the newest notes of all sessions', 'Returns the newest notes of all sessions, 20 by default.'),
    defaults(TWELVE, 'Each has the fields of search_memory without score and fts_hit.'),
    shownBy('A limit that is not a number is refused.'),
  ],
  list_entities: [
    tools(
      'lists the functions and classes in a note and names that look like calls',
      'Returns entity_type, name, source and path of each.',
      'Functions and classes are found by parsing, calls by their form.',
    ),
    tools('lists as many names of a note as fit the budget', 'It returns as many as fit.'),
    tools(IN_SHAPE, 'An unknown memory_id is refused with "Memory not found".'),
    score(
      'calls names of three letters or more',
      'A name before a parenthesis counts if it has at least three letters.',
    ),
  ],
  upsert_entity: [
    tools(
      'keeps the observations of an entity and adds new ones',
      'Creates an entity or finds it by name, and answers `{status: "ok", entity_id}`.',
      'Observations are added to the existing ones, each once; the type stays.',
    ),
    defaults(TWELVE, 'entity_type is `entity` by default.'),
    tools(IN_SHAPE, 'observations_json that is not a list of strings, and an unknown memory_id, are refused.'),
    tools(
      'links the given memory to the entity, and keeps the link when the memory is updated',
      'memory_id links the memory to the entity.',
    ),
    tools(
      'deletes the facts of a memory together with it',
      'Observations with a memory_id are deleted with that memory.',
    ),
    tools('answers graph tools with "disabled"', 'With the graph off it answers `{status: "disabled"}`.'),
  ],
  add_relation: [
    tools(
      'connects entities once and creates missing ones',
      'Connects two entities by name and answers `{status: "ok", relation_id}`.',
      'Missing entities are created with the type `entity`; an existing type stays.',
      'Adding the same relation again returns the same relation_id.',
    ),
    tools('deletes the facts of a memory together with it', 'A relation with a memory_id is deleted with that memory.'),
    shownBy('A missing or empty name is refused.'),
    tools('answers graph tools with "disabled"', 'With the graph off it answers `{status: "disabled"}`.'),
  ],
  get_entity: [
    tools(
      'keeps the observations of an entity and adds new ones',
      'Returns name, entity_type and observations, newest first.',
    ),
    tools(
      'connects entities once and creates missing ones',
      'Returns the relations of the entity; an unknown name is answered with not_found.',
    ),
    tools('shows at most 50 observations, newest first', 'At most 50 observations are shown.'),
    tools(
      'links the given memory to the entity, and keeps the link when the memory is updated',
      'Returns the ids of the memories that mention it.',
    ),
    heldBy('src/contracts/memory-mcp/graph-tools.test.ts')(
      'returns an entity by its name, id or number',
      'The entity can be given by name in any spelling, by id or by number.',
    ),
    tools(
      'shows as much of an entity as fits the budget, and says what is cut',
      'It shows as much as fits, and says what is cut.',
    ),
    tools('answers graph tools with "disabled"', 'With the graph off it answers `{status: "disabled"}`.'),
  ],
  get_context_graph: [
    tools(
      'finds entities by meaning and by words',
      'With a query returns the entities it is about, by meaning and words, and their relations.',
      'Without one it returns the newest entities.',
    ),
    defaults(TWELVE, 'limit is 10 by default.'),
    tools(
      'puts the entity that the query names first; a lower score is better',
      'The entity that the query names comes first, and a lower score is better.',
    ),
    tools(
      'finds an entity that only one note mentions by its meaning',
      'Every entity has a vector, even one that only a single note mentions.',
    ),
    tools('answers graph tools with "disabled"', 'With the graph off it answers `{status: "disabled"}`.'),
  ],
  maintenance: [
    tools(
      'purges everything and leaves nothing behind',
      'purge_all deletes every memory with its words, vectors, entities and links, and returns the count.',
      'vacuum frees disk space, and needs no confirmation.',
    ),
    tools('deletes the facts of a memory together with it', 'purge_session deletes the notes of that session.'),
    settings(OLD_NOTES, 'prune_older_than deletes only what is older than older_than_days.'),
    tools(
      IN_SHAPE,
      'A destructive action without confirm: true is refused.',
      'purge_session without session_id and an unknown action are refused.',
    ),
    shownBy('prune_older_than without older_than_days is refused.', 'The answer has status ok and the action.'),
    settings(OLD_NOTES, 'It never runs automatically: old notes stay.'),
  ],
  diagnostics: [
    tools('reports where it keeps its data', 'Returns db_path, flags, tables and the rows of each.'),
    shownBy('Returns the embedding model, the defaults of searches and the configuration of summaries.'),
    tools(
      'reports summaries as disabled before the first note if it %s',
      'Summaries are enabled only if their model can be loaded.',
    ),
  ],
  health: [
    tools(
      'reports where it keeps its data',
      'Returns status ok, the embedding model and its dimension, defaults and log_file.',
    ),
    shownBy('Returns db_path, flags and whether summaries are enabled.'),
    heldBy('test/cli.test.ts')(
      'put the database and the log into their folders, and health says where',
      'log_file is the path of the log, if one is configured.',
    ),
    heldBy('test/model-state.test.ts')(
      "a missing model folder is reported before the first search, in every profile that shows the model's state",
      'A model that cannot be loaded makes it degraded, before the first search.',
    ),
  ],
};
