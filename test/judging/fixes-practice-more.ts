// Rules from many fields with fixes of a sentence or a diff, for developing the rules: the second part.
import { ofOneRule } from './of-one-rule.ts';

export const MORE_PRACTICE_FIXES = ofOneRule([
  [
    'All tables have created_at and updated_at columns.',
    ['Create the table labels(id, name) without timestamps.', 'contradicts'],
    ['Add created_at and updated_at to labels.', 'aligned'],
  ],
  [
    'Translations are loaded lazily per language.',
    ['Bundle all languages into the main script.', 'contradicts'],
    ['Load the German texts lazily.', 'aligned'],
    ['Raise the test timeout.', 'unrelated'],
  ],
  [
    'Third-party scripts are not allowed on the checkout page.',
    ['Load Hotjar on the checkout page.', 'contradicts'],
    ['Remove Google Analytics from the checkout page.', 'aligned'],
  ],
  [
    'Long-running queries are cancelled after 30 seconds.',
    ['Set statement_timeout to 5 minutes.', 'contradicts'],
    ['Set statement_timeout to 20s.', 'aligned'],
  ],
  [
    'Health checks do not touch the database.',
    ['Run SELECT 1 in the health check.', 'contradicts'],
    ['Answer the health check from memory, without the database.', 'aligned'],
  ],
  [
    'Every migration has a down script.',
    ['Leave out the down script of 0042.', 'contradicts'],
    ['Add a down script to 0042.', 'aligned'],
  ],
  [
    'IDs in URLs are UUIDs, not sequential numbers.',
    ['Use the auto-increment id in the URL.', 'contradicts'],
    ['Expose the UUID in the URL.', 'aligned'],
  ],
  [
    'Analytics events must carry no user identifiers.',
    ['Add user_id to the page_view event.', 'contradicts'],
    ['Drop the user identifier from the analytics event.', 'aligned'],
  ],
  [
    'Prices are computed by the pricing service alone.',
    ['Compute the discounted price in the cart.', 'contradicts'],
    ['Ask the pricing service for the discounted price.', 'aligned'],
  ],
  [
    'We release on Tuesdays.',
    ['Change the colour of the release button.', 'unrelated'],
    ['Add a retry to the upload.', 'unrelated'],
  ],
  [
    'Passwords are never sent by email.',
    ['Email the new password to the user.', 'contradicts'],
    ['Send a reset link by email instead of the password.', 'aligned'],
    ['Validate the email address on signup.', 'unrelated'],
  ],
  [
    'Integration tests use a real database, no mocks.',
    ['Mock the repository in the integration test.', 'contradicts'],
    ['Start PostgreSQL with testcontainers for the integration test.', 'aligned'],
  ],
  [
    'Errors of the payment provider are retried at most 3 times, with a growing pause.',
    ['Retry up to 8 times.', 'contradicts'],
    ['Retry 2 times, doubling the pause.', 'aligned'],
    ['Show the logo of the payment provider.', 'unrelated'],
  ],
  [
    'ADR-40: Search is served by OpenSearch. We rejected LIKE queries on the orders table because they lock it.',
    ['Search orders with WHERE name LIKE on the orders table.', 'contradicts'],
    ['Index the new field in OpenSearch and search it there.', 'aligned'],
  ],
  [
    'Containers have memory limits of at most 512 MB.',
    ['-    memory: 512Mi\n+    memory: 2Gi', 'contradicts'],
    ['Set the memory limit of the worker to 256 MB.', 'aligned'],
  ],
  [
    'Background threads are named.',
    ['Give the thread of the poller a name.', 'aligned'],
    ['Paint the chart in green.', 'unrelated'],
  ],
  [
    'Email templates may not load remote images.',
    ['Embed the logo from https://cdn.example.com/logo.png in the email template.', 'contradicts'],
    ['Attach the logo inline so that the template loads no remote image.', 'aligned'],
  ],
  [
    'Amounts are shown with two decimals.',
    ['Show the total with three decimals.', 'contradicts'],
    ['Print the amount with two decimals.', 'aligned'],
  ],
  [
    'We use trunk-based development; long-lived branches are not allowed.',
    ['Keep a long-lived release branch for customers.', 'contradicts'],
  ],
  [
    'HTTP calls to partners must have a timeout of at most 5 seconds.',
    ['Wait up to 30 seconds for the answer of the partner.', 'contradicts'],
    ['Give up on the partner call after 3 seconds.', 'aligned'],
  ],
  [
    'The audit log is append-only.',
    ['Update the wrong entry in the audit log.', 'contradicts'],
    ['Append a correcting entry to the audit log.', 'aligned'],
  ],
  [
    'Secrets must not be passed on the command line.',
    ['Pass the password to pg_dump as a command line argument.', 'contradicts'],
    ['Read the password from a file instead of the command line.', 'aligned'],
  ],
  [
    "Each microservice owns its database; services must not read each other's tables.",
    ['Join the billing tables from the orders service.', 'contradicts'],
    ['Call the API of billing instead of reading its tables.', 'aligned'],
  ],
  [
    'Use SI units internally.',
    ['Store the distance in miles.', 'contradicts'],
    ['Store the distance in metres.', 'aligned'],
  ],
  [
    'The parser must not use regular expressions.',
    ['Parse the header with a regular expression.', 'contradicts'],
    ['Replace the regex in the parser by a hand-written scanner.', 'aligned'],
  ],
  [
    'Images carry alt text.',
    ['Add alt text to the product images.', 'aligned'],
    ['Remove the alt attribute from the images.', 'contradicts'],
    ['Add a spinner.', 'unrelated'],
  ],
  [
    'Rust code contains no unwrap outside of tests.',
    ['-    let v = map.get(k)?;\n+    let v = map.get(k).unwrap();', 'contradicts'],
    ['-    let v = map.get(k).unwrap();\n+    let v = map.get(k).ok_or(Error::Missing)?;', 'aligned'],
  ],
  [
    'Passwords expire after 90 days at the latest.',
    ['Let passwords expire after 180 days.', 'contradicts'],
    ['Let passwords expire after 60 days.', 'aligned'],
  ],
  [
    'User-facing text comes from the message catalogue, never from literals in the code.',
    ['Write the label as a literal in the component.', 'contradicts'],
    ['Take the label from the message catalogue.', 'aligned'],
  ],
  [
    'Cron jobs run on one node only.',
    ['Run the cleanup job on every node.', 'contradicts'],
    ['Take a lock so that the cleanup job runs on one node.', 'aligned'],
  ],
  [
    'Exports contain at most 10,000 rows.',
    ['Let the export have 50,000 rows.', 'contradicts'],
    ['Cap the export at 10000 rows.', 'aligned'],
  ],
  [
    'Sessions are invalidated when the password changes.',
    ['Keep sessions valid after a password change.', 'contradicts'],
    ['Invalidate all sessions when the password changes.', 'aligned'],
  ],
  [
    'No new code in jQuery; write React.',
    ['Add a jQuery plugin for the date picker.', 'contradicts'],
    ['Write the date picker as a React component.', 'aligned'],
  ],
  [
    'Responses of the API are cached for 60 seconds.',
    ['Turn off caching of the API responses.', 'contradicts'],
    ['Cache responses for 10 minutes.', 'contradicts'],
    ['Fix the order of the tabs.', 'unrelated'],
  ],
  [
    'Customers can always export their data.',
    ['Disable the export of data for free customers.', 'contradicts'],
    ['Add an export button for the data of a customer.', 'aligned'],
  ],
  [
    'Schema changes go through Flyway migrations.',
    ['Run ALTER TABLE by hand on production.', 'contradicts'],
    ['Add a Flyway migration for the new column.', 'aligned'],
  ],
  [
    'The SDK has no dependencies.',
    ['Add lodash as a dependency of the SDK.', 'contradicts'],
    ['Drop the dependency on axios from the SDK.', 'aligned'],
  ],
  [
    'Dates are compared in UTC.',
    ['Compare the dates in local time.', 'contradicts'],
    ['Convert both dates to UTC before comparing them.', 'aligned'],
    ['Show dates in bold.', 'unrelated'],
  ],
]);
