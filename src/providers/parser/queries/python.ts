export const python = `
(comment) @comment

(class_definition name: (identifier) @name) @class
(function_definition name: (identifier) @name) @function
(assignment left: (identifier) @name right: (lambda body: (_) @body)) @function
(type_alias_statement left: (type [(identifier) @name (generic_type . (identifier) @name)])) @type

(class_definition body: (block . (expression_statement . (string) @docstring)))
(function_definition body: (block . (expression_statement . (string) @docstring)))

(call function: (identifier) @call)
(call function: (attribute object: (_) @qualifier attribute: (identifier) @call))
(decorator [(identifier) (attribute)] @call)

(import_statement name: (dotted_name) @import.module)
(import_statement name: (aliased_import name: (dotted_name) @import.module alias: (_) @alias))
(import_from_statement module_name: (_) @qualifier name: (dotted_name) @import)
(import_from_statement module_name: (_) @qualifier name: (aliased_import name: (dotted_name) @import alias: (_) @alias))
(import_from_statement module_name: (_) @import.module (wildcard_import))
(future_import_statement name: (dotted_name) @import)

(class_definition superclasses: (argument_list [(identifier) (attribute) (subscript)] @extends))

(assignment left: [(identifier) (attribute)] @variable type: (type) @declared)
(assignment left: [(identifier) (attribute)] @variable right: (call function: (_) @made))
(as_pattern (call function: (_) @made) alias: (as_pattern_target (identifier) @variable))
`;
