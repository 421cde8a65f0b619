import { columns, print, type StoreFlags, withStore } from './store-command.ts';

export async function listCubes(flags: StoreFlags): Promise<void> {
  await withStore(flags, async ({ cubes }, owner) => {
    const all = await cubes.registry.list(owner);
    const listed = await Promise.all(
      all.map(async (cube) => ({
        ...cube,
        memories: (await cubes.figures(owner, cube))?.total ?? null,
        shared: await cubes.registry.sharers(owner, cube.id),
      })),
    );
    print(flags, listed, () =>
      columns([
        ['cube', 'owner', 'memories', 'shared with', 'file'],
        ...listed.map(({ id, owner, memories, shared, path }) => [
          id,
          owner,
          memories === null ? 'cannot be opened' : String(memories),
          shared.join(', ') || '–',
          path ?? '–',
        ]),
      ]),
    );
  });
}

export async function shareCube(cube: string, user: string, flags: StoreFlags): Promise<void> {
  await withStore(flags, async ({ cubes }, owner) => {
    const changed = await cubes.registry.share(owner, cube, user);
    print(flags, { cube, user, changed }, () => `${cube} is ${changed ? 'now' : 'already'} shared with ${user}.`);
  });
}

export async function unshareCube(cube: string, user: string, flags: StoreFlags): Promise<void> {
  await withStore(flags, async ({ cubes }, owner) => {
    const changed = await cubes.registry.unshare(owner, cube, user);
    print(flags, { cube, user, changed }, () =>
      changed ? `${cube} is no longer shared with ${user}.` : `${cube} was not shared with ${user}.`,
    );
  });
}
