// The name of a C function is nested in one declarator for every pointer and parenthesis of its type.

/** Where macros derail the parser, `else if (x) { … }` looks like a function. */
const STATEMENTS = '"^(if|for|while|switch|return|else|do|sizeof|defined)$"';

export function functionsNamed(node: string, capture: string, extra: (plain: string) => string[] = () => []): string {
  const name = `${node} @${capture}`;
  const plain = `(function_declarator declarator: ${name})`;
  const pointer = `(pointer_declarator declarator: ${plain})`;
  return [
    plain,
    pointer,
    `(pointer_declarator declarator: ${pointer})`,
    `(function_declarator declarator: (parenthesized_declarator ${pointer}))`,
    `(function_declarator declarator: (parenthesized_declarator ${name}))`,
    ...extra(plain),
  ]
    .map(
      (declarator) =>
        `((function_definition declarator: ${declarator}) @function (#not-match? @${capture} ${STATEMENTS}))`,
    )
    .join('\n');
}

/** What C and C++ share. */
export const cFamily = `
(comment) @comment

(struct_specifier name: (_) @name.path body: (_)) @struct
(union_specifier name: (_) @name.path body: (_)) @struct
(enum_specifier name: (_) @name.path body: (_)) @enum
(type_definition type: [(struct_specifier !name body: (_)) (union_specifier !name body: (_))] declarator: (type_identifier) @name) @struct
(type_definition type: (enum_specifier !name body: (_)) declarator: (type_identifier) @name) @enum
(type_definition declarator: (type_identifier) @name) @type
(type_definition declarator: (pointer_declarator declarator: (type_identifier) @name)) @type
(type_definition declarator: (function_declarator declarator: (parenthesized_declarator (pointer_declarator declarator: (type_identifier) @name)))) @type
(preproc_function_def name: (_) @name value: (_) @body) @function
(preproc_function_def name: (_) @name) @function

(call_expression function: (identifier) @call)
(call_expression function: (field_expression argument: (_) @qualifier field: (_) @call))
(call_expression function: (parenthesized_expression (identifier) @call))

(preproc_include path: [(system_lib_string) (string_literal)] @import.file)
`;

export const c = `${cFamily}${functionsNamed('(identifier)', 'name')}`;
