import { describe, expect, it } from 'vitest';
import { newId, readId, toUuid } from './ids.ts';

describe('ids', () => {
  it('have twenty characters, are unique, and sort by age', () => {
    const ids = Array.from({ length: 200 }, (_, i) => newId(1_700_000_000_000 + i));
    expect(new Set(ids).size).toBe(200);
    expect(ids.toSorted()).toEqual(ids);
    for (const id of ids) expect(id).toMatch(/^[0-9a-z]{20}$/);
  });

  it('are read the same from every spelling', () => {
    const id = newId(1_700_000_000_000);
    for (const spelling of [id, id.toUpperCase(), `memories:${id}`, `memories:⟨${id}⟩`, `mem_${id}`, toUuid(id)]) {
      expect(readId(spelling)).toBe(id);
    }
  });

  it('are not read out of a UUID that was altered', () => {
    const uuid = toUuid(newId(1_700_000_000_000));
    expect(readId(uuid.replace(/0{5}$/, 'abcde'))).toBeNull();
    expect(readId(uuid.replace(/-8(?=.{3}-.{12}$)/, '-9'))).toBeNull();
  });

  it.each([null, undefined, 7, '', 'short', 'x'.repeat(20).replace('x', 'u'), '{', '{}', [], { id: null }])(
    'are not read out of %j',
    (spelling) => {
      expect(readId(spelling)).toBeNull();
    },
  );
});
