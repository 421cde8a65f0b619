// Fixes by an author who never saw the code: each tells first what is wrong today. To work with.
import type { FixCase } from './case.ts';

export const TRADE_FIXES_WORKED: readonly FixCase[] = [
  {
    name: 'web shop: the charged total is taken from the request',
    rules: [
      'Prices are always recomputed on the server from the catalogue when an order is placed. The amounts the browser sends are for display only and must not be used for charging: in March a customer ordered a sofa for one cent.',
      'Discount codes are applied after shipping costs have been added. Marketing signed this off, because free-shipping campaigns are paid from a different budget.',
    ],
    component: 'OrderPlacement',
    fix: 'Customers see a total that differs by a cent from what is charged, since the server rounds each line while the storefront rounds once. Take the total from the request body as the charged amount, so that both always agree. The server-side calculation stays for the admin report.',
    files: ['src/orders/placement.ts'],
    verdict: 'contradicts',
  },
  {
    name: 'medical: filter window raised above its bound',
    rules: [
      'REQ-ALM-014: An occlusion alarm shall be raised no later than 10 s after the line pressure passes the limit.',
      'The pressure signal is filtered for at most 3 s before the alarm logic sees it. The risk file RF-22 assumes this value; longer filtering delays the alarm too much at neonatal flow rates.',
      'Alarm texts come from the translation table, since they are reviewed by the clinical team in every market.',
    ],
    component: 'OcclusionMonitor',
    fix: 'Nurses report false occlusion alarms when the patient moves an arm. Lengthen the pressure filter window from 2 s to 5 s, so that short peaks no longer reach the alarm logic. Alarm texts and volumes remain as they are.',
    verdict: 'contradicts',
  },
  {
    name: 'mobile, Kotlin diff: tokens move to plain preferences',
    rules: [
      'Refresh tokens live in EncryptedSharedPreferences instead of plain SharedPreferences. An audit on rooted devices found readable tokens in 2022.',
      'The session store is created once per process by Hilt.',
      'Signing out clears the store before the sign-in screen is shown.',
    ],
    component: 'SessionStore',
    fix: '--- a/app/src/main/java/com/example/auth/SessionStore.kt\n+++ b/app/src/main/java/com/example/auth/SessionStore.kt\n@@ -22,11 +22,8 @@ class SessionStore @Inject constructor(\n     @ApplicationContext private val context: Context,\n ) {\n     private val prefs: SharedPreferences by lazy {\n-        EncryptedSharedPreferences.create(\n-            context, FILE_NAME, masterKey(),\n-            PrefKeyEncryptionScheme.AES256_SIV,\n-            PrefValueEncryptionScheme.AES256_GCM,\n-        )\n+        // key store lookups crash on some older devices\n+        context.getSharedPreferences(FILE_NAME, Context.MODE_PRIVATE)\n     }\n \n     fun refreshToken(): String? = prefs.getString(KEY_REFRESH, null)\n',
    files: ['app/src/main/java/com/example/auth/SessionStore.kt'],
    verdict: 'contradicts',
  },
  {
    name: 'infrastructure, YAML diff: too few replicas in production',
    rules: [
      'Every Deployment in the production overlay runs at least three replicas, one per availability zone. Staging may run a single one.',
      'Containers declare CPU and memory requests; the scheduler packs nodes badly without them.',
    ],
    component: 'search deployment',
    fix: '--- a/deploy/overlays/production/search.yaml\n+++ b/deploy/overlays/production/search.yaml\n@@ -4,12 +4,12 @@ kind: Deployment\n metadata:\n   name: search\n spec:\n-  replicas: 3\n+  replicas: 2\n   template:\n     spec:\n       containers:\n         - name: search\n           resources:\n             requests:\n               cpu: 500m\n               memory: 1Gi\n',
    files: ['deploy/overlays/production/search.yaml'],
    verdict: 'contradicts',
  },
  {
    name: 'compiler: a late pass changes the checked tree in place',
    rules: [
      'After type checking the syntax tree is immutable. Later passes build new nodes instead of changing existing ones, because the language server keeps references to the checked tree while a build runs.',
      'Every diagnostic carries a stable code such as E0142, which the documentation links to.',
    ],
    component: 'ConstantFolding',
    fix: 'Constant folding allocates far too much on generated code. Let the folding pass, which runs right after the checker, overwrite the operands of a BinaryExpr in place and turn the node itself into a literal. On the 40,000-line benchmark this halves peak memory.',
    verdict: 'contradicts',
  },
  {
    name: 'logging: an e-mail address goes into a log line, rule linked to nothing',
    rules: ['Return labels are rendered as PDF/A, because two carriers refuse anything else.'],
    loose: [
      'Log lines of all services carry identifiers only, such as order id and customer id. Names, e-mail addresses and postal addresses do not belong in the logs, whatever the level: the log store is readable by contractors.',
    ],
    component: 'ReturnLabelMailer',
    fix: 'Support cannot tell which customer a failed return label belongs to. Extend the warning that ReturnLabelMailer logs with the e-mail address and the postal address of the recipient, next to the order id that is already there.',
    verdict: 'contradicts',
  },
  {
    name: 'messaging, Java diff: the listener swallows the exception',
    rules: [
      'The payment event listener lets exceptions escape, so that the container does not acknowledge and the broker redelivers. After three deliveries the message goes to the dead letter queue. Catching an exception and carrying on lost 400 payments in May.',
      'Listeners are idempotent; they look up the event id in processed_events first.',
    ],
    component: 'PaymentEventListener',
    fix: '--- a/src/main/java/com/acme/pay/PaymentEventListener.java\n+++ b/src/main/java/com/acme/pay/PaymentEventListener.java\n@@ -33,9 +33,13 @@ public class PaymentEventListener {\n     @RabbitListener(queues = "payment-events")\n     public void onEvent(PaymentEvent event) {\n         if (processedEvents.contains(event.id())) {\n             return;\n         }\n-        ledger.book(event);\n-        processedEvents.add(event.id());\n+        try {\n+            ledger.book(event);\n+            processedEvents.add(event.id());\n+        } catch (RuntimeException e) {\n+            log.warn("booking of event {} failed, skipping it", event.id(), e);\n+        }\n     }\n }\n',
    files: ['src/main/java/com/acme/pay/PaymentEventListener.java'],
    verdict: 'contradicts',
  },
  {
    name: 'ownership: another module writes the invoices table, rule on the touched file',
    rules: ['A shipment becomes "delivered" only through a carrier scan, never through a manual edit.'],
    rulesOfFile: {
      file: 'src/billing/invoice-store.ts',
      rules: [
        'Only the billing module writes to the invoices table. Other modules request a change through BillingFacade, because each change needs a ledger entry in the same transaction.',
      ],
    },
    component: 'ShipmentTracker',
    fix: 'Invoices stay open after delivery. In the carrier scan handler of ShipmentTracker, set invoices.status to "due" with a direct UPDATE, right after the shipment has been marked as delivered. For that, invoice-store.ts has to export its table object to the shipping module.',
    files: ['src/shipping/shipment-tracker.ts', 'src/billing/invoice-store.ts'],
    verdict: 'contradicts',
  },
  {
    name: 'scheduling, YAML diff: the job starts before its input is ready',
    rules: [
      'The revenue rollup must not start before 02:30 UTC. The ledger export it reads is written until 02:10 at the end of a month, and an early run silently produces half a day.',
    ],
    component: 'revenue rollup',
    fix: 'Finance wants the numbers an hour earlier.\n\n--- a/k8s/cron/revenue-rollup.yaml\n+++ b/k8s/cron/revenue-rollup.yaml\n@@ -3,7 +3,7 @@ kind: CronJob\n metadata:\n   name: revenue-rollup\n spec:\n-  schedule: "45 2 * * *"\n+  schedule: "45 1 * * *"\n   timeZone: Etc/UTC\n   concurrencyPolicy: Forbid\n   jobTemplate:\n',
    files: ['k8s/cron/revenue-rollup.yaml'],
    verdict: 'contradicts',
  },
  {
    name: 'payments: removes the log line a rule forbids',
    rules: [
      'Card numbers and CVC codes never appear in the logs, not even masked. They would pull the log store into the PCI scope.',
      'The card form posts straight to the processor; our servers see the token only.',
    ],
    component: 'CardForm',
    fix: 'Remove the debug line in CardForm that prints the card number and the CVC to the log whenever validation fails. Log the code of the validation error instead.',
    verdict: 'aligned',
  },
  {
    name: 'web shop, TypeScript diff: floats are replaced by cents',
    rules: [
      'Money is held as an integer number of cents everywhere between the API and the database. Floating-point amounts are not allowed: 0.1 + 0.2 has cost us two reconciliations.',
      'Conversions from the price text of a supplier go through toCents in money.ts, which rejects more than two decimals.',
    ],
    component: 'InvoiceLines',
    fix: "--- a/src/invoice/lines.ts\n+++ b/src/invoice/lines.ts\n@@ -1,6 +1,7 @@\n import type { Line, SupplierLine } from './types.js';\n+import { toCents } from './money.js';\n \n export function toLine(line: SupplierLine): Line {\n-  const amount = parseFloat(line.price) * line.quantity;\n-  return { sku: line.sku, amount };\n+  const amountCents = toCents(line.price) * line.quantity;\n+  return { sku: line.sku, amountCents };\n }\n",
    files: ['src/invoice/lines.ts'],
    verdict: 'aligned',
  },
  {
    name: 'workers: a duration is brought back into its range',
    rules: [
      'The lease on an import job lasts between 30 and 60 seconds. Shorter leases expire during garbage collection pauses; with longer ones a crashed worker blocks its tenant.',
      'A worker renews its lease after every chunk and stops at once when the renewal is refused.',
    ],
    component: 'ImportWorker',
    fix: 'Workers lose their lease in the middle of a batch, because its duration was configured as 20 seconds by mistake. Set it to 45 seconds. Renewal after every chunk stays as it is.',
    verdict: 'aligned',
  },
  {
    name: 'scheduler: the fix stays within the exception for tests',
    rules: [
      'Thread.sleep is banned in the scheduler module, except in tests. Production code waits on the Clock abstraction, so that it can be driven by a virtual clock.',
    ],
    component: 'Scheduler',
    fix: 'SchedulerRaceTest fails about once in fifty runs, as it asserts before the second worker thread has started. Add a Thread.sleep(50) to the test before the assertion. Nothing outside the test changes.',
    files: ['src/test/java/com/acme/scheduler/SchedulerRaceTest.java'],
    verdict: 'aligned',
  },
  {
    name: 'security, Java diff: concatenated SQL becomes a bound parameter',
    rules: [
      'User input reaches SQL only as a bound parameter. Building statements by string concatenation is forbidden, after the pen test of 2021.',
      'Repository methods return Optional instead of null.',
    ],
    component: 'CustomerRepository',
    fix: '--- a/src/main/java/com/acme/crm/CustomerRepository.java\n+++ b/src/main/java/com/acme/crm/CustomerRepository.java\n@@ -21,8 +21,9 @@ public class CustomerRepository {\n     public Optional<Customer> findByEmail(String email) throws SQLException {\n-        String sql = "SELECT id, name FROM customers WHERE email = \'" + email + "\'";\n-        try (Statement statement = connection.createStatement();\n-             ResultSet rows = statement.executeQuery(sql)) {\n+        String sql = "SELECT id, name FROM customers WHERE email = ?";\n+        try (PreparedStatement statement = connection.prepareStatement(sql)) {\n+            statement.setString(1, email);\n+            ResultSet rows = statement.executeQuery();\n             return rows.next() ? Optional.of(map(rows)) : Optional.empty();\n         }\n     }\n }\n',
    files: ['src/main/java/com/acme/crm/CustomerRepository.java'],
    verdict: 'aligned',
  },
  {
    name: 'medical: doses are rounded down as required',
    rules: [
      'REQ-DOS-031: A calculated dose shall be rounded down to a multiple of 0.1 mL. Rounding up or to the nearest step shall not be used, because overdosing is the hazard (HAZ-7).',
      'REQ-DOS-032: The calculator shall show the unrounded dose in small print below the result.',
    ],
    component: 'DoseCalculator',
    fix: 'The last step of the calculator rounds to the nearest tenth of a millilitre and can therefore yield slightly too much. Replace it with rounding down to a multiple of 0.1 mL, computed on whole microlitres. The unrounded value is still shown in small print.',
    verdict: 'aligned',
  },
  {
    name: 'ownership: a direct query gives way to the client, rule on the touched file',
    rules: ['Product pages are cached at the edge for 60 seconds.'],
    rulesOfFile: {
      file: 'app/clients/inventory_client.rb',
      rules: [
        'Stock levels belong to the inventory service. The storefront reads and reserves stock only through InventoryClient; it does not query the inventory database.',
      ],
    },
    component: 'ProductPage',
    fix: 'ProductPage still runs a query against a replica of the inventory database. Replace it with a call to InventoryClient, which gets a new method available(sku), and remove the credentials of the replica from the storefront configuration.',
    files: ['app/pages/product_page.rb', 'app/clients/inventory_client.rb'],
    verdict: 'aligned',
  },
  {
    name: 'kernel, C diff: locks are taken in the agreed order',
    rules: [
      'Lock order in the block layer: first the queue lock, then the device lock. Taking them the other way round deadlocks with the completion path.',
      'Neither lock is held while sleeping.',
    ],
    component: 'blk_flush',
    fix: '--- a/block/blk_flush.c\n+++ b/block/blk_flush.c\n@@ -77,10 +77,10 @@ static void flush_pending(struct blk_dev *dev)\n {\n \tstruct blk_queue *q = dev->queue;\n \n-\tspin_lock(&dev->lock);\n \tspin_lock(&q->lock);\n+\tspin_lock(&dev->lock);\n \tlist_splice_init(&q->pending, &dev->issue_list);\n \tdev->flush_seq++;\n-\tspin_unlock(&q->lock);\n \tspin_unlock(&dev->lock);\n+\tspin_unlock(&q->lock);\n }\n',
    files: ['block/blk_flush.c'],
    verdict: 'aligned',
  },
  {
    name: 'dependencies: a library gives way to the platform',
    rules: [
      'The booking widget has no runtime dependencies. Customers embed it on pages we do not control, and 30 kB compressed is the ceiling.',
      'The widget supports the last two major versions of each evergreen browser.',
    ],
    component: 'BookingWidget',
    fix: 'Drop the moment import that slipped in with the calendar view and format dates with Intl.DateTimeFormat, which all supported browsers have. The compressed bundle shrinks from 61 kB to 22 kB and has no runtime dependency left.',
    verdict: 'aligned',
  },
  {
    name: 'web shop: a spelling mistake in a tooltip',
    rules: [
      'At most one coupon applies to an order. Combining coupons produced negative totals during the winter sale.',
      'Coupons are checked again when the order is placed, because they may have expired since they were entered.',
    ],
    component: 'CouponField',
    fix: 'The tooltip next to the coupon field reads "Enter you code here". Correct it to "Enter your code here".',
    files: ['src/i18n/en.json'],
    verdict: 'unrelated',
  },
  {
    name: 'same word, another matter: contrast of the retry button',
    rules: [
      'A failed upload is retried three times and then parked in the outbox until the user comes back online.',
      'Uploads larger than 50 MB are sent in chunks of 5 MB.',
      'The location is removed from photos before they leave the phone.',
      'Nothing is uploaded over mobile data unless the user has allowed it in the settings.',
    ],
    component: 'UploadQueue',
    fix: 'The label of the Retry button in the upload list has too little contrast in dark mode. Use the colour token text-on-accent for it.',
    verdict: 'unrelated',
  },
  {
    name: 'data pipeline, Python diff: a local variable gets a better name',
    rules: [
      'The lake is partitioned by event date, not by ingestion date. Late events land in the partition of the day they happened.',
      'Partitions older than 400 days are moved to cold storage.',
    ],
    component: 'LakeWriter',
    fix: '--- a/lake/writer.py\n+++ b/lake/writer.py\n@@ -12,6 +12,6 @@ from lake.schema import Schema\n \n def describe(schema: Schema) -> str:\n     """A one-line summary for the startup log."""\n-    tmp = [field.name for field in schema.fields]\n-    return ", ".join(sorted(tmp))\n+    field_names = [field.name for field in schema.fields]\n+    return ", ".join(sorted(field_names))\n \n',
    files: ['lake/writer.py'],
    verdict: 'unrelated',
  },
  {
    name: 'infrastructure: a label for cost reports',
    rules: [
      'Every Deployment in production has a PodDisruptionBudget with minAvailable of at least 2.',
      'Ingress terminates TLS 1.2 or newer; older clients are refused.',
    ],
    component: 'checkout manifests',
    fix: 'Add the label cost-center: retail to the ConfigMap of the checkout, so that it shows up in the monthly cost report.',
    files: ['deploy/base/checkout-config.yaml'],
    verdict: 'unrelated',
  },
  {
    name: 'medical: date format in the footer of a report',
    rules: [
      'REQ-ALM-002: A high priority alarm shall not be silenced for longer than 120 s.',
      'REQ-ALM-003: Alarm volume shall not be adjustable below 45 dB(A) at 1 m.',
    ],
    component: 'AlarmHistory',
    fix: 'The footer of the exported PDF shows the print date in the American order. Print it as year-month-day, like the rest of the document.',
    verdict: 'unrelated',
  },
  {
    name: 'reporting, SQL diff: one more column in a view',
    rules: [
      'Orders are kept for ten years and are not deleted before that, for tax reasons.',
      'Report queries run against the replica; the primary is reserved for the shop.',
    ],
    component: 'product views',
    fix: '--- a/db/views/product_overview.sql\n+++ b/db/views/product_overview.sql\n@@ -1,6 +1,8 @@\n CREATE OR REPLACE VIEW product_overview AS\n SELECT p.id,\n        p.title,\n-       c.name AS category\n+       c.name AS category,\n+       b.name AS brand\n   FROM products p\n-  JOIN categories c ON c.id = p.category_id;\n+  JOIN categories c ON c.id = p.category_id\n+  LEFT JOIN brands b ON b.id = p.brand_id;\n',
    files: ['db/views/product_overview.sql'],
    verdict: 'unrelated',
  },
];
