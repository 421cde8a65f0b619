// Short rules with fixes of one sentence, for developing the rules.
import { ofOneRule } from './of-one-rule.ts';

export const SHORT_FIXES = ofOneRule([
  [
    'All timestamps are stored in UTC.',
    ['Store timestamps in local time of the server.', 'contradicts'],
    ['Convert created_at to UTC before it is stored.', 'aligned'],
  ],
  [
    'ADR-3: We use PostgreSQL as the only database.',
    ['Move sessions to MongoDB.', 'contradicts'],
    ['Add a PostgreSQL index on orders.', 'aligned'],
  ],
  [
    'Every endpoint requires authentication.',
    ['Make /reports public so that anyone can read it.', 'contradicts'],
    ['Require a token on /reports.', 'aligned'],
  ],
  [
    'Uploads are limited to 5 MB.',
    ['Raise the upload limit to 20 MB.', 'contradicts'],
    ['Lower the upload limit to 2 MB.', 'aligned'],
  ],
  [
    'Passwords have at least 12 characters.',
    ['Accept passwords of 8 characters.', 'contradicts'],
    ['Require 16 characters for passwords.', 'aligned'],
  ],
  [
    'User input must be validated before it is used.',
    ['Skip validation of the user input for admins.', 'contradicts'],
    ['Validate the user input in the controller.', 'aligned'],
  ],
  [
    'ADR-5: Services talk to each other by events, not by direct calls.',
    ['Call the billing service directly over HTTP.', 'contradicts'],
    ['Publish an event when an order is paid.', 'aligned'],
  ],
  [
    'We do not use global variables.',
    ['Keep the counter in a global variable.', 'contradicts'],
    ['Pass the counter as a parameter instead of a global variable.', 'aligned'],
  ],
  [
    'Secrets are read from the environment, never from the repository.',
    ['Put the API key into config.json in the repository.', 'contradicts'],
    ['Read the API key from the environment.', 'aligned'],
  ],
  [
    'Errors must not be swallowed.',
    ['Catch the error and ignore it.', 'contradicts'],
    ['Log the error and rethrow it.', 'aligned'],
  ],
  [
    'Only admins may delete users.',
    ['Let every user delete other users.', 'contradicts'],
    ['Check for the admin role before a user is deleted.', 'aligned'],
  ],
  [
    'Backups are kept for 30 days.',
    ['Keep backups for 7 days to save disk space.', 'contradicts'],
    ['Keep backups for 30 days.', 'aligned'],
  ],
  [
    'ADR-8: Prefer composition over inheritance.',
    ['Add a subclass of Report for each format.', 'contradicts'],
    ['Compose the report of parts.', 'aligned'],
  ],
  ['Dependencies are no longer vendored.', ['Copy the library into vendor/.', 'contradicts']],
  [
    'API responses are JSON.',
    ['Return XML from the /orders endpoint.', 'contradicts'],
    ['Return the order as JSON.', 'aligned'],
  ],
  [
    'Do not retry payments.',
    ['Retry a failed payment three times.', 'contradicts'],
    ['Fail the payment without retrying.', 'aligned'],
  ],
  [
    'Redis is not used for sessions.',
    ['Keep sessions in Redis.', 'contradicts'],
    ['Move sessions from Redis to PostgreSQL.', 'aligned'],
  ],
  [
    'No service uses XML any more.',
    ['Export the report as XML.', 'contradicts'],
    ['Replace the XML export with JSON.', 'aligned'],
  ],
  [
    'SHA-1 has never been allowed for signatures.',
    ['Sign with SHA-1.', 'contradicts'],
    ['Sign with SHA-256 instead of SHA-1.', 'aligned'],
  ],
  [
    "We don't use Jest; tests run with Vitest.",
    ['Write the new tests with Jest.', 'contradicts'],
    ['Port the last Jest tests to Vitest.', 'aligned'],
  ],
  ['Kafka was replaced by RabbitMQ.', ['Publish to Kafka.', 'contradicts'], ['Publish to RabbitMQ.', 'aligned']],
  [
    'Tokens must not live longer than 1 hour.',
    ['Let tokens live for 24 hours.', 'contradicts'],
    ['Expire tokens after 30 minutes.', 'aligned'],
  ],
  [
    'Personal data is never sent to third parties.',
    ['Send the email addresses to the third-party analytics.', 'contradicts'],
    ['Stop sending personal data to third parties.', 'aligned'],
  ],
  [
    'Rows are never deleted; they are marked as deleted.',
    ['Delete the rows of closed accounts.', 'contradicts'],
    ['Mark the row as deleted.', 'aligned'],
  ],
  [
    'HTTP is no longer supported, only HTTPS.',
    ['Serve the site over HTTP.', 'contradicts'],
    ['Redirect to HTTPS.', 'aligned'],
  ],
  [
    'Cookies without the Secure flag are forbidden.',
    ['Set a cookie without the Secure flag.', 'contradicts'],
    ['Set the Secure flag on every cookie.', 'aligned'],
  ],
  [
    'Floats are not used for money.',
    ['Store the price as a float.', 'contradicts'],
    ['Store the price in integer cents instead of a float.', 'aligned'],
  ],
  [
    'Queries are parameterised; strings are never concatenated into SQL.',
    ['Build the SQL by concatenating the name.', 'contradicts'],
    ['Use a parameterised query.', 'aligned'],
  ],
  ['The cache is never written to directly.', ['Write to the cache directly.', 'contradicts']],
  [
    'Migrations are not edited after release.',
    ['Edit the released migration 003.', 'contradicts'],
    ['Add a new migration.', 'aligned'],
  ],
  [
    'Images are served from the CDN, not from the application servers.',
    ['Serve the logo from the application server.', 'contradicts'],
    ['Upload the logo to the CDN.', 'aligned'],
    ['Fix a typo in the footer.', 'unrelated'],
  ],
  [
    'Search answers within 200 ms.',
    ['Allow search up to 2 seconds.', 'contradicts'],
    ['Bring search down to 150 ms.', 'aligned'],
  ],
  ['All text is UTF-8.', ['Write the file in Latin-1.', 'contradicts'], ['Decode the file as UTF-8.', 'aligned']],
  [
    'We deploy with Terraform, not by hand.',
    ['Create the bucket by hand in the console.', 'contradicts'],
    ['Add the bucket to the Terraform module.', 'aligned'],
  ],
  [
    'Every table has a primary key.',
    ['Create the table events without a primary key.', 'contradicts'],
    ['Add a primary key to events.', 'aligned'],
  ],
  [
    'Emails are sent asynchronously through the queue.',
    ['Send the email synchronously in the request.', 'contradicts'],
    ['Put the email into the queue.', 'aligned'],
  ],
  [
    'Admin pages require two-factor authentication.',
    ['Turn two-factor authentication off for admins.', 'contradicts'],
    ['Ask admins for a second factor.', 'aligned'],
  ],
  [
    'The API is versioned in the path.',
    ['Put the version into a header instead of the path.', 'contradicts'],
    ['Add /v2/ to the path.', 'aligned'],
  ],
  [
    'Logs contain no personal data.',
    ['Log the e-mail address of the user.', 'contradicts'],
    ['Mask the e-mail address in logs.', 'aligned'],
  ],
  [
    'Use dependency injection instead of singletons.',
    ['Make Config a singleton.', 'contradicts'],
    ['Inject the Config into the service.', 'aligned'],
  ],
  [
    'Batch jobs run at night.',
    ['Run the batch job at noon.', 'contradicts'],
    ['Run the batch job at 2 am.', 'aligned'],
  ],
  [
    'At most 3 retries with exponential backoff.',
    ['Retry 10 times without a pause.', 'contradicts'],
    ['Retry twice with exponential backoff.', 'aligned'],
  ],
  ['Prices include tax.', ['Show prices without tax.', 'contradicts'], ['Add the tax to the price.', 'aligned']],
  [
    'Feature branches are squashed before merging.',
    ['Merge with all commits kept.', 'contradicts'],
    ['Squash the branch, then merge it.', 'aligned'],
  ],
  [
    'Never drop readings silently.',
    ['silently drop readings', 'contradicts'],
    ['When the mailbox is full, silently drop readings.', 'contradicts'],
    ['Drop readings silently when the queue is full.', 'contradicts'],
    ['Drop readings without logging them.', 'contradicts'],
    ['Drop readings when the counter overflows.', 'contradicts'],
    ['Drop readings when the queue is full, and log each with a warning.', 'unrelated'],
  ],
  [
    'TLS 1.2 or newer is required.',
    ['Enable TLS 1.0 for old clients.', 'contradicts'],
    ['Switch to TLS 1.3.', 'aligned'],
  ],
  [
    'Passport numbers must not appear in logs.',
    ['Stop logging passport numbers.', 'aligned'],
    ['Remove passport numbers from the log lines.', 'aligned'],
    ['Log the passport number for debugging.', 'contradicts'],
  ],
  [
    'Do not cache prices.',
    ['Stop caching prices.', 'aligned'],
    ['Remove the price cache.', 'aligned'],
    ['Cache prices for an hour.', 'contradicts'],
  ],
  [
    'Payments must never be retried automatically.',
    ['Remove the automatic retry of payments.', 'aligned'],
    ['Disable automatic payment retries.', 'aligned'],
  ],
  ['Never delete invoices.', ['Stop deleting invoices.', 'aligned'], ['Delete invoices after a year.', 'contradicts']],
  [
    'ADR-9: The auth service stores sessions in PostgreSQL instead of Redis.',
    ['Move sessions to Memcached.', 'contradicts'],
    ['Store sessions in PostgreSQL.', 'aligned'],
  ],
  ['Errors must be logged, and error logs must not contain names.', ['Stop logging errors.', 'contradicts']],
]);
