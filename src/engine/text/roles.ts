import { terms } from './terms.ts';

const ROLES = ['user', 'assistant', 'human', 'ai'];
const ROLE = new RegExp(`^(?:${ROLES.join('|')}):`, 'i');
const TERMS: ReadonlySet<string> = new Set(ROLES.flatMap(terms));

/** Whether a text begins as a turn of a chat with an assistant: `assistant: Certainly! …`. */
export const opensWithRole = (text: string): boolean => ROLE.test(text);

/** The same, of the terms of a text, which have no colon: a long note that begins with such a word passes for a turn. */
export const termsOpenWithRole = (joined: string): boolean => TERMS.has(joined.split(' ', 1)[0] ?? '');
