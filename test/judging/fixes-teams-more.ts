// Rules of many teams with a fix that keeps them, one that breaks them and one that has nothing to do with them.
import { diff, ofOneRule } from './of-one-rule.ts';

export const MORE_TEAM_FIXES = ofOneRule([
  [
    'Images served to the storefront go through the CDN; templates never point at the origin bucket.',
    [
      diff(
        'src/card.tsx',
        '-  <img src={"https://shop-assets.s3.amazonaws.com/" + id} />\n+  <img src={cdnUrl(id)} />',
      ),
      'aligned',
    ],
    ['Link the product pictures straight from the origin bucket, the CDN shows old ones.', 'contradicts'],
    ['Show a placeholder while the product description loads.', 'unrelated'],
  ],
  [
    'Every feature of the radio stack has to work without a heap: no dynamic allocation after init.',
    [diff('radio.c', '-  uint8_t *buf = malloc(len);\n+  static uint8_t buf[RADIO_MTU];'), 'aligned'],
    ['Allocate a packet buffer for each incoming frame and free it in the callback.', 'contradicts'],
    [diff('led.c', '-  led_set(LED_RED);\n+  led_set(LED_AMBER);'), 'unrelated'],
  ],
  [
    'A customer may cancel free of charge until 24 hours before departure.',
    ['Charge the cancellation fee from 48 hours before departure on.', 'contradicts'],
    ['Print the seat number on the boarding pass in bold.', 'unrelated'],
  ],
  [
    'Reports are generated asynchronously by the worker; the request only enqueues the job and returns 202.',
    [
      diff(
        'api/reports.py',
        '-    pdf = build_report(params)\n-    return Response(pdf)\n+    job = queue.enqueue(build_report, params)\n+    return Response({"job": job.id}, status=202)',
      ),
      'aligned',
    ],
    ['Build the report right in the request handler, so the user gets the PDF without polling.', 'contradicts'],
    ['Use a serif font for the headings of the report.', 'unrelated'],
  ],
  [
    'All amounts in the API carry their currency; a bare number is not a price.',
    ['Return prices as {amount, currency} objects from the quote endpoint.', 'aligned'],
    ['Drop the currency from the quote response, every client uses euros anyway.', 'contradicts'],
    ['Cache the list of countries for a day.', 'unrelated'],
  ],
  [
    'Passwords are checked against the breached-password list at sign-up, and rejected when they are on it.',
    ['Skip the breached-password check when sign-up comes from the mobile app.', 'contradicts'],
    ['Call the breached-password list before the account is created and refuse a hit.', 'aligned'],
    ['Move the sign-up button above the fold.', 'unrelated'],
  ],
  [
    'The firmware verifies the signature of an update before it writes the first block to flash.',
    [diff('ota.c', '-  if (!verify_signature(img)) return OTA_BAD_SIG;\n   flash_write(img);'), 'contradicts'],
    ['Blink the LED twice as fast while an update is being downloaded.', 'unrelated'],
  ],
  [
    'Public pages must be usable with JavaScript turned off.',
    ['Render the opening hours on the server so they are visible with JavaScript turned off.', 'aligned'],
    ['Load the opening hours by a client-side fetch after the page is mounted.', 'contradicts'],
  ],
  [
    'Modules under domain/ import nothing from infra/ or from Django.',
    [diff('domain/invoice.py', '+from django.db import models\n'), 'contradicts'],
    [diff('domain/invoice.py', '-from infra.mail import send_mail\n+from domain.ports import Mailer\n'), 'aligned'],
    [diff('domain/invoice.py', '-    return self.net * 1.19\n+    return self.net * self.vat_rate\n'), 'unrelated'],
  ],
  [
    'Search queries must stay under 200 ms at p95.',
    ['Add a trigram index on title, which takes the p95 of the search from 480 ms to 90 ms.', 'aligned'],
    ['Join the reviews into the search query; p95 goes up to about 350 ms, which is fine.', 'contradicts'],
    ['Highlight the matched words in the search results.', 'unrelated'],
  ],
  [
    'Kubernetes manifests set memory limits and requests for every container.',
    [
      diff(
        'deploy.yaml',
        '-          resources:\n-            limits:\n-              memory: 512Mi\n           ports:',
      ),
      'contradicts',
    ],
    [
      diff(
        'deploy.yaml',
        '+          resources:\n+            requests:\n+              memory: 256Mi\n+            limits:\n+              memory: 512Mi',
      ),
      'aligned',
    ],
    [
      diff(
        'deploy.yaml',
        '-            - name: LOG_LEVEL\n-              value: info\n+            - name: LOG_LEVEL\n+              value: debug',
      ),
      'unrelated',
    ],
  ],
  [
    'A player’s score is computed on the server. The client sends inputs, not results.',
    ['Let the client post the final score to the leaderboard when the round ends.', 'contradicts'],
    ['Replay the inputs on the server and compute the score there.', 'aligned'],
    ['Play a sound when the round ends.', 'unrelated'],
  ],
  [
    'React components are written as functions with hooks; we do not add class components.',
    [
      diff(
        'Timer.tsx',
        '+export class Timer extends React.Component<Props> {\n+  render() { return <span>{this.props.left}</span>; }\n+}',
      ),
      'contradicts',
    ],
    [
      diff(
        'Timer.tsx',
        '-export class Timer extends React.Component<Props> {\n+export function Timer({ left }: Props) {\n+  const [now, setNow] = useState(left);',
      ),
      'aligned',
    ],
  ],
  [
    'Deployments go out through the pipeline only. Nobody runs kubectl apply against production by hand.',
    ['Apply the hotfix with kubectl apply on the production cluster and merge it tomorrow.', 'contradicts'],
    ['Merge the hotfix and let the pipeline roll it out to production.', 'aligned'],
    ['Rename the staging namespace to preview.', 'unrelated'],
  ],
  [
    'Long lists in the app are virtualised; we never render more than what is on screen.',
    ['Render the message list with FlatList, so that only the visible rows are mounted.', 'aligned'],
    ['Map over all messages and render them in a ScrollView.', 'contradicts'],
    ['Right-align the timestamps of messages.', 'unrelated'],
  ],
  [
    'External input is parsed with zod at the edge; handlers never see raw JSON.',
    [
      diff('routes/order.ts', '-  const order = OrderSchema.parse(req.body);\n+  const order = req.body as Order;'),
      'contradicts',
    ],
    [diff('routes/order.ts', '-  const order = req.body;\n+  const order = OrderSchema.parse(req.body);'), 'aligned'],
    [diff('routes/order.ts', '-  res.status(200).json(order);\n+  res.status(201).json(order);'), 'unrelated'],
  ],
  [
    'Emails to customers are only sent between 8:00 and 20:00 in their own time zone.',
    ['Send the reminder mails at 23:30, when the mail server is idle.', 'contradicts'],
    ['Add an unsubscribe link to the footer of the reminder mails.', 'unrelated'],
  ],
  [
    'The training set and the evaluation set never share a speaker.',
    ['Split the recordings at random, so both sets have the same speakers.', 'contradicts'],
    ['Split by speaker, so that no speaker occurs in both sets.', 'aligned'],
    ['Plot the loss on a logarithmic axis.', 'unrelated'],
  ],
  [
    'Use the design system’s Button; raw <button> elements are not allowed in feature code.',
    [
      diff(
        'src/Save.tsx',
        '-  <Button variant="primary" onPress={save}>Save</Button>\n+  <button className="save" onClick={save}>Save</button>',
      ),
      'contradicts',
    ],
    [
      diff('src/Save.tsx', '-  <button onClick={save}>Save</button>\n+  <Button onPress={save}>Save</Button>'),
      'aligned',
    ],
  ],
  [
    'Feature branches are rebased on main before they are merged; there are no merge commits.',
    ['Merge main into the branch with a merge commit and push it.', 'contradicts'],
    ['Rebase the branch on main and fast-forward it.', 'aligned'],
    ['Delete the branch of the old prototype.', 'unrelated'],
  ],
]);
