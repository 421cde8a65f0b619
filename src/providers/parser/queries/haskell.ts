export const haskell = `
[(comment) (haddock)] @comment

(declarations (signature) @attribute)

(class name: (_) @name declarations: (_) @body) @trait
(class name: (_) @name) @trait
(data_type name: (_) @name) @struct
(newtype name: (_) @name) @struct
(type_synomym name: (_) @name) @type
(instance name: (_) @implements patterns: (type_patterns . (name) @name)) @scope
(function name: (_) @name match: (match) @body) @function
(declarations (bind name: (variable) @name match: (match) @body) @function)
(class_declarations (signature name: (variable) @name) @method)

(apply function: (variable) @call)
(apply function: (qualified module: (_) @qualifier id: (variable) @call))
(infix operator: (infix_id (variable) @call))

(import module: (module) @import.module alias: (module) @alias)
(import module: (module) @qualifier names: (import_list name: (import_name variable: (variable) @import)))
(import module: (module) @qualifier names: (import_list name: (import_name type: (name) @import)))
(import module: (module) @import.module !names)
`;
