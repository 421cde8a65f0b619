import { MEMORY_MCP_GRAPH } from './memory-mcp-graph.ts';
import { EVERY_TOOL, heldBy, type Promises, shownBy } from './promise.ts';

const tools = heldBy('src/contracts/memory-mcp/tools.test.ts');
const graph = heldBy('src/contracts/memory-mcp/graph-tools.test.ts');
const defaults = heldBy('test/defaults.test.ts');
const errors = heldBy('test/error-shapes.test.ts');
const memories = heldBy('src/engine/memories/memories.test.ts');
const retrieval = heldBy('src/engine/retrieval/retrieval.test.ts');
const indexing = heldBy('test/indexing.test.ts');
const stdio = heldBy('test/stdio.test.ts');
const embedding = heldBy('src/engine/memories/embedding.test.ts');
const NOT_READY = 'waits a short time for a model that is loading, then reports that it is not ready';
const CLEAR = 'answers %s(%j) with a clear error';

export const MEMORY_MCP: Promises = {
  [EVERY_TOOL]: [
    stdio(
      'answers initialize with %s',
      'The server speaks MCP 2024-11-05 over stdio, identifies itself as memory-mcp 0.1.0, and tells clients how to use it.',
      'Its capability is tools.',
    ),
    stdio('whatever the client sends, and the server keeps running', 'Every line on stdout is JSON-RPC 2.0.'),
    tools(
      'shows the tools of the golden snapshot',
      'There are 21 tools, with the inputs and defaults of the contract.',
    ),
    tools(CLEAR, 'An invalid input is refused with the reason, and nothing is stored.'),
    errors(
      'of memory-mcp is plain text: what failed, then how to fix it',
      'An error is one text with isError.',
      'A failing store is answered with "Database error. Please try again."',
    ),
    embedding(
      NOT_READY,
      'While the model is loading, calls that need it are answered with "Embedding service not ready. Please try again."',
    ),
    tools(
      'never floods the caller and says how to get the rest',
      'No answer takes more than 10 000 tokens; a cut answer says how to get the rest.',
    ),
    heldBy('test/access-leaks.test.ts')(
      'a search returns exactly what it would return from the permitted memories alone',
      'No search shows what the caller may not see.',
    ),
  ],
  store_memory: [
    tools(
      'stores, reads, changes and deletes a memory',
      'Stores a memory with its embedding and returns its id of 20 letters and digits.',
      'memory_type is episodic, semantic or procedural; user_id and metadata are kept with it.',
    ),
    memories(
      'are read as they were stored, with defaults filled in',
      'memory_type is semantic by default; importance is 1; event, ingestion and valid_from are now.',
    ),
    memories('belong to their user and nobody else', 'A memory with a user_id is visible only to that user.'),
    tools(
      CLEAR,
      'Content that is missing, empty, not a string, above 100 KB or contains a NUL is refused.',
      'A memory_type other than the three is refused, and so is metadata that is not an object.',
    ),
    memories('hold any text: %j', 'Any text is kept unchanged, whatever its script or syntax.'),
    memories(
      'report what they repeat and what they may replace',
      'Memories that say the same, or that this one may replace, are listed in the answer.',
    ),
    memories('keep no secrets, in the text or in the metadata', 'Secrets are cut out, and the answer says which.'),
    embedding(NOT_READY, 'While the model is loading, it says that the embedding service is not ready.'),
    heldBy('src/engine/maintenance/normalise/reembed.test.ts')(
      'leaves word search working, and vectors are made once it loads again',
      'When the model cannot be loaded at all, the memory is stored and found by words.',
    ),
  ],
  get_memory: [
    tools(
      'stores, reads, changes and deletes a memory',
      'Returns the memory with id, content, memory_type, times, validity, importance_score and metadata.',
      'The id has the form `{tb, id: {String}}`, times are ISO 8601, valid_until is null while it holds.',
      'The embedding is not in the answer.',
      'An unknown id is answered with "Memory not found: {id}".',
    ),
    memories('are found by every spelling of their id', "The id is accepted in any profile's spelling."),
    tools('knows what was true when', 'The memory that superseded it is shown.'),
    tools(
      'lists memories newest first with the true total, including invalidated ones',
      'The reason for its invalidation is shown.',
    ),
    tools(
      'never floods the caller and says how to get the rest',
      'Content of 100 KB can be read to its end in pieces with content_offset.',
    ),
  ],
  update_memory: [
    tools(
      'stores, reads, changes and deletes a memory',
      'Only the given fields change; null leaves a field unchanged. The answer is the changed memory.',
    ),
    memories('change only in the given fields', 'New content is found at once, and the old content no longer.'),
    heldBy('src/stores/suites/search.suite.ts')(
      'follows updates, invalidations and removals',
      'Words and vectors are those of the new content.',
    ),
    tools(CLEAR, 'An unknown id is answered with "Memory not found: {id}".'),
    shownBy('A memory_type other than the three is refused.'),
    embedding(NOT_READY, 'While the model is loading, new content is answered with "Embedding service not ready."'),
    memories('do not lose an update when two writers race', 'Two concurrent updates both take effect.'),
  ],
  delete_memory: [
    tools(
      'stores, reads, changes and deletes a memory',
      'Deletes permanently and answers `{deleted: true}`; an unknown id is answered with false.',
    ),
    heldBy('test/durability.test.ts')(
      'leaves nothing in any table, index or byte of the file except its id in the audit trail',
      'Nothing of the memory remains: no row, words, vector, links or bytes in the file.',
    ),
    heldBy('test/traces.test.ts')(
      'is in no file of the data folder except backups, and in no conversation',
      'It is also removed from exports, bins and chats in the data folder.',
    ),
  ],
  list_memories: [
    tools(
      'lists memories newest first with the true total, including invalidated ones',
      'Returns memories, total, limit and offset; newest first, including invalidated ones.',
    ),
    defaults(
      'memory-mcp: list_memories returns the first 20 by default, and pages follow each other',
      'limit is 20 and offset 0 by default; total counts all.',
      'The next offset continues where the page ended.',
    ),
    tools(CLEAR, 'A limit outside 1 to 100 and a negative offset are refused.'),
  ],
  search: [
    tools(
      'searches in the shapes of the contract',
      'Returns results with id, content, memory_type and score, their count and the query.',
    ),
    retrieval('finds by meaning, without a word in common', 'Finds by meaning, even without a word in common.'),
    defaults('memory-mcp: searches return 10 by default, and at most 50', 'limit is 10 by default.'),
    tools(CLEAR, 'A missing query and a limit above 50 are refused.'),
    heldBy('src/stores/suites/search.suite.ts')(
      'never shows memories out of reach or no longer valid, however near',
      'Invalidated and foreign memories are never found.',
    ),
    retrieval(
      '600 nearer memories of another user do not hide the one of this user',
      "The user filter acts inside the search: others' nearer memories hide nothing.",
    ),
    embedding(NOT_READY, 'While the model is loading, it says that the embedding service is not ready.'),
  ],
  search_text: [
    tools('searches in the shapes of the contract', 'Returns results, count and query in the shape of search.'),
    heldBy('src/stores/suites/search.suite.ts')(
      'finds words by BM25, and treats any text as words',
      'Ranks by BM25, and treats any text as words, whatever its syntax.',
    ),
    defaults('memory-mcp: searches return 10 by default, and at most 50', 'limit is 10 by default.'),
    shownBy('A missing query and a limit above 50 are refused.'),
    heldBy('src/engine/maintenance/normalise/reembed.test.ts')(
      'leaves word search working, and vectors are made once it loads again',
      'It needs no embedding model.',
    ),
    tools(
      'lists memories newest first with the true total, including invalidated ones',
      'Invalidated memories are not found.',
    ),
  ],
  recall: [
    tools(
      'searches in the shapes of the contract',
      'Returns results with id, content, source, score, vector_score, bm25_score and ppr_score.',
      'Also returns query, subgraph_nodes, memories_count and code_count.',
      'With both sources off the result is empty.',
    ),
    retrieval(
      'scores each result by the weighted mean of its parts, and orders by that',
      'Combines vectors, BM25 and graph by the three weights; each part is shown with the result.',
    ),
    retrieval(
      'finds a memory that neither words nor meaning would find',
      'The graph counts: Personalized PageRank finds what neither words nor meaning would.',
    ),
    indexing(
      'recalls memories and code together',
      'With include_code results of code have source, file_path, start_line and end_line.',
      'language filters code, and include_memories: false leaves memories out.',
    ),
    heldBy('src/engine/retrieval/code-scores.test.ts')(
      'is scored by the same parts as memories, so that both share one ranking',
      'Memories and code share one list, ranked by one score between 0 and 1.',
    ),
    heldBy('src/engine/retrieval/code-scores.test.ts')(
      'gains from memories tied to it and from its callers',
      'The ppr_score of code comes from a walk over calls and linked memories.',
    ),
    defaults('memory-mcp: searches return 10 by default, and at most 50', 'limit is 10, at most 50.'),
    defaults(
      'memory-mcp: recall searches memories, not code, with the weights of the contract by default',
      'include_memories is true and include_code false by default.',
      'The weights are 0.40 for vectors, 0.15 for BM25 and 0.45 for the graph by default.',
      'project_id and language affect only code.',
    ),
    tools(CLEAR, 'A negative weight is refused, and so are weights of which none is above zero.'),
    retrieval('takes %j as text', 'Any text is a valid query: syntax, other scripts, even an empty one.'),
    retrieval(
      'finds what a pasted prompt of 10 000 characters is about',
      'A whole prompt as the query finds what the prompt is about.',
    ),
    retrieval(
      'marks results that do not answer the question as weak, and says so',
      'Results that do not answer the question are marked weak.',
    ),
    graph('recalls declared facts: %s', 'Declared entities and relations are found as facts.'),
  ],
  ...MEMORY_MCP_GRAPH,
};
