// The label and tags of a memory. Every list includes them, so they are short.
import { invalid } from '../../errors.ts';
import type { Memory } from '../model.ts';
import { type Redacted, redactText } from '../secrets/redact.ts';
import { checkContent, checkNoNul } from './content.ts';

export type Filing = Pick<Memory, 'label' | 'tags' | 'summary'>;

const MAX_LABEL_CHARACTERS = 200;
const MAX_TAGS_CHARACTERS = 1000;

/** Checks them and removes secrets. */
export function readFiling(given: Filing): Redacted<Filing> {
  const label = given.label === null ? null : redactText(checkLabel(given.label));
  const tags = checkTags(given.tags).map(redactText);
  const summary = given.summary === null ? null : redactText(checkContent(given.summary, 'summary'));
  return {
    value: {
      label: label?.value ?? null,
      tags: tags.map(({ value }) => value),
      summary: summary?.value ?? null,
    },
    kinds: [label, summary, ...tags].flatMap((part) => part?.kinds ?? []),
  };
}

function checkLabel(label: string): string {
  checkNoNul(label, 'label');
  if (label.length <= MAX_LABEL_CHARACTERS) return label.toWellFormed();
  throw invalid(
    `The label of a memory has at most ${MAX_LABEL_CHARACTERS} characters.`,
    'Use one word, such as decision, bugfix or note.',
  );
}

function checkTags(tags: readonly string[]): string[] {
  const all = tags.join(',');
  checkNoNul(all, 'One of the tags');
  if (all.length <= MAX_TAGS_CHARACTERS) return tags.map((tag) => tag.toWellFormed());
  throw invalid(
    `The tags of a memory have at most ${MAX_TAGS_CHARACTERS} characters in total.`,
    'Put long text into the content.',
  );
}
