// A body is a sibling of its signature, and a callee a sibling of its arguments.
const ARGUMENTS = '. (selector (argument_part))';
const METHOD = '(unconditional_assignable_selector (identifier) @call)';

export const dart = `
[(comment) (documentation_comment)] @comment
(annotation) @attribute

(class_definition name: (identifier) @name) @class
(mixin_declaration (mixin) . (identifier) @name) @trait
(enum_declaration name: (identifier) @name) @enum
(extension_declaration class: (type_identifier) @name) @scope
(type_alias . (type_identifier) @name) @type
((method_signature [(function_signature name: (identifier) @name) (getter_signature name: (identifier) @name) (setter_signature name: (identifier) @name)]) @method
  . (function_body) @body)
((method_signature (factory_constructor_signature (identifier) @name . (formal_parameter_list))) @method . (function_body) @body)
((method_signature (constructor_signature name: (identifier) @name . parameters: (_))) @method . (function_body) @body)
(declaration [(function_signature name: (identifier) @name) (getter_signature name: (identifier) @name) (setter_signature name: (identifier) @name)]) @method
(declaration (constructor_signature name: (identifier) @name . parameters: (_))) @method
((function_signature name: (identifier) @name) @function . (function_body) @body)

((identifier) @call ${ARGUMENTS})
((identifier) @qualifier . (selector ${METHOD}) ${ARGUMENTS})
((this) @qualifier . (selector ${METHOD}) ${ARGUMENTS})
((selector ${METHOD}) ${ARGUMENTS})
(new_expression (type_identifier) @call)
(const_object_expression (type_identifier) @call)

(import_specification (configurable_uri (uri (string_literal) @import.file)) (identifier) @alias)
(import_specification (configurable_uri (uri (string_literal) @import.file)))
(library_export (configurable_uri (uri (string_literal) @import.file)))

(superclass . (type_identifier) @extends)
(mixins (type_identifier) @implements)
(interfaces (type_identifier) @implements)

(formal_parameter (type_identifier) @declared name: (identifier) @variable)
(initialized_variable_definition name: (identifier) @variable . value: (identifier) @made . value: (selector (argument_part)))
(initialized_variable_definition (type_identifier) @declared name: (identifier) @variable)
`;
