const TYPE = '[(type_identifier) (qualified_type) (generic_type)]';

export const go = `
(comment) @comment

(function_declaration name: (identifier) @name) @function
(method_declaration
  receiver: (parameter_list (parameter_declaration type: (_) @container))
  name: (field_identifier) @name) @method
(type_spec name: (_) @name type: (struct_type (field_declaration_list) @body)) @struct
(type_spec name: (_) @name type: (interface_type "{" @body)) @interface
(type_spec name: (_) @name type: [
  (type_identifier) (qualified_type) (generic_type) (function_type) (map_type) (slice_type) (array_type) (pointer_type) (channel_type)
]) @type
(type_alias name: (_) @name) @type
(method_elem name: (field_identifier) @name) @method
(short_var_declaration left: (expression_list . (identifier) @name .) right: (expression_list . (func_literal body: (_) @body) .)) @function
(var_spec name: (identifier) @name value: (expression_list . (func_literal body: (_) @body) .)) @function

(call_expression function: (identifier) @call)
(call_expression function: (selector_expression operand: (_) @qualifier field: (field_identifier) @call))
(call_expression function: (parenthesized_expression (identifier) @call))
(type_conversion_expression type: (generic_type) @call)
(composite_literal type: ${TYPE} @call)

(import_spec name: (_) @alias path: (interpreted_string_literal (_) @import.file))
(import_spec path: (interpreted_string_literal (_) @import.file))

(field_declaration !name type: ${TYPE} @extends)
(interface_type (type_elem . ${TYPE} @extends .))

(func_literal parameters: (parameter_list (parameter_declaration name: (identifier) @variable type: (_) @declared)))
(var_spec name: (identifier) @variable type: (_) @declared)
(short_var_declaration left: (expression_list . (identifier) @variable) right: (expression_list . (call_expression function: (_) @made)))
(short_var_declaration left: (expression_list . (identifier) @variable) right: (expression_list . (composite_literal type: (_) @declared)))
(short_var_declaration
  left: (expression_list . (identifier) @variable) right: (expression_list . (unary_expression operand: (composite_literal type: (_) @declared))))
(var_spec name: (identifier) @variable value: (expression_list . (call_expression function: (_) @made)))
`;
