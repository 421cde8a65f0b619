import { expect, it } from 'vitest';
import { endingsIn } from './endings.ts';

it.each([
  ['The company switched from Mattermost to Zulip on 29 June 2026.', 'Mattermost'],
  ['We migrated from Jira to Linear in May.', 'Jira'],
  ['Honeycomb was dropped for Grafana Tempo because of the cost.', 'Honeycomb'],
  ['Fluentd has been replaced by Vector.', 'Fluentd'],
  ['Prometheus was swapped for VictoriaMetrics over the weekend.', 'Prometheus'],
  ['wkhtmltopdf had to go; Gotenberg does the job now.', 'wkhtmltopdf'],
  ['ESLint was thrown out, Biome checks the code.', 'ESLint'],
  ['We got rid of Webpack and build with Vite.', 'Webpack'],
  ['Since the price rise we no longer use Lokalise but Weblate.', 'Lokalise'],
  ['k6 replaces JMeter from now on.', 'JMeter'],
  ['We are off Okta since Monday.', 'Okta'],
  ['Renovate took the place of Dependabot.', 'Dependabot'],
  ['No longer Adyen: cards are with Mollie.', 'Adyen'],
])('%s says that %s is used no more', (text, name) => expect(endingsIn(text)).toEqual([{ name, scope: [] }]));

it.each([
  ['Billing moved from Postgres to MySQL in April.', ['bill']],
  ['Redis was dropped for NATS in the alert service.', ['alert', 'servic']],
  ['In the tool for labels, Joi was replaced by Zod.', ['tool', 'label']],
  ['Use Postgres instead of Redis for locks.', ['lock']],
  ['We stopped using Kafka for logs.', ['log']],
  ['We scrapped Terraform for the lab.', ['lab']],
])('%s says so of one use alone', (text, scope) => expect(endingsIn(text)).toMatchObject([{ scope }]));

it.each([
  'We dropped Honeycomb alerts because nobody read them.',
  'The bug in Chromium was dropped from the list.',
  'Ines wants to move from Salesforce to HubSpot.',
  'If the price rises we moved from BigQuery for nothing.',
  'Before 2023 we had switched from MkDocs to Sphinx.',
  'Jira ticket OSP-12 was closed.',
  'The Fluentd outage was over after 20 minutes.',
  'Orders are dropped after three retries.',
  'Reviews were dropped for small changes.',
  'Logging was switched off on Friday.',
  'The retro moved from Tuesday to Thursday.',
  'We moved from Postgres to a hosted Postgres.',
  'Kiosk 4 was replaced on Monday.',
  'Jenkins was shut down for maintenance.',
])('%s says of nothing that it is used no more', (text) => expect(endingsIn(text)).toEqual([]));
