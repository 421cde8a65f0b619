export const zig = `
(comment) @comment

(function_declaration name: (identifier) @name) @function
(variable_declaration . (identifier) @name (struct_declaration) @body) @struct
(variable_declaration . (identifier) @name (union_declaration) @body) @struct
(variable_declaration . (identifier) @name (enum_declaration) @body) @enum
(test_declaration [(string) (identifier)] @name (block) @body) @function

(call_expression function: (identifier) @call)
(call_expression function: (field_expression object: (_) @qualifier member: (identifier) @call))

((variable_declaration . (identifier) @alias (builtin_function (builtin_identifier) @_import (arguments (string (string_content) @import.file))))
  (#eq? @_import "@import"))

(parameter name: (identifier) @variable type: (identifier) @declared)
(parameter name: (identifier) @variable type: (pointer_type (identifier) @declared))
(variable_declaration . (identifier) @variable (call_expression function: (_) @made))
(variable_declaration . (identifier) @variable (struct_initializer . (identifier) @declared))
`;
