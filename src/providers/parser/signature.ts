// The signature of a definition on one line, without body, attributes and comments.
import type { Node } from 'web-tree-sitter';
import { collapse } from './paths.ts';

const MAX_LENGTH = 300;

/** Nodes that add `export`, `template <…>` or a decorator to the one definition they contain. */
const WRAPPERS = new Set([
  'decorated_definition',
  'export_statement',
  'ambient_declaration',
  'template_declaration',
  'expression_statement',
]);
/** The same, unless they contain several declarations. */
const LISTS = new Set([
  'lexical_declaration',
  'variable_declaration',
  'type_declaration',
  'var_declaration',
  'value_definition',
  'module_definition',
  'class_definition',
  'implementation_definition',
]);
const ATTRIBUTES = new Set([
  'decorator',
  'attribute',
  'attribute_list',
  'attribute_item',
  'annotation',
  'marker_annotation',
  'description',
]);

/** The definition with the keywords that belong to it. */
export function widen(node: Node): Node {
  const parent = node.parent;
  const belongs = parent && (WRAPPERS.has(parent.type) || (LISTS.has(parent.type) && parent.namedChildCount === 1));
  return belongs ? widen(parent) : node;
}

export function signature(text: string, node: Node, body: Node | null): string {
  const start = behindAttributes(node, true) ?? node.startIndex;
  const whole = body && body.startIndex > start ? body.startIndex : node.endIndex;
  // Without a body the definition may be very long.
  const end = Math.min(whole, start + MAX_LENGTH * 10);
  return collapse(withoutComments(text, node, start, end))
    .replace(/\s*(?:\{|=>?|;|:|,)$/, '')
    .slice(0, MAX_LENGTH);
}

/** Annotations may be among the modifiers, so the search includes those. */
function behindAttributes(node: Node, enter: boolean): number | null {
  if (ATTRIBUTES.has(node.type)) return null;
  if (!enter && node.type !== 'modifiers') return node.startIndex;
  for (const child of node.children) {
    const start = behindAttributes(child, WRAPPERS.has(node.type) && child.isNamed && !ATTRIBUTES.has(child.type));
    if (start !== null) return start;
  }
  return null;
}

function withoutComments(text: string, node: Node, start: number, end: number): string {
  const whole = text.slice(start, end);
  if (!/\/[/*]|#|--/.test(whole)) return whole;
  let code = '';
  let from = start;
  for (const comment of commentsBefore(node, end)) {
    if (comment.startIndex < from) continue;
    code += text.slice(from, comment.startIndex);
    from = comment.endIndex;
  }
  return code + text.slice(Math.min(from, end), end);
}

function commentsBefore(node: Node, end: number): Node[] {
  return node.children
    .filter(({ startIndex }) => startIndex < end)
    .flatMap((child) => (child.type.endsWith('comment') ? [child] : commentsBefore(child, end)));
}
