// Rules in words and fixes in code, which share few of them.
import { diff, ofOneRule } from './of-one-rule.ts';

export const MORE_CODE_FIXES = ofOneRule([
  [
    'Images are pinned by version, latest is forbidden.',
    [diff('Dockerfile', '-FROM python:3.12.1\n+FROM python:latest'), 'contradicts'],
  ],
  ['Feature code must not use any.', [diff('a.ts', '-  const a: Row = x;\n+  const a: any = x;'), 'contradicts']],
  [
    'Use the shared logger, no console.log.',
    [diff('a.ts', "-  logger.info('x');\n+  console.log('x');"), 'contradicts'],
  ],
  [
    'Uploaded images must not exceed 5 MB.',
    ['Raise MAX_UPLOAD to 20 MB for premium users.', 'contradicts'],
    [diff('a.ts', '-const MAX_UPLOAD = 4 * 1024 * 1024;\n+const MAX_UPLOAD = 20 * 1024 * 1024;'), 'contradicts'],
  ],
  [
    'The domain layer does not depend on frameworks; Spring annotations are not allowed there.',
    [diff('Order.java', '+import org.springframework.stereotype.Component;\n+@Component'), 'contradicts'],
  ],
  [
    'Passwords are hashed with bcrypt, cost 12 or higher.',
    [diff('a.ts', '-bcrypt.hash(pw, 12)\n+bcrypt.hash(pw, 8)'), 'contradicts'],
  ],
  [
    'Access tokens live for 15 minutes at most.',
    [diff('a.ts', "-expiresIn: '10m'\n+expiresIn: '24h'"), 'contradicts'],
    ['Set the lifetime of access tokens to 10 minutes.', 'aligned'],
  ],
  [
    'The cache entry lives no longer than 60 seconds.',
    [diff('a.py', '-cache.set(key, value, ttl=30)\n+cache.set(key, value, ttl=600)'), 'contradicts'],
  ],
  [
    'State is managed with Redux Toolkit; do not add another state library.',
    ['Move the cart into a Zustand store.', 'contradicts'],
  ],
  ['We use pnpm in this repository.', ['Run npm install and commit package-lock.json.', 'contradicts']],
  [
    'Messages are published to Kafka after the database transaction commits.',
    ['Publish the order event before the transaction is committed to save time.', 'contradicts'],
  ],
  [
    'Messages are published to Kafka through the outbox table.',
    ['Write the event to the outbox in the same transaction and let the relay publish it.', 'aligned'],
  ],
  ['PII is encrypted at rest.', ['Store the passport number in plain text to make the search work.', 'contradicts']],
  [
    'All endpoints validate their input with zod.',
    [diff('a.ts', '-  const body = OrderSchema.parse(req.body);\n+  const body = req.body as Order;'), 'contradicts'],
    [
      diff('a.ts', '-  const body = req.body as Order;\n+  const body = z.object({ id: z.string() }).parse(req.body);'),
      'aligned',
    ],
  ],
  [
    'Animations must respect prefers-reduced-motion.',
    ['Always play the intro animation, whatever the system setting is.', 'contradicts'],
  ],
  [
    'The public API is versioned; fields are never removed from v1.',
    ['Remove the field legacy_id from the v1 response, nobody uses it.', 'contradicts'],
    ['Add an optional field display_name to the v1 response.', 'unrelated'],
  ],
  [
    'Emails are sent asynchronously by the worker, never in the request.',
    ['Send the confirmation mail in the controller before the response is returned.', 'contradicts'],
    ['Enqueue a SendMail job and return at once.', 'aligned'],
  ],
  ['Sensor values are filtered with a median of 5 samples.', ['Fix the typo in the README.', 'unrelated']],
  [
    'Only the gateway talks to the payment provider.',
    [diff('a.ts', "+  const r = await fetch('https://api.stripe.com/v1/charges');"), 'contradicts'],
  ],
  [
    'No new dependencies without a decision record.',
    ['Add left-pad to package.json to align the columns.', 'contradicts'],
  ],
  [
    'Database columns are never dropped in the release that stops using them.',
    ['Drop the column nickname now; the code stops reading it in this release.', 'contradicts'],
  ],
  [
    'The player position is computed on the server; the client only sends inputs.',
    ['Let the client send its position and trust it, to reduce lag.', 'contradicts'],
  ],
  [
    'Kubernetes pods have memory limits.',
    [diff('d.yaml', '-    limits:\n-      memory: 256Mi'), 'contradicts'],
    [diff('d.yaml', '+    limits:\n+      memory: 256Mi'), 'aligned'],
  ],
  [
    'Queries on the orders table must use an index; full scans are forbidden.',
    ["Search the orders with LIKE '%term%' without an index.", 'contradicts'],
  ],
  [
    'Colours come from the design tokens; hex values in components are not allowed.',
    [diff('a.ts', "-  color: tokens.primary,\n+  color: '#ff0000',"), 'contradicts'],
    [diff('a.ts', "-  color: '#ff0000',\n+  color: tokens.primary,"), 'aligned'],
  ],
  [
    'Strings shown to users are translated with t().',
    [diff('a.ts', "-  <p>{t('cart.empty')}</p>\n+  <p>Your cart is empty</p>"), 'contradicts'],
    [diff('a.ts', "-  <p>Your cart is empty</p>\n+  <p>{t('cart.empty')}</p>"), 'aligned'],
  ],
  [
    'Write operations need the admin role.',
    [
      diff(
        'A.java',
        '-@PreAuthorize("hasRole(\'ADMIN\')")\n-public void delete(Long id) {\n+public void delete(Long id) {',
      ),
      'contradicts',
    ],
  ],
  [
    'Experiments fix the random seed.',
    [diff('t.py', '-  torch.manual_seed(42)'), 'contradicts'],
    ['Set the seed of numpy and torch at the start of the run.', 'aligned'],
  ],
  [
    'Data for the model must not contain rows after the cut-off date.',
    ['Include the rows after the cut-off date, which improves the score.', 'contradicts'],
  ],
  [
    'Firmware updates are signed; unsigned images are rejected.',
    ['Accept unsigned images when the debug pin is high.', 'contradicts'],
    ['Verify the signature of the image before it is flashed.', 'aligned'],
  ],
  [
    'Access to health records is written to the audit log.',
    ['Skip the audit log for reads, it is too slow.', 'contradicts'],
    [diff('a.ts', "+  auditLog.record(user, 'read', record.id);"), 'aligned'],
  ],
  [
    'Use composition API in Vue components; options API is not allowed.',
    [diff('a.vue', '+export default {\n+  data() { return { a: 1 } },\n+  methods: { go() {} },\n+}'), 'contradicts'],
  ],
  ['Long lists are virtualised.', ['Change the colour of the toolbar.', 'unrelated']],
  [
    'The worker processes at most 10 jobs in parallel.',
    [diff('a.ts', '-concurrency: 8\n+concurrency: 50'), 'contradicts'],
    ['Rename worker.ts to job-worker.ts.', 'unrelated'],
  ],
  [
    'Use structured logging; print is not allowed.',
    [diff('a.py', "-    print('done')\n+    logger.info('done', extra={'n': n})"), 'aligned'],
  ],
  ['Do not use floating point for money.', [diff('a.ts', '-  total: number; // cents\n+  total: Decimal;'), 'aligned']],
]);
