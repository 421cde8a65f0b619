const FUNCTION = '(expression_list . value: (function_definition) @value)';
const REQUIRE =
  '(function_call name: (identifier) @_require arguments: (arguments . (string content: (_) @import.module)))';

export const lua = `
(comment) @comment

(function_declaration name: (identifier) @name) @function
(function_declaration name: (dot_index_expression table: (_) @container field: (identifier) @name)) @method
(function_declaration name: (method_index_expression table: (_) @container method: (identifier) @name)) @method
(assignment_statement (variable_list . name: (identifier) @name) ${FUNCTION}) @function
(assignment_statement (variable_list . name: (dot_index_expression table: (_) @container field: (identifier) @name)) ${FUNCTION}) @method
(field name: (identifier) @name value: (function_definition) @value) @function

((function_call name: (identifier) @call) (#not-eq? @call "require"))
(function_call name: (dot_index_expression table: (_) @qualifier field: (identifier) @call))
(function_call name: (method_index_expression table: (_) @qualifier method: (identifier) @call))

((assignment_statement (variable_list . name: (identifier) @alias) (expression_list . value: ${REQUIRE})) (#eq? @_require "require"))
(${REQUIRE} (#eq? @_require "require"))
`;
