export const swift = `
[(comment) (multiline_comment)] @comment

(class_declaration "class" name: (_) @name) @class
(class_declaration "actor" name: (_) @name) @class
(class_declaration "struct" name: (_) @name) @struct
(class_declaration "enum" name: (_) @name) @enum
(class_declaration "extension" name: (_) @name.path) @scope
(protocol_declaration name: (_) @name) @interface
(typealias_declaration name: (type_identifier) @name) @type
(function_declaration "func" . _ @name) @function
(protocol_function_declaration "func" . _ @name) @method
(init_declaration "init" @name) @method
(deinit_declaration "deinit" @name) @method
(property_declaration name: (pattern bound_identifier: (simple_identifier) @name) value: (lambda_literal) @body) @function

(call_expression . (simple_identifier) @call)
(call_expression . (navigation_expression target: _ @qualifier suffix: (navigation_suffix suffix: (simple_identifier) @call)))
(call_expression . (prefix_expression (simple_identifier) @call))
(constructor_expression constructed_type: (_) @call)

(import_declaration (identifier) @import.module)

(class_declaration "class" . name: (_) . (type_parameters)? . (inheritance_specifier inherits_from: (_) @extends))
(class_declaration (inheritance_specifier inherits_from: (_) @implements))
(protocol_declaration (inheritance_specifier inherits_from: (_) @extends))

(property_declaration name: (pattern bound_identifier: (simple_identifier) @variable) (type_annotation (user_type) @declared))
(property_declaration
  name: (pattern bound_identifier: (simple_identifier) @variable) value: (call_expression . (simple_identifier) @made))
`;
