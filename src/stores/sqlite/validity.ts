/** The condition of validity for a table's alias, with the moment bound twice. */
export const validAt = (alias: string): string =>
  `${alias}.valid_from <= ? AND (${alias}.valid_until IS NULL OR ${alias}.valid_until > ?)`;
