// Which methods others may call, in the languages whose signatures tell.
import type { Piece } from './piece.ts';

const PUBLIC: Readonly<Record<string, (piece: Piece) => boolean>> = {
  typescript: ({ isPrivate }) => !isPrivate,
  tsx: ({ isPrivate }) => !isPrivate,
  javascript: ({ isPrivate }) => !isPrivate,
  python: ({ isPrivate }) => !isPrivate,
  php: ({ isPrivate }) => !isPrivate,
  swift: ({ isPrivate, signature }) => !isPrivate && !/\bfileprivate\b/.test(signature),
  kotlin: ({ isPrivate, signature }) => !isPrivate && !/\binternal\b/.test(signature),
  java: ({ signature }) => /\bpublic\b/.test(signature),
  csharp: ({ signature }) => /\bpublic\b/.test(signature),
  rust: ({ signature }) => /\bpub\b/.test(signature),
  go: ({ name }) => /^[A-Z]/.test(name),
};

export const tellsVisibility = (language: string): boolean => language.toLowerCase() in PUBLIC;

/** In other languages, whatever is not marked as private. */
export const isPublic = (piece: Piece, language: string): boolean =>
  PUBLIC[language.toLowerCase()]?.(piece) ?? !piece.isPrivate;
