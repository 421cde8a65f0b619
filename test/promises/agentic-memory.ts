import { EVERY_TOOL, heldBy, type Promises, shownBy } from './promise.ts';

const tools = heldBy('src/contracts/agentic-memory/tools.test.ts');
const defaults = heldBy('test/defaults.test.ts');
const overlap = heldBy('src/engine/retrieval/overlap.test.ts');

export const AGENTIC_MEMORY: Promises = {
  [EVERY_TOOL]: [
    tools('shows the tools of the golden snapshot', 'The three tools accept exactly the inputs of the contract.'),
    heldBy('src/stores/suites/store.suite.ts')(
      'keeps its memories when it is opened again',
      'Memories outlive the process: the store is a file, where the original forgot them with each call.',
    ),
    tools('never floods the caller and says how to get the rest', 'No answer takes more than 10 000 tokens.'),
    heldBy('test/profile-walk.test.ts')(
      'written through %s reads the same through %s',
      'A memory that another profile wrote can be read and found.',
    ),
  ],
  memory_put: [
    tools(
      'stores a memory and returns it in the terms of the contract',
      'Stores the content and answers with the memory: id, content, memory_type, importance, metadata, tags, created_at, access_count, last_accessed.',
      'The id is a UUID.',
      'memory_type is episodic by default.',
      'importance is MEDIUM, 2 of 4 by default.',
      'metadata and tags start empty, access_count and last_accessed at 0.',
      'created_at is in seconds since 1970, with fractions.',
    ),
    tools(
      'counts accesses by memory_get, not by memory_search',
      'memory_type may be procedural, and importance is case-insensitive: `Critical` is 4.',
    ),
    tools('ranks by words, age and importance', '`low` is importance 1, `HIGH` is 3.'),
    tools(
      'refuses %j with the reason',
      'Missing or empty content is refused.',
      'A memory_type other than episodic, semantic and procedural is refused, and the answer names the three.',
      'An importance other than LOW, MEDIUM, HIGH and CRITICAL is refused, and the answer names the four.',
    ),
    heldBy('test/secrets-on-disk.test.ts')(
      'in any string of any tool is not stored',
      'A secret in the content is cut out before it is stored.',
    ),
  ],
  memory_get: [
    tools(
      'counts accesses by memory_get, not by memory_search',
      'Returns the memory as memory_put does.',
      'Each call adds one to access_count and sets last_accessed.',
    ),
    tools('answers null, only as text, for an unknown id', 'An unknown or impossible id is answered with null.'),
    tools(
      'never floods the caller and says how to get the rest',
      'Content that does not fit is cut, says so, and can be read further with content_offset.',
    ),
    shownBy('A call without memory_id is refused.'),
  ],
  memory_search: [
    tools(
      'ranks by words, age and importance',
      'Returns a list of memory, relevance and combined_score, sorted by combined_score, best first.',
      'relevance is 1 if the memory contains every word of the query.',
      'At most k are returned; a k of 0 or less returns none.',
    ),
    defaults('agentic-memory: memory_search returns 5 by default', 'k is 5 by default, and at most 50.'),
    overlap(
      'scores relevance %d at age %d and importance %d with %d',
      'combined_score is 0.5 · relevance + 0.3 · recency + 0.2 · importance / 4, within 0 and 1.',
    ),
    overlap(
      'fades with a time constant of an hour, and never exceeds one',
      'recency is exp(−age / 3600 s), at most 1.',
    ),
    tools(
      'finds words in any form and next to any punctuation, and by meaning if no word is shared',
      'Words are found in any form and next to any punctuation.',
      'A memory that shares no word with the query is found by meaning.',
    ),
    tools(
      'returns nothing irrelevant, however new and important',
      'A memory with relevance 0 is not returned, however new or important.',
      'An empty query, or one of only punctuation, finds nothing.',
    ),
    tools('counts accesses by memory_get, not by memory_search', 'A search does not count as an access.'),
    shownBy('A call without a query, or with a k that is not a whole number, is refused.'),
  ],
};
