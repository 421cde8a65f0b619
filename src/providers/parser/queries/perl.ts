const PRAGMAS = '"strict" "warnings" "utf8" "feature" "constant" "vars" "lib" "overload" "integer" "parent" "base"';

export const perl = `
(comment) @comment

(package_statement name: (package) @name.path) @module
(subroutine_declaration_statement name: (bareword) @name) @function
(assignment_expression left: (variable_declaration variable: (scalar (varname) @name)) right: (anonymous_subroutine_expression) @value) @function

(function_call_expression function: (function) @call)
(ambiguous_function_call_expression function: (function) @call)
((method_call_expression invocant: (bareword) @call method: (method) @_new) (#eq? @_new "new"))
((method_call_expression invocant: (_) @qualifier method: (method) @call) (#not-eq? @call "new"))

((use_statement module: (package) @import.module) (#not-any-of? @import.module ${PRAGMAS}))
(require_expression (bareword) @import.module)
((use_statement module: (package) @_parent (string_literal content: (_) @extends)) (#any-of? @_parent "parent" "base"))
((use_statement module: (package) @_parent (quoted_word_list content: (_) @extends)) (#any-of? @_parent "parent" "base"))

((assignment_expression left: (variable_declaration variable: (scalar) @variable)
  right: (method_call_expression invocant: (bareword) @declared method: (method) @_new)) (#eq? @_new "new"))
`;
