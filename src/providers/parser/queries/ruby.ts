export const ruby = `
(comment) @comment

(module name: (_) @name.path) @module
(class name: (_) @name.path) @class
(method name: (_) @name) @method
(singleton_method name: (_) @name) @method
((call method: (identifier) @_define arguments: (argument_list . (simple_symbol) @name) block: (_) @body) @method
  (#any-of? @_define "define_method" "define_singleton_method"))
(assignment left: (identifier) @name right: (lambda body: (_) @body)) @function

((call !receiver method: (identifier) @call)
  (#not-any-of? @call "require" "require_relative" "load" "include" "extend" "prepend"))
(call method: (super) @call)
((call receiver: (_) @qualifier method: (_) @call) (#not-eq? @call "new"))
((call receiver: [(constant) (scope_resolution)] @call method: (identifier) @_new) (#eq? @_new "new"))

((call !receiver method: (identifier) @_require arguments: (argument_list . (string (string_content) @import.file)))
  (#any-of? @_require "require" "require_relative" "load"))
((call !receiver method: (identifier) @_autoload arguments: (argument_list . (simple_symbol) @import (string (string_content) @qualifier)))
  (#eq? @_autoload "autoload"))

(superclass [(constant) (scope_resolution)] @extends)
((call !receiver method: (identifier) @_include arguments: (argument_list [(constant) (scope_resolution)] @implements))
  (#any-of? @_include "include" "extend" "prepend"))

((assignment left: [(identifier) (instance_variable)] @variable
  right: (call receiver: [(constant) (scope_resolution)] @declared method: (identifier) @_new)) (#eq? @_new "new"))
`;
