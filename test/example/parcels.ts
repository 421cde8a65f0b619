// A small parcel tracking service as its team would record it: requirements, decisions, components and tests.
import type { MemoryInput } from '../../src/engine/memories/draft.ts';

/** One memory in two forms: with metadata, and in plain prose without any. */
export interface ExampleMemory {
  readonly type: NonNullable<MemoryInput['type']>;
  readonly content: string;
  readonly metadata: Record<string, unknown>;
  readonly prose: string;
}

export const PARCELS: readonly ExampleMemory[] = [
  {
    type: 'requirements',
    content: 'Passwords of depot staff must be stored so that a stolen database reveals none of them.',
    metadata: {
      requirement_id: 'REQ-SEC-1',
      title: 'Safe passwords',
      priority: 'Critical',
      status: 'Implemented',
      implementing_components: ['account-service', 'password-vault'],
    },
    prose:
      'REQ-SEC-1: Safe passwords. Passwords of depot staff must be stored so that a stolen database reveals none of them. Status: Implemented. It is implemented by AccountService and PasswordVault.',
  },
  {
    type: 'requirements',
    content: 'Names and addresses of recipients must never be written to the log.',
    metadata: {
      requirement_id: 'REQ-SEC-2',
      title: 'Discreet logs',
      priority: 'High',
      status: 'Approved',
      implementing_components: ['tracking-service', 'carrier-poller'],
    },
    prose:
      'REQ-SEC-2: Discreet logs. Names and addresses of recipients must never be written to the log. This holds for TrackingService and CarrierPoller. Status: Approved.',
  },
  {
    type: 'requirements',
    content: 'Every change of a parcel is kept as a line of its history; earlier lines are never overwritten.',
    metadata: {
      requirement_id: 'REQ-PAR-1',
      title: 'Whole history',
      status: 'Verified',
      implementing_components: ['tracking-service'],
    },
    prose:
      'REQ-PAR-1: Whole history. Every change of a parcel is kept as a line of its history; earlier lines are never overwritten. Implemented by TrackingService. Status: Verified.',
  },
  {
    type: 'requirements',
    content: 'What a carrier knows of a parcel is shown within 15 minutes.',
    metadata: {
      requirement_id: 'REQ-PAR-2',
      title: 'Fresh states',
      status: 'Implemented',
      implementing_components: ['carrier-poller'],
    },
    prose:
      'REQ-PAR-2: Fresh states. What a carrier knows of a parcel is shown within 15 minutes. Implemented by CarrierPoller. Status: Implemented.',
  },
  {
    type: 'requirements',
    content: 'A list answers with at most 100 parcels at a time.',
    metadata: { requirement_id: 'REQ-API-1', title: 'Short lists', implementing_components: ['tracking-service'] },
    prose: 'REQ-API-1: Short lists. A list of the TrackingService answers with at most 100 parcels at a time.',
  },
  {
    type: 'requirements',
    content: 'A courier can sign for a parcel on a tablet.',
    metadata: { requirement_id: 'REQ-PAR-9', title: 'Signatures', status: 'Draft' },
    prose: 'REQ-PAR-9: Signatures. A courier can sign for a parcel on a tablet. Status: Draft.',
  },
  {
    type: 'design',
    content:
      'Passwords are hashed with bcrypt at a cost of 12. We looked at md5 and sha1 and rejected both: they are far too fast.',
    metadata: {
      design_id: 'ADR-1',
      design_type: 'ADR',
      title: 'Password hashing',
      decision: 'Use bcrypt with a cost of 12.',
      related_requirements: ['REQ-SEC-1'],
      affected_components: ['account-service'],
      status: 'Accepted',
    },
    prose:
      'ADR-1: Password hashing. Status: Accepted. Context: today passwords lie in the table as they are. Decision: AccountService hashes passwords with bcrypt at a cost of 12. Alternatives considered: md5, sha1. This serves REQ-SEC-1.',
  },
  {
    type: 'design',
    content:
      'Parcels are stored in PostgreSQL. Services must not query the database directly, they go through a repository.',
    metadata: {
      design_id: 'ADR-2',
      design_type: 'ADR',
      title: 'Storage',
      decision: 'PostgreSQL behind repositories.',
      related_requirements: ['REQ-PAR-1'],
      affected_components: ['tracking-service', 'parcel-repository', 'depot-store'],
      supersedes: ['ADR-0'],
      status: 'Accepted',
    },
    prose:
      'ADR-2: Storage. Status: Accepted. We decided to store parcels in PostgreSQL. TrackingService, ParcelRepository and DepotStore follow it. Services must not query the database directly, they go through a repository. It serves REQ-PAR-1.',
  },
  {
    type: 'design',
    content: 'Parcels are stored in MongoDB, one document for each.',
    metadata: {
      design_id: 'ADR-0',
      design_type: 'ADR',
      title: 'Storage of the prototype',
      affected_components: ['tracking-service'],
      status: 'Superseded',
    },
    prose:
      'ADR-0: Storage of the prototype. Status: Superseded. TrackingService stores parcels in MongoDB, one document for each.',
  },
  {
    type: 'design',
    content: 'Carriers that do not answer are asked again with exponential backoff, at most 5 attempts.',
    metadata: {
      design_id: 'ADR-3',
      design_type: 'ADR',
      title: 'Asking again',
      related_requirements: ['REQ-PAR-2'],
      affected_components: ['carrier-poller'],
      status: 'Accepted',
    },
    prose:
      'ADR-3: Asking again. Carriers that do not answer CarrierPoller are asked again with exponential backoff, at most 5 attempts. It serves REQ-PAR-2. Status: Accepted.',
  },
  {
    type: 'design',
    content: 'Times are kept in UTC and written as ISO 8601. Local time is only for the page that shows them.',
    metadata: {
      design_id: 'ADR-5',
      design_type: 'Specification',
      title: 'Times',
      affected_components: ['tracking-service'],
      status: 'Accepted',
    },
    prose: 'ADR-5: Times. TrackingService must keep times in UTC and write them as ISO 8601. Status: Accepted.',
  },
  {
    type: 'component',
    content: 'Sets and checks the passwords of depot staff.',
    metadata: {
      component_id: 'account-service',
      component_type: 'Service',
      name: 'AccountService',
      file_path: 'parcels/accounts.py',
    },
    prose: 'AccountService (parcels/accounts.py) sets and checks the passwords of depot staff. It serves REQ-SEC-1.',
  },
  {
    type: 'component',
    content: 'Records where parcels are and tells their history.',
    metadata: {
      component_id: 'tracking-service',
      component_type: 'Service',
      name: 'TrackingService',
      file_path: 'parcels/tracking.py',
      dependencies: ['parcel-repository'],
    },
    prose:
      'TrackingService (parcels/tracking.py) records where parcels are and tells their history. It uses the ParcelRepository.',
  },
  {
    type: 'component',
    content: 'Asks carriers what is new and tells the tracking service.',
    metadata: {
      component_id: 'carrier-poller',
      component_type: 'Agent',
      name: 'CarrierPoller',
      file_path: 'parcels/poller.py',
      dependencies: ['tracking-service'],
    },
    prose: 'CarrierPoller (parcels/poller.py) asks carriers what is new and tells the TrackingService.',
  },
  {
    type: 'component',
    content: 'Reads and writes parcels.',
    metadata: {
      component_id: 'parcel-repository',
      component_type: 'Database',
      name: 'ParcelRepository',
      file_path: 'parcels/parcel_repository.py',
      base_pattern: 'Repository',
    },
    prose:
      'ParcelRepository (parcels/parcel_repository.py) reads and writes parcels. It follows the Repository pattern.',
  },
  {
    type: 'component',
    content: 'Reads the depots.',
    metadata: {
      component_id: 'depot-store',
      component_type: 'Database',
      name: 'DepotStore',
      file_path: 'parcels/depots.py',
      base_pattern: 'Repository',
    },
    prose: 'DepotStore (parcels/depots.py) reads the depots. It should follow the Repository pattern.',
  },
  {
    type: 'code_pattern',
    content: 'Every repository extends BaseRepository, handles errors of the database and logs them.',
    metadata: {
      pattern_name: 'Repository',
      pattern_type: 'Template',
      language: 'python',
      usage_context: 'For every table.',
      code_template: [
        'from parcels.base import BaseRepository, StorageError, logger',
        '',
        'class {{Name}}Repository(BaseRepository):',
        '    def get(self, id):',
        '        try:',
        '            return self.pool.one("SELECT", id)',
        '        except OSError as error:',
        '            logger.warning("not read")',
        '            raise StorageError(id) from error',
        '',
        '    def save(self, row):',
        '        ...',
      ].join('\n'),
    },
    prose:
      'Repository pattern: for every table. Every repository extends BaseRepository and is called *Repository. It must define get() and save(), handle errors of the database and log them. Failures are raised as StorageError, so it uses `StorageError`.',
  },
  {
    type: 'test_history',
    content: 'Passed on the main branch.',
    metadata: {
      test_name: 'test_password_is_hashed',
      test_file: 'tests/test_accounts.py',
      status: 'Passed',
      affected_component: 'account-service',
      related_requirements: ['REQ-SEC-1'],
    },
    prose: 'test_password_is_hashed in tests/test_accounts.py passed. It covers AccountService and REQ-SEC-1.',
  },
  {
    type: 'test_history',
    content: 'Fails since the last release: the empty password is accepted.',
    metadata: {
      test_name: 'test_empty_password_is_refused',
      test_file: 'tests/test_accounts.py',
      status: 'Failed',
      affected_component: 'account-service',
      related_requirements: ['REQ-SEC-1'],
    },
    prose:
      'test_empty_password_is_refused in tests/test_accounts.py failed: the empty password is accepted. It covers AccountService and REQ-SEC-1.',
  },
  {
    type: 'test_history',
    content: 'Passed on the main branch.',
    metadata: {
      test_name: 'test_history_is_kept',
      status: 'Passed',
      affected_component: 'tracking-service',
      related_requirements: ['REQ-PAR-1'],
    },
    prose: 'test_history_is_kept passed. It covers TrackingService and REQ-PAR-1.',
  },
];

type Expected = 'aligned' | 'contradicts' | 'unrelated';

/** A careful reader's verdict on a fix. */
export const PARCEL_FIXES: readonly (readonly [fix: string, component: string, expected: Expected])[] = [
  ['Use bcrypt with rounds=12 when the password is set.', 'account-service', 'aligned'],
  ['Switch to md5 via hashlib.', 'account-service', 'contradicts'],
  ['Use bcrypt with a cost of 4 to make the tests faster.', 'account-service', 'contradicts'],
  ['Store passwords in plain text until the migration is done.', 'account-service', 'contradicts'],
  ['Replace bcrypt with argon2id.', 'account-service', 'contradicts'],
  ['Replace md5 with bcrypt, because md5 is broken.', 'account-service', 'aligned'],
  ['Rename a CSS class on the sign-in page.', 'account-service', 'unrelated'],
  ['Correct the spelling of "depot" in the welcome mail.', 'account-service', 'unrelated'],
  ['Store the parcels in SQLite instead.', 'tracking-service', 'contradicts'],
  ['Store parcels in MongoDB, one document each.', 'tracking-service', 'contradicts'],
  ['Keep the times of a parcel in local time.', 'tracking-service', 'contradicts'],
  ['Write the recipient names and addresses to the log when a scan fails.', 'tracking-service', 'contradicts'],
  ['Raise the page size of the parcel list to 500 parcels.', 'tracking-service', 'contradicts'],
  ['Limit the list to 50 parcels at a time.', 'tracking-service', 'aligned'],
  ['Query the database directly from the tracking service.', 'tracking-service', 'contradicts'],
  ['Ask a carrier again with exponential backoff, up to 3 attempts.', 'carrier-poller', 'aligned'],
  ['Retry immediately in a tight loop, up to 20 attempts.', 'carrier-poller', 'contradicts'],
];
