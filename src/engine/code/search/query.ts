// What a search in code asks for: one name, one file, or something in words; and what it names on the way.
import { questionTerms, terms } from '../../text/terms.ts';
import { type FileRole, rolesAskedFor } from './role.ts';
import { spellingsOf } from './spellings.ts';

type CodeQueryKind = 'symbol' | 'path' | 'language';

export interface CodeQuery {
  readonly text: string;
  readonly kind: CodeQueryKind;
  /** Distinct, stemmed, without words that carry no meaning. */
  readonly terms: readonly string[];
  /** Every way in which code may write them, and which of them it stands for. A name has no other. */
  readonly spellings: ReadonlyMap<string, string>;
  /** The names that a chunk may define; of a qualified one the last part. */
  readonly names: readonly CodeName[];
  /** Files that are named, lower case, with slashes. */
  readonly paths: readonly string[];
  /** Kinds of files that are looked for, though they usually stand behind the code. */
  readonly roles: ReadonlySet<FileRole>;
}

interface CodeName {
  readonly name: string;
  /** What stands before it: `Router` in `Router::route`. */
  readonly qualifier: string | null;
}

const QUALIFIED = String.raw`[\p{L}_$#@][\p{L}\p{N}_$]*(?:(?:\.|::|->|#)[\p{L}_$#][\p{L}\p{N}_$]*)*`;
const IDENTIFIER = new RegExp(`^${QUALIFIED}(?:\\(\\))?[!?]?$`, 'u');
/** `class Foo` and `def foo` ask for a name as much as `Foo` does. */
const KEYWORD =
  /^(?:class|struct|interface|trait|enum|type|def|fn|func|function|method|module|const|var|let)\s+(?=\S+$)/;
/** Written as code inside a sentence: joined, qualified, called, in mixed case. A capital at the start is only a capital. */
const CODE_LIKE = /[_$]|\p{L}(?:\.|::|->|#)\p{L}|\(\)$|\p{Ll}\p{Lu}|\p{Lu}{2}\p{Ll}/u;
const EXTENSION =
  /\.(?:[cm]?[jt]sx?|py[iw]?|rs|go|java|kts?|scala|sc|swift|rb|php|cs|c|cc|cpp|cxx|h|hh|hpp|sh|bash|sql|mdx?|rst|txt|json|ya?ml|toml|xml|html?|s?css|vue|svelte|proto|lock|mod)$/i;

/** Files are called so, and methods too: `res.json` may be either. */
const ALSO_A_NAME = /^[^/\\]+\.(?:json|xml|ya?ml|toml|html?|css|sql|txt|lock|mod|proto|go|c|h)$/i;
/** Go writes the type before a method as `(*Engine).Run` and `func (e *Engine) Run`. */
const RECEIVER = /\((?:\w+\s+)?\*(\w+)\)[.\s]\s*(?=\w)|(?<=^func\s+)\(\w+\s+(\w+)\)\s*(?=\w)/g;

export function readCodeQuery(text: string): CodeQuery {
  const asked = text.trim().replace(RECEIVER, (_, pointed, plain) => `${pointed ?? plain}.`);
  const words = asked.split(/\s+/).map(bare).filter(Boolean);
  const paths = words.filter(isPath).map((path) =>
    path
      .replaceAll('\\', '/')
      .replace(/^\.?\//, '')
      .toLowerCase(),
  );
  const single = bare(asked.replace(KEYWORD, ''));
  const isFile = words.length === 1 && words.every((word) => isPath(word) && !mayBeName(word));
  const kind = isFile ? 'path' : IDENTIFIER.test(single) ? 'symbol' : 'language';
  const named = kind === 'symbol' ? [single] : words.filter((word) => IDENTIFIER.test(word) && CODE_LIKE.test(word));
  const meaningful = questionTerms(asked);
  // A query of nothing but stop words (`is`, `by`) may still be a name.
  const asTerms = meaningful.length > 0 ? meaningful : [...new Set(terms(asked))];
  return {
    text: asked,
    kind,
    terms: asTerms,
    spellings: kind === 'symbol' ? new Map(asTerms.map((term) => [term, term])) : spellingsOf(asTerms),
    names: named.filter((word) => !isPath(word) || mayBeName(word)).map(toName),
    paths,
    roles: rolesAskedFor(asked),
  };
}

/** Without the quotes, brackets and punctuation around a word; the brackets of a call stay. */
const bare = (word: string): string => word.replace(/^[`'"([{<*&]+|(?:(?<!\()\)|[`'"\]}>,;:?!.])+$/g, '');

const isPath = (word: string): boolean =>
  EXTENSION.test(word) || (/[\p{L}\p{N}_-][/\\][\p{L}\p{N}_.-]/u.test(word) && /[/\\].*[/\\]|^\.?[/\\]/.test(word));

const mayBeName = (word: string): boolean => ALSO_A_NAME.test(word) && IDENTIFIER.test(word);

function toName(word: string): CodeName {
  const parts = word
    .replace(/\(\)$/, '')
    .split(/\.|::|->|#/)
    .filter(Boolean);
  return { name: parts.at(-1) ?? word, qualifier: parts.at(-2) ?? null };
}
