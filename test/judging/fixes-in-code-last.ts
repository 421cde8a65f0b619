// Rules in words and fixes in code, which share few of them; a third of these need knowledge that no table has.
import { diff, ofOneRule } from './of-one-rule.ts';

export const LAST_CODE_FIXES = ofOneRule([
  [
    'ViewModels expose immutable state; a MutableStateFlow must not be public.',
    ['Make the MutableStateFlow of the view model public so that the fragment can set it.', 'contradicts'],
  ],
  [
    'Search results come from Elasticsearch; LIKE queries on the products table are not allowed.',
    [
      diff(
        's.py',
        "-    return es.search(index='products', q=q)\n+    return db.execute(\"SELECT * FROM products WHERE name LIKE %s\", (f'%{q}%',))",
      ),
      'contradicts',
    ],
  ],
  ['Retries: at most 3 attempts.', [diff('s.py', '-MAX_ATTEMPTS = 3\n+MAX_ATTEMPTS = 10'), 'contradicts']],
  [
    'Payments are captured only after the order has been shipped.',
    ['Capture the payment as soon as the order is placed.', 'contradicts'],
  ],
  [
    'Lambda functions read their configuration from SSM, not from environment variables.',
    [diff('l.py', "-url = ssm.get_parameter(Name='/app/url')\n+url = os.environ['APP_URL']"), 'contradicts'],
  ],
  [
    'Customer data stays in the EU region eu-central-1.',
    [diff('m.tf', '-  region = "eu-central-1"\n+  region = "us-east-1"'), 'contradicts'],
  ],
  [
    'Images are served through the CDN.',
    ['Serve product images from the CDN host instead of the app server.', 'aligned'],
  ],
  ['Backups are kept for 30 days.', [diff('b.yaml', '-retention_days: 30\n+retention_days: 7'), 'contradicts']],
  ['Backups are kept for at least 30 days.', ['Raise the retention of backups from 14 to 35 days.', 'aligned']],
  [
    'Domain events are immutable; handlers must not change them.',
    ['Let the handler set event.amount before passing it on.', 'contradicts'],
  ],
  [
    'The service layer throws domain exceptions and never HTTP exceptions.',
    [diff('s.ts', '-    throw new OrderNotFound(id);\n+    throw new NotFoundException(id);'), 'contradicts'],
  ],
  [
    'Use async file access in the server; readFileSync and friends are forbidden.',
    [diff('s.ts', '-  const t = await readFile(p);\n+  const t = readFileSync(p);'), 'contradicts'],
    [diff('s.ts', '-  const t = readFileSync(p);\n+  const t = await readFile(p);'), 'aligned'],
  ],
  [
    'Every table has a primary key of type uuid.',
    [diff('m.sql', '+CREATE TABLE notes (\n+  id SERIAL PRIMARY KEY,\n+  body text);'), 'contradicts'],
    [
      diff('m.sql', '+CREATE TABLE notes (\n+  id uuid PRIMARY KEY DEFAULT gen_random_uuid(),\n+  body text);'),
      'aligned',
    ],
  ],
  [
    'Login attempts are limited to 5 per minute and IP.',
    ['Allow 20 login attempts per minute so that testers are not locked out.', 'contradicts'],
    ['Change the wording of the login page headline.', 'unrelated'],
  ],
  [
    'The mobile app works offline: writes go into the local queue first.',
    ['Send the note straight to the server and show an error when there is no connection.', 'contradicts'],
    ['Put the note into the local queue and sync it when the connection is back.', 'aligned'],
  ],
  [
    'Shader constants are uploaded once per frame, not per draw call.',
    ['Upload the constants before each draw call.', 'contradicts'],
  ],
  [
    'Prometheus labels must not contain user ids.',
    [
      diff('m.go', '-\trequests.WithLabelValues(route).Inc()\n+\trequests.WithLabelValues(route, userID).Inc()'),
      'contradicts',
    ],
  ],
  ['Goroutines must be stopped through the context.', [diff('m.go', '-\tfor {\n+\tfor ctx.Err() == nil {'), 'aligned']],
  [
    'Feature vectors are normalised with the statistics of the training set only.',
    ['Compute mean and variance over the whole data set, test rows included.', 'contradicts'],
  ],
  [
    'Tokens in the frontend are kept in memory; localStorage is not allowed.',
    [diff('a.ts', "-  this.token = token;\n+  localStorage.setItem('token', token);"), 'contradicts'],
  ],
  [
    'Use Tailwind classes; inline styles are not accepted.',
    [diff('a.tsx', '-  <div className="p-2">\n+  <div style={{ padding: 8 }}>'), 'contradicts'],
    [diff('a.tsx', '-  <div style={{ padding: 8 }}>\n+  <div className="p-2">'), 'aligned'],
  ],
  [
    'Messages are acknowledged after they were processed, never before.',
    [diff('a.py', '-    handle(msg)\n-    msg.ack()\n+    msg.ack()\n+    handle(msg)'), 'contradicts'],
  ],
  [
    'GraphQL resolvers use DataLoader to avoid N+1 queries.',
    ['Load the author in the resolver with one query per book.', 'contradicts'],
    [
      diff(
        'a.ts',
        '-  author: (b) => db.author(b.authorId),\n+  author: (b, _, { loaders }) => loaders.author.load(b.authorId),',
      ),
      'aligned',
    ],
  ],
  [
    'The watchdog is fed only in the main loop.',
    ['Feed the watchdog from the timer interrupt as well.', 'contradicts'],
  ],
  [
    'CSV exports use a semicolon as separator and UTF-8 with BOM.',
    ['Write the CSV with commas.', 'contradicts'],
    ['Prefix the export with a BOM and separate the fields by semicolons.', 'aligned'],
  ],
  [
    'The API returns 404 for records of other tenants, never 403.',
    ['Return 403 when the record belongs to another tenant.', 'contradicts'],
    ['Answer with 404 when the record belongs to another tenant.', 'aligned'],
  ],
  [
    'Every query filters by tenant_id.',
    [
      diff('a.py', '-    q = Order.query.filter_by(tenant_id=t, id=id)\n+    q = Order.query.filter_by(id=id)'),
      'contradicts',
    ],
    [
      diff('a.py', '-    q = Order.query.filter_by(id=id)\n+    q = Order.query.filter_by(tenant_id=t, id=id)'),
      'aligned',
    ],
  ],
  [
    'Chat messages are moderated on the server before they are shown.',
    ['Update the copyright year in the footer.', 'unrelated'],
  ],
  [
    'Database migrations run in a separate job, not at application start.',
    ['Call migrate() in main() before the server listens.', 'contradicts'],
  ],
  [
    'Services talk to each other over gRPC.',
    ['Add a REST client for the inventory service and call it from checkout.', 'contradicts'],
  ],
  [
    'Timestamps are serialised as ISO 8601 strings.',
    [diff('a.ts', '-  at: date.toISOString(),\n+  at: date.getTime(),'), 'contradicts'],
  ],
]);
