const NAMED = '(arguments . argument: (argument value: (string content: (_) @name)))';
const LOADING = '"library" "require" "requireNamespace" "loadNamespace"';

export const r = `
(comment) @comment

(binary_operator lhs: [(identifier) (string)] @name rhs: (function_definition) @value) @function
((binary_operator lhs: (identifier) @name rhs: (call function: (identifier) @_class)) @class (#any-of? @_class "R6Class" "setRefClass"))
((call function: (identifier) @_class arguments: ${NAMED}) @class (#any-of? @_class "setClass" "setRefClass"))
((call function: (identifier) @_generic arguments: ${NAMED}) @function (#eq? @_generic "setGeneric"))
((call function: (identifier) @_method arguments: (arguments
    . argument: (argument value: (string content: (_) @name)) (comma)
    . argument: (argument value: (string content: (_) @container)) argument: (argument value: (function_definition) @value))) @method
  (#eq? @_method "setMethod"))
((call function: (identifier) @_list arguments: (arguments
    argument: (argument name: (identifier) @name value: (function_definition) @value) @function))
  (#eq? @_list "list"))

((call function: (identifier) @call)
  (#not-any-of? @call ${LOADING} "source" "setClass" "setRefClass" "setGeneric" "setMethod" "R6Class" "list" "c"))
(call function: (namespace_operator lhs: (_) @qualifier rhs: (identifier) @call))
(call function: (extract_operator lhs: (_) @qualifier rhs: (identifier) @call))

((call function: (identifier) @_library arguments: (arguments . argument: (argument value: (identifier) @import.module)))
  (#any-of? @_library ${LOADING}))
((call function: (identifier) @_source arguments: (arguments . argument: (argument value: (string content: (_) @import.file))))
  (#eq? @_source "source"))

((argument name: (identifier) @_contains value: (string content: (_) @extends)) (#eq? @_contains "contains"))
((argument name: (identifier) @_inherit value: (identifier) @extends) (#eq? @_inherit "inherit"))
`;
