// Fixes written by somebody who had not seen the code, the other half.
import type { FixCase } from './case.ts';

export const FIELD_FIXES_HELD: readonly FixCase[] = [
  {
    name: 'game server: tick budget raised over the limit',
    rules: [
      'The simulation runs at 30 Hz and a single tick may take at most 33 ms; anything heavier has to be spread over several ticks.',
    ],
    component: 'WorldTicker',
    fix: 'Raise the tick budget of the world ticker to 50 ms so the pathfinding of large raids fits into one tick.',
    verdict: 'contradicts',
  },
  {
    name: 'shop: controller queries the database itself',
    rules: ['Controllers do not touch the database. They call a service, and only services talk to repositories.'],
    component: 'OrderController',
    fix: "--- a/src/orders/order.controller.ts\n+++ b/src/orders/order.controller.ts\n@@ -8,6 +8,9 @@ export class OrderController {\n-  constructor(private readonly orders: OrderService) {}\n+  constructor(\n+    private readonly orders: OrderService,\n+    @InjectRepository(Order) private readonly repo: Repository<Order>,\n+  ) {}\n \n   @Get('recent')\n   async recent() {\n-    return this.orders.recent();\n+    return this.repo.createQueryBuilder('o').orderBy('o.createdAt', 'DESC').limit(20).getMany();\n   }",
    files: ['src/orders/order.controller.ts'],
    verdict: 'contradicts',
  },
  {
    name: 'data pipeline: local time in the event table',
    rules: [
      "All timestamps in the warehouse are stored in UTC. Conversion into the customer's time zone happens in the reports, not at load time.",
    ],
    component: 'EventLoader',
    fix: 'Convert event_time to Europe/Berlin before inserting the rows, so that the analysts no longer have to do it in every query.',
    verdict: 'contradicts',
  },
  {
    name: 'migration drops a column in one step',
    rules: [
      'Schema migrations have to be backward compatible: a column is first unused for one release and only dropped in the release after. Never rename or drop a column that running code still reads.',
    ],
    component: 'accounts-schema',
    fix: 'The API still reads legacy_email in the current release, the new build in this same deploy no longer does, so we can get rid of it now.\n\n--- /dev/null\n+++ b/db/migrations/0043_drop_legacy_email.sql\n@@ -0,0 +1,2 @@\n+ALTER TABLE accounts DROP COLUMN legacy_email;\n+ALTER TABLE accounts RENAME COLUMN mail TO email;',
    files: ['db/migrations/0043_drop_legacy_email.sql'],
    verdict: 'contradicts',
  },
  {
    name: 'capture retried with a new idempotency key',
    rules: [
      'Retries of a capture must reuse the idempotency key of the first attempt; otherwise the acquirer books the payment twice.',
    ],
    component: 'CaptureWorker',
    fix: 'When the acquirer answers 502, generate a fresh idempotency key and send the capture again, up to three times.',
    verdict: 'contradicts',
  },
  {
    name: 'CMS: swallowing the publish error',
    rules: [
      'Errors while publishing must reach the editor. Do not catch an exception and carry on; wrap it in PublishError and rethrow.',
    ],
    component: 'PublishJob',
    fix: 'Stop the job from crashing when the CDN purge fails.\n\n--- a/cms/jobs/publish.py\n+++ b/cms/jobs/publish.py\n@@ -30,2 +30,5 @@ class PublishJob:\n         self.store.mark_published(page)\n-        self.cdn.purge(page.url)\n+        try:\n+            self.cdn.purge(page.url)\n+        except Exception:\n+            pass',
    files: ['cms/jobs/publish.py'],
    verdict: 'contradicts',
  },
  {
    name: 'list endpoint returns everything',
    rules: [
      'List endpoints are paginated with a cursor; the page size is 50 by default and must not exceed 200.',
      'Product ids are opaque strings.',
    ],
    component: 'CatalogApi',
    fix: 'The partner complains about too many round trips. Let GET /products accept page_size up to 1000.',
    verdict: 'contradicts',
  },
  {
    name: 'training on the test split',
    rules: [
      'The test split is touched only by the final evaluation. Hyperparameter search and early stopping use the validation split.',
    ],
    loose: ['Checkpoints are uploaded to the artifact store after every epoch.'],
    component: 'ModelTrainer',
    fix: 'Validation loss is too noisy. Use the test split for early stopping instead, since it is three times larger.',
    verdict: 'contradicts',
  },
  {
    name: 'timeout lowered to stay below the bound',
    rules: ['Calls to the warehouse system time out after at most 2 seconds; the checkout page must not hang on it.'],
    component: 'InventoryGateway',
    fix: '--- a/src/main/kotlin/shop/InventoryGateway.kt\n+++ b/src/main/kotlin/shop/InventoryGateway.kt\n@@ -12,3 +12,3 @@ class InventoryGateway(private val baseUrl: String) {\n     private val client = OkHttpClient.Builder()\n-        .callTimeout(10, TimeUnit.SECONDS)\n+        .callTimeout(1500, TimeUnit.MILLISECONDS)\n         .build()',
    files: ['src/main/kotlin/shop/InventoryGateway.kt'],
    verdict: 'aligned',
  },
  {
    name: 'email masked before logging',
    rules: [
      'Never log personal data such as e-mail addresses or phone numbers in clear text; log the user id or a hash.',
    ],
    component: 'SignupFlow',
    fix: 'Remove the e-mail address from the info line of the sign-up flow and log user_id only.',
    verdict: 'aligned',
  },
  {
    name: 'new feature behind a flag',
    rules: [
      'New player-facing features ship behind a feature flag that is off by default and is switched on per region.',
    ],
    component: 'ReplayViewer',
    fix: 'Add the slow-motion control to the replay viewer behind the flag replay_slowmo (default false), so that it can be enabled for EU first.',
    verdict: 'aligned',
  },
  {
    name: 'unwrap inside a test is allowed',
    rules: [
      'unwrap() must not be used in the decoder, except in tests, where it is fine. Library functions return Result<_, DecodeError>.',
    ],
    component: 'frame-decoder',
    fix: 'Adds a test for a full frame; for truncated frames the decoder now returns DecodeError::Truncated instead of panicking.\n\n--- a/src/decoder.rs\n+++ b/src/decoder.rs\n@@ -31,1 +31,1 @@ pub fn decode(buf: &[u8]) -> Result<Frame, DecodeError> {\n-    let len = read_len(buf).unwrap();\n+    let len = read_len(buf).ok_or(DecodeError::Truncated)?;\n--- a/tests/decoder_test.rs\n+++ b/tests/decoder_test.rs\n@@ -10,0 +11,5 @@\n+#[test]\n+fn full_frame_decodes() {\n+    let frame = decode(&[0x02, 0x10, 0x20]).unwrap();\n+    assert_eq!(frame.len(), 2);\n+}',
    files: ['src/decoder.rs', 'tests/decoder_test.rs'],
    verdict: 'aligned',
  },
  {
    name: 'index created without a lock',
    rules: ['Indexes on large tables have to be created concurrently, because a plain CREATE INDEX blocks writers.'],
    component: 'ledger-schema',
    fix: '--- /dev/null\n+++ b/migrations/20240311_ledger_account_idx.sql\n@@ -0,0 +1,3 @@\n+-- disable transaction\n+CREATE INDEX CONCURRENTLY IF NOT EXISTS ledger_account_idx\n+    ON ledger_entries (account_id, booked_at);',
    files: ['migrations/20240311_ledger_account_idx.sql'],
    verdict: 'aligned',
  },
  {
    name: 'cache with invalidation on write',
    rules: [
      'Articles may be cached for up to 10 minutes, and the cached copy has to be evicted as soon as an editor saves the article.',
    ],
    component: 'ArticleRepository',
    fix: 'Cache the rendered article in Redis with a TTL of 300 s and delete the key in save().',
    verdict: 'aligned',
  },
  {
    name: 'loose decision followed',
    rules: ['Thumbnails are produced in three widths: 160, 320 and 640 pixels.'],
    loose: [
      'Decision 2023-09: generated images are delivered as WebP instead of JPEG; PNG stays allowed for screenshots.',
    ],
    component: 'ThumbnailService',
    fix: 'Encode the 160, 320 and 640 pixel thumbnails as WebP rather than JPEG.',
    verdict: 'aligned',
  },
  {
    name: 'button colour',
    rules: ['Card numbers must never be sent to our own servers; the hosted fields of the provider are used for them.'],
    component: 'CheckoutPage',
    fix: 'Make the primary button of the checkout green and increase its padding to 12px to match the new brand guide.',
    files: ['web/checkout.css'],
    verdict: 'unrelated',
  },
  {
    name: 'CI runner version',
    rules: [
      'Releases are tagged by the release manager only.',
      'Secrets come from the vault and are never written in a workflow file.',
    ],
    component: 'ci-pipeline',
    fix: '--- a/.github/workflows/build.yml\n+++ b/.github/workflows/build.yml\n@@ -6,3 +6,3 @@ jobs:\n   build:\n-    runs-on: ubuntu-20.04\n+    runs-on: ubuntu-22.04\n     steps:',
    files: ['.github/workflows/build.yml'],
    verdict: 'unrelated',
  },
  {
    name: 'documentation of a feature store',
    rules: ['Features are computed with Polars; pandas is only allowed in notebooks.'],
    component: 'FeatureStore',
    fix: 'Add a README section which explains how to request access to the staging cluster.',
    files: ['docs/README.md'],
    verdict: 'unrelated',
  },
  {
    name: 'loose rules far from the fix',
    rules: ['Invoice numbers are sequential without gaps per legal entity.'],
    loose: [
      "Mobile builds are signed in the cloud, never on a developer's laptop.",
      'Kafka topics are named <team>.<domain>.<event>.',
    ],
    component: 'InvoicePdf',
    fix: 'Embed the Noto Sans font so that Greek customer names render in the PDF.',
    verdict: 'unrelated',
  },
  {
    name: 'other component of the file says nothing on it',
    rules: ['Exports are kept for 7 days and then deleted.'],
    rulesOfFile: {
      file: 'app/export/formats.py',
      rules: ['The PDF exporter uses WeasyPrint; wkhtmltopdf was removed in 2022.'],
    },
    component: 'CsvExporter',
    fix: 'Quote fields that contain a semicolon, because Excel in some locales splits on it.',
    files: ['app/export/formats.py'],
    verdict: 'unrelated',
  },
];
