import { cFamily, functionsNamed } from './c.ts';

const NAME = `[
  (identifier) (field_identifier) (qualified_identifier) (destructor_name) (operator_name) (template_function)
]`;

export const cpp = `${cFamily}${functionsNamed(NAME, 'name.path', (plain) => [`(reference_declarator ${plain})`])}
(function_definition declarator: [(operator_cast) (qualified_identifier name: (operator_cast))] @name.path) @function
(class_specifier name: (_) @name.path body: (_)) @class
(namespace_definition name: (_) @name) @module
(alias_declaration name: (_) @name) @type
(concept_definition name: (_) @name) @type
(init_declarator declarator: (identifier) @name value: (lambda_expression body: (_) @body)) @function
; Only what is pure virtual: every other declaration in a class has its definition elsewhere.
(field_declaration declarator: (function_declarator declarator: (field_identifier) @name) default_value: (number_literal)) @method
(field_declaration
  declarator: (pointer_declarator declarator: (function_declarator declarator: (field_identifier) @name)) default_value: (number_literal)) @method
(field_declaration
  declarator: (reference_declarator (function_declarator declarator: (field_identifier) @name)) default_value: (number_literal)) @method

(call_expression function: (qualified_identifier) @call)
((call_expression function: (template_function) @call) (#not-match? @call "^(static|dynamic|const|reinterpret)_cast"))
(new_expression type: (_) @call)

(using_declaration . "using" . "namespace" . (_) @import.module)
(using_declaration . "using" . [(identifier) (qualified_identifier)] @import)
(base_class_clause [(type_identifier) (qualified_identifier) (template_type)] @extends)

(declaration type: (_) @declared declarator: [
  (identifier) @variable
  (init_declarator declarator: (identifier) @variable)
  (init_declarator declarator: (pointer_declarator declarator: (identifier) @variable))
  (init_declarator declarator: (reference_declarator (identifier) @variable))
])
(field_declaration type: (_) @declared declarator: [
  (field_identifier) @variable
  (pointer_declarator declarator: (field_identifier) @variable)
])
`;
