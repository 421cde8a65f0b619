/** Two generations are kept, and words that are used again stay, so that a file of rare words does not displace all others. */
const GENERATION = 10_000;

/** Remembers what was made of recent words: code repeats them, and looking one up takes a tenth of the time. */
export function remembered<T>(make: (word: string) => T): (word: string) => T {
  let recent = new Map<string, T>();
  let older = new Map<string, T>();
  return (word) => {
    let made = recent.get(word);
    if (made !== undefined) return made;
    made = older.get(word) ?? make(word);
    if (recent.size >= GENERATION) {
      older = recent;
      recent = new Map();
    }
    recent.set(word, made);
    return made;
  };
}
