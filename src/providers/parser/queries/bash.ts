export const bash = `
(comment) @comment

(function_definition name: (word) @name) @function

((command name: (command_name (word) @call)) (#not-any-of? @call "source" "."))

((command name: (command_name (word) @_source) . argument: (_) @import.file) (#any-of? @_source "source" "."))
`;
