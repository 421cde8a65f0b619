const LABEL = (capture: string): string => `(string_lit (template_literal) @${capture})`;

export const terraform = `
(comment) @comment

((block . (identifier) @_kind . ${LABEL('container')} . ${LABEL('name')} (block_start) @body) @struct (#any-of? @_kind "resource" "data"))
((block . (identifier) @_kind . ${LABEL('name')} . (block_start) @body) @module (#eq? @_kind "module"))
((block . (identifier) @_kind . ${LABEL('name')} . (block_start) @body) @struct (#any-of? @_kind "variable" "output" "provider"))
((block . (identifier) @_kind (body (attribute . (identifier) @name) @struct)) (#eq? @_kind "locals"))

(function_call (identifier) @call)
((expression (variable_expr (identifier) @_of) . (get_attr (identifier) @call)) (#not-any-of? @_of "each" "count" "self" "path" "terraform" "data"))
((expression (variable_expr (identifier) @_of) . (get_attr) . (get_attr (identifier) @call)) (#eq? @_of "data"))

((block . (identifier) @_module (body (attribute . (identifier) @_source
    (expression (literal_value (string_lit (template_literal) @import.file))))))
  (#eq? @_module "module") (#eq? @_source "source"))
`;
