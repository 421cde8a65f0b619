export const java = `
[(line_comment) (block_comment)] @comment

(class_declaration name: (_) @name) @class
(record_declaration name: (_) @name) @class
(interface_declaration name: (_) @name) @interface
(annotation_type_declaration name: (_) @name) @interface
(enum_declaration name: (_) @name) @enum
(method_declaration name: (_) @name) @method
(constructor_declaration name: (_) @name) @method
(compact_constructor_declaration name: (_) @name) @method
(annotation_type_element_declaration name: (_) @name) @method

(method_invocation !object name: (_) @call)
(method_invocation object: (_) @qualifier name: (_) @call)
(object_creation_expression type: (_) @call)
(explicit_constructor_invocation constructor: (_) @call)
(method_reference . (_) @qualifier (identifier) @call .)

(import_declaration [(identifier) (scoped_identifier)] @import)
(import_declaration [(identifier) (scoped_identifier)] @import.module (asterisk))

(superclass (_) @extends)
(extends_interfaces (type_list (_) @extends))
(super_interfaces (type_list (_) @implements))

(local_variable_declaration type: (_) @declared declarator: (variable_declarator name: (identifier) @variable))
(local_variable_declaration declarator: (variable_declarator name: (identifier) @variable value: (object_creation_expression type: (_) @declared)))
(field_declaration type: (_) @declared declarator: (variable_declarator name: (identifier) @variable))
(enhanced_for_statement type: (_) @declared name: (identifier) @variable)
(lambda_expression parameters: (formal_parameters (formal_parameter type: (_) @declared name: (identifier) @variable)))
(resource type: (_) @declared name: (identifier) @variable)
`;
