import { c } from './c.ts';

export const objc = `${c}
(class_interface . (identifier) @name category: (_)) @scope
(class_interface . (identifier) @name !category [(property_declaration) (method_declaration)] @body) @class
(class_interface . (identifier) @name !category) @class
(class_implementation . (identifier) @name) @scope
(protocol_declaration . (identifier) @name (method_declaration) @body) @interface
(protocol_declaration . (identifier) @name) @interface
(method_definition (method_type) . (identifier) @name (compound_statement) @body) @method
(protocol_declaration (method_declaration (method_type) . (identifier) @name) @method)

(message_expression receiver: (_) @qualifier . method: (identifier) @call)
(module_import path: (_) @import.module)

(class_interface superclass: (identifier) @extends)
(class_interface (parameterized_arguments (type_name (type_identifier) @implements)))
(protocol_declaration (protocol_reference_list (identifier) @extends))
`;
