import { rmSync } from 'node:fs';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { command } from '../../test/command.ts';
import { ON_SERVER, OWNER, openFolder, temporaryFolder } from '../../test/open.ts';
import { createProject, SHOP, type TestProject } from '../../test/project.ts';
import type { Actor } from '../engine/access/actor.ts';
import { findProject } from '../project-folder.ts';

let folder: string;
let shop: TestProject;
beforeEach(() => {
  folder = temporaryFolder();
  shop = createProject('corner shop', SHOP);
});
afterEach(() => {
  shop.dispose();
  rmSync(folder, { recursive: true, force: true });
});

/** Indexed by a server, in another process. */
async function served(...actors: Actor[]): Promise<void> {
  const engine = await openFolder(folder, {}, { tends: false });
  for (const actor of actors) await engine.code.index(actor, shop.root, { vectors: false });
  await engine.close();
}
const index = (...flags: string[]) => command(['index', shop.root, '--no-vectors', '--data-dir', folder, ...flags]);
const scopes = async () => {
  const engine = await openFolder(folder, {}, { tends: false });
  const projects = await engine.code.projects(OWNER);
  await engine.close();
  return projects.map(({ scope: { user, project } }) => ({ user, project }));
};

// The commands open the data folder.
it.skipIf(ON_SERVER)('index puts a folder into its project, whoever else has indexed it', async () => {
  await served({ ...OWNER, user: 'ann' });
  expect((await index()).stderr).not.toContain('without a project');
  expect(await scopes()).toEqual([
    { user: 'ann', project: null },
    { user: null, project: findProject(`auto:${shop.root}`) },
  ]);
});

it.skipIf(ON_SERVER)(
  'index says that a folder was indexed without a project, with a command to paste by which servers of a project see it',
  async () => {
    await served(OWNER);
    const { status, stderr } = await index();
    expect(status).toBe(0);
    expect(stderr).toContain(`remanence index "${shop.root}" --project "auto:${shop.root}"\n`);
    expect(await scopes()).toEqual([{ user: null, project: null }]);
    const auto = `auto:${shop.root}`;
    expect((await index('--project', auto)).stderr).not.toContain('without a project');
    expect((await scopes()).map(({ project }) => project)).toEqual([null, findProject(auto)]);
  },
);
