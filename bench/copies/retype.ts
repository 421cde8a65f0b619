// Copies with other types: declared types are changed or left out, constants become variables.
import type { Node } from 'web-tree-sitter';
import { type Edit, leavesOf, type Original } from './original.ts';

const ANNOTATION = /^(?:type_annotation|type)$/;
const TYPE =
  /^(?:type_identifier|primitive_type|predefined_type|sized_type_specifier|integral_type|floating_point_type|boolean_type|user_type|named_type|generic_type|array_type|slice_type|pointer_type|map_type|qualified_type|reference_type|scoped_type_identifier|nullable_type|implicit_type|optional_type|template_type)$/;
/** Places where a type affects behaviour: constructed, checked, caught, or part of a path. */
const USED =
  /new|object_creation|instance|cast|as_expression|catch|except|call|composite|scoped_identifier|is_|class_literal|sizeof|typeof|constructor_invocation|match|pattern|argument/;
const OTHER: Record<string, string> = {
  int: 'long',
  long: 'int',
  string: 'Text',
  String: 'CharSequence',
  bool: 'int',
  boolean: 'Boolean',
  double: 'float',
  float: 'double',
  size_t: 'int',
  Int: 'Long',
  Long: 'Int',
  usize: 'u32',
  u8: 'u16',
  number: 'unknown',
};
const SWAPPED: Record<string, string> = { const: 'let', let: 'const', val: 'var' };

export function retyped(original: Original): Edit[] {
  const { language, nameStart, start, end } = original;
  const edits: Edit[] = [];
  const visit = (node: Node, parents: string): void => {
    if (node.endIndex <= start || node.startIndex >= end) return;
    const inside = node.startIndex >= start && node.endIndex <= end;
    if (inside && !USED.test(parents) && isType(node, language)) {
      if (node.startIndex !== nameStart)
        edits.push({ start: node.startIndex, end: node.endIndex, text: otherType(node, language) });
      return;
    }
    const kind = /block|body|compound_statement|statements/.test(node.type) ? '' : `${parents} ${node.type}`;
    for (const child of node.namedChildren) visit(child, kind);
  };
  visit(original.node, '');
  for (const { node, text } of leavesOf(original)) {
    const isKeyword = !node.isNamed && node.startIndex >= start;
    const swapped = isKeyword && /^(?:javascript|typescript|tsx|kotlin)$/.test(language) ? SWAPPED[text] : undefined;
    if (swapped) edits.push({ start: node.startIndex, end: node.endIndex, text: swapped });
  }
  return language === 'python' && edits.length === 0 ? annotated(original) : edits;
}

const isType = ({ type }: Node, language: string): boolean =>
  language === 'python' || /^(?:typescript|tsx)$/.test(language) ? ANNOTATION.test(type) : TYPE.test(type);

function otherType({ text, type }: Node, language: string): string {
  if (language === 'python') return 'object';
  if (/^(?:typescript|tsx)$/.test(language))
    return type === 'type_annotation' ? ': Readonly<Record<string, unknown>>' : 'unknown';
  const known = OTHER[text];
  if (known) return known;
  if (language === 'csharp') return text === 'var' ? 'IEnumerable<object>' : 'object';
  if (language === 'go') return text.startsWith('*') ? '*Other' : 'Other';
  if (language === 'rust') return text.startsWith('&') ? '&Other' : 'Vec<Other>';
  return /^[\w.]+$/.test(text) ? `${text}Like` : 'Other';
}

/** Python parameters without a type get one. */
function annotated({ node, nameStart, end }: Original): Edit[] {
  return node
    .descendantsOfType('parameters')
    .filter(({ startIndex, endIndex }) => startIndex > nameStart && endIndex <= end)
    .flatMap((parameters) => parameters.namedChildren)
    .filter(({ type, text }) => type === 'identifier' && text !== 'self' && text !== 'cls')
    .map(({ endIndex }) => ({ start: endIndex, end: endIndex, text: ': object' }));
}
