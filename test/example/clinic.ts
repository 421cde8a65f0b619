// A clinic: records, sign-in and appointments, with metadata.
import type { MemoryInput } from '../../src/engine/memories/draft.ts';

export const CLINIC: readonly MemoryInput[] = [
  {
    type: 'requirements',
    content: 'The system shall lock an account after 5 failed logins for at least 15 minutes.',
    metadata: { requirement_id: 'R-1', title: 'Lockout', implementing_components: ['LoginController'] },
  },
  {
    type: 'requirements',
    content: 'Patient records must be encrypted at rest with AES-256.',
    metadata: { requirement_id: 'R-2', title: 'Encryption at rest', implementing_components: ['RecordStore'] },
  },
  {
    type: 'requirements',
    content: 'All access to a patient record shall be written to the audit trail.',
    metadata: { requirement_id: 'R-3', title: 'Audit', implementing_components: ['RecordStore', 'RecordApi'] },
  },
  {
    type: 'requirements',
    content: 'Appointments can be cancelled by the patient up to 24 hours before they begin.',
    metadata: { requirement_id: 'R-4', title: 'Cancelling', implementing_components: ['Calendar'] },
  },
  {
    type: 'requirements',
    content: 'Every input from outside must be validated against a schema before it is used.',
    metadata: {
      requirement_id: 'R-5',
      title: 'Validated input',
      implementing_components: ['RecordApi', 'LoginController'],
    },
  },
  {
    type: 'design',
    content:
      'Sessions use opaque tokens kept on the server. JWT was considered and rejected: a token cannot be called back.',
    metadata: { design_id: 'D-1', title: 'Sessions', status: 'Accepted', affected_components: ['LoginController'] },
  },
  {
    type: 'design',
    content: 'The API is REST with JSON. We will not introduce GraphQL.',
    metadata: {
      design_id: 'D-2',
      title: 'API style',
      decision: 'REST API with JSON',
      status: 'Accepted',
      affected_components: ['RecordApi'],
    },
  },
  {
    type: 'design',
    content: 'Records are never deleted for good; they are soft deleted and hidden.',
    metadata: {
      design_id: 'D-3',
      title: 'Deleting',
      decision: 'Soft delete',
      status: 'Accepted',
      affected_components: ['RecordStore'],
    },
  },
  {
    type: 'design',
    content: 'SQL is built with parameters through Kysely. String concatenation in SQL is forbidden.',
    metadata: { design_id: 'D-4', title: 'SQL', status: 'Accepted', affected_components: ['RecordStore'] },
  },
  {
    type: 'design',
    content: 'Lists use cursor pagination with a page size of 50.',
    metadata: { design_id: 'D-5', title: 'Paging', status: 'Accepted', affected_components: ['RecordApi'] },
  },
  {
    type: 'design',
    content: 'Reminders are sent by a queue worker, never inside of the request.',
    metadata: { design_id: 'D-6', title: 'Reminders', status: 'Accepted', affected_components: ['Calendar'] },
  },
  { type: 'component', content: 'Lets staff and patients in.', metadata: { name: 'LoginController' } },
  { type: 'component', content: 'Keeps the records of patients.', metadata: { name: 'RecordStore' } },
  { type: 'component', content: 'Gives records to those who may see them.', metadata: { name: 'RecordApi' } },
  { type: 'component', content: 'Holds the appointments.', metadata: { name: 'Calendar' } },
];

export const CLINIC_FIXES: readonly (readonly [
  fix: string,
  component: string,
  expected: 'aligned' | 'contradicts' | 'unrelated',
])[] = [
  ['Lock the account after 20 failed logins.', 'LoginController', 'contradicts'],
  ['Lock the account for 30 minutes after 5 failed logins.', 'LoginController', 'aligned'],
  ['Remove the account lockout, support gets too many calls.', 'LoginController', 'contradicts'],
  ['Issue a JWT with the role of the user.', 'LoginController', 'contradicts'],
  ['Store an opaque token and look it up on each request.', 'LoginController', 'aligned'],
  ['Align the logo with the login form.', 'LoginController', 'unrelated'],
  ['Store patient records unencrypted on the new disk, it is faster.', 'RecordStore', 'contradicts'],
  ['Encrypt the patient records with AES-256 in GCM mode.', 'RecordStore', 'aligned'],
  ['Hard delete patient records after a year.', 'RecordStore', 'contradicts'],
  ['Mark the record as hidden by a soft delete.', 'RecordStore', 'aligned'],
  ['Build the query by string concatenation of the name.', 'RecordStore', 'contradicts'],
  ['Pass the name as a parameter through Kysely.', 'RecordStore', 'aligned'],
  ['Read records without an entry in the audit trail when a doctor is on duty.', 'RecordStore', 'contradicts'],
  ['Write an audit trail entry for exports of patient records, too.', 'RecordStore', 'aligned'],
  ['Add a GraphQL endpoint for the mobile app.', 'RecordApi', 'contradicts'],
  ['Skip schema validation for internal callers.', 'RecordApi', 'contradicts'],
  ['Validate the body against a schema before it is stored.', 'RecordApi', 'aligned'],
  ['Switch the list to offset pagination.', 'RecordApi', 'contradicts'],
  ['Return 200 entries on a page.', 'RecordApi', 'contradicts'],
  ['Correct the spelling in an error message.', 'RecordApi', 'unrelated'],
  ['Send the reminder inside of the request that books the appointment.', 'Calendar', 'contradicts'],
  ['Let the queue worker send reminders in the language of the patient.', 'Calendar', 'aligned'],
  ['Allow patients to cancel appointments up to 2 hours before they begin.', 'Calendar', 'contradicts'],
  ['Show weekends in grey.', 'Calendar', 'unrelated'],
];
