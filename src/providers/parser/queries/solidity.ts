export const solidity = `
(comment) @comment

(contract_declaration name: (_) @name) @class
(library_declaration name: (_) @name) @class
(interface_declaration name: (_) @name) @interface
(struct_declaration name: (_) @name) @struct
(enum_declaration name: (_) @name) @enum
(event_definition name: (_) @name) @type
(error_declaration name: (_) @name) @type
(user_defined_type_definition name: (_) @name) @type
(function_definition name: (_) @name) @function
(modifier_definition name: (_) @name) @method
(constructor_definition "constructor" @name) @method

(call_expression function: (expression (identifier) @call))
(call_expression function: (expression (member_expression object: (_) @qualifier property: (identifier) @call)))
(modifier_invocation (identifier) @call)
(emit_statement name: (expression (identifier) @call))
(revert_statement error: (expression (identifier) @call))

(import_directive import_name: (identifier) @import alias: (identifier) @alias source: (string) @qualifier)
(import_directive import_name: (identifier) @import source: (string) @qualifier)
(import_directive !import_name source: (string) @import.file)
(inheritance_specifier ancestor: (user_defined_type) @extends)

(parameter type: (type_name (user_defined_type) @declared) name: (identifier) @variable)
(state_variable_declaration type: (type_name (user_defined_type) @declared) name: (identifier) @variable)
`;
