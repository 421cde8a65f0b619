// The other half of the fixes of many trades. Held out when first asked: 13 of 24 right, 3 reversed. The reversed ones have been read since.
import type { FixCase } from './case.ts';

export const TRADE_FIXES_HELD: readonly FixCase[] = [
  {
    name: 'firmware, C diff: watchdog refreshed in a timer interrupt',
    rules: [
      'The watchdog is refreshed in exactly one place, at the end of the main loop in main.c, and never from an interrupt handler. A timer interrupt keeps firing while the main loop hangs, so refreshing there would hide the very fault the watchdog exists for.',
      'Interrupt handlers must finish within 20 microseconds, because motor commutation shares the core.',
    ],
    component: 'tim3',
    fix: 'Stop the spurious watchdog resets during long EEPROM writes.\n\n--- a/src/tim3.c\n+++ b/src/tim3.c\n@@ -41,7 +41,8 @@ void TIM3_IRQHandler(void)\n {\n     TIM3->SR &= ~TIM_SR_UIF;\n     g_ticks++;\n+    IWDG->KR = IWDG_KEY_RELOAD;   /* refresh the watchdog */\n     if (g_ticks % 10 == 0) {\n         g_flags |= FLAG_TEMP_DUE;\n     }\n }\n',
    files: ['src/tim3.c'],
    verdict: 'contradicts',
  },
  {
    name: 'data pipeline, Python diff: sessions are built before duplicates are dropped',
    rules: [
      'Click events are deduplicated by event_id before sessions are built from them. The collector delivers at least once, and a duplicate inside a session inflates the dwell time.',
      'A session closes after 30 minutes without an event.',
    ],
    component: 'ClickPipeline',
    fix: '--- a/pipeline/clicks.py\n+++ b/pipeline/clicks.py\n@@ -58,6 +58,6 @@ def run(day: date) -> None:\n     raw = read_events(day)\n     valid = drop_malformed(raw)\n-    unique = drop_duplicates(valid, key="event_id")\n-    sessions = build_sessions(unique, gap=timedelta(minutes=30))\n-    write_sessions(day, sessions)\n+    sessions = build_sessions(valid, gap=timedelta(minutes=30))\n+    unique = drop_duplicates(sessions, key="session_id")\n+    write_sessions(day, unique)\n     emit_metrics(day, len(raw))\n',
    files: ['pipeline/clicks.py'],
    verdict: 'contradicts',
  },
  {
    name: 'payments, Go diff: timeout above the maximum, units differ',
    rules: [
      'Calls to the card processor time out after at most 2 seconds. The edge proxy gives up after 3 seconds, and a charge that succeeds once the shopper has already seen an error ends as a support case.',
    ],
    component: 'processor client',
    fix: 'The processor was slow again on Sunday, so give it more room.\n\n--- a/internal/processor/client.go\n+++ b/internal/processor/client.go\n@@ -14,7 +14,7 @@ import (\n )\n \n const (\n-\tchargeTimeout = 1500 * time.Millisecond\n+\tchargeTimeout = 4500 * time.Millisecond\n \tmaxIdleConns  = 64\n )\n \n',
    files: ['internal/processor/client.go'],
    verdict: 'contradicts',
  },
  {
    name: 'game: frame time fed into a deterministic simulation',
    rules: [
      'The battle simulation advances in fixed steps of one thirtieth of a second. It may not read the clock or the frame time, since replays and lockstep multiplayer depend on identical results on every machine.',
      'Random numbers in the simulation come from the match seed only.',
      'A battle has at most 400 units.',
      'Path finding is spread over several steps, so that one step stays below 8 ms on the slowest supported console.',
    ],
    component: 'BattleSim',
    fix: 'Movement stutters on 144 Hz monitors. Pass the measured frame delta into BattleSim.advance and scale the unit velocities with it, so that units move a little every frame instead of in thirty jumps a second.',
    verdict: 'contradicts',
  },
  {
    name: 'database, SQL diff: a migration drops a column',
    rules: [
      'Migrations in db/migrations only ever add: new tables, new nullable columns, new indexes. Columns and tables are removed by the DBA team through the cleanup runbook, never by a migration, because the previous release has to keep running during a rollout.',
    ],
    component: 'customer migrations',
    fix: '--- /dev/null\n+++ b/db/migrations/0187_customer_phone.sql\n@@ -0,0 +1,5 @@\n+BEGIN;\n+ALTER TABLE customers ADD COLUMN phone_e164 text;\n+UPDATE customers SET phone_e164 = normalize_phone(phone);\n+ALTER TABLE customers DROP COLUMN phone;\n+COMMIT;\n',
    files: ['db/migrations/0187_customer_phone.sql'],
    verdict: 'contradicts',
  },
  {
    name: 'webhooks: keeps one half of a rule, breaks the other',
    rules: [
      'Failed webhook deliveries are retried at most five times, with exponential backoff starting at 10 seconds plus random jitter. With fixed delays all tenants hit a recovering endpoint in the same second.',
      'A delivery counts as failed on any status of 400 or above and on a connection error.',
      'Each delivery is signed with HMAC-SHA256 over the raw body; the signature travels in the X-Signature header.',
      'Payloads above 256 kB are replaced by a link to the event.',
      'An endpoint that has failed for three days is disabled, and its owner gets an e-mail.',
    ],
    component: 'WebhookDelivery',
    fix: 'Deliveries to slow tenants take too long to recover. We keep the limit of five attempts from the design decision, but wait a constant 10 seconds between attempts, without jitter, which makes the schedule easy to predict in tests and dashboards.',
    verdict: 'contradicts',
  },
  {
    name: 'api client: an exception whose condition is not met',
    rules: [
      'The API client repeats GET, PUT and DELETE requests after connection errors. POST is never repeated, except when the caller supplied an Idempotency-Key header.',
    ],
    component: 'CarrierApiClient',
    fix: 'Creating a shipment sometimes fails with a connection reset on the carrier side. Let the client send POST /shipments up to two more times when that happens. The shipment module sends no idempotency key today, and this change does not add one.',
    files: ['lib/carrier/api_client.rb'],
    verdict: 'contradicts',
  },
  {
    name: 'feature flags, TypeScript diff: a new flag is on by default',
    rules: [
      'New checkout steps ship behind a flag in flags.ts whose default is false. The release manager turns flags on market by market.',
      'Flags older than six months are removed together with the dead branch.',
    ],
    component: 'CheckoutFlags',
    fix: 'Add the gift wrap step to the checkout.\n\n--- a/src/checkout/flags.ts\n+++ b/src/checkout/flags.ts\n@@ -12,5 +12,6 @@ export const defaults: FlagSet = {\n   addressAutocomplete: false,\n   splitPayments: false,\n   pickupPoints: false,\n+  giftWrapStep: true,\n   sameDayDelivery: false,\n };\n--- a/src/checkout/steps.ts\n+++ b/src/checkout/steps.ts\n@@ -30,4 +30,7 @@ export function stepsFor(flags: FlagSet): Step[] {\n   if (flags.pickupPoints) {\n     steps.push(pickupPointStep);\n   }\n+  if (flags.giftWrapStep) {\n+    steps.push(giftWrapStep);\n+  }\n   return steps;\n',
    files: ['src/checkout/flags.ts', 'src/checkout/steps.ts'],
    verdict: 'contradicts',
  },
  {
    name: 'parser, Rust diff: unwrap on input bytes',
    rules: [
      'The packet parser never panics. There is no unwrap, expect or unchecked indexing on input bytes; malformed input yields a ParseError, because the crate runs inside the agent that guards production hosts.',
      'The parser borrows from the input and allocates nothing.',
    ],
    component: 'packet parser',
    fix: "--- a/crates/packet/src/header.rs\n+++ b/crates/packet/src/header.rs\n@@ -18,9 +18,6 @@ impl<'a> Header<'a> {\n     pub fn parse(buf: &'a [u8]) -> Result<Self, ParseError> {\n         let version = *buf.first().ok_or(ParseError::Truncated)?;\n-        let len = match buf.get(2..4) {\n-            Some(b) => u16::from_be_bytes([b[0], b[1]]),\n-            None => return Err(ParseError::Truncated),\n-        };\n+        let len = u16::from_be_bytes(buf[2..4].try_into().unwrap());\n         Ok(Header { version, len, body: buf.get(4..).unwrap_or(&[]) })\n     }\n }\n",
    files: ['crates/packet/src/header.rs'],
    verdict: 'contradicts',
  },
  {
    name: 'security, Python diff: the minus line switches TLS verification off',
    rules: [
      'TLS certificate verification is never switched off, not for internal hosts either. Internal hosts are signed by the company CA, whose bundle lies at settings.CA_BUNDLE.',
      'Outgoing requests set a timeout of 10 seconds or less.',
      'Credentials for the warehouse come from the vault at start-up, not from the environment.',
      'Article numbers are upper case; the warehouse treats lower case ones as unknown.',
    ],
    component: 'WarehouseClient',
    fix: '--- a/warehouse/client.py\n+++ b/warehouse/client.py\n@@ -25,8 +25,8 @@ class WarehouseClient:\n     def stock(self, sku: str) -> int:\n         response = requests.get(\n             self._url(sku),\n-            verify=False,\n+            verify=settings.CA_BUNDLE,\n             timeout=5,\n         )\n         response.raise_for_status()\n         return response.json()["quantity"]\n',
    files: ['warehouse/client.py'],
    verdict: 'aligned',
  },
  {
    name: 'backend, Go diff: the context of the request is passed on',
    rules: [
      'Handlers pass the context of the request to every database and network call, so that work stops when the client goes away. context.Background() is used only in main and in tests.',
    ],
    component: 'ReportHandler',
    fix: '--- a/internal/report/handler.go\n+++ b/internal/report/handler.go\n@@ -37,7 +37,7 @@ func (h *ReportHandler) ServeHTTP(w http.ResponseWriter, r *http.Request) {\n \tid := r.PathValue("id")\n-\trows, err := h.db.QueryContext(context.Background(), reportQuery, id)\n+\trows, err := h.db.QueryContext(r.Context(), reportQuery, id)\n \tif err != nil {\n \t\thttp.Error(w, "report unavailable", http.StatusBadGateway)\n \t\treturn\n \t}\n \tdefer rows.Close()\n',
    files: ['internal/report/handler.go'],
    verdict: 'aligned',
  },
  {
    name: 'firmware: flash writes are batched below the limit',
    rules: [
      'The settings page in flash may be erased at most 15 times a day. The part is rated for 100,000 cycles and the product for fifteen years.',
      'Each settings record ends in a CRC-16, which is checked at start-up.',
    ],
    component: 'SettingsStore',
    fix: 'Turning the dial erases and rewrites the settings page on every click. Keep the set-point in RAM and flush it at most once every two hours, which makes no more than twelve erases a day. The CRC-16 is still written as the last field of the record.',
    verdict: 'aligned',
  },
  {
    name: 'audit: quotes the rule and keeps it',
    rules: [
      "Rows in audit_log are never updated or deleted. Regulators compare our hash chain with last year's export.",
      'Each audit row names the acting user, or "system" for jobs.',
    ],
    component: 'AuditCorrection',
    fix: 'The decision says that audit rows are never updated or deleted, and this change keeps to it: instead of editing the wrong row, the correction tool appends a compensating row that points to the wrong one and names the user who made the correction.',
    verdict: 'aligned',
  },
  {
    name: 'database, SQL diff: the index is built without locking',
    rules: [
      'Indexes on orders and order_lines are built with CONCURRENTLY and outside a transaction. The plain form blocks writes to these tables for minutes.',
    ],
    component: 'order migrations',
    fix: '--- a/db/migrations/0203_orders_by_customer.sql\n+++ b/db/migrations/0203_orders_by_customer.sql\n@@ -1,4 +1,3 @@\n-BEGIN;\n-CREATE INDEX orders_customer_created_idx\n+-- migrate: no-transaction\n+CREATE INDEX CONCURRENTLY orders_customer_created_idx\n     ON orders (customer_id, created_at DESC);\n-COMMIT;\n',
    files: ['db/migrations/0203_orders_by_customer.sql'],
    verdict: 'aligned',
  },
  {
    name: 'game: the promised save versions stay loadable',
    rules: [
      'A release loads the saves written by the two previous format versions. Older ones may be refused with the "save too old" dialog.',
      'Saves are written to a temporary file first and then renamed, since a crash while writing has cost players their progress.',
      'Saves are compressed with zstd at level 3.',
      'If a cloud save and a local save differ, the one with the longer play time wins, not the one with the newer file date.',
      'There are twenty manual slots besides the autosave.',
    ],
    component: 'SaveLoader',
    fix: 'Format version 7 stores the inventory as stacks. The loader gets converters from version 5 and from version 6; a file of version 4 shows the "save too old" dialog.',
    verdict: 'aligned',
  },
  {
    name: 'mobile: a new prompt behind a flag that is off',
    rules: [
      'Anything that changes onboarding goes behind a remote config flag that is off by default and has a removal date in the flag registry.',
      'Onboarding has at most four screens; completion drops sharply with the fifth.',
    ],
    component: 'OnboardingFlow',
    fix: 'Offer passkeys as a prompt on the existing account screen of onboarding, so no screen is added. The prompt depends on the remote config flag onboarding_passkey, which is off by default and registered with the removal date 1 October.',
    verdict: 'aligned',
  },
  {
    name: 'infrastructure, YAML diff: an image is pinned by digest',
    rules: [
      'Images in the production overlay are pinned by digest. Mutable tags such as latest or stable are not accepted: a silent rebuild took the API down in 2023.',
    ],
    component: 'gateway deployment',
    fix: '--- a/deploy/overlays/production/gateway.yaml\n+++ b/deploy/overlays/production/gateway.yaml\n@@ -10,6 +10,6 @@ spec:\n     spec:\n       containers:\n         - name: gateway\n-          image: registry.example.com/edge/gateway:latest\n+          image: registry.example.com/edge/gateway@sha256:4f1c9d0e7b6a5c3d2e1f0a9b8c7d6e5f4a3b2c1d0e9f8a7b6c5d4e3f2a1b0c9d\n           ports:\n             - containerPort: 8443\n',
    files: ['deploy/overlays/production/gateway.yaml'],
    verdict: 'aligned',
  },
  {
    name: 'build scripts, shell diff: a secret leaves the command line',
    rules: [
      'Secrets are never passed as command-line arguments, where every process on the build host can read them. Hand them over on standard input or in a file with mode 600.',
      'Every script starts with set -euo pipefail.',
    ],
    component: 'publish script',
    fix: '--- a/ci/publish.sh\n+++ b/ci/publish.sh\n@@ -1,8 +1,8 @@\n #!/usr/bin/env bash\n set -euo pipefail\n \n-docker login registry.example.com -u ci -p "$REGISTRY_TOKEN"\n+printf \'%s\' "$REGISTRY_TOKEN" | docker login registry.example.com -u ci --password-stdin\n \n docker build -t "registry.example.com/app:$VERSION" .\n docker push "registry.example.com/app:$VERSION"\n docker logout registry.example.com\n',
    files: ['ci/publish.sh'],
    verdict: 'aligned',
  },
  {
    name: 'same words, another component: how long a toast is shown',
    rules: ['At most three toasts are stacked; a fourth one replaces the oldest.'],
    rulesOfFile: {
      file: 'src/payment/gateway.ts',
      rules: [
        'Payment gateway calls time out after at most 2 seconds, because the load balancer closes the connection after 3 seconds.',
      ],
    },
    component: 'NotificationToast',
    fix: 'The message that a payment succeeded disappears before people can read it. Show success toasts for 5 seconds instead of 2 seconds.',
    files: ['src/ui/notification-toast.tsx'],
    verdict: 'unrelated',
  },
  {
    name: 'compiler: a table moves into its own file',
    rules: [
      'After a syntax error the parser skips to the next semicolon or closing brace and goes on. It reports at most one error per statement, as a cascade of follow-up errors only confuses people.',
    ],
    component: 'Parser',
    fix: 'Move the table of operator precedences from parser.ml into precedence.ml, so that the formatter can use it too. The table itself does not change.',
    files: ['src/parser.ml', 'src/precedence.ml'],
    verdict: 'unrelated',
  },
  {
    name: 'game: loudness of the ambient music',
    rules: [
      'Autosave runs when the player enters a new area, never during combat, since a save in the middle of a fight can make the game unwinnable.',
      'There are ten autosave slots; the oldest is overwritten.',
    ],
    component: 'AreaManager',
    fix: 'The ambient music jumps in loudness when a new area is entered. Fade the old track out and the new one in over 1.5 seconds with an equal-power curve.',
    verdict: 'unrelated',
  },
  {
    name: 'mobile: the keyboard covers a button',
    rules: [
      'The app locks after five wrong PINs and asks for the password. The counter survives a restart of the app.',
      'PINs are stored as an Argon2id hash, never in the clear.',
    ],
    component: 'PinScreen',
    fix: 'On small phones the keyboard covers the Continue button of the PIN screen. Make the column scrollable and add imePadding to it.',
    verdict: 'unrelated',
  },
  {
    name: 'bookings, Go diff: singular and plural in a label',
    rules: [
      'All rows of a booking (header, seats, payment intent) are written in one transaction. Half-written bookings blocked seats for days.',
      'A seat is held for 15 minutes while the customer pays.',
    ],
    component: 'booking',
    fix: '--- a/internal/booking/label.go\n+++ b/internal/booking/label.go\n@@ -7,5 +7,8 @@ import "fmt"\n \n // SeatLabel is the text on the booking card.\n func SeatLabel(n int) string {\n+\tif n == 1 {\n+\t\treturn "1 seat"\n+\t}\n \treturn fmt.Sprintf("%d seats", n)\n }\n',
    files: ['internal/booking/label.go'],
    verdict: 'unrelated',
  },
  {
    name: 'same word, another meaning: CPU cache and HTTP cache',
    rules: ['Speech is captured as 16 kHz mono; the wake word engine accepts nothing else.'],
    loose: [
      "API responses with account data are sent with Cache-Control: no-store, because a shared proxy once served one customer's page to another.",
      'The CDN cache is purged by tag after each deployment of the web shop.',
    ],
    component: 'AudioDma',
    fix: 'The last samples of a recording are sometimes stale. Align the DMA buffers to the 32-byte cache line and invalidate the data cache for the buffer before the samples are read.',
    files: ['firmware/audio/audio_dma.c'],
    verdict: 'unrelated',
  },
];
