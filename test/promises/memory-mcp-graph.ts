import { heldBy, type Promises, shownBy } from './promise.ts';

const tools = heldBy('src/contracts/memory-mcp/tools.test.ts');
const graph = heldBy('src/contracts/memory-mcp/graph-tools.test.ts');
const defaults = heldBy('test/defaults.test.ts');
const memories = heldBy('src/engine/memories/memories.test.ts');
const indexing = heldBy('test/indexing.test.ts');
const code = heldBy('src/engine/code/code.test.ts');
const projects = heldBy('src/engine/code/projects.test.ts');
const modelState = heldBy('test/model-state.test.ts');
const CLEAR = 'answers %s(%j) with a clear error';

export const MEMORY_MCP_GRAPH: Promises = {
  create_entity: [
    tools(
      'builds and walks the graph',
      'Makes an entity of a name and type and gives its id; the same name is the same.',
    ),
    graph(
      'keeps the original spelling of an entity that is created again with another',
      'Creating it again in another spelling renames nothing.',
    ),
    defaults(
      'memory-mcp: a relation weighs 1 and get_related goes one step, unless they are told otherwise',
      'A description is kept and shown.',
    ),
    heldBy('src/engine/graph/graph.test.ts')(
      'shows each user only what is theirs, even across a relation of the owner',
      'What has a user_id is shown to that user alone.',
    ),
    heldBy('src/engine/graph/graph.test.ts')(
      'is the same entity that memories mention',
      'It is the entity that memories of that name mention.',
    ),
    tools(CLEAR, 'An empty name is refused.'),
  ],
  create_relation: [
    tools('builds and walks the graph', 'Connects two entities by a directed relation of a type and gives its id.'),
    graph('keeps one relation per type between two entities', 'The same relation again is one, with the last weight.'),
    defaults(
      'memory-mcp: a relation weighs 1 and get_related goes one step, unless they are told otherwise',
      'weight is 1 when left out.',
    ),
    tools(CLEAR, 'An unknown entity is answered with "Entity not found: {id}", a weight outside of 0 to 1 is refused.'),
  ],
  get_related: [
    tools(
      'builds and walks the graph',
      'Follows relations up to depth 3 and gives entities, relations and their counts, each once.',
      'direction outgoing follows what leads out, incoming what leads in.',
    ),
    graph(
      'follows both directions by default, outgoing relations first',
      'Without a direction it follows both, what leads out first: the default of the contract begins the answer, the rest follows.',
    ),
    graph('walks from a name in any spelling just as from an id', 'A name is taken as well as an id.'),
    graph('shows the memories that mention the entity', 'The memories that mention the entity are shown.'),
    defaults(
      'memory-mcp: a relation weighs 1 and get_related goes one step, unless they are told otherwise',
      'depth is 1 when left out.',
    ),
    tools(CLEAR, 'A depth outside of 1 to 3 and an unknown direction are refused.'),
    shownBy('An unknown entity is answered with "Entity not found: {id}".'),
  ],
  get_valid: [
    tools('knows what was true when', 'Gives the memories that are valid now, and their count; user_id filters.'),
    defaults(
      'memory-mcp: get_valid and get_valid_at give 20 when the limit is left out, and at most 100',
      'limit is 20 when left out, and at most 100.',
    ),
  ],
  get_valid_at: [
    tools('knows what was true when', 'Gives what was valid at the time, what has ended since among it.'),
    heldBy('src/engine/temporal/validity.test.ts')(
      'is half open',
      'Validity is half open: valid_from ≤ t < valid_until.',
    ),
    defaults(
      'memory-mcp: get_valid and get_valid_at give 20 when the limit is left out, and at most 100',
      'limit is 20 when left out, and at most 100.',
      'The timestamp is told back; one of the future is now.',
    ),
    tools(CLEAR, 'A time that cannot be read is refused with the form that can: ISO 8601.'),
    heldBy('src/engine/temporal/validity.test.ts')(
      'reads %s',
      'Dates and times of ISO 8601 are read, with any offset.',
    ),
  ],
  invalidate: [
    tools(
      'knows what was true when',
      'Ends the validity of a memory now and answers `{invalidated: true}`, also the second time.',
      'superseded_by is kept and shown; one that leads back in a circle is refused.',
    ),
    memories('end when they are invalidated, and stay readable with the reason', 'It stays readable, with the reason.'),
    memories('keep every reason for which they were invalidated', 'A second reason is added to the first.'),
    memories('are not superseded in a circle, however long', 'No circle is made, however long it would be.'),
    tools(CLEAR, 'An unknown id is answered with "Memory not found: {id}".'),
  ],
  index_project: [
    indexing(
      'indexes, asks, and hears of the progress',
      'Indexes the folder and gives project_id, files_indexed and chunks_created; the project is called like its folder.',
      'A client that asks for it hears of the progress, which never goes back.',
    ),
    indexing(
      'that asks for a run which is under way is answered at once',
      'A second call while it runs is answered at once with the run.',
    ),
    indexing(
      'that ends in the middle of a run leaves it to the next server',
      'When the client ends in the middle, the next server goes on.',
    ),
    indexing(
      'is indexed again when files change, folders appear and branches are switched',
      'watch: true keeps watching.',
    ),
    code(
      'goes on behind a caller who does not wait, and tells how far it is',
      'It answers after 50 s at the latest, with what is done so far.',
    ),
    code('does not mix two folders of one name', 'Two folders of one name are two projects.'),
    code('reads again only what changed, and forgets what is gone or has moved', 'Only what changed is read again.'),
    indexing(
      'is told what is wrong with what it asks',
      'A path that is no folder is answered with "Invalid path: {path}", and so is the root of the disk.',
    ),
    code(
      'refuses what is no project folder, and says why',
      'Files, the home folder and what is not there are refused.',
    ),
    indexing('is told of a folder that git ignores', 'A folder that git ignores is told as such.'),
    heldBy('src/providers/workspace/workspace.test.ts')(
      'is left out by name and size',
      'Hidden files and those over 1 MB are skipped.',
    ),
    heldBy('src/providers/workspace/workspace.test.ts')(
      'is walked by its ignore rules, nested ones too',
      'What .gitignore and .memoryignore name is skipped.',
    ),
    heldBy('src/providers/workspace/workspace.test.ts')('is left out by content', 'Binary files are skipped.'),
    code(
      'does without the model: found by words, and the server stays',
      'Without a model the code is found by words, and the vectors follow.',
    ),
  ],
  search_code: [
    code('makes a project searchable by meaning, by name and by path', 'Finds code by meaning, by name and by path.'),
    shownBy(
      'Gives id, file_path, content, language, start_line, end_line, chunk_type, name and score of each, and the count.',
      'A missing query and an unknown project are refused.',
    ),
    code(
      'names the function that matches and its lines alone: %s',
      'Name and lines are those of the function that matched.',
    ),
    code('filters by project, language and path', 'project_id filters by project.'),
    code('marks what is absent as weak, and scores it below what is there', 'What is not there is marked weak.'),
    defaults('memory-mcp: searches give 10 when the limit is left out, and at most 50', 'limit is 10, at most 50.'),
  ],
  get_index_status: [
    indexing(
      'indexes, asks, and hears of the progress',
      'Gives status, total_files, indexed_files, total_chunks, progress_percent, eta_seconds, started_at and completed_at.',
      'A run that is done is completed, at 100 percent.',
    ),
    indexing(
      'see the same progress, and the second does not begin the same work',
      'While it runs the status is indexing, in every process.',
    ),
    indexing(
      'one of which dies: the old index answers, the job says what happened, and a new run completes',
      'A run that was killed is failed, and says so.',
    ),
    projects('never goes back while stages learn how much there is to do', 'The progress never goes back.'),
    projects(
      'tells the time left by the speed of this run, not by what was done before it',
      'eta_seconds follows from elapsed time and progress of this run.',
    ),
    projects('has a time of completion only where it is complete', 'completed_at is null until it is complete.'),
    projects('is pending before its first run', 'A project that was never indexed is pending.'),
    indexing(
      'is told what is wrong with what it asks',
      'An unknown project is answered with "Project not found: {id}".',
    ),
  ],
  list_projects: [
    indexing('indexes, asks, and hears of the progress', 'Gives the names of all indexed projects, and their count.'),
    code("shows nobody another user's projects", 'Projects of other users are not listed.'),
  ],
  delete_project: [
    indexing('indexes, asks, and hears of the progress', 'Deletes the index of a project and gives chunks_deleted.'),
    code('leaves nothing of it', 'Chunks, symbols, calls and vectors are gone; files and memories stay.'),
    indexing(
      'is told what is wrong with what it asks',
      'An unknown project is answered with "Project not found: {id}".',
    ),
  ],
  get_status: [
    tools(
      'reports its state',
      'Gives version, status, embedding with status, model, dimensions and cache_stats, and db_dimension.',
    ),
    tools(
      'resets only if confirmed, and reports how much was deleted',
      'memories_count and entities_count are the true ones.',
    ),
    indexing('indexes, asks, and hears of the progress', 'code_chunks_count is the true one.'),
    modelState(
      'a model folder that does not exist is told before the first search, in every profile that tells its state',
      'A model that cannot be loaded is error, and the server degraded, before the first search.',
    ),
    modelState(
      'a model of unknown dimensions is loading, then ready, and never ready with none',
      'A model on its way is loading, then ready.',
    ),
  ],
  reset_all_memory: [
    tools(
      'resets only if confirmed, and reports how much was deleted',
      'With confirm: true deletes all memories, entities, relations and code chunks and says how many of each.',
      'Without confirm, or with anything but true, answers `{reset: false}` and "Confirmation required. Set confirm=true to delete all data."',
      'Afterwards nothing is found, and the counts are 0.',
    ),
    heldBy('test/removal.test.ts')(
      'removes nothing when no copy can be written, and says so',
      'It does not error: what keeps it from resetting is told with reset: false.',
    ),
    heldBy('test/removal.test.ts')(
      'resets only what is in its own cubes, and no code of others',
      'It reaches what the caller owns and nothing else.',
    ),
  ],
};
