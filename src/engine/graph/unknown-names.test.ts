import { describe, expect, it } from 'vitest';
import { LABELS } from './nodes.ts';
import { hintsOn, unknownTypes } from './unknown-names.ts';

const network = {
  edgeTypes: async () => ['MENTIONS', 'DEPENDS_ON', 'uses', '依存'],
  metadataKeys: async (): Promise<string[] | null> => ['owner'],
};
const NOTHING = { types: [], labels: [], properties: [] };

describe('a hint about relationship types', () => {
  it.each([
    [['Mention'], 'No relationship has the type Mention; did you mean MENTIONS?'],
    [['DEPEND_ON', 'Uses'], 'No relationship has the type DEPEND_ON, Uses; did you mean DEPENDS_ON, uses?'],
    [['depends on'], 'No relationship has the type "depends on"; did you mean DEPENDS_ON?'],
    [['MENTOINS'], 'No relationship has the type MENTOINS; did you mean MENTIONS?'],
    [['EATS'], 'No relationship has the type EATS; existing types: DEPENDS_ON, MENTIONS, uses, 依存.'],
    [[''], 'No relationship has the type ""; existing types: DEPENDS_ON, MENTIONS, uses, 依存.'],
    [['MENTIONS', 'uses'], null],
    [[], null],
  ])('%j: %s', async (asked, hint) => {
    expect(await unknownTypes(network, asked)).toBe(hint);
  });
});

describe('a hint about labels', () => {
  it.each([
    [['memory', 'Memroy'], 'No node has the label memory, Memroy; did you mean Memory?'],
    [['Animal'], `No node has the label Animal; existing labels: ${LABELS.toSorted().join(', ')}.`],
    [LABELS, null],
  ])('%j: %s', async (labels, hint) => {
    expect(await hintsOn(network, { ...NOTHING, labels }, [['a'], ['b']])).toBe(hint);
  });
});

it('a hint that lists many names says how many it leaves out', async () => {
  const among = { ...network, edgeTypes: async () => Array.from({ length: 23 }, (_, i) => `T${i}`) };
  expect(await unknownTypes(among, ['EATS'])).toMatch(/, T6 and 3 more\.$/);
});

describe('a hint about properties', () => {
  const hint = (properties: string[], rows: (string | number | null)[][], among = network) =>
    hintsOn(among, { ...NOTHING, properties }, rows);

  it.each([
    [['nmae'], 'No node has the property nmae; did you mean name?'],
    [['nam'], 'No node has the property nam; did you mean name?'],
    [['onwer'], 'No node has the property onwer; did you mean owner?'],
    [['owner', 'name', 'component_id', 'tags'], null],
  ])('%j: %s', async (asked, said) => {
    expect(await hint(asked, [])).toBe(said);
  });

  it('is given if a column holds nothing', async () => {
    expect(await hint(['nmae'], [[0]])).not.toBeNull();
    expect(
      await hint(
        ['nmae'],
        [
          ['a', null],
          ['b', null],
        ],
      ),
    ).not.toBeNull();
    expect(
      await hint(
        ['nmae'],
        [
          ['a', null],
          ['b', 'c'],
        ],
      ),
    ).toBeNull();
  });

  it('is not given if there are too many to know them all', async () => {
    expect(await hint(['nmae'], [], { ...network, metadataKeys: async () => null })).toBeNull();
  });
});
