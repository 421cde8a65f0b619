// What a judged case says: the stored knowledge, what is proposed or built, and what a careful reader answers.

export interface FixCase {
  readonly name: string;
  /** What is stored and tied to the component, one memory each. */
  readonly rules: readonly string[];
  /** What is stored and tied to another component, by the file it lives in. */
  readonly rulesOfFile?: { readonly file: string; readonly rules: readonly string[] };
  /** What is stored and tied to nothing. */
  readonly loose?: readonly string[];
  readonly component: string;
  readonly fix: string;
  readonly files?: readonly string[];
  readonly verdict: 'aligned' | 'contradicts' | 'unrelated';
}

export interface ComponentCase {
  readonly name: string;
  readonly pattern?: {
    readonly name: string;
    readonly content: string;
    readonly template?: string;
    readonly language?: string;
  };
  /** The component names the pattern as the one it follows. */
  readonly follows?: boolean;
  readonly component: string;
  readonly file: string;
  /** The indexed code, by path; empty where nothing is indexed. */
  readonly code: Readonly<Record<string, string>>;
  readonly verdict: 'consistent' | 'deviates' | 'cannot be judged';
  /** What one of the deviations has to name. */
  readonly about?: RegExp;
}
