/** A path or an address within a suggested command: shells split what is not quoted at its spaces. */
export const inShell = (text: string): string => (/[^\p{L}\p{N}\\/:._-]/u.test(text) ? `"${text}"` : text);
