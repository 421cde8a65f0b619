// Monitoring, planning, design, content and sign-in services.
import { longToken, randomToken, type SecretPattern, shape, token } from '../pattern.ts';

export const SERVICES: readonly SecretPattern[] = [
  token(
    'newrelic_key',
    ['nrak-', 'nrii-', 'nrjs-', 'nriq-', 'nrra-', 'nraa-', 'nral'],
    String.raw`NR(?:AK|II|JS|IQ|RA|AA)-[\w-]{16,}|[a-f0-9]{36}NRAL`,
  ),
  token('sentry_token', ['sntrys_', 'sntryu_'], String.raw`sntry[su]_[\w+/=-]{30,}`),
  shape('sentry_dsn', '@', String.raw`https?://(?<value>[a-f0-9]{32}(?::[a-f0-9]{32})?)@[\w.-]{3,100}/\d`),
  token(
    'grafana_token',
    ['glc_', 'glsa_', 'eyjrijoi'],
    String.raw`glc_[A-Za-z0-9+/=]{30,}|glsa_[A-Za-z0-9]{20,}_[a-fA-F0-9]{8}|eyJrIjoi[\w+/=-]{40,}`,
  ),
  token('dynatrace_token', 'dt0', String.raw`dt0[a-z]\d{2}\.[A-Za-z0-9]{24}\.[A-Za-z0-9]{64}`),
  token('honeycomb_key', ['hcaik_', 'hcalk_', 'hcxik_', 'hcxlk_', 'hcamk_'], String.raw`hc[ax][a-z]k_\w{20,}`),
  token('posthog_key', ['phx_', 'phs_'], 'ph[xs]_[A-Za-z0-9]{30,}'),
  token('linear_key', 'lin_', 'lin_(?:api|oauth)_[A-Za-z0-9]{30,}'),
  token('notion_token', ['ntn_', 'secret_'], 'ntn_[A-Za-z0-9]{40,}|secret_[A-Za-z0-9]{43}(?![A-Za-z0-9])'),
  longToken(82, token('airtable_token', 'pat', String.raw`pat[A-Za-z0-9]{14}\.[a-f0-9]{64}`)),
  longToken(50, token('asana_token', '/', String.raw`[012]/\d{15,17}(?:/\d{15,17})?:[a-f0-9]{32}`)),
  token('figma_token', 'fig', String.raw`fig(?:d|o[rh]?|u[rh]?)_[\w-]{36,}`),
  token('postman_key', ['pmak-', 'pmat-'], 'PMA[KT]-[A-Za-z0-9-]{24,}'),
  token('contentful_token', 'cfpat-', String.raw`CFPAT-[\w-]{40,}`),
  token('mapbox_token', ['sk.eyj', 'tk.eyj'], String.raw`[st]k\.eyJ[\w-]{20,}\.[\w-]{20,}`),
  token('typeform_token', 'tfp_', String.raw`tfp_[\w=.-]{40,}`),
  token('adobe_secret', ['p8e-', 'p8-'], 'p8e-[A-Za-z0-9]{32}'),
  token('frameio_token', 'fio-u-', String.raw`fio-u-[\w=-]{60,}`),
  randomToken('maxmind_key', '_mmk', '[A-Za-z0-9]{6}_[A-Za-z0-9]{29}_mmk'),
  randomToken('settlemint_token', ['sm_aat_', 'sm_pat_', 'sm_sat_'], 'sm_[aps]at_[A-Za-z0-9]{16}'),
  token('intra42_secret', 's-s4t2', 's-s4t2(?:ud|af)-[a-f0-9]{64}'),
  token('defined_networking_key', 'dnkey-', String.raw`dnkey-[\w=-]{26}-[\w=-]{52}`),
  token(
    'authress_key',
    '.acc',
    String.raw`(?:sc|ext|scauth|authress)_[a-z0-9]{5,30}\.[a-z0-9]{4,6}\.acc[_-][a-z0-9-]{10,32}\.[\w+/=-]{30,120}`,
  ),
];
