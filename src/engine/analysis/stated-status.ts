// Reads the status that a text gives itself: `Status: accepted`, not the status frames that it is about.
// Content is of any length, so no unbounded loop follows one of the same characters, or begins at every letter.

const KNOWN =
  'draft|proposed|approved|accepted|implemented|verified|deprecated|superseded|rejected|obsolete|withdrawn|retired|passed|failed|skipped|error';
/** Where a label may start: on its own line, after a separator, or after what it is the status of. */
const START = String.raw`(?:^[ \t>#*_|+-]{0,12}|[.;,|(–—][ \t]+|\([ \t]*|\b(?:\p{Lu}{1,20}-\d+|adr|design|decision|requirement|specification)(?:'s)?[ \t]+)[*_]{0,3}`;
const VALUE_MARKS = String.raw`[ \t*_\x60|"]{0,8}`;
const END = String.raw`(?=[ \t*_\x60"]{0,5}(?:[.,;|()\n\r]|$|[ \t][–—-]))`;

/** With a colon, a cell or a heading, known words may be followed by more, and others must be all there is. */
const LABEL = new RegExp(
  String.raw`${START}status[*_]{0,3}[ \t]*(?:[:=|]|(?:#+[ \t]*)?(?:\r?\n[ \t]*[-=]{3,}[ \t]*)?\r?\n\s{0,4}(?=[*_\x60]*\p{L}))${VALUE_MARKS}(?:(${KNOWN})\b|(\p{L}+(?:[ -]\p{L}+){0,2})${END})`,
  'imu',
);
const SENTENCE = new RegExp(
  String.raw`(?:${START}|\band[ \t]+)(?:(?:its|the|current|present)[ \t]+){0,2}status[ \t]+(?:(?:is|now|–|—|-)[ \t]+){0,2}(${KNOWN})${END}`,
  'imu',
);

export function statedStatus(content: string): string | null {
  const [, known, other] = LABEL.exec(content) ?? [];
  const status = known ?? other ?? SENTENCE.exec(content)?.[1];
  return status === undefined ? null : `${status.charAt(0).toUpperCase()}${status.slice(1).toLowerCase()}`;
}
