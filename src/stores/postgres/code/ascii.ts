/** As the database lowers names and paths of code: their collation knows ASCII only. */
export const lowerAscii = (text: string): string => text.replace(/[A-Z]/g, (letter) => letter.toLowerCase());
