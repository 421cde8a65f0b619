// Ids of trackers and documents (`REQ-AUTH-1`, `ADR-7`): the one a text opens with, and those it claims.

const TICKET = /(?<![\w-])[A-Z][A-Z0-9]{1,15}(?:-[A-Z0-9]{1,15})*-\d{1,8}(?!-*\w)/g;
const OPENING_TICKET = new RegExp(String.raw`^\W*(${TICKET.source})`);
/** A text with more ids is a list. */
const MAX_TICKETS = 40;
/** The few words after an opening id are its title. */
const TITLE = /^[\s:.–—-]*([^\n.:;!?]{3,80}?)(?=[.:;!?](?:\s|$)|\s*\n|$)/;

/** The id that a text opens with, `REQ-AUTH-1`. */
export const openingTicket = (content: string): string | null => OPENING_TICKET.exec(content)?.[1] ?? null;

/** The title after the opening id of a text; null when it does not read like one. */
export function openingTitle(content: string): string | null {
  const ticket = OPENING_TICKET.exec(content);
  return TITLE.exec(content.slice(ticket?.[0].length ?? 0).replace(/^[\s#*_]+/, ''))?.[1]?.trim() ?? null;
}

/** The ids that a text makes a claim about. */
export const tickets = (text: string): string[] =>
  [...new Set(claimed(text).match(TICKET) ?? [])].slice(0, MAX_TICKETS);

const WORK = '(?:implement|cover|fulfil|satisf|follow|test|serve|realis|realiz|provide|support)';
const DISCLAIMED = new RegExp(
  String.raw`\b(?:(?:do|does|did)(?: not|n['’]t)|[Nn]o longer|[Nn]ever|[Ss]topped|ceased to)\s+(?:\w+ly\s+)?${WORK}\w*[^.;\n]{0,200}?(?=[.;\n]|,?\s(?:but|now|instead|it|while)\b|$)|${TICKET.source}\s+(?:is|are)\s+(?:no longer|not)\s+${WORK}\w*`,
  'g',
);

/** A text without its denials: `no longer implements REQ-7`. */
export const claimed = (text: string): string => text.replace(DISCLAIMED, ' ');
