// What the people of a parcel tracking service told their agents over several months.

export interface Note {
  readonly content: string;
  readonly tags: readonly string[];
  readonly kind?: 'episodic' | 'procedural';
  /** When it was learned and when it ended, in days ago. */
  readonly days: number;
  readonly ended?: { readonly days: number; readonly reason: string; readonly by?: string };
}

export const NOTES: readonly Note[] = [
  {
    content:
      'Releases go to the staging depot first; after thirty quiet minutes the same image is promoted to production.',
    tags: ['release'],
    days: 168,
  },
  {
    content:
      'The carrier API of Nordpost allows 60 requests a minute; CarrierPoller backs off for ninety seconds after a 429.',
    tags: ['carrier', 'limits'],
    days: 160,
    ended: {
      days: 24,
      reason: 'The contract was renewed.',
      by: 'The carrier API of Nordpost allows 120 requests a minute',
    },
  },
  {
    content:
      'We decided against Redis for the poll queue: one PostgreSQL table with SKIP LOCKED is enough and one thing less to run.',
    tags: ['decision', 'queue'],
    days: 151,
  },
  {
    content: 'Zsofia wants small pull requests. Anything above 400 changed lines is split before review.',
    tags: ['team'],
    days: 149,
  },
  {
    content:
      'Depot opening hours are stored in local time with the zone beside them, because Lisbon and Riga share one database.',
    tags: ['depots'],
    days: 140,
    ended: { days: 60, reason: 'Opening hours are kept in UTC now.' },
  },
  {
    content:
      'On 12 March the tracking queue backed up for two hours: the consumer group was renamed without draining the old one.',
    tags: ['incident'],
    days: 231,
    kind: 'episodic',
  },
  {
    content:
      'Run make seed before the integration tests, otherwise the depot fixtures are missing and thirty tests fail at once.',
    tags: ['tests'],
    days: 133,
    kind: 'procedural',
  },
  {
    content:
      'A tracking code is two letters, nine digits and a country; the check digit is modulo 11 with weights 8 6 4 2 3 5 9 7.',
    tags: ['domain'],
    days: 128,
  },
  {
    content: 'Recipients may delete their data; parcel_repository keeps only the weight and the route of such parcels.',
    tags: ['privacy'],
    days: 119,
  },
  {
    content: 'Logs go to Loki and are kept for 21 days; anything longer needs a ticket with the privacy officer.',
    tags: ['logs', 'privacy'],
    days: 200,
    ended: { days: 75, reason: 'Logs moved to another store.', by: 'Logs are kept for 14 days' },
  },
  {
    content: 'The night shift in Riga scans with gloves, so buttons of the depot app are at least 56 pixels high.',
    tags: ['app'],
    days: 101,
    kind: 'episodic',
  },
  {
    content: 'set_password in parcels/accounts.py hashes with bcrypt at cost 12; each password gets a salt of its own.',
    tags: ['security'],
    days: 96,
  },
  {
    content: 'The map tiles come from our own server since May. The vendor changed the licence twice in one year.',
    tags: ['decision', 'app'],
    days: 88,
  },
  {
    content: 'Feature flags are removed within two sprints; Tamsin keeps the list and is not shy about it.',
    tags: ['team'],
    days: 80,
    ended: {
      days: 20,
      reason: 'Tamsin has moved to the depot team.',
      by: 'Feature flags are removed by a nightly job',
    },
  },
  {
    content:
      'PasswordVault must never log its argument, not even its length: an auditor reconstructed two PINs from lengths.',
    tags: ['security', 'logs'],
    days: 71,
  },
  {
    content: 'Deploys stop on Fridays at noon, because the depots have nobody on call over the weekend.',
    tags: ['release'],
    days: 64,
  },
  {
    content: 'Nordpost sends timestamps without a zone; they are in Oslo time, even for parcels that never see Norway.',
    tags: ['carrier'],
    days: 52,
  },
  {
    content:
      'The retry of a webhook is five attempts with doubled waits, then it lies in webhook_dead for the morning.',
    tags: ['queue'],
    days: 43,
  },
  {
    content:
      'To add a carrier: write a poller, record three days of answers into fixtures, and turn it on for one depot.',
    tags: ['carrier', 'howto'],
    days: 31,
    kind: 'procedural',
  },
  {
    content: 'Customs forms are rendered with Typst. LaTeX took nine seconds a page on the small machines.',
    tags: ['decision'],
    days: 12,
  },
  {
    content:
      'The carrier API of Nordpost allows 120 requests a minute since the new contract; CarrierPoller backs off for ninety seconds after a 429.',
    tags: ['carrier', 'limits'],
    days: 24,
  },
  {
    content: 'Logs are kept for 14 days, in the cluster itself. Longer needs a ticket with the privacy officer.',
    tags: ['logs', 'privacy'],
    days: 75,
  },
  {
    content:
      'Feature flags are removed by a nightly job once they are older than two sprints; it opens a pull request.',
    tags: ['team'],
    days: 20,
  },
];

/** Duplicates in other words, and contradictions. */
export const ALIKE: readonly string[] = [
  'Releases go to the staging depot first; after thirty quiet minutes the same image gets promoted to production.',
  'Deploys stop on Fridays at noon since the depots have nobody on call on weekends.',
];

export const PROPOSALS: readonly { readonly content: string; readonly source: string }[] = [
  { content: 'The user prefers pnpm over npm in this repository.', source: 'claude-code, end of session' },
  {
    content: 'Tests of the poller must freeze the clock; real time made them fail at midnight.',
    source: 'claude-code, end of session',
  },
  { content: 'The staging depot is reset every Sunday at 03:00.', source: 'codex, before compaction' },
];

export const QUESTIONS: readonly string[] = [
  'How is a release promoted?',
  'What is the rate limit of the carrier API?',
  'why did we not take redis',
  'Which hash is used for passwords?',
  'How long are logs kept?',
  'What is the favourite colour of the landlord?',
];
