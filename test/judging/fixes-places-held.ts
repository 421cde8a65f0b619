// Rules that hold in one place only, or for imports only, written before the code was read; the half that was only
// counted.
import { ofRules } from './of-one-rule.ts';

export const PLACE_FIXES_HELD = [
  ...ofRules(
    ['Blocking I/O must never run inside the event loop; it runs in the thread pool.'],
    ['Move the blocking I/O out of the event loop into the thread pool.', 'aligned'],
    ['Do the blocking I/O inside the event loop, it is short.', 'contradicts'],
    ['Name the threads of the thread pool.', 'unrelated'],
  ),
  ...ofRules(
    [
      'Kafka must not be called inside a database transaction; a relay publishes from the outbox table.',
      'Domain modules must not import kafkajs.',
    ],
    ['Take the Kafka call out of the transaction and let the relay do it.', 'aligned'],
    ['Extract the Kafka call into the relay, which publishes what is in the outbox table.', 'aligned'],
    ['Wrap the order insert and the Kafka call in one database transaction.', 'contradicts'],
    ['Import kafkajs in the order module and publish there.', 'contradicts'],
    ['Wrap both inserts in one database transaction.', 'unrelated'],
  ),
  ...ofRules(
    ['Never call the geocoder inside a loop; collect the addresses and send one batch request.'],
    ['Collect the addresses in the loop and call the geocoder once after it.', 'aligned'],
    ['Call the geocoder for each address inside the loop.', 'contradicts'],
    ['Sort the addresses inside the loop by postal code.', 'unrelated'],
  ),
  ...ofRules(
    ['Components must not import lodash.'],
    ['Drop the lodash import from the table component and use Array.prototype.map.', 'aligned'],
    ['Import debounce from lodash in the search component.', 'contradicts'],
    ['Mention lodash in the list of licences.', 'unrelated'],
  ),
  ...ofRules(
    ['Secrets must not be read inside the render function.'],
    ['Read the secrets at start, outside the render function.', 'aligned'],
    ['Read the secrets inside the render function when they are needed.', 'contradicts'],
    ['Memoise the render function.', 'unrelated'],
  ),
  ...ofRules(
    ['Handlers must not import the payment SDK `braintree`; payments go through PaymentPort.'],
    ['Let the checkout handler call PaymentPort instead of braintree.', 'aligned'],
    ['Require braintree in the checkout handler, it is only one line.', 'contradicts'],
    ['Upgrade braintree to the latest version.', 'unrelated'],
  ),
];
