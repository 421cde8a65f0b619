// Headings of a document: each reaches to the next one of its level or above, whichever way it is underlined.
import type { Node } from 'web-tree-sitter';
import type { Definition } from './captures.ts';

interface End {
  readonly index: number;
  readonly row: number;
}

/** Where each section ends; its own node is only the heading. */
export function sectionEnds(definitions: readonly Definition[]): ReadonlyMap<Node, End> {
  const headings = definitions
    .filter(({ kind }) => kind === 'section')
    .sort((a, b) => a.node.startIndex - b.node.startIndex);
  const ends = new Map<Node, End>();
  const open: Node[] = [];
  for (const { node } of headings) {
    const level = levelOf(node);
    while (open.length > 0 && levelOf(open.at(-1) ?? node) >= level) {
      const closed = open.pop();
      if (closed) ends.set(closed, { index: node.startIndex, row: node.startPosition.row - 1 });
    }
    open.push(node);
  }
  for (const node of open) {
    const { rootNode } = node.tree;
    const { row, column } = rootNode.endPosition;
    ends.set(node, { index: rootNode.endIndex, row: column === 0 ? row - 1 : row });
  }
  return ends;
}

/** From `atx_h2_marker` or `setext_h2_underline`. */
function levelOf(heading: Node): number {
  const marker = heading.children.find(({ type }) => /_h\d_/.test(type));
  return Number(/_h(\d)_/.exec(marker?.type ?? '')?.[1] ?? 1);
}
