// Rules in words and fixes in code, which share few of them.
import { diff, ofOneRule } from './of-one-rule.ts';

export const CODE_FIXES = ofOneRule([
  [
    'Handlers never access the database directly; they go through the repository.',
    [
      diff(
        'a.ts',
        "-  const order = await this.orders.find(id);\n+  const order = await db.query('SELECT * FROM orders WHERE id = $1', [id]);",
      ),
      'contradicts',
    ],
    [
      diff(
        'a.ts',
        "-  const order = await db.query('SELECT * FROM orders WHERE id = $1', [id]);\n+  const order = await this.orders.find(id);",
      ),
      'aligned',
    ],
  ],
  [
    'UI code does not query the database.',
    ['Run a SELECT in the React component to show the latest order.', 'contradicts'],
  ],
  ['Controllers contain no SQL.', [diff('c.py', "+  rows = conn.execute('SELECT id FROM users')"), 'contradicts']],
  [
    'Buckets must be private.',
    [diff('m.tf', '-  acl = "private"\n+  acl = "public-read"'), 'contradicts'],
    [diff('m.tf', '-  versioning = false\n+  versioning = true'), 'unrelated'],
  ],
  [
    'Databases are not reachable from the internet.',
    [diff('m.tf', '-  publicly_accessible = false\n+  publicly_accessible = true'), 'contradicts'],
    [diff('m.tf', '-  publicly_accessible = true\n+  publicly_accessible = false'), 'aligned'],
  ],
  [
    'SSH must never be open to the world.',
    [diff('sg.tf', '-  cidr_blocks = ["10.0.0.0/8"]\n+  cidr_blocks = ["0.0.0.0/0"]'), 'contradicts'],
  ],
  [
    'All times are stored in UTC.',
    [diff('a.py', '-  created = datetime.now(timezone.utc)\n+  created = datetime.now()'), 'contradicts'],
    ["Store the appointment in the clinic's local time (Europe/Vienna) to make the list simpler.", 'contradicts'],
    ['Save timestamps with Instant.now() in UTC and convert them when they are shown.', 'aligned'],
    ['Increase the font size of the header.', 'unrelated'],
  ],
  [
    'Errors must not be swallowed.',
    [diff('a.ts', '-  await send(msg);\n+  try { await send(msg); } catch (e) { }'), 'contradicts'],
    [diff('a.ts', '-  } catch (e) { }\n+  } catch (e) {\n+    throw new SendError(e);\n+  }'), 'aligned'],
    [diff('a.ts', '-  const a = 1;\n+  const b = 1;'), 'unrelated'],
  ],
  [
    'Exceptions must never be silently ignored.',
    ['Wrap the upload in try/except and just pass when it fails.', 'contradicts'],
  ],
  [
    'The audio callback must not allocate memory.',
    [diff('a.cpp', '+  std::vector<float> tmp(n);\n+  tmp.push_back(x);'), 'contradicts'],
    ['Reserve the scratch buffer once in prepareToPlay and reuse it in the callback.', 'aligned'],
    ['Fix the label of the volume slider.', 'unrelated'],
  ],
  [
    'No heap allocation in the hot path.',
    [diff('a.cpp', '-  float buf[64];\n+  float* buf = new float[64];'), 'contradicts'],
  ],
  [
    'Log output must not contain e-mail addresses.',
    [diff('a.ts', "-  logger.info('login ' + user.id);\n+  logger.info('login ' + user.email);"), 'contradicts'],
    [diff('a.ts', "-  logger.info('login ' + user.email);\n+  logger.info('login ' + user.id);"), 'aligned'],
  ],
  [
    'Tokens are never logged.',
    ['Mask the token in the request log so that only the last four characters are shown.', 'aligned'],
    [diff('a.py', "+  log.debug('token=%s', token)"), 'contradicts'],
    [diff('a.py', "+  log.info('started')"), 'unrelated'],
  ],
  [
    'Index creation must be concurrent so that writers are not blocked.',
    [diff('m.sql', '+CREATE INDEX orders_idx ON orders (id);'), 'contradicts'],
  ],
  [
    'Indexes are created concurrently.',
    [diff('m.sql', '+CREATE INDEX CONCURRENTLY orders_idx ON orders (id);'), 'aligned'],
  ],
  [
    'Use dayjs or date-fns for dates; moment is banned.',
    ['Format the label with dayjs.', 'aligned'],
    [diff('a.ts', "+import moment from 'moment';"), 'contradicts'],
  ],
  ['HTTP calls use axios.', [diff('a.ts', "-import axios from 'axios';\n+import got from 'got';"), 'contradicts']],
  [
    'Calls to the bank time out after at most 5 seconds.',
    [diff('a.ts', '-  timeout: 10000,\n+  timeout: 4000,'), 'aligned'],
    [diff('a.ts', '-  timeout: 3000,\n+  timeout: 20_000,'), 'contradicts'],
    [diff('a.ts', '-  retries: 2,\n+  retries: 3,'), 'unrelated'],
  ],
  [
    'Requests to the partner must time out within 2 s.',
    [
      diff('A.java', '-  .connectTimeout(Duration.ofSeconds(1))\n+  .connectTimeout(Duration.ofSeconds(10))'),
      'contradicts',
    ],
  ],
  ['Sessions expire after 30 minutes.', [diff('a.py', '-SESSION_TTL = 1800\n+SESSION_TTL = 86400'), 'contradicts']],
  [
    'New screens ship behind a feature flag.',
    ['Show the new onboarding to everybody right away, without a flag.', 'contradicts'],
    ['Add the new onboarding, guarded by the flag onboarding_v2 which is off.', 'aligned'],
  ],
  [
    'Retries must use the same idempotency key.',
    ['Create a new UUID as idempotency key for each retry.', 'contradicts'],
    ['Keep the idempotency key in the job payload, so each retry sends the same one.', 'aligned'],
  ],
  [
    'Event consumers have to be idempotent.',
    [
      'Insert the message id into a table with a unique constraint and skip messages that are already in it.',
      'aligned',
    ],
    ['Drop the processed-message table; just credit the account each time the event arrives.', 'contradicts'],
  ],
  [
    'Passwords are hashed with argon2id.',
    [diff('a.ts', "-  return argon2.hash(pw);\n+  return createHash('md5').update(pw).digest('hex');"), 'contradicts'],
  ],
  [
    'Use parameterized queries; never build SQL from strings.',
    [
      diff(
        'a.py',
        "-  cur.execute('SELECT * FROM t WHERE id = %s', (id,))\n+  cur.execute(f'SELECT * FROM t WHERE id = {id}')",
      ),
      'contradicts',
    ],
    [
      diff(
        'a.py',
        "-  cur.execute(f'SELECT * FROM t WHERE id = {id}')\n+  cur.execute('SELECT * FROM t WHERE id = %s', (id,))",
      ),
      'aligned',
    ],
  ],
  [
    'Secrets come from the vault and are never hard-coded.',
    [diff('a.py', "-  key = vault.get('stripe')\n+  key = 'sk_live_4242abcdef'"), 'contradicts'],
  ],
  ['Public functions must have tests.', ['Rename a local variable.', 'unrelated']],
  [
    'Handlers never access the database directly.',
    [diff('a.ts', '-  return res.json(a)\n+  return res.json(b)'), 'unrelated'],
  ],
  ['The main thread must not do network calls.', ['Fetch the avatar synchronously in onCreate.', 'contradicts']],
  [
    'All mutations of the cart happen in a transaction.',
    [diff('a.ts', '+  await db.transaction(async (tx) => {\n+    await tx.update(cart);\n+  });'), 'aligned'],
  ],
  [
    'Deleted users are soft deleted.',
    [diff('a.ts', '-  user.deletedAt = now;\n+  await db.delete(users).where(eq(users.id, id));'), 'contradicts'],
  ],
  [
    'API responses never expose internal ids.',
    ['Add the internal id to the response so that support can look it up.', 'contradicts'],
  ],
  [
    'Only the scheduler writes to the jobs table.',
    ['Let the API insert rows into the jobs table directly.', 'contradicts'],
  ],
  [
    'Every endpoint requires authentication.',
    [diff('a.ts', "-router.get('/report', requireAuth, report);\n+router.get('/report', report);"), 'contradicts'],
    [diff('a.ts', "-router.get('/report', report);\n+router.get('/report', requireAuth, report);"), 'aligned'],
  ],
  [
    'TLS certificates must be verified.',
    [diff('a.py', '-  requests.get(url)\n+  requests.get(url, verify=False)'), 'contradicts'],
  ],
  ['Containers run as a non-root user.', [diff('Dockerfile', '-USER app\n+USER root'), 'contradicts']],
]);
