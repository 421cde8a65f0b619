// A small shop and an engine that indexes it, for tests.
import { afterAll, afterEach, beforeAll, beforeEach } from 'vitest';
import { type OpenEngine, OWNER, openTestEngine } from '../../../test/open.ts';
import { createProject, SHOP, type TestProject } from '../../../test/project.ts';

/** Opens an engine for the tests of a file, and puts a new shop before each of them; what was indexed is reset after it. */
export function useShop(use: (open: OpenEngine, shop: TestProject) => void) {
  let open: OpenEngine;
  let shop: TestProject;
  // This engine does not tend its store, so that it makes no vectors during a test.
  beforeAll(async () => {
    open = await openTestEngine({ keepRemoved: 0 }, { tends: false });
  });
  afterAll(() => open.dispose());
  beforeEach(() => {
    shop = createProject('shop', SHOP);
    use(open, shop);
  });
  afterEach(async () => {
    await open.engine.reset(OWNER);
    shop.dispose();
  });

  const index = (project = shop, options = {}) => open.engine.code.index(OWNER, project.root, options);
  const search = async (query: string, filter = {}) =>
    (await open.engine.code.search(OWNER, query, { limit: 10, ...filter })).found;
  const paths = async (query: string, filter = {}) => (await search(query, filter)).map(({ chunk }) => chunk.path);
  return { index, search, paths };
}
