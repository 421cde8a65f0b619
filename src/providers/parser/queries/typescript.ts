import { ecmascript, jsx } from './javascript.ts';

const FUNCTION = '[(function_expression) (arrow_function)] @value';

export const typescript = `${ecmascript}
(abstract_class_declaration name: (_) @name) @class
(interface_declaration name: (_) @name) @interface
(type_alias_declaration name: (_) @name) @type
(enum_declaration name: (_) @name) @enum
(internal_module name: (_) @name) @module
(module name: (_) @name body: (_)) @module
(function_signature name: (_) @name) @function
(method_signature name: (_) @name) @method
(abstract_method_signature name: (_) @name) @method
(public_field_definition name: [(property_identifier) (private_property_identifier)] @name value: ${FUNCTION}) @method

(import_statement (import_require_clause source: (_ (string_fragment) @import.file)))
(extends_clause value: [(identifier) (member_expression)] @extends)
(extends_type_clause type: (_) @extends)
(implements_clause (_) @implements)

(variable_declarator name: (identifier) @variable type: (_ (_) @declared))
(arrow_function parameters: (_ (required_parameter pattern: (identifier) @variable type: (_ (_) @declared))))
(public_field_definition name: (_) @variable type: (_ (_) @declared))
(public_field_definition name: (_) @variable value: (_ constructor: (_) @declared))
(required_parameter (accessibility_modifier) pattern: (identifier) @variable type: (_ (_) @declared))
`;

export const tsx = `${typescript}${jsx}`;
