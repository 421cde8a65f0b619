// The comments and attributes above a definition, found by line so that no siblings are walked.
import type { Node } from 'web-tree-sitter';

const MARKERS = /^\s*(?:\/\*+!?|\(\*+|\*+[/)]|\*(?!\*)|\/\/[/!]?|#+|--+(?: [|^])?)? ?|\s*\*+[/)]\s*$/g;
const NOT_DOCUMENTATION =
  /^(?:eslint|prettier|biome|istanbul|c8|noqa|pylint|type:|go:|nolint|rubocop|@ts-|!\/|region\b)/;
const XML_TAGS = /<\/?(?:summary|remarks|para)>/g;

interface Line {
  readonly node: Node;
  readonly isAttribute: boolean;
  readonly startRow: number;
}

export interface Leading {
  /** The definition with its attributes. */
  readonly startIndex: number;
  readonly startRow: number;
  readonly docstring: string | null;
}

/** Looks upwards from definitions. One instance per file. */
export class LeadingLines {
  private readonly byEndRow = new Map<number, Line>();

  constructor(
    private readonly text: string,
    comments: readonly Node[],
    attributes: readonly Node[],
  ) {
    for (const node of attributes) this.add(node, true);
    for (const node of comments) this.add(node, false);
  }

  above(start: Node): Leading {
    let { startIndex } = start;
    let { row } = start.startPosition;
    const beside = this.byEndRow.get(row);
    if (beside?.isAttribute && beside.node.endIndex <= startIndex) {
      startIndex = beside.node.startIndex;
      row = beside.startRow;
    } else if (!this.isFirstOnLine(start)) return { startIndex, startRow: row, docstring: null };
    let startRow = row;
    const comments: string[] = [];
    for (let line = this.byEndRow.get(row - 1); line; line = this.byEndRow.get(row - 1)) {
      row = line.startRow;
      if (line.isAttribute) {
        startIndex = line.node.startIndex;
        startRow = row;
      } else comments.unshift(this.text.slice(line.node.startIndex, line.node.endIndex).trimEnd());
    }
    return { startIndex, startRow, docstring: plainComment(comments.join('\n')) };
  }

  private add(node: Node, isAttribute: boolean): void {
    // A comment after code is about that code, not about what follows.
    if (!this.isFirstOnLine(node)) return;
    const { row } = node.startPosition;
    const end = node.endPosition;
    const endRow = end.column === 0 && end.row > row ? end.row - 1 : end.row;
    this.byEndRow.set(endRow, { node, isAttribute, startRow: row });
  }

  private isFirstOnLine({ startIndex, startPosition }: Node): boolean {
    return this.text.slice(startIndex - startPosition.column, startIndex).trim() === '';
  }
}

/** The text of a comment block, or null when it is empty. */
function plainComment(comment: string): string | null {
  const lines = comment.split(/\r?\n/).map((line) => line.replace(MARKERS, '').replace(XML_TAGS, '').trimEnd());
  return trimmed(lines.filter((line) => !NOT_DOCUMENTATION.test(line)));
}

/** The text of a Python string literal, without quotes and indentation. */
export function plainString(literal: string): string | null {
  const body = literal.replace(/^[a-zA-Z]*("""|'''|"|')/, '').replace(/("""|'''|"|')$/, '');
  return trimmed(body.split(/\r?\n/).map((line) => line.trim()));
}

function trimmed(lines: readonly string[]): string | null {
  return (
    lines
      .join('\n')
      .replace(/^(?:[ \t]*\n)+/, '')
      .trimEnd() || null
  );
}
