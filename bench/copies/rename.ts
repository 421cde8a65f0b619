// Copies with other names.
import { depth, type Edit, type Leaf, leavesOf, type Original, type Random } from './original.ts';

const WORDS =
  `cursor entry payload bucket outcome handle marker source target chunk figure slot batch origin token detail ticket record
  window margin sample anchor vessel garden needle parcel signal thread timber valley weight yellow zipper basket candle dinner
  engine fabric galaxy hammer island jacket kernel ladder magnet nickel orange pepper quartz ribbon saddle tunnel umbrella`.split(
    /\s+/,
  );

const VARIABLE_TYPES = new Set(['identifier', 'simple_identifier', 'variable_name', 'name']);
const MEMBER = new Set(['.', '->', '::', '?.', '@']);
const ASSIGNS = new Set(['=', ':=', '+=', '-=', '*=', '|=', 'in', 'of', '++', '--']);
const DECLARES = new Set(['let', 'const', 'var', 'val', 'for', 'mut', 'int', 'as', '|', 'local']);
const isVariable = ({ node, parent, text }: Leaf): boolean =>
  VARIABLE_TYPES.has(node.type) &&
  (node.type !== 'name' || parent.type === 'variable_name') &&
  !/^(?:self|this|cls|_|super|arguments)$|^[A-Z]/.test(text);

/** The names a function defines: parameters and assigned variables. */
function variablesOf(leaves: readonly Leaf[], { name, nameStart }: Original): Set<string> {
  const shorthand = new Set(leaves.filter(({ node }) => node.type.startsWith('shorthand')).map(({ text }) => text));
  const open = leaves.findIndex(({ node, text }) => node.startIndex > nameStart && text === '(');
  const body = leaves.findIndex(
    ({ node, text }, i) =>
      i > open && node.startIndex > nameStart && /^(?:\{|:|=>|do)$/.test(text) && depth(leaves, open, i) === 0,
  );
  const found = new Set<string>();
  for (const [i, leaf] of leaves.entries()) {
    if (!isVariable(leaf) || leaf.text === name || shorthand.has(leaf.text)) continue;
    const before = leaves[i - 1]?.text ?? '';
    const after = leaves[i + 1]?.text ?? '';
    if (MEMBER.has(before) || after === '(' || leaf.parent.type === 'keyword_argument') continue;
    const inHead = i > open && i < body && open >= 0;
    if (inHead || ASSIGNS.has(after) || DECLARES.has(before) || /declarat|parameter/.test(leaf.parent.type))
      found.add(leaf.text);
  }
  return found;
}

/** Renames every variable and the function itself. */
export function renamed(original: Original, random: Random): Edit[] {
  const leaves = leavesOf(original);
  const taken = new Set(leaves.map(({ text }) => text));
  const free = WORDS.filter((word) => !taken.has(word)).sort(() => random() - 0.5);
  const names = new Map<string, string>();
  const camel = !leaves.some(({ text }) => /[a-z]_[a-z]/.test(text));
  for (const variable of [original.name, ...variablesOf(leaves, original)]) {
    const [first, second] = [free.pop(), free.at(-1)];
    if (!first || !second) break;
    const capital = (word: string) => word.charAt(0).toUpperCase() + word.slice(1);
    const compound = variable.length > 8 ? (camel ? first + capital(second) : `${first}_${second}`) : first;
    names.set(variable, /^[A-Z]/.test(variable) ? capital(compound) : compound);
  }
  if (names.size < 2) return [];
  return leaves.flatMap((leaf, i) => {
    const name = names.get(leaf.text);
    const isOwn = leaf.node.startIndex === original.nameStart;
    if (
      !name ||
      (!isOwn &&
        (!isVariable(leaf) || MEMBER.has(leaves[i - 1]?.text ?? '') || leaf.parent.type === 'keyword_argument'))
    )
      return [];
    return { start: leaf.node.startIndex, end: leaf.node.endIndex, text: name };
  });
}
