/** What a reader does not see: blanks, controls, marks without a width, and a Braille cell and Hangul without a stroke. */
const SEEN = /[^\s\p{Cc}\p{Cf}\p{Z}\p{Default_Ignorable_Code_Point}\u2800]/u;

/** Whether a reader sees nothing at all. */
export const isBlank = (text: string): boolean => !SEEN.test(text);
