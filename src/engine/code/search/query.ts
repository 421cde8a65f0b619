// Reads what a code search asks for: a name, a file, or something described in words, which may include names.
import { plainPath } from '../../text/paths.ts';
import { questionTerms, terms } from '../../text/terms.ts';
import { type FileRole, rolesAskedFor } from './role.ts';
import { spellingsOf } from './spellings.ts';

type CodeQueryKind = 'symbol' | 'path' | 'language';

export interface CodeQuery {
  readonly text: string;
  readonly kind: CodeQueryKind;
  /** Distinct and stemmed, without stop words. */
  readonly terms: readonly string[];
  /** Every spelling that code may use for these terms, mapped to its term. A name has only one. */
  readonly spellings: ReadonlyMap<string, string>;
  /** The names that a chunk may define; the last part of a qualified name. */
  readonly names: readonly CodeName[];
  /** Named files, in lower case, with forward slashes. */
  readonly paths: readonly string[];
  /** Kinds of files asked for that otherwise rank behind code. */
  readonly roles: ReadonlySet<FileRole>;
}

interface CodeName {
  readonly name: string;
  /** The part before it: `Router` in `Router::route`. */
  readonly qualifier: string | null;
}

const QUALIFIED = String.raw`[\p{L}_$#@][\p{L}\p{N}_$]*(?:(?:\.|::|->|#)[\p{L}_$#][\p{L}\p{N}_$]*)*`;
const IDENTIFIER = new RegExp(`^${QUALIFIED}(?:\\(\\))?[!?]?$`, 'u');
/** `class Foo` and `def foo` ask for a name as much as `Foo` does. */
const KEYWORD =
  /^(?:class|struct|interface|trait|enum|type|def|fn|func|function|method|module|const|var|let)\s+(?=\S+$)/;
/** Code inside a sentence: joined, qualified, called, or in mixed case. An initial capital alone does not count. */
const CODE_LIKE = /[_$]|\p{L}(?:\.|::|->|#)\p{L}|\(\)$|\p{Ll}\p{Lu}|\p{Lu}{2}\p{Ll}/u;
const EXTENSION =
  /\.(?:[cm]?[jt]sx?|py[iw]?|rs|go|java|kts?|scala|sc|swift|rb|php|cs|c|cc|cpp|cxx|h|hh|hpp|sh|bash|sql|mdx?|rst|txt|json|ya?ml|toml|xml|html?|s?css|vue|svelte|proto|lock|mod)$/i;

/** Names that may be a file or a method, such as `res.json`. */
const ALSO_A_NAME = /^[^/\\]+\.(?:json|xml|ya?ml|toml|html?|css|sql|txt|lock|mod|proto|go|c|h)$/i;
/** A receiver in Go: `(*Engine).Run` or `func (e *Engine) Run`. */
const RECEIVER = /\((?:\w+\s+)?\*(\w+)\)[.\s]\s*(?=\w)|(?<=^func\s+)\(\w+\s+(\w+)\)\s*(?=\w)/g;

export function readCodeQuery(text: string): CodeQuery {
  const asked = text.trim().replace(RECEIVER, (_, pointed, plain) => `${pointed ?? plain}.`);
  const words = asked.split(/\s+/).map(bare).filter(Boolean);
  const paths = words.filter(isPath).map((path) => plainPath(path).toLowerCase());
  const single = qualified(words) ?? bare(asked.replace(KEYWORD, ''));
  const isFile = words.length === 1 && words.every((word) => isPath(word) && !mayBeName(word));
  const kind = isFile ? 'path' : IDENTIFIER.test(single) ? 'symbol' : 'language';
  const named = kind === 'symbol' ? [single] : words.filter(isCode);
  const meaningful = questionTerms(asked);
  // A query of only stop words (`is`, `by`) may still be a name.
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

/** A type and a name beside it are one name: `EnvironBuilder get_environ`. */
function qualified(words: readonly string[]): string | null {
  const areNames = words.every((word) => isCode(word) && !isPath(word) && !/\.|::|->|#/.test(word));
  if (!areNames || words.length !== 2 || words.filter(isCapital).length !== 1) return null;
  const ownersFirst = words.toSorted((a, b) => Number(isCapital(b)) - Number(isCapital(a)));
  return ownersFirst.map((word) => word.replace(/\(\)$/, '')).join('.');
}

const isCapital = (word: string): boolean => /^\p{Lu}/u.test(word);

const isCode = (word: string): boolean => IDENTIFIER.test(word) && CODE_LIKE.test(word);

/** Strips quotes, brackets and punctuation around a word, except the brackets of a call. */
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
