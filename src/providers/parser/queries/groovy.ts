export const groovy = `
[(comment) (groovy_doc)] @comment
(annotation) @attribute

(class_definition name: (identifier) @name) @class
(function_definition function: (identifier) @name) @function
(function_declaration function: (identifier) @name) @method
(declaration name: (identifier) @name value: (closure) @body) @function

(function_call function: (identifier) @call)
(function_call function: (dotted_identifier) @call)
(juxt_function_call function: (identifier) @call)
(juxt_function_call function: (dotted_identifier) @call)

(groovy_import import: (qualified_name) @import)
(class_definition superclass: (_) @extends)

(declaration type: (identifier) @declared name: (identifier) @variable)
(parameter type: (identifier) @declared name: (identifier) @variable)
`;
