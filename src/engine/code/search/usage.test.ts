import { describe, expect, it } from 'vitest';
import type { TestProject } from '../../../../test/project.ts';
import { useShop } from '../fixture-shop.ts';

let shop: TestProject;
const { index, paths } = useShop((...fresh) => {
  shop = fresh[1];
});

/** Two packages that define `setPrice`, of which the second is used. */
async function indexPackages(): Promise<void> {
  const exported = 'export function setPrice(price: number) {\n  return { price };\n}\n';
  shop.write('packages/adapter/src/setPrice.ts', exported);
  const longer = exported.replace('return', `${'  // rounds what tariffs and discounts leave\n'.repeat(12)}  return`);
  shop.write('packages/core/src/tariffs.ts', longer);
  for (const name of ['cart', 'order', 'offer']) {
    const body = `export const ${name} = () => setPrice(3);\n`;
    shop.write(`packages/app/src/${name}.ts`, `import { setPrice } from '../../core/src/tariffs.ts';\n${body}`);
  }
  await index(shop, { vectors: false });
}

describe('a name that several packages define', () => {
  it('is found first where the others use it', async () => {
    await indexPackages();
    for (const query of ['setPrice', 'setprice', 'function setPrice'])
      expect((await paths(query)).slice(0, 2)).toEqual([
        'packages/core/src/tariffs.ts',
        'packages/adapter/src/setPrice.ts',
      ]);
  });

  it('is found in the file that the question names', async () => {
    await indexPackages();
    expect((await paths('setPrice in packages/adapter/src/setPrice.ts'))[0]).toBe('packages/adapter/src/setPrice.ts');
  });
});
