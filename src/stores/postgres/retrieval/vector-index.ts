// The HNSW indexes of vectors, one per table and dimension. All tenants share them.

export const VECTOR_TABLES = ['vectors', 'chunk_vectors'] as const;
export type VectorTable = (typeof VECTOR_TABLES)[number];

/** Up to this many, comparing all takes no longer than the index, and misses none. */
export const COMPARED = 20_000;
/** pgvector cannot index half-precision vectors with more dimensions. */
export const MOST_DIMENSIONS = 4000;

export const keyOf = (table: VectorTable): string => (table === 'vectors' ? 'passage_id' : 'chunk_id');

export const indexName = (table: VectorTable, dimensions: number): string => `${table}_near_${dimensions}`;

/** The index for a dimension; null if there can be none. */
export const indexFor = (table: VectorTable, dimensions: number): string | null =>
  dimensions > MOST_DIMENSIONS
    ? null
    : `CREATE INDEX IF NOT EXISTS ${indexName(table, dimensions)} ON ${table}
       USING hnsw ((vector::halfvec(${dimensions})) halfvec_ip_ops) WITH (m = 16, ef_construction = 128)
       WHERE vector_dims(vector) = ${dimensions} AND indexed`;
