// Chat, mail, social networks: tokens, and webhooks whose address is the secret.
import { longToken, randomToken, type SecretPattern, shape, token } from '../pattern.ts';

const UUID = '[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}';

export const MESSAGES: readonly SecretPattern[] = [
  token('slack_token', ['xox', 'xapp-'], String.raw`xox[abceoprs](?:\.xox[bp])?-[\w-]{10,}|xapp-\d-[\w-]{10,}`),
  shape(
    'slack_webhook',
    'hooks.slack',
    String.raw`hooks\.slack(?:-gov)?\.com/(?:services|workflows|triggers)/(?<value>[\w/+-]{20,})`,
  ),
  longToken(59, randomToken('discord_token', '.', String.raw`[MNO][\w-]{23,27}\.[\w-]{6}\.[\w-]{27,40}(?![\w-])`)),
  shape('discord_webhook', '/api/webhooks/', String.raw`/api/webhooks/\d{10,22}/(?<value>[\w-]{30,})`),
  token('telegram_token', ':a', String.raw`\d{7,12}:A[\w-]{32,36}(?![\w-])`),
  longToken(34, token('twilio_key', ['sk', 'ac'], '(?:SK|AC)(?:[0-9a-f]{32}|[0-9A-F]{32})(?![A-Za-z0-9])')),
  token('sendgrid_key', 'sg.', String.raw`SG\.(?:[\w-]{16,40}\.[\w-]{16,}|[\w=.-]{66})`),
  token('mailgun_key', 'key-', 'key-[0-9a-f]{32}(?![A-Za-z0-9])'),
  longToken(50, token('mailgun_key', '-', '[0-9a-h]{32}-[0-9a-h]{8}-[0-9a-h]{8}(?![A-Za-z0-9-])')),
  token('mailchimp_key', '-us', String.raw`[0-9a-f]{32}-us\d{1,2}(?!\d)`),
  token('brevo_key', ['xkeysib-', 'xsmtpsib-'], String.raw`x(?:key|smtp)sib-[a-f0-9]{40,}-[\w]{12,}`),
  token('resend_key', 're_', 're_[A-Za-z0-9]{8}_[A-Za-z0-9]{20,}'),
  shape('teams_webhook', 'webhook.office.com', String.raw`webhook\.office\.com/webhookb2/(?<value>[\w@/-]{30,})`),
  shape(
    'google_chat_webhook',
    'chat.googleapis.com',
    String.raw`chat\.googleapis\.com/v1/spaces/[\w/-]{1,80}\?(?<value>[\w%=&-]{20,})`,
  ),
  shape('zapier_webhook', 'hooks.zapier.com', String.raw`hooks\.zapier\.com/hooks/catch/(?<value>\d{4,12}/\w{5,12})`),
  token('matrix_token', 'syt_', String.raw`syt_\w{4,60}_[A-Za-z]{20}_[0-9A-Za-z]{6}`),
  randomToken('facebook_token', 'eaa', 'EAA[A-Za-z0-9]{60,}'),
  randomToken('twitter_token', 'aaaaaaaaaaaaaaaaaaaa', 'A{20,24}[A-Za-z0-9%]{40,}'),
  token('hubspot_token', 'pat-', String.raw`pat-(?:na|eu|ap)\d-${UUID}`),
  token('dropbox_token', 'sl.', String.raw`sl\.[\w-]{80,}`),
];
