// Names that hold a secret for all that is nested beneath them: `passwords: [...]`, `password: { value: … }`.
import { isMadeUp } from './values.ts';

const HOLDER =
  /(?:^|[^a-zA-Z]|(?<=[a-z])(?=[A-Z]))(?:password|passwd|passphrase|pwd|secret|token|credential|api[_ -]?key|(?:access|private|secret|signing|encryption)[_ -]?key)s?$/i;

/** Names of fields that describe a secret and do not hold it. */
const ABOUT =
  /^(?:\$|@|_)|(?:^|[^a-zA-Z]|(?<=[a-z])(?=[A-Z]))(?:types?|formats?|descriptions?|title|labels?|placeholder|hints?|message|error|help|policy|rules?|patterns?|regex|algorithm|hash(?:ed)?|salt|digest|names?|user|users|username|login|email|owner|host|sites?|service|app|account|device|comments?|notes?|url|uri|path|file|field|ids?|ref|from|env|kind|provider|engine|model|source|status|state|scopes?|roles?|at|on|date|time|created|updated|expires|expiry|expiration|rotated|rotation|version|min|max|length|count|size|limit|usage|used|total|required|enum|in|default|examples?)$/i;

const VALUE =
  /^(?:values?|plain(?:text)?|clear(?:text)?|raw|secret|data|content|current|previous|old|new|prod|production|dev|staging|live|test|main|root|admin)$/i;

export const isHolder = (name: string): boolean => name.length <= 80 && HOLDER.test(name);

/** The name under which nested values are secrets: this one, or that of a level above; null where they are not. */
export function holderOf(name: string, above: string | null): string | null {
  if (isHolder(name)) return name;
  return name.length > 80 || ABOUT.test(name) ? null : above;
}

/** Whether a value beneath a holder can be its secret: under another name, labels and messages are as likely. */
export const isHeld = (name: string, value: string, holder: string): boolean =>
  VALUE.test(name) || isHolder(name) || (!/\s/.test(value) && (/s$/i.test(holder) || isMadeUp(value.slice(0, 80))));

/** The name of one of many: `passwords` hold each a password. */
export const oneOf = (name: string): string => (isHolder(name) ? name.replace(/(?<=[a-z])s$/i, '') : name);
