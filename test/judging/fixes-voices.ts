// Rules and fixes in longer sentences, with their reasons, as people write them in decisions and tickets.
import type { FixCase } from './case.ts';
import { diff } from './of-one-rule.ts';

const told = (name: string, rules: readonly string[], fix: string, verdict: FixCase['verdict']): FixCase => ({
  name,
  rules,
  component: 'Part',
  fix,
  verdict,
});

export const VOICE_FIXES: readonly FixCase[] = [
  told(
    'hotel: overbooking limit',
    ['We overbook by 3 % at the most; beyond that the front desk cannot handle the walk-ins.'],
    'Sales wants more revenue in August. Let the allocator overbook by 8 % during that month.',
    'contradicts',
  ),
  told(
    'telecom: dial plan from one source',
    [
      'Number ranges come from the DialPlan service. Nothing else keeps a copy of them, we had three versions of the truth before.',
    ],
    'Keep the number ranges in a local JSON file next to the router so that it works when DialPlan is down.',
    'contradicts',
  ),
  told(
    'hospital: break-glass access is recorded',
    ['Whoever opens a record in an emergency has to give a reason, and the access is written to the audit trail.'],
    diff(
      'src/emergency.ts',
      '   const record = await records.open(id);\n-  await auditTrail.append({ who, id, reason });\n   return record;',
    ),
    'contradicts',
  ),
  told(
    'payments: webhooks may come twice',
    ['The provider delivers webhooks at least once, so handlers have to cope with duplicates.'],
    'Store the id of every processed webhook and return early when it is seen again.',
    'aligned',
  ),
  told(
    'maps: attribution stays visible',
    ['The OpenStreetMap attribution is visible on every map, that is a condition of the licence.'],
    'Hide the attribution on small screens, it covers the zoom buttons.',
    'contradicts',
  ),
  told(
    'tax: tables are data',
    ['Tax rates live in the rates table with a valid_from date. They are not written into the code.'],
    diff('tax.py', '-    rate = rates.for_date(day)\n+    rate = 0.21 if day >= date(2025, 1, 1) else 0.19'),
    'contradicts',
  ),
  told(
    'tax: table is asked',
    ['Tax rates live in the rates table with a valid_from date. They are not written into the code.'],
    'Look the rate up in the rates table by its valid_from date and delete the constant 0.19.',
    'aligned',
  ),
  told(
    'chat: messages are end-to-end encrypted',
    ['Messages are encrypted on the device; the server only ever sees ciphertext.'],
    'To make search work, send the plain text along with the ciphertext and index it on the server.',
    'contradicts',
  ),
  told(
    'ci: caches are keyed by the lock file',
    ['CI caches are keyed by the hash of the lock file, otherwise stale modules come back.'],
    'Use the hash of package-lock.json as the cache key in the build job.',
    'aligned',
  ),
  told(
    'ci: badge in the readme',
    ['CI caches are keyed by the hash of the lock file, otherwise stale modules come back.'],
    'Put the build badge at the top of the readme.',
    'unrelated',
  ),
  told(
    'cms: slugs do not change',
    ['Once an article is published its slug must not change, because other sites link to it.'],
    'Regenerate the slug from the headline whenever an editor changes the headline, also for published articles.',
    'contradicts',
  ),
  told(
    'auth: short tokens',
    ['Access tokens live for 15 minutes or less. Refresh tokens are rotated on every use.'],
    diff('auth/config.ts', "-  accessTokenTtl: '15m',\n+  accessTokenTtl: '12h',"),
    'contradicts',
  ),
  told(
    'auth: refresh token rotated',
    ['Access tokens live for 15 minutes or less. Refresh tokens are rotated on every use.'],
    'Issue a new refresh token on every use and revoke the old one.',
    'aligned',
  ),
  told(
    'auth: wording of the login page',
    ['Access tokens live for 15 minutes or less. Refresh tokens are rotated on every use.'],
    'Change the heading of the login page to "Welcome back".',
    'unrelated',
  ),
  told(
    'charts: colour is not the only sign',
    ['Information is never conveyed by colour alone; add a shape or a label.'],
    'Mark the failed runs with a cross in addition to the red colour.',
    'aligned',
  ),
  told(
    'data pipeline: late events',
    ['Jobs use the event time, not the processing time, since devices deliver late.'],
    diff(
      'job.py',
      '-    .withColumn("hour", hour(col("event_time")))\n+    .withColumn("hour", hour(current_timestamp()))',
    ),
    'contradicts',
  ),
  told(
    'data pipeline: a typo in a column comment',
    ['Jobs use the event time, not the processing time, since devices deliver late.'],
    diff('job.py', '-    # agregate by device\n+    # aggregate by device'),
    'unrelated',
  ),
  told(
    'plugin: sandboxed',
    ['Plugins run in the sandbox and reach the host through the bridge API alone.'],
    'Give plugins a reference to the host window, so they can call it without the bridge.',
    'contradicts',
  ),
  told(
    'erp: postings are never changed',
    ['A posted document is corrected by a reversal, its lines are not edited.'],
    'Add an edit button to posted documents that changes the amount of a line.',
    'contradicts',
  ),
  told(
    'erp: reversal',
    ['A posted document is corrected by a reversal, its lines are not edited.'],
    'When the amount is wrong, create a reversal of the posted document and post a new one.',
    'aligned',
  ),
  told(
    'erp: column width',
    ['A posted document is corrected by a reversal, its lines are not edited.'],
    'Widen the description column in the list of documents.',
    'unrelated',
  ),
  told(
    'drone: geofence wins',
    ['The geofence check runs on the drone itself and cannot be overridden by the operator.'],
    'Add a switch with which the operator overrides the geofence check during inspections.',
    'contradicts',
  ),
  told(
    'sql: read replicas',
    ['Reporting queries run on the read replica and never on the primary.'],
    diff('reports.rb', '-    ReplicaRecord.connection.select_all(sql)\n+    PrimaryRecord.connection.select_all(sql)'),
    'contradicts',
  ),
  told(
    'sql: replica used',
    ['Reporting queries run on the read replica and never on the primary.'],
    'Point the monthly revenue query at the read replica.',
    'aligned',
  ),
  told(
    'android: strings are resources',
    ['Texts that users see come from strings.xml.'],
    diff('MainActivity.kt', '-    title.text = getString(R.string.welcome)\n+    title.text = "Welcome back!"'),
    'contradicts',
  ),
  told(
    'android: minimum sdk raised in gradle',
    ['Texts that users see come from strings.xml.'],
    diff('build.gradle', '-    minSdk 24\n+    minSdk 26'),
    'unrelated',
  ),
  told(
    'search: analytics keeps no queries',
    ['We do not keep what people search for longer than 30 days.'],
    'Set the retention of the search_queries table to 90 days, the data team needs a full quarter.',
    'contradicts',
  ),
  told(
    'search: retention shortened',
    ['We do not keep what people search for longer than 30 days.'],
    'Delete search queries after 14 days.',
    'aligned',
  ),
  told(
    'embedded: watchdog',
    ['The main loop feeds the watchdog; interrupts and other tasks must not.'],
    diff('uart.c', ' void UART_IRQHandler(void) {\n+  watchdog_feed();\n   rx_push(UART->DR);'),
    'contradicts',
  ),
  told(
    'embedded: baud rate',
    ['The main loop feeds the watchdog; interrupts and other tasks must not.'],
    diff('uart.c', '-  uart_init(9600);\n+  uart_init(115200);'),
    'unrelated',
  ),
];
