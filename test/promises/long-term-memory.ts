import { LONG_TERM_ANALYSIS } from './long-term-memory-analysis.ts';
import { LONG_TERM_KEEPING } from './long-term-memory-keeping.ts';
import { EVERY_TOOL, heldBy, type Promises, shownBy } from './promise.ts';

const tools = heldBy('src/contracts/long-term-memory/tools.test.ts');
const counts = heldBy('src/contracts/long-term-memory/counts.test.ts');
const keeping = heldBy('src/contracts/long-term-memory/keeping.test.ts');
const defaults = heldBy('test/defaults.test.ts');
const errors = heldBy('test/error-shapes.test.ts');
const commands = heldBy('test/keeping.test.ts');
const trace = heldBy('src/stores/suites/trace.suite.ts');
const cypher = heldBy('test/cypher.test.ts');
const runs = heldBy('src/engine/code/indexing/runs.test.ts');
const duplicates = heldBy('src/engine/code/duplicates/duplicates.test.ts');
const KEYS = 'answers with every tool what the contract requires';
const ERRORS = 'of %s with %j is %s';
const CRUD = 'are added, read, changed and deleted';
const BOUNDS = 'long-term-memory: memory_add accepts 1 to 100 000 characters, and every bound is enforced';
const LIMITS = 'long-term-memory: memory_search returns 10, code_search 10 and find_duplicates 5 by default';
const ONE_STEP =
  'long-term-memory: a memory comes without relationships and get_related goes one step both ways by default';
const BIN = 'moves a memory to the bin, from which memory_update restores it unchanged';
const ALIKE = 'counts the relationships of a memory the same way in memory_get, Cypher, statistics and memory_delete';

const EVERY: Promises = {
  [EVERY_TOOL]: [
    heldBy('test/stdio.test.ts')(
      'answers initialize with %s',
      'The server speaks MCP 2025-11-25 over stdio, JSON-RPC 2.0.',
    ),
    tools(
      'shows the tools of the golden snapshot',
      'There are 23 tools, with the inputs, bounds and defaults of the contract.',
    ),
    tools(KEYS, 'Every answer has the keys of the contract, each of its type.'),
    tools(
      ERRORS,
      'Every input is validated against its schema; an invalid one is refused with the field, the given value and what is allowed.',
      'A missing field is VAL_MISSING_FIELD: "Field \'content\' is required but was not provided".',
    ),
    errors(
      'of long-term-memory that is %s has a code of %s, the category %s and a suggestion',
      'An error has status, and code, message, details and suggestion.',
      'Codes begin with VAL_, NF_, CON_, SVC_ or INT_; the category is VALIDATION_ERROR, NOT_FOUND, CONFLICT, SERVICE_UNAVAILABLE or INTERNAL_ERROR.',
      'Every error says what went wrong, why, and how to fix it.',
    ),
    tools(
      'answers within the budget, however much it finds',
      'Answers stay below 50 000 tokens; a cut answer says so.',
    ),
    heldBy('src/contracts/rate-limit.test.ts')(
      'counts each user separately, and the owner of this machine only if it applies to everybody',
      'The single user of this machine has no rate limit.',
    ),
    tools('outside the roots is never read', 'Files are read and written only inside the allowed roots.'),
    commands('is good while a server runs', '`memory-cli health` says whether the service is healthy.'),
    commands('are a table, or JSON', '`memory-cli stats` shows the statistics.'),
    commands('is left unchanged by commands that only read', '`memory-cli index` indexes a folder.'),
    commands('merges beside a running server, which sees the result', '`memory-cli normalize` normalizes.'),
    commands(
      'transfer memories from one folder to another',
      '`memory-cli export` and `import` transfer memories to another store.',
    ),
    heldBy('test/backup.test.ts')(
      'is visible to a running server in lists and searches, and the server keeps writing',
      '`memory-cli backup` and `restore` save and restore a store.',
    ),
    heldBy('test/operations.test.ts')(
      'is reported on both ports while all is well',
      'Over HTTP /health and /health/ready answer, also on the operations port.',
    ),
    heldBy('test/operations.test.ts')(
      'is denied with the reason if the store cannot be read',
      'A service that is not ready answers 503 with the reason.',
    ),
    heldBy('src/config.test.ts')('has sensible defaults', 'That port is 9090 by default, on 127.0.0.1.'),
    heldBy('test/operations.test.ts')(
      'count calls by profile, tool and outcome, and measure their duration',
      '/metrics counts calls by tool and status, and measures their duration.',
    ),
    heldBy('test/concurrency.test.ts')(
      'store and change a hundred memories, each with its own text',
      'A hundred concurrent calls are all answered.',
    ),
    heldBy('test/docs.test.ts')(
      'documents every tool of %s with real calls and refusals',
      'Each tool is documented with its purpose, inputs, an example and its errors.',
    ),
  ],
};

const MEMORIES: Promises = {
  memory_add: [
    tools(
      CRUD,
      'Stores a memory of one of the eight types and returns memory_id, a UUID, with status created.',
      "The metadata is returned as given, with its terms in the contract's spelling; importance follows type and priority.",
    ),
    tools(
      'report which others they nearly repeat, and are stored anyway',
      'conflicts lists memories of the same type with a similarity of at least 0.95; the memory is still stored.',
    ),
    tools(
      'are linked by their metadata, and memory_delete counts the links',
      'Metadata creates relationships by ids and names; relationships creates the listed ones.',
    ),
    trace('connect memories in whichever order they are stored', 'This includes memories stored later.'),
    tools(
      ERRORS,
      'A type other than the eight is VAL_INVALID_TYPE, with the allowed ones.',
      'A metadata value that is not allowed is VAL_INVALID_VALUE; missing fields are fine.',
      'A relationship to an unknown memory is NF_NOT_FOUND.',
    ),
    tools('about a missing relationship target means that nothing was stored', 'In that case nothing is stored.'),
    defaults(BOUNDS, 'content has 1 to 100 000 characters.'),
    heldBy('test/secrets-on-disk.test.ts')('in any string of any tool is not stored', 'Secrets are cut out.'),
  ],
  memory_update: [
    tools(
      CRUD,
      'Changes content or metadata and returns memory_id, status updated and updated_fields.',
      'Metadata fields that are not given stay; the history keeps the earlier version.',
    ),
    tools(ERRORS, 'A call that changes nothing is refused.'),
    shownBy('An unknown memory is NF_NOT_FOUND.'),
    tools(
      'refuse an update based on an outdated version',
      'With expected_version, an intervening change by somebody else is CON_CONFLICT.',
    ),
    trace('follow a change of the metadata, while hand-made ones stay', 'Relationships follow the changed metadata.'),
    keeping(BIN, 'Metadata of `{"deleted": false}` restores a deleted memory.'),
  ],
  memory_delete: [
    tools(CRUD, 'Soft-deletes a memory and returns status deleted and relationships_removed.'),
    tools('are linked by their metadata, and memory_delete counts the links', 'The number equals that of memory_get.'),
    trace('removes a memory from everything else', 'It disappears from every search and list at once.'),
    keeping(BIN, 'It stays in a bin, from where it can be restored with its relationships.'),
    trace('loses old memories, and those deleted permanently', 'After 30 days it is deleted permanently.'),
    shownBy('An unknown memory is NF_NOT_FOUND.'),
  ],
  memory_get: [
    tools(CRUD, 'Returns the whole memory; each call counts as an access.'),
    defaults(ONE_STEP, 'include_relationships is false by default, and then none are returned.'),
    counts(ALIKE, 'With include_relationships returns its direct relationships, as many as Cypher counts.'),
    tools(ERRORS, 'An unknown memory is NF_NOT_FOUND, an invalid UUID is VAL_INVALID_UUID.'),
    keeping(
      'reports what was merged, and old ids resolve to the new one, even after another merge',
      'The id of a merged memory resolves to the one it was merged into.',
    ),
  ],
  memory_bulk_add: [
    tools(
      'are added in bulk, with bad ones reported by their index',
      'Stores the valid ones and returns created and memory_ids; invalid ones are listed in errors with their index and the reason.',
    ),
    tools(ERRORS, 'More than 100 memories are refused.'),
  ],
};

const SEARCH: Promises = {
  memory_search: [
    tools(
      'ranks by the formula of the contract, within types and time',
      'Finds memories by meaning, across all types, and returns similarity and relevance_score of each.',
      'memory_types and time_range filter; an empty list of types means all.',
      'min_similarity leaves out less similar results.',
    ),
    heldBy('src/engine/retrieval/relevance.test.ts')(
      'is the weighted sum of its parts',
      'relevance_score is 0.5 similarity + 0.2 importance + 0.1 recency + 0.1 use + 0.1 nearness in the graph.',
    ),
    shownBy('Returns memory_id, type, content and metadata of each.'),
    tools(KEYS, 'Returns total and query_time_ms.'),
    counts(
      'memory_search: total counts all results, not only the page',
      'total is the number of all hits, not of the page.',
    ),
    defaults(LIMITS, 'limit is 10 by default, and up to 100; that many are returned if that many are stored.'),
    heldBy('src/engine/retrieval/passage-scores.test.ts')(
      'even when long memories crowd out others',
      'Long memories do not displace others.',
    ),
    defaults(BOUNDS, 'A limit below 1 and a min_similarity outside 0 to 1 are refused.'),
    tools(ERRORS, 'An empty query, a limit above 100, an unknown type and a time that cannot be read are refused.'),
    trace('finds the only memory of its type even if thousands of others are nearer', 'Filters act inside the search.'),
    heldBy('src/contracts/long-term-memory/tools.test.ts')(CRUD, 'Deleted memories are not found.'),
  ],
  code_search: [
    tools(
      'is indexed as a job, found, and checked for duplicates',
      'Finds functions by a description and returns function_id, name, signature, file_path and similarity.',
    ),
    shownBy('Also returns the docstring and the line.', 'A limit above 50 is refused.'),
    defaults(LIMITS, 'limit is 10 by default, and up to 50.', 'language filters by language.'),
    runs('makes a project searchable by meaning, by name and by path', 'The query may be a name or code.'),
  ],
  graph_query: [
    tools(
      'are linked by their metadata, and memory_delete counts the links',
      'Runs Cypher with params and returns rows keyed by column name.',
    ),
    tools(KEYS, 'Returns query_time_ms.'),
    tools(ERRORS, 'A clause that writes is refused as VAL_.'),
    shownBy('Invalid Cypher is refused with the position, a writing clause with the word read-only.'),
    cypher('binds parameters as values, never as text of the query', 'Parameters are values, never text of the query.'),
    cypher('lists labels and types with their true counts', 'The graph has the labels and types of the contract.'),
    cypher('stops at its time limit, while others are answered', 'A query that takes too long is stopped.'),
    heldBy('src/cypher/run.test.ts')('cut the rows and report it', 'Too many rows are cut, and the answer says so.'),
    heldBy('src/cypher/run.test.ts')('refuse a text that is too long', 'A query has at most 10 000 characters.'),
    counts('points out a label or a property that no node has', 'An unknown label or property gets a hint.'),
    cypher('shows a user nothing of others, by label, by name, by edge or by id', "It shows no other users' data."),
  ],
  find_duplicates: [
    tools(
      'is indexed as a job, found, and checked for duplicates',
      'Accepts a signature as well as code; has_duplicates says whether there are any.',
    ),
    shownBy(
      'Returns function_id, name, signature, file_path, start_line, similarity and recommendation of each.',
      'Renamed identifiers do not hide a copy.',
    ),
    duplicates(
      'are found under any name, but not merely because they are about the same topic',
      'Copies are found by structure; code on the same topic is not a copy.',
    ),
    duplicates('of three lines are found, but not code that only resembles them', 'Copies of three lines are found.'),
    duplicates(
      'of a signature are functions with the same parameters, result and meaning',
      'A signature finds functions that take, return and mean the same.',
    ),
    duplicates('that cannot be searched for come with a reason', 'If nothing is indexed, the answer says so.'),
    defaults(LIMITS, 'threshold is 0.85 and limit 5 by default; limit goes up to 20.'),
    tools(ERRORS, 'A threshold above 0.95 is VAL_OUT_OF_RANGE.'),
    defaults(BOUNDS, 'So is one below 0.70, and a limit above 20.'),
  ],
  get_related: [
    tools(
      'are linked by their metadata, and memory_delete counts the links',
      'Returns entity_id, type, name, relationship and distance of connected entities; relationship_types filters.',
    ),
    tools('is indexed as a job, found, and checked for duplicates', 'Accepts a function_id as well as ids and names.'),
    defaults(ONE_STEP, 'direction is BOTH and depth 1 by default; OUTGOING, INCOMING and more steps are followed.'),
    defaults(BOUNDS, 'A depth outside 1 to 5 and an unknown direction are refused.'),
    counts('points out a relationship type that no edge has', 'An unused relationship type gets a hint.'),
    tools(ERRORS, 'An unknown entity is NF_NOT_FOUND.'),
  ],
};

export const LONG_TERM_MEMORY: Promises = {
  ...EVERY,
  ...MEMORIES,
  ...SEARCH,
  ...LONG_TERM_ANALYSIS,
  ...LONG_TERM_KEEPING,
};
