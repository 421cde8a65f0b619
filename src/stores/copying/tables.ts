// The tables and columns that a copy between two stores consists of; every store has them. Derived data (words, codes,
// word counts) is made by the target store.
import { DEFAULT_CUBE, LOCAL } from '../../engine/access/actor.ts';

export interface CopiedTable {
  readonly name: string;
  /** The columns that identify a row and define the order. */
  readonly key: readonly string[];
  readonly columns: readonly string[];
}

const table = (name: string, key: string, ...rest: string[]): CopiedTable => {
  const keys = key.split(' ');
  return { name, key: keys, columns: [...keys, ...rest.flatMap((each) => each.split(' '))] };
};

/** Ordered so that every row comes after those it refers to. */
export const TABLES: readonly CopiedTable[] = [
  table('settings', 'key', 'value'),
  table('scopes', 'id', 'cube user project session space_id'),
  table(
    'memories',
    'row',
    'id scope_id content kind type label tags summary importance metadata conversation event_time ingestion_time updated_at',
    'valid_from valid_until invalid_reason superseded_by accesses accessed_at revision digest',
  ),
  table('memory_changes', 'memory_row revision', 'changed_at before'),
  table('deleted_memories', 'id', 'scope_id deleted_at memory'),
  table('cube_changes', 'cube', 'changed_at'),
  table('passages', 'id', 'memory_row position terms vector'),
  table('entities', 'row', 'id scope_id key name type description declared mentions subjects created_at'),
  table('mentions', 'memory_row entity_row', 'subject'),
  table('relations', 'id', 'row from_row to_row type weight created_at valid_from valid_until memory_row'),
  table('observations', 'id', 'entity_row memory_row text created_at'),
  table('entity_vectors', 'entity_row', 'model vector'),
  table('trace_names', 'memory_row label key', 'space'),
  table(
    'trace_claims',
    'id',
    'owner_row type declared from_label from_key from_space to_label to_key to_space created_at',
  ),
  table('trace_edges', 'id', 'type from_row to_row claims'),
  table(
    'projects',
    'id',
    'scope_id name root machine_id machine_name include exclude watch generation asked commit_id indexed_at created_at',
  ),
  table('files', 'id', 'project_id path name content language bytes lines digest state linked'),
  table('chunks', 'id', 'file_id start_line end_line kind name container defines text digest pending terms vector'),
  table(
    'symbols',
    'id',
    'file_id parent_id kind name container signature docstring line start_line end_line digest fingerprint',
  ),
  table('code_references', 'id', 'project_id file_id symbol_id kind name qualifier receiver alias line scope resolved'),
  table('code_edges', 'reference_id to_file to_symbol', 'from_file from_symbol kind certainty line'),
  table('code_links', 'memory_row project_id path container symbol', 'digest'),
  table('users', 'id', 'name role active created_at updated_at'),
  table('cubes', 'id', 'name description path owner created_at updated_at project'),
  table('cube_shares', 'cube user', 'shared_at'),
  table('tokens', 'id', 'user hash created_at expires_at revoked_at'),
  table('logins', 'hash', 'token created_at expires_at'),
  table('login_links', 'hash', 'expires_at'),
  table('audit', 'seq', 'at who action subject cube outcome'),
  table('chat_sessions', 'who user project id', 'created_at last_at'),
  table('chat_messages', 'seq', 'who user project session role content at'),
  table(
    'jobs',
    'id',
    'kind state done total started_at heartbeat finished_at error cancelled owner stages result begun_by',
  ),
  table(
    'recalls',
    'seq',
    'id at who user project session profile tool client question given count weak confidence tokens ms useful',
  ),
  table('memory_pairs', 'seq', 'kind memory_row other_row similarity found_at settled'),
  table('proposals', 'id', 'scope_id content kind type tags metadata proposed_by source proposed_at digest'),
  table('rejected_proposals', 'scope_id digest'),
  table('timings', 'operation', 'count ms'),
  table('hourly_timings', 'hour operation', 'count ms slowest'),
  table('hourly_sizes', 'hour', 'memories bytes'),
];

/** The settings that belong to the content; the others belong to the store. */
export const COPIED_SETTINGS = [
  'embedding_model',
  'embedding_dimensions',
  'number_key',
  'last_row_of_entities',
  'last_row_of_relations',
];

/** Which rows of these tables somebody has stored; of the others, all. A server notes its figures even if nobody does. */
const STORED_ROWS: Readonly<Record<string, string>> = {
  users: `id <> '${LOCAL}'`,
  cubes: `id <> '${DEFAULT_CUBE}'`,
  timings: 'false',
  hourly_timings: 'false',
  hourly_sizes: 'false',
};

/** All tables but the settings, each with the condition for rows that somebody has stored. */
export const STORED: readonly { readonly name: string; readonly isStored: string }[] = TABLES.filter(
  ({ name }) => name !== 'settings',
).map(({ name }) => ({ name, isStored: STORED_ROWS[name] ?? 'true' }));
