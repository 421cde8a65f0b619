export const ocaml = `
(comment) @comment

(module_binding (module_name) @name) @module
(module_type_definition (module_type_name) @name) @interface
(type_binding name: (_) @name body: (record_declaration)) @struct
(type_binding name: (_) @name body: (variant_declaration)) @enum
(type_binding name: (_) @name) @type
(exception_definition (constructor_declaration (constructor_name) @name)) @type
(class_binding (class_name) @name body: (_) @body) @class
(method_definition (method_name) @name body: (_) @body) @method
(let_binding pattern: (value_name) @name (parameter) body: (_) @body) @function
(let_binding pattern: (value_name) @name body: [(function_expression) (fun_expression)] @body) @function
(value_specification (value_name) @name) @function
(external (value_name) @name) @function

(application_expression function: (value_path (module_path) @qualifier (value_name) @call))
(application_expression function: (value_path . (value_name) @call))
(method_invocation object: (_) @qualifier method: (method_name) @call)
(new_expression (class_path) @call)
((infix_expression operator: (rel_operator) @_pipe right: (value_path (value_name) @call)) (#eq? @_pipe "|>"))

(open_module module: (module_path) @import.module)
(module_binding (module_name) @alias body: (module_path) @import.module)
(inheritance_definition class: (class_path) @extends)
`;
