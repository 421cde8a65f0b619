/** The number of words in a text as it is stored for the index: separated by single blanks. */
export function lengthOf(terms: string): number {
  let count = 1;
  for (let at = terms.indexOf(' '); at >= 0; at = terms.indexOf(' ', at + 1)) count++;
  return count;
}
