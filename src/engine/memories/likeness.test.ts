import { describe, expect, it } from 'vitest';
import { endsFormer } from './former.ts';
import { likeness } from './likeness.ts';

describe('a memory that repeats a known one', () => {
  it.each([
    ['The cache is warmed at six.', 'The cache is warmed at six!'],
    ['lunch at noon', 'Lunch  at\nnoon.'],
  ])('is a duplicate when only punctuation and spaces differ, whatever the vectors say: %j', (fresh, known) => {
    expect(likeness(fresh, known, 0.5)).toBe('duplicate');
  });

  it.each([
    ['retry when x > 5', 'retry when x < 5'],
    ['set DEBUG in the shell', 'set debug in the shell'],
    ['call !ready first', 'call ready first'],
    ['use 1.5 workers', 'use 15 workers'],
  ])('is not a duplicate when punctuation carries meaning: %j', (fresh, known) => {
    expect(likeness(fresh, known, 0.5)).toBeNull();
  });
});

describe('a memory that names another value', () => {
  it.each([
    ['Our package manager is pnpm.', 'Our package manager is Yarn.'],
    ['The API gateway is Traefik 3.1.', 'The API gateway is Kong 2.8.'],
    ['The runbook is owned by Zuzana Málková.', 'The runbook is owned by Radim Kučera.'],
    ['The report is run after midnight.', 'The report is run before midnight.'],
    ['The alarm threshold is < 5.', 'The alarm threshold is > 5.'],
    ['The certificate is rotated every two weeks.', 'The certificate is rotated every week.'],
    ['The freezer is kept at -20 degrees.', 'The freezer is kept at 20 degrees.'],
    ['The parser is written in C++.', 'The parser is written in C.'],
    ['The dark mode flag is off.', 'The dark mode flag is on.'],
    ['The release we depend on is 2.1.1.', 'The release we depend on is 2.1.'],
    ['The data migration is not done.', 'The data migration is done.'],
    ['Berth 7 holds 55 tonnes.', 'Berth 7 holds 40 tonnes.'],
  ])('may supersede the known one, even if the names are far apart: %j', (fresh, known) => {
    expect(likeness(fresh, known, 0.6)).toBe('may_supersede');
    expect(likeness(fresh, known, 0.4)).toBeNull();
  });

  it.each([
    ['Shell: nushell', 'Shell: fish'],
    ['tech lead: Wanjiru', 'Tech lead: Oskar.'],
    ['Database: Postgres 16', 'Database: MySQL 8'],
    ['Limit: max 30', 'Limit: maximum 20'],
    ['Chef de projet : Yanis', 'Chef de projet : Maud'],
    ['- **Dark mode**: not enabled', '- **Dark mode**: enabled'],
  ])('may supersede the known one with the same label, however far apart the names are: %j', (fresh, known) => {
    expect(likeness(fresh, known, 0.3)).toBe('may_supersede');
  });

  it('may supersede what it says has changed', () => {
    const [fresh, known] = ['Noor takes over the UI design from July on.', 'UI design is done by Priya.'];
    expect(likeness(fresh, known, 0.55)).toBe('may_supersede');
    expect(likeness(fresh, known, 0.45)).toBeNull();
  });

  it.each([
    ['The nightly dump was moved from 01:30 to 03:15.', 'Nightly dump of the freight database: 01:30.'],
    ['All dashboards are in Grafana Cloud; Graphite is off.', 'Metrics are in Graphite.'],
    ['The runner builds the release now; no more building on laptops.', 'The release is built in Docker on a laptop.'],
  ])('may supersede what holds the value that it names as former, however far apart they are: %j', (fresh, known) => {
    expect(likeness(fresh, known, 0.3)).toBe('may_supersede');
    expect(likeness(fresh, known, 0.1)).toBeNull();
  });

  it.each([
    ['The company switched from Mattermost to Zulip.', 'Company chat is Mattermost, channel #incidents for incidents.'],
    ['We migrated from Jira to Linear in May.', 'Our bug tracker is Jira, project key FER.'],
    ['Fluentd has been replaced by Vector.', 'Log shipping uses Fluentd on every node, tags by service.'],
    ['Honeycomb was dropped for Tempo.', 'Telemetry of the gates is sent with OpenTelemetry to Honeycomb.'],
    ['Crumb switched its payments from Stripe to Adyen.', 'Payments of the shop Crumb run over Stripe.'],
    ['We replaced Jenkins by Woodpecker.', 'CI runs on Jenkins on the machine under the stairs.'],
    ['All pipelines have been moved to Forgejo; the Jenkins server was shut down.', 'CI runs on Jenkins.'],
    ['Parquet retention is now 730 days.', 'Forecasts are kept as Parquet files, one a day, for 400 days.'],
    ['All domains were moved from Gandi to Porkbun.', 'DNS of all domains is at Gandi, changes by pull request.'],
  ])('may supersede what it says outright is over, however little else they share: %j', (fresh, known) => {
    expect(likeness(fresh, known, 0.05)).toBe('may_supersede');
  });

  it.each([
    ['Billing moved from Postgres to MySQL.', 'Search keeps its data in Postgres 16 on db-2.'],
    ['The intranet was migrated from Django to Laravel.', 'The web shop runs on Django 5 behind nginx.'],
    ['The office in Graz switched from DATEV to BMD.', 'Payroll is run with DATEV by the office in Kiel.'],
    ['GitHub Actions was replaced by Buildkite.', 'The code is hosted on GitHub, organisation larkspur.'],
    ['Redis 6 was replaced by Redis 7.', 'Caching is done by Redis, least recently used first.'],
    ['The plugin for limits in Kong was replaced by our own.', 'The API gateway is Kong, config in git.'],
  ])('does not supersede another use of what it says is used no more: %j', (fresh, known) => {
    expect(likeness(fresh, known, 0.4)).toBeNull();
  });

  it.each([
    ['Larkspur switched from Jest to Mocha.', 'Larkspur tests run with Vitest.'],
    ['The queue moved from SQS to NATS.', 'The queue moved from RabbitMQ to Kafka.'],
    ['No change at the gateway from 1 to 5 October.', 'The gateway of 1 October is the last one.'],
    ['Please no more parking in the yard.', 'The yard is swept on Mondays by Ola.'],
    ['A cube takes no more than 5 GB on the disk.', 'The disk holds 5 TB.'],
    ['Leila took over the controller on 10 November.', 'Leila joined the team on 29 October.'],
  ])('supersedes nothing that was not what it says it was: %j', (fresh, known) => {
    expect(likeness(fresh, known, 0.6)).toBeNull();
  });

  it('supersedes an earlier change to what it changes again', () => {
    expect(likeness('The queue moved from Kafka to NATS.', 'The queue moved from RabbitMQ to Kafka.', 0.6)).toBe(
      'may_supersede',
    );
  });

  it.each([
    ['Scheduler moved to node-9.', 'The scheduler runs on node-1.'],
    ['Staging moved to frost-4.', 'The staging server is frost-1.'],
    ['Preview deployments now live for 3 days.', 'Preview deployments live for 7 days.'],
    ['The new gateway is now Traefik 3.', 'The old gateway is Kong 2.'],
    ['Ines leads Larkspur while Ben is away.', 'Ben leads Larkspur.'],
  ])('may supersede what has got another value, be it one of several of a kind: %j', (fresh, known) => {
    expect(likeness(fresh, known, 0.6)).toBe('may_supersede');
  });

  it.each([
    ['Lift 5 was reduced to 2 m/s.', 'Lift 5 runs at 4 m/s.'],
    ['Node 22 now builds the app.', 'Node 20 builds the app.'],
    ['Model V2 now reads the tickets.', 'Model V1 reads the tickets.'],
    ['Since March 17 a hold lives 45 minutes.', 'Since March 3 a hold lives 30 minutes.'],
    ['Timeout 45 seconds from now on', 'Timeout 30 seconds'],
    ['Cache TTL 48 hrs since 9 June', 'Cache TTL 24 hrs since 3 May'],
    ['Rate limit 200 since 10 June', 'Rate limit 100 since 3 May'],
    ['Uploads on the public API were raised to 5 GB.', 'Uploads are limited to 2 GB on the public API.'],
    ['A hold now lives 45 minutes for all members.', 'A hold lives 30 minutes at the desk.'],
    ['Standups moved to 10:00 in the atrium.', 'Standups are at 9:30 in the kitchen.'],
    [
      'The alarm line now rings Ines first and Tove after 2 minutes.',
      'The alarm line rings Tove first, then Mateus after 4 minutes.',
    ],
    ['The oil now has to be changed every 300 hours.', 'The oil has to be changed every 250 hours.'],
    ['The oil interval was changed to 300 hours on 3 May.', 'The oil has to be changed every 250 hours.'],
    ['The oil change was dropped on 3 May.', 'The oil has to be changed every 250 hours.'],
    ['Deployment of the shop: now push a tag.', 'How to deploy the shop: run `make deploy`.'],
  ])('may supersede what is said of the same thing, whatever else is in it: %j', (fresh, known) => {
    expect(likeness(fresh, known, 0.6)).toBe('may_supersede');
  });

  it.each([
    ['Java 21 with a heap of 4 GB', 'Java 17 with a heap of 2 GB'],
    ['We use R2 for backups.', 'We use S3 for backups.'],
    ['The status page is https://status.lantern.example', 'The status page is https://lantern.example/status'],
    ['Use R2 for backups.', 'Use S3 for backups.'],
    ['Session timeout 15 minutes, 3 attempts allowed.', 'Session timeout 30 minutes, 5 attempts allowed.'],
    ['Upload limit 20 MB and 8 files.', 'Upload limit 10 MB and 5 files.'],
    ['Cache TTL 120 seconds, 800 MB.', 'Cache TTL 60 seconds, 500 MB.'],
    ['Limit 200 requests per 20 seconds.', 'Limit 100 requests per 10 seconds.'],
    ['We run Node 22 with a memory limit of 4 GB.', 'We run Node 20 with a memory limit of 2 GB.'],
    ['The instance type M5 runs the app.', 'The instance type T3 runs the app.'],
  ])('may supersede what is said in nearly the same words: %j', (fresh, known) => {
    expect(likeness(fresh, known, 0.9)).toBe('may_supersede');
  });

  it.each([
    ['The oil was changed on 3 May at 240 hours.', 'The oil has to be changed every 250 hours.'],
    [
      'UV lamps were changed on 22 August at 8 870 hours and the counter was reset.',
      'UV steriliser lamps have to be replaced after 9000 hours; the hour counter is at register 40117.',
    ],
    ['The filter was changed last Friday by Kim.', 'The filter must be changed every two weeks.'],
  ])('does not supersede the rule that it reports as followed: %j', (fresh, known) => {
    expect(likeness(fresh, known, 0.6)).toBeNull();
  });

  it('supersedes nothing of a long text', () => {
    const minutes = `Minutes of the call about the nightly dump. ${'We talked about many other things. '.repeat(12)}`;
    expect(likeness('The nightly dump was moved to 03:15.', minutes, 0.6)).toBeNull();
  });

  it.each([
    ['Production uses Redis 7.', 'Staging uses Redis 7.'],
    ['Scheduler staging: 17001', 'The scheduler now listens on 7001.'],
    ['The scheduler test instance now runs on node-9.', 'The scheduler runs on node-1.'],
    ['The production port of Larkspur is 4200.', 'The staging port of Larkspur is 4100.'],
    ['The iOS app is on version 3.', 'The Android app is on version 3.'],
  ])('of the opposite neither repeats nor supersedes: %j', (fresh, known) => {
    expect(likeness(fresh, known, 0.97)).toBeNull();
  });

  it.each([
    ['We use Redis for queues.', 'We use Redis for caching.'],
    ['Backups of db-2 were moved to 04:00.', 'Backups of db-1 run at 02:00.'],
    ['granite-2 is now under the stairs.', 'granite-1 is in the rack.'],
    ['Revision D boards now ship with 4.0.1.', 'Firmware is 3.4.2 on all boards of revision C.'],
    ['Office hours are now 9 to 17.', 'Support hours are 8 to 16.'],
    ['The alert service dropped Redis for NATS.', 'The map service uses Redis.'],
    ['Ben is on call.', 'Anna is on call.'],
    ['It is done.', 'It is late.'],
    ['Berth 8 holds 40 tonnes.', 'Berth 7 holds 40 tonnes.'],
    ['Ann reviewed pull request 42.', 'Ann reviewed pull request 41.'],
    ['We use neo4j.', 'We use log4j.'],
    [
      'The licence is renewed every year by our safety officer.',
      'The licence is renewed every year by the safety officer.',
    ],
    ['The runbook is kept in our internal wiki.', 'The runbook is kept in the wiki.'],
    ['TODO: renew the certificate', 'TODO: call Priya'],
    ['Shell: the fish shell', 'Shell: fish'],
    ['Editor of Ines: Helix', 'Editor of David: Zed'],
    ['CI: Jenkins', 'CD: Argo'],
    ['Ports: auth 7001', 'Ports: gateway 7000'],
    ['Read https://example.net/b', 'Read https://example.net/a'],
    ['Team members: Anna', 'Team members: Ben'],
    ['Decision 12: use Kafka', 'Decision 12: keep Postgres'],
    ['Backup host: b2 for staging', 'Backup host: b1 for prod'],
    ['Port: 9090 (admin)', 'Port: 8080 (api)'],
    ['The shift lead Kim now starts at 6 on Fridays.', 'The shift lead Ola starts at 5 on Mondays.'],
    ['The team now lets Kim review each change in billing.', 'The team lets Ola review each change in search.'],
    ['Lift 6 was slowed down to 2 m/s.', 'Lift 5 runs at 4 m/s.'],
    ['The warning lamps in hall 2 were changed to red.', 'The warning lamps in hall 1 are amber.'],
    ['The filter of pump 2 was changed to steel.', 'The filter of pump 1 is nylon.'],
    ['Tank 2 has been switched to brine.', 'Tank 1 is filled with glycol.'],
    ['The Lift 6 was slowed down to 2 m/s.', 'The Lift 5 runs at 4 m/s.'],
    ['Invoice 4402 was paid on 5 November.', 'Invoice 4401 was paid on 4 November.'],
    ['Customer 1002 pays within 12 days.', 'Customer 1001 pays within 11 days.'],
    ['Release 3.2 shipped on 9 October.', 'Release 3.1 shipped on 2 October.'],
    ['Batch 20261102 yielded 399 kg.', 'Batch 20261101 yielded 412 kg.'],
    ['Meeting room 2.15 seats 12.', 'Meeting room 2.14 seats 8.'],
    ['Customer 2042 pays 450 euro a month', 'Customer 2041 pays 300 euro a month'],
    ['Shift note 111: belt 111 ran 111 hours.', 'Shift note 110: belt 110 ran 110 hours.'],
    ['Encoder B was switched to Opus.', 'Encoder A uses AAC.'],
    ['Printer P9 now has toner for 8000 pages.', 'Printer P3 has toner for 2000 pages.'],
    ['Uploads were raised to 20 GB on the internal API.', 'Uploads are limited to 2 GB on the public API.'],
    ['Payments now time out after 90 seconds in the web shop.', 'Payments time out after 30 seconds at the tills.'],
    ['To stop the pump: press K2. K1 is now locked.', 'To start the pump: press K1, wait for the lamp.'],
    ['Uninstalling the agent: run purge as root now.', 'Installing the agent: run setup as root.'],
    ['Rollback of the shop: now `make rollback`.', 'How to deploy the shop: run `make deploy`.'],
    ["Samir Haddad's deputy for gangway is Freja since November.", 'Owner of gangway is Samir Haddad.'],
    ['The public API is now at https://tide.example/v2.', 'The dashboard is at https://tide.example/dash.'],
    ['Deploy: run the smoke tests, then ask Omar for his approval', 'Deploy: make ship from the main branch'],
  ])('of something else supersedes nothing: %j', (fresh, known) => {
    expect(likeness(fresh, known, 0.6)).toBeNull();
  });
});

it.each([
  ['The Mattermost server was shut down.', 'We chat on Mattermost.', true],
  ['PagerDuty was cancelled, Grafana OnCall is used.', 'Alerts reach people through PagerDuty.', true],
  ['Billing moved from Postgres to MySQL.', 'Search keeps its data in Postgres.', false],
  ['The level probe was replaced on 15 November by a radar probe.', 'Prometheus scrapes the vats every 15 s.', false],
])('%s ends %s: %s', (fresh, known, ends) => {
  expect(endsFormer(fresh, known)).toBe(ends);
});
