const NAME = '[(name) (qualified_name)]';

export const php = `
(comment) @comment

(class_declaration name: (_) @name) @class
(interface_declaration name: (_) @name) @interface
(trait_declaration name: (_) @name) @trait
(enum_declaration name: (_) @name) @enum
(namespace_definition name: (_) @name) @module
(function_definition name: (_) @name) @function
(method_declaration name: (_) @name) @method
(assignment_expression left: (variable_name (name) @name)
  right: [(anonymous_function body: (_) @body) (arrow_function body: (_) @body)]) @function

(function_call_expression function: ${NAME} @call)
(member_call_expression object: (_) @qualifier name: (name) @call)
(nullsafe_member_call_expression object: (_) @qualifier name: (name) @call)
(scoped_call_expression scope: (_) @qualifier name: (name) @call)
(object_creation_expression ${NAME} @call)

(namespace_use_declaration (namespace_name) @path) @prefix
(namespace_use_clause . ${NAME} @import alias: (_) @alias)
(namespace_use_clause . ${NAME} @import)
(require_expression (string (string_content) @import.file))
(require_once_expression (string (string_content) @import.file))
(include_expression (string (string_content) @import.file))
(include_once_expression (string (string_content) @import.file))

(base_clause ${NAME} @extends)
(class_interface_clause ${NAME} @implements)
(use_declaration ${NAME} @implements)

(assignment_expression left: [(variable_name) (member_access_expression)] @variable right: (object_creation_expression [(name) (qualified_name)] @declared))
`;
