// A message depends on the types of its fields and calls: they count as called.
export const proto = `
(comment) @comment

(message (message_name (identifier) @name) (message_body) @body) @struct
(enum (enum_name (identifier) @name) (enum_body) @body) @enum
(service (service_name (identifier) @name) . "{" @body) @interface
(rpc (rpc_name (identifier) @name)) @method

(rpc (message_or_enum_type) @call)
(field (type (message_or_enum_type) @call))
(oneof_field (type (message_or_enum_type) @call))
(map_field (type (message_or_enum_type) @call))

(import path: (string) @import.file)
`;
