/** Text that is long in an answer but cheap for the model, which reads a very long word as one token. */
export const filler = (characters: number): string => `${'x'.repeat(199)} `.repeat(Math.ceil(characters / 200));
