const NAMES = [
  '(call_expression . (identifier) @name)',
  '(call_expression . (parametrized_type_expression . (identifier) @name))',
  '(call_expression . (field_expression value: (_) @container (identifier) @name))',
];
const FORMS = [
  ...NAMES,
  ...NAMES.map((name) => `(typed_expression . ${name})`),
  ...NAMES.map((name) => `(where_expression . ${name})`),
  ...NAMES.map((name) => `(where_expression . (where_expression . ${name}))`),
];
const HEADS = [
  '(identifier) @name',
  '(parametrized_type_expression . (identifier) @name)',
  '(binary_expression . (identifier) @name (operator) (_) @extends)',
  '(binary_expression . (parametrized_type_expression . (identifier) @name) (operator) (_) @extends)',
];

export const julia = `
[(line_comment) (block_comment)] @comment

(module_definition name: (_) @name (block)? @body) @module
${HEADS.map((head) => `((string_literal) @doc . (struct_definition (type_head ${head}) (block)? @body) @struct)`).join('\n')}
${HEADS.map((head) => `(struct_definition (type_head ${head}) (block)? @body) @struct`).join('\n')}
${HEADS.map((head) => `(abstract_definition (type_head ${head})) @interface`).join('\n')}
${FORMS.map((form) => `((string_literal) @doc . (function_definition (signature ${form}) (block)? @body) @function)`).join('\n')}
${FORMS.map((form) => `(function_definition (signature ${form}) (block)? @body) @function`).join('\n')}
${FORMS.map((form) => `(assignment . ${form} (operator) . (_) @body) @function`).join('\n')}
(macro_definition (signature (call_expression . (identifier) @name)) (block)? @body) @function
(assignment . (identifier) @name (operator) . (arrow_function_expression) @body) @function

((call_expression . (identifier) @call) (#not-eq? @call "include"))
(call_expression . (parametrized_type_expression . (identifier) @call))
(call_expression . (field_expression value: (_) @qualifier (identifier) @call))
(broadcast_call_expression . (identifier) @call)
(macrocall_expression (macro_identifier (identifier) @call))

(using_statement (identifier) @import.module)
(import_statement (identifier) @import.module)
(selected_import . (identifier) @qualifier (identifier) @import)
((call_expression . (identifier) @_include (argument_list . (string_literal (content) @import.file))) (#eq? @_include "include"))
`;
