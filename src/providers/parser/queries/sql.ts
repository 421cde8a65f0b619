const NAME = '(object_reference) @name.path';

export const sql = `
[(comment) (marginalia)] @comment

(create_table ${NAME} . (column_definitions) @body) @struct
(create_table (keyword_table) . ${NAME}) @struct
(create_view ${NAME} . (keyword_as) @body) @struct
(create_view (keyword_view) . ${NAME}) @struct
(create_materialized_view ${NAME} . (keyword_as) @body) @struct
(create_type (keyword_type) . ${NAME}) @type
(create_function (keyword_function) . ${NAME} (function_body) @body) @function
; Procedures do not parse to their end, see languages.ts, but their name can be read.
(ERROR (keyword_create) (keyword_function) . ${NAME}) @function
(create_trigger (keyword_trigger) . ${NAME}) @function

(invocation (object_reference) @call)
(create_trigger (keyword_execute) . [(keyword_function) (keyword_procedure)] . (object_reference) @call)
`;
