import { expect, it } from 'vitest';
import { sql } from './sql.ts';

it('writes the tenant into the text of a prepared statement, and binds every other value', () => {
  const query = sql`SELECT ${7} FROM t WHERE t.tenant_id = ${7} AND t.row = ${7} AND u.tenant_id = ${8} AND v.tenant_id = ${7}`;
  expect(query.named(7)).toMatchObject({
    text: 'SELECT $1 FROM t WHERE t.tenant_id = 7 AND t.row = $2 AND u.tenant_id = $3 AND v.tenant_id = 7',
    values: [7, 7, 8],
  });
  expect(query.named(7).name).not.toBe(query.named(8).name);
});
