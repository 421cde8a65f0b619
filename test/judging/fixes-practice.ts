// Rules from many fields with fixes of a sentence or a diff, for developing the rules.
import { ofOneRule } from './of-one-rule.ts';

export const PRACTICE_FIXES = ofOneRule([
  [
    'Thumbnails are generated on the server, not in the browser.',
    ['Create the thumbnail with canvas in the browser.', 'contradicts'],
    ['Resize the picture on the server with sharp.', 'aligned'],
    ['Rename the gallery route.', 'unrelated'],
  ],
  [
    'Configuration is validated with zod at startup.',
    ['Read the configuration without validating it.', 'contradicts'],
    ['Add a zod schema for the new setting and parse it at startup.', 'aligned'],
  ],
  [
    'Every public method has a docstring.',
    ['Strip the docstrings to shrink the bundle.', 'contradicts'],
    ['Write a docstring for parse_row().', 'aligned'],
  ],
  [
    'Monetary amounts are rounded half to even.',
    ['Round amounts down.', 'contradicts'],
    ['Round the invoice total half to even.', 'aligned'],
    ['Cache exchange rates.', 'unrelated'],
  ],
  [
    'Jobs must finish within 10 minutes.',
    ['Let the import job run for up to an hour.', 'contradicts'],
    ['Split the job so that each part takes 5 minutes.', 'aligned'],
  ],
  [
    'The cache TTL is at most 60 seconds.',
    ['Cache the user profile for 5 minutes.', 'contradicts'],
    ['Set the TTL to 30s.', 'aligned'],
  ],
  [
    'Frontend code must not import from server/.',
    ["import { db } from '../server/db';", 'contradicts'],
    ['Move the shared type out of server/ so the frontend need not import it.', 'aligned'],
  ],
  [
    'We use ISO 8601 dates in all APIs.',
    ['Return dates as Unix timestamps.', 'contradicts'],
    ['Format the due date as ISO 8601.', 'aligned'],
  ],
  [
    'Pull requests need two approvals.',
    ['Allow merging with one approval for small changes.', 'contradicts'],
    ['Require two approvals in the branch protection.', 'aligned'],
  ],
  [
    'Mobile clients authenticate with OAuth; API keys are for servers only.',
    ['Ship the API key inside the Android app.', 'contradicts'],
    ['Use OAuth in the iOS client.', 'aligned'],
  ],
  [
    'Data of EU customers stays in the EU region.',
    ['Replicate EU customer data to us-east-1.', 'contradicts'],
    ['Create the EU bucket in eu-west-1.', 'aligned'],
  ],
  [
    'Do not block the event loop.',
    ['Use fs.readFileSync in the request handler.', 'contradicts'],
    ['Move the hashing to a worker thread so that the event loop is not blocked.', 'aligned'],
  ],
  [
    'All background jobs are idempotent.',
    ['Skip orders that were already charged so that running the job twice does no harm.', 'aligned'],
    ['Increase the font size of the header.', 'unrelated'],
  ],
  [
    'Use feature flags for risky changes.',
    ['Put the new checkout behind a feature flag.', 'aligned'],
    ['Roll the new checkout out to everyone without a flag.', 'contradicts'],
  ],
  [
    'Only the scheduler may start jobs.',
    ['Start the report job from the web handler.', 'contradicts'],
    ['Let the scheduler start the report job.', 'aligned'],
  ],
  [
    'Errors shown to users must not contain stack traces.',
    ['Print the stack trace in the error shown to the user.', 'contradicts'],
    ['Replace the stack trace in the error page by a short message.', 'aligned'],
  ],
  [
    'Versions of the API are supported for at least 12 months.',
    ['Drop v1 of the API after 3 months.', 'contradicts'],
    ['Keep v1 for 18 months.', 'aligned'],
  ],
  [
    'Prefer standard library functions over lodash.',
    ['Use lodash.groupBy here.', 'contradicts'],
    ['Replace lodash.map by Array.prototype.map.', 'aligned'],
  ],
  [
    'Trees are walked iteratively; recursion is avoided.',
    ['Rewrite walk() recursively.', 'contradicts'],
    ['Use an explicit stack instead of recursion in walk().', 'aligned'],
  ],
  [
    'Tests run in parallel and share no state.',
    ['Keep the fixture in a variable shared by all tests.', 'contradicts'],
    ['Sort imports.', 'unrelated'],
  ],
  [
    'Python 3.10 is the oldest version we support.',
    ['-requires-python = ">=3.10"\n+requires-python = ">=3.8"', 'contradicts'],
    ['-requires-python = ">=3.10"\n+requires-python = ">=3.11"', 'aligned'],
  ],
  [
    'Cookies are set with HttpOnly and SameSite=Strict.',
    [
      "-res.cookie('sid', id, { httpOnly: true, sameSite: 'strict' })\n+res.cookie('sid', id, { httpOnly: false })",
      'contradicts',
    ],
  ],
  [
    'Connections to the database are pooled, with at most 20 connections.',
    ['-  max: 20\n+  max: 100', 'contradicts'],
    ['Open a new connection for each request.', 'contradicts'],
  ],
  [
    'Deletes are confirmed by the user.',
    ['Delete the project at once, without asking.', 'contradicts'],
    ['Show a confirmation dialog before the project is deleted.', 'aligned'],
  ],
  ['Retention of logs: 14 days.', ['Keep logs for 90 days.', 'contradicts'], ['Delete logs after 14 days.', 'aligned']],
  [
    'SQL lives in .sql files, not in strings of the code.',
    ['Write the query as a string in the handler.', 'contradicts'],
    ['Move the query into orders.sql.', 'aligned'],
  ],
  [
    'ADR-21 (Accepted). Context: our nightly exports broke whenever a column was added. Decision: exports are written as Parquet with an explicit schema. Consequences: analysts need a reader.',
    ['Write the export with csv.writer.', 'contradicts'],
    ['Write the export as Parquet and pass the schema.', 'aligned'],
    ['Fix the time zone shown on the dashboard.', 'unrelated'],
  ],
  [
    'The importer processes at most 500 rows per transaction.',
    ['-BATCH = 500\n+BATCH = 5000', 'contradicts'],
    ['Commit after every 250 rows.', 'aligned'],
  ],
  [
    'Client errors are answered with 4xx, never with 200 and an error body.',
    ['Return 200 with {"error": "not found"} when the order is missing.', 'contradicts'],
    ['Answer 404 when the order is missing.', 'aligned'],
  ],
  [
    "No component may import another component's internal folder.",
    ['Import formatPrice from cart/internal/format.', 'contradicts'],
  ],
  [
    'The desktop client talks to the backend over WebSockets.',
    ['Poll the backend every two seconds from the desktop client.', 'contradicts'],
    ['Subscribe to price changes over the WebSocket.', 'aligned'],
  ],
  [
    'Use constructor injection; field injection with @Autowired is not allowed.',
    ['-  public Cart(Prices prices) { this.prices = prices; }\n+  @Autowired private Prices prices;', 'contradicts'],
    ['Replace the @Autowired field by a constructor parameter.', 'aligned'],
  ],
  [
    'Uploaded files are scanned for viruses before they are stored.',
    ['Store the upload right away and scan it later.', 'contradicts'],
    ['Scan the file with ClamAV before it is stored.', 'aligned'],
  ],
  [
    'Sensitive endpoints are rate limited to 5 requests per minute.',
    ['Remove the rate limit from /login.', 'contradicts'],
    ['Limit /password-reset to 3 requests per minute.', 'aligned'],
    ['Limit /password-reset to 60 requests per minute.', 'contradicts'],
  ],
  [
    'We keep the build reproducible: timestamps are not embedded in artefacts.',
    ['Embed the build timestamp in the jar manifest.', 'contradicts'],
    ['Set SOURCE_DATE_EPOCH so that no timestamp ends up in the artefact.', 'aligned'],
  ],
  [
    'State of the UI lives in Redux; components do not keep server data in useState.',
    ['Keep the list of orders in useState.', 'contradicts'],
    ['Move the orders from useState into the Redux store.', 'aligned'],
  ],
  [
    'Domain events are published after the transaction has committed.',
    ['Publish the event inside the transaction, before the commit.', 'contradicts'],
    ['Publish OrderPlaced after the commit.', 'aligned'],
  ],
  [
    'The CLI must not write to stdout anything but JSON.',
    ['Print a progress bar to stdout.', 'contradicts'],
    ['Write progress to stderr instead of stdout.', 'aligned'],
  ],
  [
    'Public buckets are forbidden.',
    ['Make the assets bucket public.', 'contradicts'],
    ['Make the bucket private and serve it by signed URLs.', 'aligned'],
  ],
]);
