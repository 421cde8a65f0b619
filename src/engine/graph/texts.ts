// Checks the texts of the graph: names, types, descriptions and observations.
import { invalid } from '../../errors.ts';
import { checkNoSecret, redactText } from '../secrets/redact.ts';
import { isBlank } from '../text/blank.ts';

export const MAX_NAME_LENGTH = 200;
export const MAX_DESCRIPTION_LENGTH = 2000;
export const MAX_OBSERVATION_LENGTH = 2000;

/** The cleaned text without secrets; an error names the field. */
export function checkText(text: string, field: string, longest: number): string {
  const clean = redactText(text.toWellFormed().replaceAll('\u0000', '').trim()).value;
  if (isBlank(clean)) throw invalid(`${field} must not be empty.`);
  if (clean.length > longest) throw invalid(`${field} has ${clean.length} characters; at most ${longest} are allowed.`);
  return clean;
}

/** The cleaned name of an entity. With its secret cut out it would be the name of another. */
export const checkName = (name: string): string => checkText(checkNoSecret(name, 'name'), 'name', MAX_NAME_LENGTH);
