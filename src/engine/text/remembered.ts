/** Two generations are kept, and words that are used again stay, so that a file of rare words does not displace all others. */
const GENERATION = 10_000;

/** Remembers what was made of recent words: code repeats them, and looking one up takes a tenth of the time. */
export function remembered<T>(make: (word: string) => T): (word: string) => T {
  let recent = new Map<string, T>();
  let older = new Map<string, T>();
  return (word) => {
    let made = recent.get(word);
    if (made !== undefined) return made;
    const kept = copyOf(word);
    made = older.get(kept) ?? make(kept);
    if (recent.size >= GENERATION) {
      older = recent;
      recent = new Map();
    }
    recent.set(kept, made);
    return made;
  };
}

/** V8 keeps a part of a text as a reference to the whole, which would stay in memory with it. */
const copyOf = (word: string): string => ` ${word}`.slice(1);
