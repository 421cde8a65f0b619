// The name of a secret and what leads from it to the value: `password_old =`, "the API key for weather is".

/** In the languages that people write them in. */
export const PASSWORD =
  'password|passwd|pass ?phrase|passcode|passwort|kennwort|mot de passe|contrase(?:ñ|n)a|wachtwoord|senha|pgpass|passord(?:et)?|adgangskode(?:n|rne)?|lösenord(?:et)?|palavra[- ]passe|parola|salasana|jelszó|heslo|hasło|şifre|пароль|κωδικός|密码|密碼|口令|パスワード|비밀번호|암호|(?:wi-?fi|wlan|wpa2?)[ -](?:guest[ -])?(?:key|code|psk|schlüssel)|netzwerkschlüssel|(?<![a-z0-9])psk(?=[ ](?:of|for|at|in|on)[ ])';
export const KEY_OF =
  'api|access|private|secret|auth|encryption|signing|master|service|account|license|licence|app|application|consumer|storage|shared|webhook|admin|deploy|subscription|function|integration|server|client|project|ingest|instrumentation|publish|rest|cipher|hmac|jwt|routing|global|origin|write|personal|session|cookie|org|user';
export const VENDORS =
  'adyen|airtable|algolia|alibaba|aliyun|amplitude|anthropic|artifactory|asana|assemblyai|atlas|atlassian|auth0|aws|azure|bitbucket|braintree|brevo|buildkite|circleci|clerk|cloudflare|cloudinary|codecov|cohere|coinbase|confluent|contentful|databricks|datadog|deepgram|deepl|deepseek|digitalocean|discord|docker|doppler|dropbox|dynatrace|elastic|etsy|fastly|figma|firebase|flickr|fly|gcp|gemini|gitea|github|gitlab|google|grafana|groq|heroku|hetzner|huggingface|intercom|jenkins|jfrog|jira|kraken|langsmith|launchdarkly|linear|linode|linkedin|looker|mailchimp|mailgun|mailjet|mapbox|mattermost|mistral|mixpanel|mongodb?|neon|netlify|newrelic|new_relic|notion|npm|nuget|okta|openai|opsgenie|pagerduty|paypal|perplexity|pinecone|plaid|planetscale|postman|postmark|posthog|pulumi|pusher|pypi|railway|rapidapi|redis|render|replicate|rollbar|segment|sendbird|sendgrid|sentry|shopify|slack|snowflake|snyk|sonar|splunk|square|squarespace|stripe|sumologic|supabase|tailscale|telegram|terraform|travis|trello|twilio|twitch|twitter|vault|vercel|vonage|voyage|wandb|weaviate|xai|yandex|zendesk|zoom';
/** Words before `key` that distinguish it from the key of a map. */
export const KEY_OWNER = new RegExp(
  String.raw`(?:(?:${KEY_OF})[_ -]?|(?<![A-Za-z])(?:${VENDORS})[_ -](?:[\w-]{0,20}[_ -])?)$`,
  'i',
);
/** What may follow the word: `password_old`, `token-2`. */
export const TAIL = String.raw`(?:[_-]?(?:value|base|prod|production|dev|staging|live|test|main|root|admin|old|new|\d{1,3}))?`;
/** "the API key for weather is". */
const ABOUT = String.raw`(?:[ ]\([\w ./-]{1,40}\))?(?:[ ](?:for|of|to|on|at|in|für|fürs|von|vom|zum|zur|der|des|am|beim|pour|du|para|del|voor|van|til|till|på|av|hos)[ ][\wäöüßÄÖÜåæøÅÆØ@./-]{1,40}(?:[ ][\wäöüßÄÖÜåæøÅÆØ@./-]{1,20}){0,3}?(?![ \t]{0,4}[,(|]))?`;
/** `: str =`, a type annotation. */
const TYPE = String.raw`(?::[ ]?[A-Za-z][\w<>|?.]{0,24}[ ]?(?==))?`;
const CLOSE = String.raw`\\{0,2}["'\x60\]]?(?:\*\*)?[)\]]?`;
const SIGN = String.raw`[ \t\u00a0\u202f]{0,4}(?<sign>=>|:=|=(?!=)|(?<=[ \t])={2,3}|:{1,2}|->|,|\(|\|)(?:\*\*)?\s{0,8}`;
export const CHANGED = '(?:re)?set|changed|updated|rotated|switched';
const WORD = String.raw`\s{1,3}(?<word>is(?:[ ](?:now|still|currently|actually|again))?|(?:was|is|has been|had been|got)[ ](?:${CHANGED})[ ](?:back[ ])?to|(?:${CHANGED})[ ]to|was|to|(?:wurde[ ])?auf|(?:lautet|ist)(?:[ ](?:jetzt|nun|noch|weiterhin|aktuell))?|est|es|er|är|:)(?:\s{1,3}:?[ ]?|:\s{1,3})`;
const SPACE = String.raw`(?<space>[ \t]{1,3})`;

export const NAME = new RegExp(
  `(?:(?<password>${PASSWORD}|(?<short>pass|pwd?))|(?<secret>secret|token|credentials?|(?<owned>key|pat|auth|dsn)))${TAIL}(?![A-Za-z0-9_])(?:${ABOUT}(?:${CLOSE}${TYPE}${SIGN}|${WORD})|${ABOUT}${CLOSE}${SPACE})`,
  'gi',
);

const BEFORE =
  'of|for|about|behind|with|without|from|by|to|in|per|like|against|von|für|mit|über|ohne|pour|avec|sans|con|para|sin|sobre|(?:commit|ticket|issue|version|release|change|test)s?\\s(?:that|which)\\s[\\w-]{1,20}';
const ARTICLE =
  '(?:the|an?|our|my|your|his|her|its|their|this|that|each|every|any|all|de[rmns]|die|das|le|la|les|el|los)';
/** What stands before a name that is not what its sentence is about: "the hash of the webhook", "the ticket about our". */
export const OBJECT = new RegExp(
  String.raw`\b(?:${BEFORE})\s(?:${ARTICLE}\s)?(?:(?!(?:${ARTICLE}|is|and)\b)[\w-]{1,20}\s){0,2}[\w-]{0,20}$`,
  'i',
);
