import { describe, expect, it } from 'vitest';
import { type OpenEngine, OWNER } from '../../../../test/open.ts';
import { SHOP, type TestProject } from '../../../../test/project.ts';
import { useShop } from '../fixture-shop.ts';
import { checkedSelection } from './selection.ts';

let open: OpenEngine;
let shop: TestProject;
const { index } = useShop((...fresh) => {
  [open, shop] = fresh;
});

/** The indexed files, and why the last run failed, if it did. */
async function indexed(include: string[], exclude: string[] = []) {
  const { status } = await index(shop, { vectors: false, selection: { include, exclude } });
  const defined = await open.engine.code.definitions(OWNER, 'shop');
  return { paths: [...new Set(defined.map(({ path }) => path))].toSorted(), error: status.error };
}

describe('the patterns of a project', () => {
  it('may have alternatives, begin with a dot, or be full paths', async () => {
    const python = { paths: ['src/invoice.py'], error: null };
    expect(await indexed(['**/*.{py,go}'])).toEqual(python);
    expect(await indexed(['./src/*.py'])).toEqual(python);
    expect(await indexed([`${shop.root}/src/*.py`])).toEqual(python);
    expect(await indexed(['src/'], [`${shop.root}/src/*.ts`])).toEqual(python);
  });

  it('that match no file are refused, and neither the index nor the patterns before them change', async () => {
    const { paths } = await indexed([]);
    const count = Object.keys(SHOP).length;
    await expect(indexed(['['])).rejects.toThrow(`0 of ${count} files match (include [). The index stays as it was.`);
    await expect(indexed([], ['**'])).rejects.toThrow('(exclude **)');
    const { status } = await index(shop, { vectors: false });
    expect(status.error).toBeNull();
    expect(await indexed([])).toEqual({ paths, error: null });
  });

  it('empty the index if the files that they match were deleted', async () => {
    await indexed(['*.py']);
    shop.remove('src/invoice.py');
    expect(await indexed(['*.py'])).toEqual({ paths: [], error: null });
  });

  it('are refused if they name nothing, lie outside of the folder or have too many alternatives', async () => {
    for (const pattern of ['', '!', './', '../other/*.py', 'src/../../x', 'C:\\code\\*.py', '{a,b}'.repeat(12)])
      await expect(indexed([pattern])).rejects.toMatchObject({ code: 'invalid' });
  });

  it('are stored relative to the folder', () => {
    const selection = { include: ['C:\\code\\shop\\src\\*.py'], exclude: ['!C:/code/shop/src/', 'src/'] };
    expect(checkedSelection(selection, ['C:\\code\\shop'])).toEqual({
      include: ['/src/*.py'],
      exclude: ['!/src/', 'src/'],
    });
  });
});
