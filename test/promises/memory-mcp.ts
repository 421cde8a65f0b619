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
const NOT_READY = 'waits a short time for a model that is loading, then says that it is not ready';
const CLEAR = 'answers %s(%j) with a clear error';

export const MEMORY_MCP: Promises = {
  [EVERY_TOOL]: [
    stdio(
      'answers initialize with %s',
      'The server speaks MCP 2024-11-05 over stdio, calls itself memory-mcp 0.1.0, and tells clients how to use it.',
      'Its capability is tools.',
    ),
    stdio('whatever the client sends, and the server lives on', 'Every line on stdout is JSON-RPC 2.0.'),
    tools(
      'shows the tools of the golden snapshot',
      'There are 21 tools, with the inputs and defaults of the contract.',
    ),
    tools(CLEAR, 'An input that does not fit is refused with what is wrong, and nothing is stored.'),
    errors(
      'of memory-mcp is plain text: what failed, then how to mend it',
      'An error is one text with isError.',
      'A failing store is answered with "Database error. Please try again."',
    ),
    embedding(
      NOT_READY,
      'While the model is loading, what needs it is answered with "Embedding service not ready. Please try again."',
    ),
    tools(
      'never floods the caller and says how to get the rest',
      'No answer takes more than 10 000 tokens; what is cut says how to get the rest.',
    ),
    heldBy('test/access-leaks.test.ts')(
      'a search gives exactly what it would give of the permitted memories',
      'No search shows what the caller may not see.',
    ),
  ],
  store_memory: [
    tools(
      'stores, reads, changes and deletes a memory',
      'Stores a memory with its embedding and gives its id of 20 letters and digits.',
      'memory_type is episodic, semantic or procedural; user_id and metadata are kept with it.',
    ),
    memories(
      'come back as they were stored, with their defaults',
      'memory_type is semantic when left out; importance is 1; event, ingestion and valid_from are now.',
    ),
    memories('belong to their user and nobody else', 'What has a user_id is kept apart for that user.'),
    tools(
      CLEAR,
      'A content that is missing, empty, no text, above 100 KB or holds a NUL is refused.',
      'A memory_type beyond the three is refused, and so is metadata that is no object.',
    ),
    memories('hold any text: %j', 'Any text is kept as it is, whatever its script or syntax.'),
    memories(
      'report what they repeat and what they may replace',
      'Memories that say the same, or that this one may replace, are listed in the answer.',
    ),
    memories('keep no secrets, in the text or in the metadata', 'Secrets are cut out, and the answer says which.'),
    embedding(NOT_READY, 'While the model is loading, it says that the embedding service is not ready.'),
    heldBy('src/engine/maintenance/normalise/reembed.test.ts')(
      'leaves everything lexical working, and the vectors follow once it is back',
      'When the model cannot be loaded at all, the memory is stored and found by words.',
    ),
  ],
  get_memory: [
    tools(
      'stores, reads, changes and deletes a memory',
      'Gives the memory with id, content, memory_type, times, validity, importance_score and metadata.',
      'The id has the form `{tb, id: {String}}`, times are ISO 8601, valid_until is null while it holds.',
      'The embedding is not in the answer.',
      'An unknown id is answered with "Memory not found: {id}".',
    ),
    memories('are found by every spelling of their id', 'The id is taken in the spelling of any profile.'),
    tools('knows what was true when', 'What superseded it is shown.'),
    tools(
      'lists memories newest first with the true total, including invalidated ones',
      'The reason of its invalidation is shown.',
    ),
    tools(
      'never floods the caller and says how to get the rest',
      'A content of 100 KB is read in pieces with content_offset, to its end.',
    ),
  ],
  update_memory: [
    tools(
      'stores, reads, changes and deletes a memory',
      'Only the given fields change; null leaves a field as it is. The changed memory is the answer.',
    ),
    memories('change only where they are told to', 'A new content is found at once, and the old one no more.'),
    heldBy('src/stores/suites/search.suite.ts')(
      'follows updates, invalidations and removals',
      'Words and vectors are those of the new content.',
    ),
    tools(CLEAR, 'An unknown id is answered with "Memory not found: {id}".'),
    shownBy('A memory_type beyond the three is refused.'),
    embedding(NOT_READY, 'While the model is loading, a new content is answered with "Embedding service not ready."'),
    memories('do not lose an update when two writers race', 'Two updates at once both count.'),
  ],
  delete_memory: [
    tools(
      'stores, reads, changes and deletes a memory',
      'Deletes for good and answers `{deleted: true}`; an unknown id is answered with false.',
    ),
    heldBy('test/durability.test.ts')(
      'leaves nothing in any table, index or byte of the file but its id in the audit trail',
      'Nothing of the memory is left: row, words, vector, links, bytes of the file.',
    ),
    heldBy('test/traces.test.ts')(
      'is in nothing that lies in the data folder but backups, and in no conversation',
      'It is gone from exports, bins and chats in the data folder, too.',
    ),
  ],
  list_memories: [
    tools(
      'lists memories newest first with the true total, including invalidated ones',
      'Gives memories, total, limit and offset; the newest first, invalidated ones among them.',
    ),
    defaults(
      'memory-mcp: list_memories gives 20 from the first on, and pages follow each other',
      'limit is 20 and offset 0 when left out; total counts all.',
      'The next offset goes on where the page ended.',
    ),
    tools(CLEAR, 'A limit outside of 1 to 100 and a negative offset are refused.'),
  ],
  search: [
    tools(
      'searches in the shapes of the contract',
      'Gives results with id, content, memory_type and score, their count and the query.',
    ),
    retrieval('finds by meaning, without a word in common', 'Finds by meaning, also without a word in common.'),
    defaults('memory-mcp: searches give 10 when the limit is left out, and at most 50', 'limit is 10 when left out.'),
    tools(CLEAR, 'A missing query and a limit above 50 are refused.'),
    heldBy('src/stores/suites/search.suite.ts')(
      'never shows memories out of reach or no longer valid, however near',
      'Invalidated and foreign memories are never found.',
    ),
    retrieval(
      '600 nearer memories of another user do not hide the one of this user',
      'The user filter acts inside the search: nearer memories of others hide nothing.',
    ),
    embedding(NOT_READY, 'While the model is loading, it says that the embedding service is not ready.'),
  ],
  search_text: [
    tools('searches in the shapes of the contract', 'Gives results, count and query in the shape of search.'),
    heldBy('src/stores/suites/search.suite.ts')(
      'finds words by BM25, and treats any text as words',
      'Ranks by BM25, and takes any text as words, whatever its syntax.',
    ),
    defaults('memory-mcp: searches give 10 when the limit is left out, and at most 50', 'limit is 10 when left out.'),
    shownBy('A missing query and a limit above 50 are refused.'),
    heldBy('src/engine/maintenance/normalise/reembed.test.ts')(
      'leaves everything lexical working, and the vectors follow once it is back',
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
      'Gives results with id, content, source, score, vector_score, bm25_score and ppr_score.',
      'Gives query, subgraph_nodes, memories_count and code_count beside them.',
      'With both sources off the result is empty.',
    ),
    retrieval(
      'scores each result by the weighted mean of its parts, and orders by that',
      'Combines vectors, BM25 and graph by the three weights, each part shown with the result.',
    ),
    retrieval(
      'lifts a memory that neither words nor meaning would have found',
      'The graph counts: Personalized PageRank finds what neither words nor meaning would.',
    ),
    indexing(
      'recalls memories and code together',
      'With include_code results of code have source, file_path, start_line and end_line.',
      'language filters code, and include_memories: false leaves memories out.',
    ),
    heldBy('src/engine/retrieval/code-scores.test.ts')(
      'is scored by the same parts as memories, so that one list has one order',
      'Memories and code stand in one list, by one score within 0 and 1.',
    ),
    heldBy('src/engine/retrieval/code-scores.test.ts')(
      'gains from the memories that are tied to it, and from what calls it',
      'ppr_score of code comes from a walk over calls and the memories tied to it.',
    ),
    defaults('memory-mcp: searches give 10 when the limit is left out, and at most 50', 'limit is 10, at most 50.'),
    defaults(
      'memory-mcp: recall asks memories and no code, with the weights of the contract, unless it is told otherwise',
      'include_memories is true and include_code false when left out.',
      'The weights are 0.40 for vectors, 0.15 for BM25 and 0.45 for the graph when left out.',
      'project_id and language act on code alone.',
    ),
    tools(CLEAR, 'A negative weight, or none above zero, is refused.'),
    retrieval('takes %j as text', 'Any text is a query: syntax, other scripts, nothing at all.'),
    retrieval(
      'finds what a pasted prompt of 10 000 characters is about',
      'A whole prompt as the query finds what it is about.',
    ),
    retrieval(
      'marks what is not about the question as weak, and says so',
      'What is not about the question is marked weak.',
    ),
    graph('recalls declared facts: %s', 'What was declared about entities and relations is found as facts.'),
  ],
  ...MEMORY_MCP_GRAPH,
};
