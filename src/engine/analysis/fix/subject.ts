// What a rule or a fix is about.
import { terms } from '../../text/terms.ts';
import type { Chosen } from './families.ts';
import { isKind } from './kinds.ts';
import { NAME } from './names.ts';
import { tellingTerms } from './stretches.ts';

/** Verbs that do not identify a subject. */
const DOING: ReadonlySet<string> = new Set(
  terms(
    'start begin write read put load save send show open create build turn give am pm own ones look let come comes',
  ),
);

/** What a text is about, without the choices and identifiers it names. */
export function subjectOf(text: string, choices: readonly Chosen[]): ReadonlySet<string> {
  const chosen = new Set(choices.flatMap(({ written }) => tellingTerms(written)));
  const plain = text.replace(NAME, ' ');
  return new Set(tellingTerms(plain).filter((term) => isKind(term) || (!chosen.has(term) && !DOING.has(term))));
}
