// What JavaScript, TypeScript and TSX have in common; the class name is the only node they spell differently.
const FUNCTION = '[(function_expression) (generator_function) (arrow_function)] @value';
// Without brackets: a nested alternation finds only part of what it should.
const PROPERTY = '(property_identifier) (private_property_identifier)';
// The library compiles _ at once, but follows the type of a parent through all states of the grammar. So a parent is written
// as _ where its fields or its place leave no other: only a member_expression has both an object and a property.

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

((call_expression function: [(identifier) (super)] @call) (#not-eq? @call "require"))
(call_expression function: (_ object: (_) @qualifier property: [${PROPERTY}] @call))
(new_expression constructor: [(identifier) (member_expression)] @call)
(decorator (identifier) @call)

(import_statement (import_clause (identifier) @import) source: (_ (string_fragment) @qualifier))
(import_statement
  (_ (_ (_ name: (identifier) @import alias: (_) @alias)))
  source: (_ (string_fragment) @qualifier))
(import_statement
  (_ (_ (_ name: (identifier) @import))) source: (_ (string_fragment) @qualifier))
(import_statement (import_clause (namespace_import (identifier) @alias)) source: (_ (string_fragment) @import.file))
(import_statement "import" . source: (_ (string_fragment) @import.file))
(export_statement (_ (_ name: (identifier) @import)) source: (_ (string_fragment) @qualifier))
(export_statement "*" source: (_ (string_fragment) @import.file))
((variable_declarator name: (identifier) @alias
  value: (_ function: (identifier) @_require arguments: (_ . (string (string_fragment) @import.file))))
  (#eq? @_require "require"))
((call_expression function: [(identifier) (import)] @_require arguments: (_ . (string (string_fragment) @import.file)))
  (#any-of? @_require "require" "import"))
((variable_declarator
  name: (object_pattern [(shorthand_property_identifier_pattern) @import (pair_pattern key: (property_identifier) @import value: (identifier) @alias)])
  value: (_ function: (identifier) @_require arguments: (_ . (string (string_fragment) @qualifier))))
  (#eq? @_require "require"))

(variable_declarator name: (identifier) @variable value: (_ constructor: (_) @declared))
(variable_declarator name: (identifier) @variable value: (_ function: (_) @made))
(variable_declarator name: (identifier) @variable value: (await_expression (_ function: (_) @made)))
(assignment_expression left: (_ object: (this) property: (_)) @variable right: (_ constructor: (_) @declared))
`;

export const jsx = `
(jsx_opening_element name: (identifier) @call (#match? @call "^[A-Z]"))
(jsx_self_closing_element name: (identifier) @call (#match? @call "^[A-Z]"))
(jsx_opening_element name: (member_expression) @call)
(jsx_self_closing_element name: (member_expression) @call)
`;

export const javascript = `${ecmascript}${jsx}
(field_definition property: [${PROPERTY}] @name value: ${FUNCTION}) @method
(field_definition property: (_) @variable value: (_ constructor: (_) @declared))
(class_heritage [(identifier) (member_expression)] @extends)
`;
