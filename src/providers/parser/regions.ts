// The parts of the syntax tree that fingerprints need. Walking the whole tree from JavaScript would take half as long
// as parsing it, so the runtime returns only these few kinds of nodes; words in between are read from the text.
import type { Language, Node } from 'web-tree-sitter';
import type { Region } from '../../engine/code/duplicates/tokens.ts';

const COMMENT = /comment$/;
const DROPPED =
  /^(?:annotation|marker_annotation|attribute_list|attribute_item|attribute_group|attribute_specifier|modifiers?|.*_modifiers?|type_qualifier|where_clause|type_arguments|type_argument_list|template_argument_list|type_parameters|type_parameter_list|throws|lifetime)$/;
const TYPE =
  /^(?:type|type_annotation|type_identifier|type_descriptor|type_predicate_annotation|asserts_annotation|primitive_type|predefined_type|sized_type_specifier|placeholder_type_specifier|generic_name|implicit_type|integral_type|floating_point_type|boolean_type|void_type|user_type|named_type|scoped_type_identifier|(?:array|generic|pointer|slice|map|qualified|reference|channel|function|tuple|union|optional|nullable|template|dependent|unit|dynamic|abstract|dictionary|infix|compound)_type)$/;
const STRING =
  /^(?:string|template_string|regex|jsx_text|heredoc|heredoc_body|encapsed_string|nowdoc_string|raw_string|ansi_c_string|interpolated_string_expression|interpolated_string|(?:raw_|verbatim_|interpreted_)?string_literal|(?:line|multi_line)_string_literal|char_literal|character_literal|rune_literal|regex_literal)$/;
const BLOCK =
  /^(?:block|statement_block|compound_statement|body_statement|block_body|statements|statement_list|indented_block|constructor_body|class_body|template_body|match_block|case_block|indented_cases|switch_body|switch_block|switch_block_statement_group|switch_section|switch_case|case_statement|case_clause|case_item|(?:expression|default|type|communication)_case|switch_entry|then|else|do|do_group)$/;

type NodeKind = Region['kind'] | 'comment' | 'block';

/** The meaning of a grammar's node types. */
export interface RegionTypes {
  readonly names: readonly string[];
  readonly kinds: ReadonlyMap<number, NodeKind>;
}

/** A list of statements: its end, and the start of each statement. */
export interface Block {
  readonly start: number;
  readonly end: number;
  readonly statements: readonly number[];
}

export interface Regions {
  /** The outermost regions, in order. */
  readonly regions: Region[];
  /** Ordered by start. */
  readonly blocks: Block[];
}

export function regionTypes(language: Language): RegionTypes {
  const names = new Set<string>();
  const hasLists = language.idForNodeType('statement_list', true) !== null;
  const kinds = new Map<number, NodeKind>();
  for (let id = 0; id < language.nodeTypeCount; id++) {
    const name = language.nodeTypeForId(id);
    if (!name || !language.nodeTypeIsNamed(id) || !language.nodeTypeIsVisible(id)) continue;
    const kind = kindOf(name);
    // When a block contains a list of statements, the list is enough.
    if (!kind || (name === 'block' && hasLists)) continue;
    names.add(name);
    kinds.set(id, kind);
  }
  return { names: [...names], kinds };
}

function kindOf(name: string): NodeKind | null {
  if (BLOCK.test(name)) return 'block';
  if (COMMENT.test(name)) return 'comment';
  if (DROPPED.test(name)) return 'skipped';
  if (TYPE.test(name)) return 'type';
  return STRING.test(name) ? 'string' : null;
}

/** The regions within the given ranges, which are in order. */
export function regionsOf(
  root: Node,
  { names, kinds }: RegionTypes,
  ranges: readonly { readonly start: number; readonly end: number }[],
): Regions {
  const regions: Region[] = [];
  const lists: Block[] = [];
  const comments = new Set<number>();
  let skippedUntil = 0;
  let range = 0;
  if (ranges.length === 0) return { regions, blocks: lists };
  for (const node of root.descendantsOfType([...names])) {
    const { startIndex: start } = node;
    // This also skips code inside a string, which is read as one literal.
    if (start < skippedUntil) continue;
    while ((ranges[range]?.end ?? Number.POSITIVE_INFINITY) <= start) range++;
    if (start < (ranges[range]?.start ?? Number.POSITIVE_INFINITY)) continue;
    const kind = kinds.get(node.typeId) ?? 'skipped';
    const end = node.endIndex;
    if (kind === 'block') {
      lists.push({ start, end, statements: node.namedChildren.map(({ startIndex }) => startIndex) });
      continue;
    }
    if (kind === 'comment') comments.add(start);
    regions.push({ start, end, kind: kind === 'comment' ? 'skipped' : kind });
    skippedUntil = end;
  }
  const blocks = lists.map((block) => ({ ...block, statements: block.statements.filter((at) => !comments.has(at)) }));
  return { regions, blocks };
}
