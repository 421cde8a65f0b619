export const kotlin = `
[(line_comment) (multiline_comment)] @comment

(class_declaration "interface" (type_identifier) @name) @interface
(class_declaration "enum" (type_identifier) @name) @enum
(class_declaration "class" (type_identifier) @name) @class
(object_declaration (type_identifier) @name) @class
(companion_object (type_identifier) @name) @class
(type_alias (type_identifier) @name) @type
(function_declaration [(user_type) (nullable_type)] @container . (simple_identifier) @name) @method
(function_declaration (simple_identifier) @name) @function
(secondary_constructor "constructor" @name) @method
(property_declaration (variable_declaration (simple_identifier) @name) (lambda_literal) @body) @function

(call_expression . (simple_identifier) @call)
(call_expression . (navigation_expression . _ @qualifier (navigation_suffix (simple_identifier) @call)))

(import_header (identifier) @import (import_alias (_) @alias))
(import_header (identifier) @import)
(import_header (identifier) @import.module (wildcard_import))

(delegation_specifier (constructor_invocation (user_type) @extends))
(class_declaration "interface" (delegation_specifier (user_type) @extends))
(class_declaration "class" (delegation_specifier (user_type) @implements))
(object_declaration (delegation_specifier (user_type) @implements))
(delegation_specifier (explicit_delegation . (user_type) @implements))

(property_declaration (variable_declaration (simple_identifier) @variable [(user_type) (nullable_type)] @declared))
(property_declaration (variable_declaration (simple_identifier) @variable) (call_expression . (simple_identifier) @made))
(class_parameter (simple_identifier) @variable [(user_type) (nullable_type)] @declared)
`;
