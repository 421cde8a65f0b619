import { heldBy, type Promises, shownBy } from './promise.ts';

const tools = heldBy('src/contracts/long-term-memory/tools.test.ts');
const counts = heldBy('src/contracts/long-term-memory/counts.test.ts');
const keeping = heldBy('src/contracts/long-term-memory/keeping.test.ts');
const defaults = heldBy('test/defaults.test.ts');
const runs = heldBy('src/engine/code/indexing/runs.test.ts');
const normalise = heldBy('src/engine/maintenance/normalise/normalise.test.ts');
const transfer = heldBy('src/engine/maintenance/transfer/transfer.test.ts');
const statistics = heldBy('src/engine/maintenance/figures/statistics.test.ts');
const KEYS = 'answers with every tool what the contract requires';
const JOB = 'is indexed as a job, found, and checked for duplicates';
const ONE_FILE = 'of a single file is updated';
const ROOTS = 'outside the roots is never read';
const EXPORT =
  'long-term-memory: export_memory writes every type without vectors into the data folder, and import_memory skips';
const REINDEX = 'long-term-memory: index_directory obeys its patterns, and reindex reads only changes by default';

export const LONG_TERM_KEEPING: Promises = {
  index_file: [
    tools(
      ONE_FILE,
      'Indexes one file and returns status indexed, functions and classes.',
      'A file that has not changed is skipped, unless force is true.',
      'A file that is not code is unsupported, which is not an error.',
    ),
    tools(KEYS, 'Returns the number of relationships.'),
    counts('index_file accepts an empty file', 'An empty file is indexed.'),
    tools(ROOTS, 'A file outside the roots is refused.'),
    shownBy('A missing file is refused.'),
  ],
  index_directory: [
    tools(JOB, 'Indexes a folder recursively as a job, and returns job_id and status started at once.'),
    defaults(REINDEX, 'filters includes only matching files, exclude leaves files out.'),
    runs('remembers its patterns of what to include and exclude', 'Patterns are kept for later runs.'),
    tools(ROOTS, 'A folder outside the roots is refused, even through links or beside a root with a similar name.'),
  ],
  index_status: [
    tools(JOB, 'Returns status and progress of a job, and files and functions of the index.'),
    shownBy('Returns the stats of the job, and total_classes, last_indexed and languages of the index.'),
    tools('of %s with %j is %s', 'An unknown job is NF_NOT_FOUND.'),
    counts(
      'counts a folder inside an indexed project once and finds its functions once',
      'A folder inside an indexed project is not counted twice.',
    ),
    heldBy('src/stores/suites/store.suite.ts')(
      'run one of a kind at a time, and take over from a dead one',
      'The job of a server that died does not stay running.',
    ),
    heldBy('test/foreign-jobs.test.ts')(
      'that indexes a project is visible to users who see the project',
      'Only users who see the project see its job.',
    ),
  ],
  reindex: [
    tools(JOB, 'Indexes again and returns job_id and status started.'),
    defaults(REINDEX, 'scope is changed by default: only changed files are read; full reads every file.'),
    shownBy('directory_path reindexes only that folder; an unknown scope is refused.'),
  ],
  normalize_memory: [
    tools(
      'normalizes as a job, one at a time',
      'Starts a job and returns job_id and status started; a second one at the same time is CON_CONFLICT.',
    ),
    tools(KEYS, 'Returns estimated_duration_minutes.'),
    normalise(
      'are merged into the longest, which gains what the others knew',
      'Duplicates become the longest of them, with the lists, times, accesses and importance of all.',
    ),
    normalise('pass on their edges and what they superseded, when they are %s', 'Their relationships move to it.'),
    normalise(
      'stay apart by scope, type, name, label, outcome and validity',
      'Memories that differ in type or scope stay separate.',
    ),
    normalise(
      'are left alone out of reach, and when deduplication is skipped',
      'skip_deduplication leaves them separate.',
    ),
    heldBy('src/engine/maintenance/normalise/normalise-scale.test.ts')(
      'lose exactly their copies, orphans and expired deletions',
      'Orphans are removed, and what has been in the bin for 30 days.',
    ),
    heldBy('test/keeping.test.ts')('that is killed midway has changed nothing or everything', 'It is all or nothing.'),
    keeping('works on every cube, including those with their own file', 'Every cube is normalized.'),
    shownBy('Options that are not booleans are refused.'),
  ],
  normalize_status: [
    tools('normalizes as a job, one at a time', 'Returns status and stats of the job until it is completed.'),
    tools(KEYS, 'Returns phase and progress.'),
    shownBy('stats has memories_processed, duplicates_merged, orphans_removed and embeddings_refreshed.'),
    keeping(
      'reports what was merged, and old ids resolve to the new one, even after another merge',
      'Says which memories were merged into which.',
    ),
    normalise('of the check names what is wrong', 'A job that failed says why.'),
    tools('of %s with %j is %s', 'An unknown job is NF_NOT_FOUND.'),
  ],
  memory_statistics: [
    tools(
      'reports accurate figures',
      'Returns the number of memories and of deleted ones, relationships by type, and the duration of searches.',
    ),
    tools(KEYS, 'Returns memories, index, relationships, storage, sync and performance.'),
    shownBy('Each has the keys of the contract, including by_type.'),
    statistics('count memories, code and edges within reach', 'They count only what the caller may see.'),
    statistics('measure the parts of the file', 'storage gives the size of vectors, graph and cache.'),
    statistics(
      'average the time of searches and writes over all processes',
      'performance averages over all processes.',
    ),
    counts(
      'counts the relationships of a memory the same way in memory_get, Cypher, statistics and memory_delete',
      'Relationships are counted as everywhere else.',
    ),
  ],
  export_memory: [
    defaults(
      EXPORT,
      'Writes JSONL and returns file_path, memories_exported and file_size_bytes.',
      'output_path is in the data folder by default.',
      'memory_types exports only those types; all by default.',
      'include_embeddings adds the vectors; it is false by default.',
    ),
    transfer(
      'limited to some types holds those, and the edges between them',
      'It includes relationships between them.',
    ),
    tools(ROOTS, 'A path outside the roots is refused.'),
    transfer('that is not an export is not overwritten', 'A file that is not an export is not overwritten.'),
  ],
  import_memory: [
    tools('exports, and imports the export again', 'Imports an export and returns imported, skipped and errors.'),
    defaults(EXPORT, 'Existing memories are skipped by default.'),
    transfer('is skipped, overwritten or merged', 'overwrite and merge do what they say.'),
    transfer(
      'is never replaced by an older version when merging',
      'A merge never replaces newer values with older ones.',
    ),
    transfer(
      'reports why, and the others are imported',
      'A bad line is listed in errors with its number and reason; the others are imported.',
    ),
    transfer('is a memory, with or without the first line of an export', 'A line of type and content is enough.'),
    transfer(
      'exports identically again, with vectors: %s',
      'An export imported into an empty store gives the same memories, relationships and validity.',
    ),
    tools(ROOTS, 'A path outside the roots is refused.'),
    shownBy('A missing file is refused.'),
  ],
};
