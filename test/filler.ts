/** Text that takes much room in an answer, and little of the model's time: it reads a word of so many letters as one token. */
export const filler = (characters: number): string => `${'x'.repeat(199)} `.repeat(Math.ceil(characters / 200));
