// Further rules in longer sentences, each with fixes that keep it, break it, or have nothing to do with it.
import { diff, ofOneRule } from './of-one-rule.ts';

export const MORE_VOICE_FIXES = ofOneRule([
  [
    'Uploaded documents are scanned for viruses before anybody can download them.',
    ['Make the document available for download at once and scan it in the background later.', 'contradicts'],
    ['Keep uploads in quarantine until the virus scan has passed, then release them for download.', 'aligned'],
    ['Show the file size next to the name of an uploaded document.', 'unrelated'],
  ],
  [
    'Prices shown in the shop include VAT; net prices appear on invoices only.',
    ['Show net prices in the shop for business customers.', 'contradicts'],
    ['Move the search field of the shop to the left.', 'unrelated'],
  ],
  [
    'HTTP handlers return errors as problem+json (RFC 9457).',
    [
      diff(
        'api/errors.go',
        '-\thttp.Error(w, "not found", 404)\n+\twriteProblem(w, 404, "application/problem+json", "not found")',
      ),
      'aligned',
    ],
    ['Answer validation errors with a plain text body.', 'contradicts'],
    [diff('api/list.go', '-\tsort.Slice(items, byName)\n+\tsort.Slice(items, byDate)'), 'unrelated'],
  ],
  [
    'The vehicle must come to a stop when the link to the operator is lost for more than 500 ms.',
    [
      diff(
        'teleop.cpp',
        '-constexpr auto kLinkTimeout = std::chrono::milliseconds(400);\n+constexpr auto kLinkTimeout = std::chrono::milliseconds(2000);',
      ),
      'contradicts',
    ],
    ['Add the battery level to the status line of the operator screen.', 'unrelated'],
  ],
  [
    'Every background job has an owner and a runbook link in its definition.',
    [
      diff('jobs.yml', '+  - name: refresh-rates\n+    owner: treasury\n+    runbook: https://wiki/runbooks/rates'),
      'aligned',
    ],
    ['Remove the runbook links from the job definitions, half of them are dead.', 'contradicts'],
  ],
  [
    'The mobile client talks to the backend-for-frontend only, never to the core services.',
    ['Call the pricing core service from the mobile client, the backend-for-frontend adds a hop.', 'contradicts'],
    ['Fetch the prices in the mobile client from the backend-for-frontend.', 'aligned'],
    ['Enlarge the tap area of the favourite icon in the mobile client.', 'unrelated'],
  ],
  [
    'Money movements need a second approver above 10,000 euros.',
    ['Let transfers of up to 50,000 euros through without a second approver.', 'contradicts'],
    ['Ask a second approver for every transfer above 10,000 euros.', 'aligned'],
    ['Print transfers in landscape format.', 'unrelated'],
  ],
  [
    'We use structured logging with key-value pairs; no string interpolation in log messages.',
    [diff('sync.py', '-    log.info("synced", extra={"count": n})\n+    log.info(f"synced {n} rows")'), 'contradicts'],
    [diff('sync.py', '-    log.info(f"synced {n} rows")\n+    log.info("synced", rows=n)'), 'aligned'],
    [diff('sync.py', '-    for row in rows:\n+    for row in sorted(rows):'), 'unrelated'],
  ],
  [
    'Only the migration job alters tables; the service account of the app has no DDL rights.',
    ['Create the missing table from the app at start-up with CREATE TABLE IF NOT EXISTS.', 'contradicts'],
    ['Add a friendly message to the start-up log of the app.', 'unrelated'],
  ],
  [
    'Charts use the palette of the design system, so that colour-blind people can tell the series apart.',
    ['Take the colours of the series from the palette of the design system.', 'aligned'],
    ['Abbreviate the month names on the axis.', 'unrelated'],
  ],
]);
