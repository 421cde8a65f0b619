// Fixes written by somebody who had not seen the code, to work with.
import type { FixCase } from './case.ts';

export const FIELD_FIXES_WORKED: readonly FixCase[] = [
  {
    name: 'payments: amounts turned into floats',
    rules: [
      'Money is always held as integer minor units (cents). Floating point must never be used for amounts, not even for intermediate results.',
      'Every refund references the original charge id.',
    ],
    component: 'RefundCalculator',
    fix: 'Partial refunds were off by a cent. Compute the share as a float and round at the end.\n\n--- a/billing/refunds.py\n+++ b/billing/refunds.py\n@@ -14,2 +14,3 @@ class RefundCalculator:\n     def partial(self, charge, ratio_bp):\n-        return charge.amount_cents * ratio_bp // 10_000\n+        amount = float(charge.amount_cents) / 100\n+        return round(amount * ratio_bp / 10_000, 2)',
    files: ['billing/refunds.py'],
    verdict: 'contradicts',
  },
  {
    name: 'healthcare: patient name in the log line',
    rules: [
      'Log lines must not contain personal data: no patient names, birth dates or insurance numbers. Use the internal admission id when a record has to be traced.',
      'Admissions are written in one transaction with the bed assignment.',
    ],
    component: 'AdmissionService',
    fix: 'Makes failed admissions easier to trace for support.\n\ndiff --git a/src/main/java/org/clinic/AdmissionService.java b/src/main/java/org/clinic/AdmissionService.java\n--- a/src/main/java/org/clinic/AdmissionService.java\n+++ b/src/main/java/org/clinic/AdmissionService.java\n@@ -41,4 +41,5 @@ public class AdmissionService {\n         } catch (BedUnavailableException e) {\n-            log.warn("admission {} failed", admission.getId());\n+            log.warn("admission failed for patient {} born {}",\n+                patient.getFullName(), patient.getDateOfBirth());\n             throw e;\n         }',
    files: ['src/main/java/org/clinic/AdmissionService.java'],
    verdict: 'contradicts',
  },
  {
    name: 'mobile: dates parsed with moment again',
    rules: [
      'moment is deprecated in this app; use date-fns instead of it for all parsing and formatting.',
      'The timeline shows the newest entry first.',
    ],
    component: 'TimelineFormatter',
    fix: 'The relative time label shows NaN on Android. Import moment and format the entry with moment(entry.createdAt).fromNow().',
    verdict: 'contradicts',
  },
  {
    name: 'terraform: bucket opened to the public',
    rules: [
      'S3 buckets are never public. Media is served through CloudFront with an origin access identity.',
      'Versioning stays enabled on all buckets.',
    ],
    component: 'media-bucket',
    fix: '--- a/infra/media.tf\n+++ b/infra/media.tf\n@@ -3,8 +3,8 @@ resource "aws_s3_bucket" "media" {\n }\n \n resource "aws_s3_bucket_public_access_block" "media" {\n   bucket                  = aws_s3_bucket.media.id\n-  block_public_acls       = true\n-  block_public_policy     = true\n-  restrict_public_buckets = true\n+  block_public_acls       = false\n+  block_public_policy     = false\n+  restrict_public_buckets = false\n }',
    files: ['infra/media.tf'],
    verdict: 'contradicts',
  },
  {
    name: 'go client timeout above the bound',
    rules: [
      'Every outgoing HTTP call carries a timeout of no more than 5 seconds, and the context of the caller is passed on.',
    ],
    component: 'TariffClient',
    fix: '--- a/internal/tariff/client.go\n+++ b/internal/tariff/client.go\n@@ -17,5 +17,5 @@ func New(base string) *Client {\n \treturn &Client{\n \t\tbase: base,\n-\t\thttp: &http.Client{Timeout: 3 * time.Second},\n+\t\thttp: &http.Client{Timeout: 30 * time.Second},\n \t}\n }',
    files: ['internal/tariff/client.go'],
    verdict: 'contradicts',
  },
  {
    name: 'embedded: heap allocation in the interrupt path',
    rules: [
      'No dynamic memory allocation after start-up. Buffers are static and sized at compile time.',
      'The control loop runs with a fixed period of 1 ms.',
    ],
    component: 'MotorControlLoop',
    fix: "Replace the fixed sample array by a buffer that is malloc'ed in each control cycle with the size reported by the ADC, and free it at the end of the cycle.",
    verdict: 'contradicts',
  },
  {
    name: 'rust parser: unwrap outside of tests',
    rules: ['unwrap() and expect() are forbidden in library code, except in tests. Return a ConfigError instead.'],
    component: 'config-parser',
    fix: '--- a/crates/config/src/parser.rs\n+++ b/crates/config/src/parser.rs\n@@ -22,3 +22,3 @@ impl Parser {\n     fn port(&self, raw: &str) -> Result<u16, ConfigError> {\n-        raw.parse().map_err(|_| ConfigError::BadPort(raw.to_owned()))\n+        Ok(raw.trim().parse::<u16>().unwrap())\n     }',
    files: ['crates/config/src/parser.rs'],
    verdict: 'contradicts',
  },
  {
    name: 'rule of another component in the touched file',
    rules: ['Coupons are applied in the order in which the customer entered them.'],
    rulesOfFile: {
      file: 'src/cart/store.ts',
      rules: [
        'The cart row is written only through CartStore.update, which takes the row lock. Nobody else may write cart totals directly.',
      ],
    },
    component: 'CouponEngine',
    fix: 'Let the coupon engine write the discounted total straight into the cart row from src/cart/store.ts, bypassing CartStore.update, to save one round trip.',
    files: ['src/coupons/engine.ts', 'src/cart/store.ts'],
    verdict: 'contradicts',
  },
  {
    name: 'webhooks: dedupe by event id',
    rules: [
      'Webhook handling must be idempotent: the provider can deliver the same event several times, and the second delivery must have no effect.',
      'Handlers answer within 2 seconds and push the slow work to the queue.',
    ],
    component: 'StripeWebhookHandler',
    fix: 'Store the event id in processed_events with a unique index and return 200 right away when the id is already there, so a redelivered event is handled only once.',
    verdict: 'aligned',
  },
  {
    name: 'float price replaced by integer cents',
    rules: [
      'Prices are stored and passed around as an integer number of cents together with the ISO currency code; never use float for prices.',
    ],
    component: 'PriceList',
    fix: '--- a/pricing/models.py\n+++ b/pricing/models.py\n@@ -5,2 +5,3 @@ class PriceList(Base):\n     sku = Column(String, primary_key=True)\n-    price = Column(Float, nullable=False)\n+    price_cents = Column(Integer, nullable=False)\n+    currency = Column(String(3), nullable=False)',
    files: ['pricing/models.py'],
    verdict: 'aligned',
  },
  {
    name: 'backoff with jitter and a cap',
    rules: [
      'Failed fetches are retried at most 5 times with exponential backoff and jitter.',
      'Feeds are fetched over HTTPS only.',
    ],
    component: 'FeedFetcher',
    fix: 'Retry a failed feed download four times, doubling the delay after each attempt and adding a random jitter of up to 20%.',
    verdict: 'aligned',
  },
  {
    name: 'dockerfile drops root',
    rules: ['Containers must not run as root.', 'Base images are pinned to an exact version, never to latest.'],
    component: 'api-image',
    fix: '--- a/Dockerfile\n+++ b/Dockerfile\n@@ -1,5 +1,7 @@\n-FROM node:latest\n+FROM node:20.11.1-alpine3.19\n WORKDIR /app\n COPY . .\n RUN npm ci --omit=dev\n+RUN addgroup -S app && adduser -S app -G app\n+USER app\n CMD ["node", "dist/main.js"]',
    files: ['Dockerfile'],
    verdict: 'aligned',
  },
  {
    name: 'allowed alternative of two libraries',
    rules: [
      'Terminal colours: use chalk or picocolors. Raw ANSI escape sequences in strings are not accepted.',
      'The CLI honours NO_COLOR.',
    ],
    component: 'cli-output',
    fix: "Replace the hand-written \\x1b[31m sequences in the error printer with picocolors' red().",
    verdict: 'aligned',
  },
  {
    name: 'naive now() made UTC',
    rules: [
      "Times are kept in UTC inside the planner and shown in the ward's local zone only in the UI. Naive datetimes are not allowed.",
    ],
    component: 'ShiftPlanner',
    fix: "Replace datetime.now() by datetime.now(timezone.utc) when a shift is created; the template keeps converting to the ward's zone for display.",
    verdict: 'aligned',
  },
  {
    name: 'direct query moved behind the repository',
    rules: ['View models get their data from a repository. They never open the Room database or a DAO on their own.'],
    component: 'ProfileViewModel',
    fix: "Take the UserDao out of the profile view model's constructor and inject UserRepository, which exposes the same observeUser(id) flow.",
    verdict: 'aligned',
  },
  {
    name: 'typo in a help text',
    rules: [
      'Backups are encrypted with age before they leave the machine.',
      'Exit code 2 means that the backup was incomplete.',
    ],
    component: 'backup-cli',
    fix: 'Fix the spelling of "recieve" in the --help output.',
    verdict: 'unrelated',
  },
  {
    name: 'variable rename in the sensor driver',
    rules: ['The I2C bus speed is fixed at 100 kHz because longer cables lose bytes at 400 kHz.'],
    component: 'bme280-driver',
    fix: '--- a/drivers/bme280.c\n+++ b/drivers/bme280.c\n@@ -55,2 +55,2 @@ static int32_t compensate_t(struct bme280 *d, int32_t adc)\n-    int32_t x = adc >> 3;\n-    return (x - d->t1) * d->t2;\n+    int32_t shifted = adc >> 3;\n+    return (shifted - d->t1) * d->t2;',
    files: ['drivers/bme280.c'],
    verdict: 'unrelated',
  },
  {
    name: 'sorting of leaderboard ties',
    rules: ['Player chat is filtered on the server before it is broadcast.', 'Session tokens expire after 12 hours.'],
    component: 'Leaderboard',
    fix: 'When two players have the same score, rank the one who reached it earlier higher.',
    verdict: 'unrelated',
  },
  {
    name: 'off by one in the search highlighter',
    rules: ['The search index is rebuilt every night at 02:00 UTC.', 'Index writes go through the queue.'],
    component: 'SearchHighlighter',
    fix: 'The highlighted range ends one character too early when the match is at the end of the snippet; use end + 1 in the slice.',
    verdict: 'unrelated',
  },
  {
    name: 'null check in the push settings screen',
    rules: ['Analytics events are sent only after the user has given consent.'],
    component: 'PushSettingsScreen',
    fix: '--- a/ios/Settings/PushSettingsScreen.swift\n+++ b/ios/Settings/PushSettingsScreen.swift\n@@ -19,2 +19,2 @@ struct PushSettingsScreen: View {\n-        Text(channels.first!.title)\n+        Text(channels.first?.title ?? "")\n             .font(.headline)',
    files: ['ios/Settings/PushSettingsScreen.swift'],
    verdict: 'unrelated',
  },
];
