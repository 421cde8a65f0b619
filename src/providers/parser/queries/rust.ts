const TYPE = '[(type_identifier) (scoped_type_identifier) (generic_type)]';

export const rust = `
[(line_comment) (block_comment)] @comment
(attribute_item) @attribute

(function_item name: (_) @name) @function
(function_signature_item name: (_) @name) @function
(struct_item name: (_) @name) @struct
(union_item name: (_) @name) @struct
(enum_item name: (_) @name) @enum
(trait_item name: (_) @name) @trait
(mod_item name: (_) @name body: (_)) @module
(type_item name: (_) @name) @type
(macro_definition name: (_) @name . "{"? @body) @function
(let_declaration pattern: (identifier) @name value: (closure_expression body: (_) @body)) @function
(impl_item type: (_) @name.path) @scope

(call_expression function: [(identifier) (scoped_identifier)] @call)
(call_expression function: (field_expression value: (_) @qualifier field: (field_identifier) @call))
(call_expression function: (generic_function function: [(identifier) (scoped_identifier)] @call))
(call_expression function: (generic_function function: (field_expression value: (_) @qualifier field: (field_identifier) @call)))
(macro_invocation macro: (_) @call)
(struct_expression name: ${TYPE} @call)
; Inside a macro there are only tokens: a name before a parenthesis is a call.
((token_tree (_) @qualifier . ["." "::"] . (identifier) @call . (token_tree) @_arguments) (#match? @_arguments "^[(]"))
((token_tree (identifier) @call . (token_tree) @_arguments) (#match? @_arguments "^[(]"))

(scoped_use_list path: (_) @path) @prefix
(use_declaration argument: [(identifier) (scoped_identifier)] @import)
(use_list [(identifier) (scoped_identifier) (self)] @import)
(use_as_clause path: (_) @import alias: (_) @alias)
(use_wildcard (_) @import.module)
(extern_crate_declaration name: (_) @import)
(mod_item name: (_) @import !body)

(trait_item bounds: (trait_bounds ${TYPE} @extends))
(impl_item trait: ${TYPE} @implements)

(let_declaration pattern: (identifier) @variable type: (_) @declared)
(let_declaration pattern: (identifier) @variable value: (struct_expression name: (_) @declared))
(let_declaration pattern: (identifier) @variable value: (call_expression function: (_) @made))
(let_declaration pattern: (identifier) @variable value: (try_expression (call_expression function: (_) @made)))
(field_declaration name: (_) @variable type: (_) @declared)
`;
