// What JavaScript, TypeScript and TSX have in common; the class name is the only node they spell differently.
const FUNCTION = '[(function_expression) (generator_function) (arrow_function)] @value';
// Without brackets: a nested alternation finds only part of what it should.
const PROPERTY = '(property_identifier) (private_property_identifier)';
// Only a member_expression has both an object and a property, so with both it is written as _: the library compiles that
// at once, but follows a parent's type through all states of the grammar.

export const ecmascript = `
(comment) @comment
(decorator) @attribute

(function_declaration name: (_) @name) @function
(generator_function_declaration name: (_) @name) @function
(class_declaration name: (_) @name) @class
(variable_declarator name: (identifier) @name value: (class body: (_) @body)) @class
(method_definition name: [${PROPERTY} (string)] @name) @method
(variable_declarator name: (identifier) @name value: ${FUNCTION}) @function
(variable_declarator name: (identifier) @name value: (object)) @scope
(pair key: (property_identifier) @name value: ${FUNCTION}) @function
(arguments (function_expression name: (identifier) @name) @function)
(return_statement (function_expression name: (identifier) @name) @function)
(assignment_expression left: (identifier) @name right: ${FUNCTION}) @function
(export_statement "default" @name value: ${FUNCTION}) @function

(assignment_expression left: (_
    object: (_ object: (identifier) @container property: (property_identifier) @_prototype)
    property: (property_identifier) @name) right: ${FUNCTION}
  (#eq? @_prototype "prototype")) @method
(assignment_expression left: (_ object: (identifier) @container property: (property_identifier) @name) right: ${FUNCTION}
  (#not-eq? @container "exports")) @method
(assignment_expression left: (_ object: (identifier) @_exports property: (property_identifier) @name) right: ${FUNCTION}
  (#eq? @_exports "exports")) @function
(assignment_expression left: (_ object: [(this) (member_expression)] property: [${PROPERTY}] @name) right: ${FUNCTION}) @function

((call_expression function: (identifier) @call) (#not-eq? @call "require"))
(call_expression function: (super) @call)
(call_expression function: (_ object: (_) @qualifier property: [${PROPERTY}] @call))
(new_expression constructor: [(identifier) (member_expression)] @call)
(decorator (identifier) @call)

(import_statement (import_clause (identifier) @import) source: (string (string_fragment) @qualifier))
(import_statement
  (import_clause (named_imports (import_specifier name: (identifier) @import alias: (_) @alias)))
  source: (string (string_fragment) @qualifier))
(import_statement
  (import_clause (named_imports (import_specifier name: (identifier) @import))) source: (string (string_fragment) @qualifier))
(import_statement (import_clause (namespace_import (identifier) @alias)) source: (string (string_fragment) @import.file))
(import_statement "import" . source: (string (string_fragment) @import.file))
(export_statement (export_clause (export_specifier name: (identifier) @import)) source: (string (string_fragment) @qualifier))
(export_statement "*" source: (string (string_fragment) @import.file))
((variable_declarator name: (identifier) @alias
  value: (call_expression function: (identifier) @_require arguments: (arguments . (string (string_fragment) @import.file))))
  (#eq? @_require "require"))
((call_expression function: [(identifier) (import)] @_require arguments: (arguments . (string (string_fragment) @import.file)))
  (#any-of? @_require "require" "import"))
((variable_declarator
  name: (object_pattern [(shorthand_property_identifier_pattern) @import (pair_pattern key: (property_identifier) @import value: (identifier) @alias)])
  value: (call_expression function: (identifier) @_require arguments: (arguments . (string (string_fragment) @qualifier))))
  (#eq? @_require "require"))

(variable_declarator name: (identifier) @variable value: (new_expression constructor: (_) @declared))
(variable_declarator name: (identifier) @variable value: (call_expression function: (_) @made))
(variable_declarator name: (identifier) @variable value: (await_expression (call_expression function: (_) @made)))
(assignment_expression left: (member_expression object: (this)) @variable right: (new_expression constructor: (_) @declared))
`;

export const jsx = `
(jsx_opening_element name: (identifier) @call (#match? @call "^[A-Z]"))
(jsx_self_closing_element name: (identifier) @call (#match? @call "^[A-Z]"))
(jsx_opening_element name: (member_expression) @call)
(jsx_self_closing_element name: (member_expression) @call)
`;

export const javascript = `${ecmascript}${jsx}
(field_definition property: [${PROPERTY}] @name value: ${FUNCTION}) @method
(field_definition property: (_) @variable value: (new_expression constructor: (_) @declared))
(class_heritage [(identifier) (member_expression)] @extends)
`;
