// Compares what code imports with the module that a pattern names: `stripe` is `../payments/stripe.js`, not `stripes.js`.
import { identifierParts, terms } from '../../text/terms.ts';

const SCHEME = /^(?:node|package|jsr|npm):/;
const EXTENSION = /\.(?:d\.)?(?:[cm]?[jt]sx?|vue|svelte|py|rb|php|dart|lua|hh?|hpp)$/i;
/** `..`, the `@` of an alias, `*`, and the version of a Go module say nothing about what is imported. */
const NO_PART = /^(?:[.~*]*|v\d+)$/;

/** The parts of a path or of a dotted name. */
function partsOf(module: string): string[] {
  const plain = module.replace(SCHEME, '').replace(EXTENSION, '');
  return plain
    .split(plain.includes('/') ? '/' : /\.|::|\\/)
    .map((part) => part.replace(/^@/, '').replace(/\.v\d+$/, ''))
    .filter((part) => !NO_PART.test(part));
}

/** `requests` is `requests.adapters`, `@app/requests` and `./http/requests.js`; `payments/stripe` is `payments.stripe`. */
export function isModule(imported: string, asked: string): boolean {
  const path = partsOf(imported);
  const [root, ...rest] = partsOf(asked);
  if (root === undefined) return imported === asked;
  const wanted = root === 'src' && rest.length > 0 ? rest : [root, ...rest];
  return (
    path.some((_, at) => wanted.every((part, i) => part === path[at + i])) ||
    (rest.length === 0 && isSpelledAlike(path, root))
  );
}

/** Prose writes Stripe for `stripe`, and `Doctrine\ORM` may be asked for as doctrine. */
function isSpelledAlike(path: readonly string[], asked: string): boolean {
  const isSame = (part: string | undefined) => part?.toLowerCase() === asked.toLowerCase();
  return (path.length > 1 && isSame(path[0])) || (/^[A-Z]/.test(asked) && (isSame(path[0]) || isSame(path.at(-1))));
}

/** `OrderRepository` and `./order-repository.js` are of the repositories. */
export function isOfKind(imported: string, asked: string): boolean {
  const [last = ''] = (partsOf(imported).at(-1) ?? '').split('-').slice(-1);
  return /^[a-z]+[^s]s$/.test(asked) && terms(identifierParts(last).at(-1) ?? '')[0] === terms(asked)[0];
}
