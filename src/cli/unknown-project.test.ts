import { rmSync } from 'node:fs';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { command } from '../../test/command.ts';
import { OWNER, openFolder, temporaryFolder } from '../../test/open.ts';

describe('search in a project', () => {
  const data = temporaryFolder();
  beforeAll(async () => {
    const engine = await openFolder(data);
    const content = 'Curds are cut after forty minutes.';
    await engine.memories.store({ ...OWNER, project: 'curdline-4cb1731c' }, { content });
    await engine.close();
  });
  afterAll(() => rmSync(data, { recursive: true }));

  const said = async (project: string) =>
    (await command(['search', 'When are curds cut?', '--project', project, '--data-dir', data])).stderr;

  it('says that no memory belongs to it, and which project may be meant', async () => {
    for (const project of ['curdline', 'Curdlnie', 'curdline-00000000'])
      expect(await said(project)).toBe(`No memory belongs to project ${project}. Did you mean curdline-4cb1731c?\n`);
    expect(await said('brewery')).toBe('No memory belongs to project brewery.\n');
  });

  it('says nothing where one does', async () => {
    expect(await said('curdline-4cb1731c')).toBe('');
  });
});
