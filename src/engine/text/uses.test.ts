import { expect, it } from 'vitest';
import { statesUse } from './uses.ts';

it.each([
  ['Our bug tracker is Jira, project key FER.', 'Jira'],
  ['Log shipping uses Fluentd on every node.', 'Fluentd'],
  ['Metrics are scraped by Prometheus every 15 seconds.', 'Prometheus'],
  ['Prometheus scrapes the metrics.', 'Prometheus'],
  ['Chat: Mattermost', 'Mattermost'],
  ['Search keeps its data in Postgres 16.', 'Postgres'],
  ['We use Kafka, Redis and Postgres.', 'Redis'],
  ['Invoices are rendered by wkhtmltopdf.', 'wkhtmltopdf'],
])('%s states that %s is used', (text, name) => expect(statesUse(text, name)).toBe(true));

it.each([
  ['The exporter works like Prometheus.', 'Prometheus'],
  ['Unlike Jira, the board has no fields.', 'Jira'],
  ['We do not keep secrets in Vault.', 'Vault'],
  ['The plugin for Jira is written in Kotlin.', 'Jira'],
  ['The build failed with Docker on Monday.', 'Docker'],
  ['The app is written with React Native.', 'React'],
  ['Routes come from Google Maps.', 'Maps'],
  ['Code lies in gitlab.example/jira-sync.', 'Jira'],
  ['Fixed in Jira FER-12.', 'Jira'],
  ['Our customer Acme tracks bugs in Jira.', 'Jira'],
])('%s does not state that %s is used', (text, name) => expect(statesUse(text, name)).toBe(false));
