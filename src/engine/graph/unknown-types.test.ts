import { describe, expect, it } from 'vitest';
import { unknownTypes } from './unknown-types.ts';

const network = { edgeTypes: async () => ['MENTIONS', 'DEPENDS_ON', 'uses', '依存'] };

describe('a hint about relationship types', () => {
  it.each([
    [['Mention'], 'No relationship has the type Mention; did you mean MENTIONS?'],
    [['DEPEND_ON', 'Uses'], 'No relationship has the type DEPEND_ON, Uses; did you mean DEPENDS_ON, uses?'],
    [['depends on'], 'No relationship has the type "depends on"; did you mean DEPENDS_ON?'],
    [['EATS'], 'No relationship has the type EATS; existing types: DEPENDS_ON, MENTIONS, uses, 依存.'],
    [[''], 'No relationship has the type ""; existing types: DEPENDS_ON, MENTIONS, uses, 依存.'],
    [['MENTIONS', 'uses'], null],
    [[], null],
  ])('%j: %s', async (asked, hint) => {
    expect(await unknownTypes(network, asked)).toBe(hint);
  });
});
