// The second wall: whatever a query forgets to ask for, rows of another tenant are not there, and for who is confined to
// some cubes those of other cubes are not. The settings are read once a query, in sub-selects.
import type { Migration } from './migration.ts';

const IN_SCOPES = [
  'memories',
  'deleted_memories',
  'passages',
  'vectors',
  'words',
  'entities',
  'projects',
  'proposals',
  'rejected_proposals',
];
const OTHERS = [
  ...[
    'settings',
    'removals',
    'cube_changes',
    'memory_changes',
    'mentions',
    'relations',
    'observations',
    'entity_vectors',
  ],
  ...['trace_names', 'trace_claims', 'trace_edges', 'files', 'chunks', 'chunk_words', 'chunk_vectors', 'symbols'],
  ...[
    'code_references',
    'code_edges',
    'code_links',
    'users',
    'cubes',
    'cube_shares',
    'tokens',
    'logins',
    'login_links',
  ],
  ...[
    'audit',
    'chat_sessions',
    'chat_messages',
    'jobs',
    'recalls',
    'memory_pairs',
    'timings',
    'hourly_timings',
    'hourly_sizes',
  ],
];
const PARTITIONS = ['vectors', 'chunk_vectors'].flatMap((table) =>
  Array.from({ length: 16 }, (_, i) => `${table}_${i}`),
);

const OWN_TENANT = `tenant_id = (SELECT nullif(current_setting('remanence.tenant', true), '')::integer)`;
const CUBES = `(SELECT nullif(current_setting('remanence.cubes', true), '')::text[])`;

export const inScope = `${OWN_TENANT} AND (${CUBES} IS NULL OR scope_id IN (SELECT s.id FROM scopes s))`;

export const wall = (table: string, condition: string): string => `
ALTER TABLE ${table} ENABLE ROW LEVEL SECURITY;
ALTER TABLE ${table} FORCE ROW LEVEL SECURITY;
CREATE POLICY wall ON ${table} USING (${condition});`;

export const walls: Migration = {
  name: '005-walls',
  sql: [
    wall('tenants', `name = (SELECT current_setting('remanence.tenant_name', true)) OR ${OWN_TENANT}`),
    wall('scopes', `${OWN_TENANT} AND (${CUBES} IS NULL OR coalesce(cube, 'default') = ANY (${CUBES}::text[]))`),
    ...IN_SCOPES.map((table) => wall(table, inScope)),
    ...OTHERS.map((table) => wall(table, OWN_TENANT)),
    // A query that names a partition goes past the wall of the whole.
    ...PARTITIONS.map((table) => wall(table, OWN_TENANT)),
  ].join('\n'),
};
