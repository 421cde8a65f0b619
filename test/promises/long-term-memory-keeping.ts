import { heldBy, type Promises, shownBy } from './promise.ts';

const tools = heldBy('src/contracts/long-term-memory/tools.test.ts');
const counts = heldBy('src/contracts/long-term-memory/counts.test.ts');
const keeping = heldBy('src/contracts/long-term-memory/keeping.test.ts');
const defaults = heldBy('test/defaults.test.ts');
const code = heldBy('src/engine/code/code.test.ts');
const normalise = heldBy('src/engine/maintenance/normalise/normalise.test.ts');
const transfer = heldBy('src/engine/maintenance/transfer/transfer.test.ts');
const statistics = heldBy('src/engine/maintenance/figures/statistics.test.ts');
const KEYS = 'answers with every tool what the contract requires';
const JOB = 'is indexed as a job, found, and checked for duplicates';
const ONE_FILE = 'of a single file is updated';
const ROOTS = 'outside the roots is never read';
const EXPORT =
  'long-term-memory: export_memory writes every type without vectors into the data folder, and import_memory skips';
const REINDEX =
  'long-term-memory: index_directory keeps to its patterns, and reindex reads what changed unless all is asked';

export const LONG_TERM_KEEPING: Promises = {
  index_file: [
    tools(
      ONE_FILE,
      'Indexes one file and gives status indexed, functions and classes.',
      'A file that has not changed is skipped, unless force is true.',
      'A file that cannot be read as code is unsupported, which is no error.',
    ),
    tools(KEYS, 'Gives the number of relationships.'),
    counts('index_file accepts an empty file', 'An empty file is indexed.'),
    tools(ROOTS, 'A file outside of the roots is refused.'),
    shownBy('A file that is not there is refused.'),
  ],
  index_directory: [
    tools(JOB, 'Indexes a folder with all below it as a job, and gives job_id and status started at once.'),
    defaults(REINDEX, 'filters takes only files that match, exclude leaves files out.'),
    code(
      'takes patterns of what to include and exclude, and keeps to them',
      'Patterns are kept for the runs that follow.',
    ),
    tools(ROOTS, 'A folder outside of the roots is refused, also behind links and beside a root of similar name.'),
  ],
  index_status: [
    tools(JOB, 'Gives status and progress of a job, and files and functions of the index.'),
    shownBy('Gives the stats of the job, and total_classes, last_indexed and languages of the index.'),
    tools('of %s with %j is %s', 'An unknown job is NF_NOT_FOUND.'),
    counts(
      'counts a folder inside an indexed project once and finds its functions once',
      'A folder inside an indexed project is not counted twice.',
    ),
    heldBy('src/stores/suites/store.suite.ts')(
      'run one of a kind at a time, and take over from a dead one',
      'The job of a server that died does not run for ever.',
    ),
    heldBy('test/foreign-jobs.test.ts')(
      'that indexes a project is found by who sees the project',
      'Only who sees the project sees its job.',
    ),
  ],
  reindex: [
    tools(JOB, 'Indexes again and gives job_id and status started.'),
    defaults(REINDEX, 'scope is changed when left out: only changed files are read; full reads every file.'),
    shownBy('directory_path reindexes that folder alone; an unknown scope is refused.'),
  ],
  normalize_memory: [
    tools(
      'normalizes as a job, one at a time',
      'Starts a job and gives job_id and status started; a second one at the same time is CON_CONFLICT.',
    ),
    tools(KEYS, 'Gives estimated_duration_minutes.'),
    normalise(
      'become the longest of them, with what the others knew',
      'Memories that say the same become the longest, with the lists, times, accesses and importance of all.',
    ),
    normalise('hand over their edges and what they had superseded, when they are %s', 'Relationships move along.'),
    normalise(
      'stay apart by scope, type, name, label, outcome and validity',
      'What differs in type or scope stays apart.',
    ),
    normalise(
      'are left alone outside of the reach, and where nobody wants them merged',
      'skip_deduplication leaves them apart.',
    ),
    heldBy('src/engine/maintenance/normalise/normalise-scale.test.ts')(
      'lose exactly the copies, the orphans and the expired',
      'Orphans go, and what has been in the bin for 30 days.',
    ),
    heldBy('test/keeping.test.ts')(
      'that is killed in the middle has changed nothing, or everything',
      'It happens whole or not at all.',
    ),
    keeping('works on every cube, including those with their own file', 'Every cube is normalized.'),
    shownBy('Options that are no truth values are refused.'),
  ],
  normalize_status: [
    tools('normalizes as a job, one at a time', 'Gives status and stats of the job until it is completed.'),
    tools(KEYS, 'Gives phase and progress.'),
    shownBy('stats has memories_processed, duplicates_merged, orphans_removed and embeddings_refreshed.'),
    keeping(
      'reports what was merged, and old ids resolve to the new one, even after another merge',
      'Says which memories were merged into which.',
    ),
    normalise('of the check says what is wrong', 'A job that failed says why.'),
    tools('of %s with %j is %s', 'An unknown job is NF_NOT_FOUND.'),
  ],
  memory_statistics: [
    tools(
      'reports accurate figures',
      'Gives how many memories there are and how many are deleted, relationships by type, and how long searches take.',
    ),
    tools(KEYS, 'Gives memories, index, relationships, storage, sync and performance.'),
    shownBy('Each has the keys of the contract, by_type among them.'),
    statistics('count memories, code and edges within the reach', 'They count what the caller may see.'),
    statistics('measure the parts of the file', 'storage tells the size of vectors, graph and cache.'),
    statistics('average what searches and writes took, over all processes', 'performance averages over all processes.'),
    counts(
      'counts the relationships of a memory the same way in memory_get, Cypher, statistics and memory_delete',
      'Relationships are counted as everywhere else.',
    ),
  ],
  export_memory: [
    defaults(
      EXPORT,
      'Writes JSONL and gives file_path, memories_exported and file_size_bytes.',
      'output_path is in the data folder when left out.',
      'memory_types exports those alone, all when left out.',
      'include_embeddings adds the vectors; it is false when left out.',
    ),
    transfer('of some types holds those, and the edges between them', 'Relationships between them are in it.'),
    tools(ROOTS, 'A path outside of the roots is refused.'),
    transfer('that is no export is not written over', 'A file that is no export is not overwritten.'),
  ],
  import_memory: [
    tools('exports, and imports the export again', 'Takes an export in and gives imported, skipped and errors.'),
    defaults(EXPORT, 'What is there already is skipped when conflict_resolution is left out.'),
    transfer('is skipped, overwritten or merged', 'overwrite and merge do what they say.'),
    transfer('is never replaced by an older one when it is merged', 'A merge never replaces newer by older.'),
    transfer(
      'says why, and the others are taken',
      'A bad line is in errors with its number and reason; the others are taken.',
    ),
    transfer('is a memory, with or without the first line of an export', 'A line of type and content is enough.'),
    transfer(
      'is exported again as the same, with vectors: %s',
      'Export and import into an empty store give the same memories, relationships and validity.',
    ),
    tools(ROOTS, 'A path outside of the roots is refused.'),
    shownBy('A file that is not there is refused.'),
  ],
};
