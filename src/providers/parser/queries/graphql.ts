// A type depends on the types of its fields: they count as called.
const described = (node: string, capture: string, body = ''): string =>
  `(${node} (description)? @doc . (name) @name ${body && `(${body})? @body`}) @${capture}`;

export const graphql = `
(comment) @comment

${described('object_type_definition', 'struct', 'fields_definition')}
${described('input_object_type_definition', 'struct', 'input_fields_definition')}
${described('interface_type_definition', 'interface', 'fields_definition')}
${described('enum_type_definition', 'enum', 'enum_values_definition')}
${described('union_type_definition', 'type')}
${described('scalar_type_definition', 'type')}
${described('directive_definition', 'function')}
(object_type_extension (name) @name) @scope
(field_definition (description)? @doc . (name) @name . (arguments_definition)) @method
(fragment_definition (fragment_name (name) @name) (selection_set) @body) @function
(operation_definition (name) @name (selection_set) @body) @function

(type (named_type (name) @call))
(non_null_type (named_type (name) @call))
(union_member_types (named_type (name) @call))
(fragment_spread (fragment_name (name) @call))
(directive (name) @call)
(implements_interfaces (named_type (name) @implements))
`;
