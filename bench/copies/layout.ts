// Copies with another order or layout.
import type { Node } from 'web-tree-sitter';
import { depth, type Edit, type Leaf, leavesOf, type Original, pick, type Random } from './original.ts';

const HASH_COMMENTS = new Set(['python', 'ruby', 'bash']);
const REMARKS = [
  'see the ticket',
  'keep in step with the other one',
  'TODO: measure this',
  'copied, to be merged later',
  'as the specification has it',
];

/** Other comments, line breaks and indentation. */
export function commented(original: Original, random: Random): Edit[] {
  const { text, language, start, end } = original;
  const leaves = leavesOf(original);
  const mark = HASH_COMMENTS.has(language) ? '#' : '//';
  const edits: Edit[] = leaves
    .filter(({ node }) => node.type.endsWith('comment') && node.startIndex >= start && !node.text.endsWith('\n'))
    .map(({ node }) => ({ start: node.startIndex, end: node.endIndex, text: '' }));
  const firsts = new Map<number, Leaf>();
  for (const leaf of leaves)
    if (!firsts.has(leaf.node.startPosition.row)) firsts.set(leaf.node.startPosition.row, leaf);
  const isInside = (index: number) => leaves.some(({ node }) => node.startIndex < index && index < node.endIndex);
  for (const { node } of firsts.values()) {
    const line = node.startIndex - node.startPosition.column;
    if (line <= original.nameStart || line >= end || /\\\r?\n$/.test(text.slice(Math.max(0, line - 3), line))) continue;
    const indentation = text.slice(line, node.startIndex);
    if (indentation.trim() !== '' || isInside(line) || node.type.endsWith('comment')) continue;
    const remark = random() < 0.3 ? `${indentation}${mark} ${pick(REMARKS, random)}\n` : '';
    const wider = HASH_COMMENTS.has(language)
      ? indentation
      : indentation.replaceAll('\t', '  ').replaceAll('    ', '   ');
    if (remark || wider !== indentation) edits.push({ start: line, end: node.startIndex, text: remark + wider });
  }
  if (language !== 'bash') {
    for (const [i, { node, text: comma }] of leaves.entries()) {
      if (comma !== ',' || random() > 0.3 || node.startIndex < start || depth(leaves, 0, i) === 0) continue;
      if (leaves[i + 1]?.node.startPosition.row === node.startPosition.row)
        edits.push({ start: node.endIndex, end: node.endIndex, text: '\n        ' });
    }
  }
  return edits;
}

const LISTS =
  /^(?:block|statement_block|compound_statement|body_statement|statements|constructor_body|function_body|object|dictionary|switch_body|switch_block|match_block|literal_value|do_group)$/;
const PARAMETERS = /^(?:parameters|parameter_list|formal_parameters|function_value_parameters|method_parameters)$/;
const STAYS =
  /return|break|continue|throw|raise|comment|spread|splat|default|label|goto|else|rest|if_|for_|while_|try|catch/;

/** Swaps neighbours that share no variable: statements, members, parameters. */
export function reordered(original: Original): Edit[] {
  const { node, start, end, text, language } = original;
  const edits: Edit[] = [];
  // Command terminators, including `&`, are not part of a command.
  if (language === 'bash') return edits;
  const visit = (each: Node): void => {
    if (each.endIndex <= start || each.startIndex >= end) return;
    const inside = each.startIndex >= original.nameStart && each.endIndex <= end;
    if (inside && LISTS.test(each.type)) swapNeighbours(each.namedChildren, text, edits, areIndependent);
    else if (inside && PARAMETERS.test(each.type))
      swapNeighbours(
        each.namedChildren.filter(
          ({ text: own, type }) => /parameter|identifier/.test(type) && !/self|this|cls/.test(own),
        ),
        text,
        edits,
        (a, b) => !/[=*.?]/.test(a.text + b.text),
      );
    for (const child of each.namedChildren) visit(child);
  };
  visit(node);
  // Nodes inside a moved node have moved with it.
  return edits.filter(
    (edit) => !edits.some((other) => other !== edit && other.start <= edit.start && edit.end <= other.end),
  );
}

function swapNeighbours(
  nodes: readonly Node[],
  text: string,
  edits: Edit[],
  mayMove: (a: Node, b: Node) => boolean,
): void {
  for (let i = 0; i + 1 < nodes.length; i++) {
    const [a, b] = [nodes[i], nodes[i + 1]];
    if (!a || !b || STAYS.test(a.type) || STAYS.test(b.type) || !mayMove(a, b)) continue;
    const between = text.slice(a.endIndex, b.startIndex);
    edits.push({ start: a.startIndex, end: b.endIndex, text: b.text + between + a.text });
    i++;
  }
}

function areIndependent(a: Node, b: Node): boolean {
  const words = (node: Node) =>
    new Set(
      node.text
        .match(/(?<![.\w])[a-z_$]\w*/g)
        ?.filter((word) => !/^(?:const|let|var|val|self|this|int|long|char|new|await)$/.test(word)),
    );
  const other = words(b);
  return a.text !== b.text && ![...words(a)].some((word) => other.has(word));
}
