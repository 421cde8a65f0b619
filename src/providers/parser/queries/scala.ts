export const scala = `
[(comment) (block_comment)] @comment

(class_definition name: (_) @name) @class
(object_definition name: (_) @name) @class
(package_object name: (_) @name) @module
(trait_definition name: (_) @name) @trait
(enum_definition name: (_) @name) @enum
(type_definition name: (_) @name) @type
(function_definition name: (_) @name) @function
(function_declaration name: (_) @name) @function
(val_definition pattern: (identifier) @name value: (lambda_expression) @body) @function

(call_expression function: (identifier) @call)
(call_expression function: (field_expression value: (_) @qualifier field: (_) @call))
(call_expression function: (generic_function function: (identifier) @call))
(call_expression function: (generic_function function: (field_expression value: (_) @qualifier field: (_) @call)))
(instance_expression . [(type_identifier) (generic_type) (stable_type_identifier)] @call)

(import_declaration (identifier) @path) @prefix
(import_declaration (identifier) @import .)
(import_declaration (identifier) @import . (namespace_wildcard))
(namespace_selectors (identifier) @import)
(namespace_selectors (_ name: (identifier) @import alias: (_) @alias))

(extends_clause . type: (_) @extends)
(extends_clause "with" . type: (_) @implements)

(val_definition pattern: (identifier) @variable type: (_) @declared)
(val_definition pattern: (identifier) @variable value: (instance_expression . (_) @declared))
(val_definition pattern: (identifier) @variable value: (call_expression function: (identifier) @made))
`;
