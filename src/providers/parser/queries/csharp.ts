// The syntax does not tell whether a base is a class or an interface; the I of an interface is a universal convention.
const INTERFACE = '"^([A-Za-z_0-9]+[.])*I[A-Z]"';
/** Where `#if` derails the parser, `else if (x) { … }` looks like a method. */
const STATEMENTS = '"^(if|for|foreach|while|switch|return|catch|lock|using)$"';
const TYPES = ['class_declaration', 'record_declaration', 'struct_declaration'];

export const csharp = `
(comment) @comment

(class_declaration name: (_) @name) @class
(record_declaration name: (_) @name) @class
(struct_declaration name: (_) @name) @struct
(interface_declaration name: (_) @name) @interface
(enum_declaration name: (_) @name) @enum
(delegate_declaration name: (_) @name) @type
(namespace_declaration name: (_) @name) @module
(file_scoped_namespace_declaration name: (_) @name) @module
((method_declaration name: (_) @name) @method (#not-match? @name ${STATEMENTS}))
(constructor_declaration name: (_) @name) @method
(destructor_declaration name: (_) @name) @method
(operator_declaration operator: _ @name) @method
(local_function_statement name: (_) @name) @function

(invocation_expression function: [(identifier) (generic_name)] @call)
(invocation_expression function: (member_access_expression expression: _ @qualifier name: (_) @call))
(invocation_expression
  function: (conditional_access_expression condition: (_) @qualifier (member_binding_expression name: (_) @call)))
(object_creation_expression type: (_) @call)
(constructor_initializer ["base" "this"] @call)

(using_directive name: (_) @alias [(identifier) (qualified_name)] @import.module .)
(using_directive [(identifier) (qualified_name)] @import.module .)

${TYPES.map((type) => `((${type} (base_list (_) @extends)) (#not-match? @extends ${INTERFACE}))`).join('\n')}
${TYPES.map((type) => `((${type} (base_list (_) @implements)) (#match? @implements ${INTERFACE}))`).join('\n')}
(interface_declaration (base_list (_) @extends))

(variable_declaration type: (_) @declared (variable_declarator name: (identifier) @variable))
(variable_declaration (variable_declarator name: (identifier) @variable (object_creation_expression type: (_) @declared)))
(property_declaration type: (_) @declared name: (identifier) @variable)
`;
