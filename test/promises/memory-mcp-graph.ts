import { heldBy, type Promises, shownBy } from './promise.ts';

const tools = heldBy('src/contracts/memory-mcp/tools.test.ts');
const graph = heldBy('src/contracts/memory-mcp/graph-tools.test.ts');
const defaults = heldBy('test/defaults.test.ts');
const memories = heldBy('src/engine/memories/memories.test.ts');
const indexing = heldBy('test/indexing.test.ts');
const code = heldBy('src/engine/code/code.test.ts');
const runs = heldBy('src/engine/code/indexing/runs.test.ts');
const search = heldBy('src/engine/code/search/search.test.ts');
const projects = heldBy('src/engine/code/projects.test.ts');
const modelState = heldBy('test/model-state.test.ts');
const CLEAR = 'answers %s(%j) with a clear error';

export const MEMORY_MCP_GRAPH: Promises = {
  create_entity: [
    tools(
      'builds and walks the graph',
      'Creates an entity with a name and type and returns its id; the same name is the same entity.',
    ),
    graph(
      'keeps the original spelling of an entity that is created again with another',
      'Creating it again in another spelling does not rename it.',
    ),
    defaults(
      'memory-mcp: a relation weighs 1 and get_related goes one step by default',
      'A description is kept and shown.',
    ),
    heldBy('src/engine/graph/graph.test.ts')(
      'shows each user only their own entities, even across a relation made by the owner',
      'An entity with a user_id is visible only to that user.',
    ),
    heldBy('src/engine/graph/graph.test.ts')(
      'declares the same entity that memories mention',
      'It is the entity that memories with that name mention.',
    ),
    tools(CLEAR, 'An empty name is refused.'),
  ],
  create_relation: [
    tools('builds and walks the graph', 'Connects two entities by a directed relation of a type and returns its id.'),
    graph(
      'keeps one relation per type between two entities',
      'Creating the same relation again keeps one, with the last weight.',
    ),
    defaults('memory-mcp: a relation weighs 1 and get_related goes one step by default', 'weight is 1 by default.'),
    tools(CLEAR, 'An unknown entity is answered with "Entity not found: {id}"; a weight outside 0 to 1 is refused.'),
  ],
  get_related: [
    tools(
      'builds and walks the graph',
      'Follows relations up to depth 3 and returns entities, relations and their counts, each once.',
      'direction outgoing follows outgoing relations, incoming incoming ones.',
    ),
    graph(
      'follows both directions by default, outgoing relations first',
      'Without a direction it follows both, outgoing relations first: the default of the contract comes first in the answer.',
    ),
    graph('walks from a name in any spelling just as from an id', 'It accepts a name as well as an id.'),
    graph('shows the memories that mention the entity', 'The memories that mention the entity are shown.'),
    defaults('memory-mcp: a relation weighs 1 and get_related goes one step by default', 'depth is 1 by default.'),
    tools(CLEAR, 'A depth outside 1 to 3 and an unknown direction are refused.'),
    shownBy('An unknown entity is answered with "Entity not found: {id}".'),
  ],
  get_valid: [
    tools('knows what was true when', 'Returns the memories that are valid now, and their count; user_id filters.'),
    defaults(
      'memory-mcp: get_valid and get_valid_at return 20 by default, and at most 100',
      'limit is 20 by default, and at most 100.',
    ),
  ],
  get_valid_at: [
    tools('knows what was true when', 'Returns what was valid at the time, including what has ended since.'),
    heldBy('src/engine/temporal/validity.test.ts')(
      'is half open',
      'Validity is half open: valid_from ≤ t < valid_until.',
    ),
    defaults(
      'memory-mcp: get_valid and get_valid_at return 20 by default, and at most 100',
      'limit is 20 by default, and at most 100.',
      'The timestamp is returned; a future one counts as now.',
    ),
    tools(CLEAR, 'An unreadable time is refused, and the answer names the required format, ISO 8601.'),
    heldBy('src/engine/temporal/validity.test.ts')(
      'reads %s',
      'ISO 8601 dates and times with any offset are accepted.',
    ),
  ],
  invalidate: [
    tools(
      'knows what was true when',
      'Ends the validity of a memory now and answers `{invalidated: true}`, even the second time.',
      'superseded_by is kept and shown; one that would form a cycle is refused.',
    ),
    memories('end when they are invalidated, and stay readable with the reason', 'It stays readable, with the reason.'),
    memories('keep every reason given when they were invalidated', 'A second reason is added to the first.'),
    memories('are never superseded in a circle, however long', 'No cycle is created, however long.'),
    tools(CLEAR, 'An unknown id is answered with "Memory not found: {id}".'),
  ],
  index_project: [
    indexing(
      'indexes, searches, and receives progress',
      'Indexes the folder and returns project_id, files_indexed and chunks_created; the project is named after its folder.',
      'A client that requests progress receives it, and it never decreases.',
    ),
    indexing(
      'that requests a running index is answered at once',
      'A second call while it runs is answered at once with the running job.',
    ),
    indexing(
      'that ends during a run leaves it to the next server',
      'If the client ends midway, the next server continues.',
    ),
    indexing(
      'is indexed again when files change, folders appear and branches are switched',
      'watch: true keeps the index up to date.',
    ),
    runs(
      'continues in the background if the caller does not wait, and reports its progress',
      'It answers after 50 s at the latest, with the progress so far.',
    ),
    runs(
      'answers, because the files can be searched',
      'It answers as soon as the files can be searched; better vectors follow.',
    ),
    runs('does not mix up two folders of the same name', 'Two folders with the same name are two projects.'),
    runs('rereads only changed files, and forgets deleted and moved ones', 'Only changed files are read again.'),
    indexing(
      'is told what is wrong with its request',
      'A path that is not a folder is answered with "Invalid path: {path}", and so is the root of the disk.',
    ),
    runs(
      'refuses a path that is no project folder, and says why',
      'Files, the home folder and missing folders are refused.',
    ),
    indexing('is told about a folder that git ignores', 'A folder that git ignores is reported as such.'),
    heldBy('src/providers/workspace/workspace.test.ts')(
      'is left out by name and size',
      'Hidden files and those over 1 MB are skipped.',
    ),
    heldBy('src/providers/workspace/workspace.test.ts')(
      'is walked by its ignore rules, including nested ones',
      'Files matched by .gitignore and .memoryignore are skipped.',
    ),
    heldBy('src/providers/workspace/workspace.test.ts')('is left out by content', 'Binary files are skipped.'),
    runs(
      'works without the model: code is found by words, and the server keeps running',
      'Without a model the code is found by words, and the vectors follow.',
    ),
  ],
  search_code: [
    runs('makes a project searchable by meaning, by name and by path', 'Finds code by meaning, by name and by path.'),
    shownBy(
      'Returns id, file_path, content, language, start_line, end_line, chunk_type, name and score of each, and the count.',
      'A missing query and an unknown project are refused.',
    ),
    search(
      'returns only the matching function and its lines: %s',
      'Name and lines are those of the function that matched.',
    ),
    search('filters by project, language and path', 'project_id filters by project.'),
    search('marks the answer for absent code as weak, and scores it lower', 'Results are marked weak if nothing fits.'),
    defaults('memory-mcp: searches return 10 by default, and at most 50', 'limit is 10, at most 50.'),
  ],
  get_index_status: [
    indexing(
      'indexes, searches, and receives progress',
      'Returns status, total_files, indexed_files, total_chunks, progress_percent, eta_seconds, started_at and completed_at.',
      'A finished run is completed, at 100 percent.',
    ),
    indexing(
      'see the same progress, and the second does not start the same work',
      'While it runs, the status is indexing in every process.',
    ),
    indexing(
      'survive the death of one: the old index answers, the job says what happened, and a new run completes',
      'A killed run is failed, and says so.',
    ),
    projects('shows progress that never decreases while stages learn their totals', 'The progress never decreases.'),
    projects(
      'estimates the time left from the speed of this run, not from earlier work',
      'eta_seconds is computed from the elapsed time and progress of this run.',
    ),
    projects('has a completion time only if it is complete', 'completed_at is null until the run is complete.'),
    projects('is pending before its first run', 'A project that was never indexed is pending.'),
    indexing(
      'is told what is wrong with its request',
      'An unknown project is answered with "Project not found: {id}".',
    ),
  ],
  list_projects: [
    indexing('indexes, searches, and receives progress', 'Returns the names of all indexed projects, and their count.'),
    search("shows nobody another user's projects", 'Projects of other users are not listed.'),
  ],
  delete_project: [
    indexing('indexes, searches, and receives progress', 'Deletes the index of a project and returns chunks_deleted.'),
    code('leaves no trace of it', 'Chunks, symbols, calls and vectors are gone; files and memories stay.'),
    indexing(
      'is told what is wrong with its request',
      'An unknown project is answered with "Project not found: {id}".',
    ),
  ],
  get_status: [
    tools(
      'reports its state',
      'Returns version, status, embedding with status, model, dimensions and cache_stats, and db_dimension.',
    ),
    tools(
      'resets only if confirmed, and reports how much was deleted',
      'memories_count and entities_count are accurate.',
    ),
    indexing('indexes, searches, and receives progress', 'code_chunks_count is accurate.'),
    modelState(
      "a missing model folder is reported before the first search, in every profile that shows the model's state",
      'If the model cannot be loaded, its status is error and the server degraded, before the first search.',
    ),
    modelState(
      'a model of unknown dimensions is loading, then ready, and never ready without dimensions',
      'A model being loaded is loading, then ready.',
    ),
  ],
  reset_all_memory: [
    tools(
      'resets only if confirmed, and reports how much was deleted',
      'With confirm: true deletes all memories, entities, relations and code chunks and returns the counts.',
      'Without confirm, or with anything but true, answers `{reset: false}` and "Confirmation required. Set confirm=true to delete all data."',
      'Afterwards nothing is found, and the counts are 0.',
    ),
    heldBy('test/removal.test.ts')(
      'removes nothing when no copy can be written, and says so',
      'It does not fail: if it cannot reset, it returns reset: false with the reason.',
    ),
    heldBy('test/removal.test.ts')(
      'resets only what is in its own cubes, and no code of others',
      'It reaches only what the caller owns.',
    ),
  ],
};
