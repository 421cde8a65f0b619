// Further rules and fixes in the words of many teams. Held out when first asked; the misses have been read since.
import { diff, ofOneRule } from './of-one-rule.ts';

export const VOICE_FIXES_HELD = ofOneRule([
  [
    'Guest data is personal: passport numbers never appear in log output, not even at debug level.',
    [
      diff('checkin.py', '     guest = parse(form)\n+    logger.debug("check-in %s", guest.passport_number)'),
      'contradicts',
    ],
    ['Sort the arrivals by room number.', 'unrelated'],
  ],
  [
    'Only the Pricing module may change a tariff. Other modules ask for a change with a TariffRequest.',
    ['Let the campaign module overwrite the tariff while a campaign is running.', 'contradicts'],
    ['Send a TariffRequest from the campaign module when a campaign starts.', 'aligned'],
    ['Show the end date of a campaign in its title.', 'unrelated'],
  ],
  [
    'Messages on the wire are versioned; a field is never removed or renumbered within a version.',
    [diff('proto/track.proto', '-  string courier = 4;\n   int64 eta = 5;'), 'contradicts'],
    ['Add an optional field for the weight of the parcel.', 'aligned'],
  ],
  [
    'A retry waits at least 200 ms and happens no more than 4 times.',
    ['Retry the geocoder 10 times without waiting in between.', 'contradicts'],
    ['Retry 3 times and wait 500 ms before each retry.', 'aligned'],
    ['Cache the geocoder results by postal code.', 'unrelated'],
  ],
  [
    'Invoices have to be kept for ten years. Nothing deletes them earlier.',
    [diff('jobs/cleanup.rb', '+    Invoice.where("created_at < ?", 2.years.ago).delete_all'), 'contradicts'],
    ['Right-align the totals on the invoice.', 'unrelated'],
  ],
  [
    'The parser is pure: it reads no files and makes no network calls.',
    [
      diff(
        'parse.ts',
        "+import { readFileSync } from 'node:fs';\n+const grammar = readFileSync('grammar.txt', 'utf8');",
      ),
      'contradicts',
    ],
    ['Pass the grammar in as an argument instead of reading it from a file in the parser.', 'aligned'],
  ],
  [
    'Endpoints that change data require the editor role.',
    [
      diff(
        'routes.ts',
        "-router.post('/pages', requireRole('editor'), createPage);\n+router.post('/pages', createPage);",
      ),
      'contradicts',
    ],
    [
      diff(
        'routes.ts',
        "-router.delete('/pages/:id', removePage);\n+router.delete('/pages/:id', requireRole('editor'), removePage);",
      ),
      'aligned',
    ],
    [diff('routes.ts', "-router.get('/about', about);\n+router.get('/imprint', about);"), 'unrelated'],
  ],
  [
    'Environment variables are named ACME_<AREA>_<NAME>.',
    ['Read the port from ACME_HTTP_PORT.', 'aligned'],
    ['Raise the log level in the tests.', 'unrelated'],
  ],
]);
