// A judged case: the stored knowledge, the proposed fix or code, and a careful reader's answer.

export interface FixCase {
  readonly name: string;
  /** Memories linked to the component. */
  readonly rules: readonly string[];
  /** Memories linked to another component, by its file. */
  readonly rulesOfFile?: { readonly file: string; readonly rules: readonly string[] };
  /** Memories linked to nothing. */
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
  /** The component names this pattern as its own. */
  readonly follows?: boolean;
  readonly component: string;
  readonly file: string;
  /** The indexed code, by path; empty if nothing is indexed. */
  readonly code: Readonly<Record<string, string>>;
  readonly verdict: 'consistent' | 'deviates' | 'cannot be judged';
  /** A text that one of the deviations must contain. */
  readonly about?: RegExp;
}
