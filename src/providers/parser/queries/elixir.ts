// In Elixir's grammar everything is a call, including definitions.
const DEFINING = '"def" "defp" "defmacro" "defmacrop" "defguard" "defguardp" "defdelegate"';
const SPECIAL = `${DEFINING} "defmodule" "defprotocol" "defimpl" "defstruct" "alias" "import" "require" "use" "quote" "unquote"
  "moduledoc" "doc" "typedoc" "spec" "type" "typep" "opaque" "callback" "impl" "behaviour" "if" "unless" "case" "cond" "with" "for"`;

/** With a block, on one line, or only declared. */
const defining = (head: string): string => `
((call target: (identifier) @_def (arguments . ${head}) (do_block) @body) @function (#any-of? @_def ${DEFINING}))
((call target: (identifier) @_def (arguments . ${head} (keywords) @body)) @function (#any-of? @_def ${DEFINING}))
((call target: (identifier) @_def (arguments . ${head})) @function (#any-of? @_def ${DEFINING}))`;

const module = (macro: string, capture: string): string =>
  `((call target: (identifier) @_def (arguments . (alias) @name.path) (do_block) @body) @${capture} (#eq? @_def "${macro}"))`;

export const elixir = `
(comment) @comment

${module('defmodule', 'module')}
${module('defprotocol', 'interface')}
((call target: (identifier) @_def (arguments . (alias) @implements (keywords (pair value: (alias) @name.path))) (do_block) @body) @scope
  (#eq? @_def "defimpl"))
${defining('(call target: (identifier) @name)')}
${defining('(binary_operator left: (call target: (identifier) @name))')}
${defining('(identifier) @name')}

((call target: (identifier) @call) (#not-any-of? @call ${SPECIAL}))
(call target: (dot left: (_) @qualifier right: (identifier) @call))
(unary_operator "&" operand: (binary_operator left: (identifier) @call right: (integer)))

((call target: (identifier) @_import (arguments . (alias) @import (keywords (pair key: (keyword) @_as value: (alias) @alias))))
  (#eq? @_import "alias") (#match? @_as "^as:"))
((call target: (identifier) @_import (arguments . (alias) @import)) (#any-of? @_import "alias" "import" "require" "use"))
`;
