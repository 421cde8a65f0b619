// Where the code of a component begins.
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type OpenEngine, openTestEngine } from '../../../test/open.ts';
import { createProject, type TestProject } from '../../../test/project.ts';

const ACTOR = { who: 'local', project: 'shop' };
const COUNTER = `export function scan(code: string): string {
  return code.trim();
}

export function openSession(user: string): SessionStore {
  return new SessionStore(user);
}

export class SessionStore {
  constructor(readonly user: string) {}
}
`;

describe('the code of a component', () => {
  let open: OpenEngine;
  let shop: TestProject;
  const traced = async (requirement: string) =>
    (await open.engine.analysis.trace(ACTOR, requirement)).code.map(({ path, symbol }) => `${path} ${symbol}`);

  beforeAll(async () => {
    open = await openTestEngine();
    shop = createProject('shop', {
      'src/counter.ts': COUNTER,
      'src/till.ts': '// Meets REQ-TILL-3.\nexport function till() {}\n\nexport function drawer() {}\n',
    });
    await open.engine.code.index(ACTOR, shop.root);
    const component = (name: string, file: string, requirement: string) => ({
      type: 'component' as const,
      content: `${name} meets ${requirement}.`,
      metadata: { name, file_path: file, related_requirements: [requirement] },
    });
    const requirement = (id: string, title: string) => ({
      type: 'requirements' as const,
      content: `${id}: ${title}`,
      metadata: { requirement_id: id },
    });
    await open.engine.memories.storeMany(ACTOR, [
      requirement('REQ-SESSION-1', 'A clerk opens a session.'),
      requirement('REQ-SCAN-2', 'A clerk scans a code.'),
      requirement('REQ-TILL-3', 'The till opens the drawer.'),
      component('openSession', 'src/counter.ts', 'REQ-SESSION-1'),
      component('scan', 'src/counter.ts', 'REQ-SCAN-2'),
      component('SessionStore', 'src/counter.ts', 'REQ-SCAN-2'),
      component('till', 'src/till.ts', 'REQ-TILL-3'),
      component('drawer', 'src/till.ts', 'REQ-TILL-3'),
    ]);
  });
  afterAll(async () => {
    await open.dispose();
    shop.dispose();
  });

  it('begins at the function named like it, not at the only class of its file', async () => {
    expect(await traced('REQ-SESSION-1')).toEqual(['src/counter.ts openSession']);
  });

  it('is listed for each component of a file', async () => {
    expect((await traced('REQ-SCAN-2')).sort()).toEqual(['src/counter.ts SessionStore', 'src/counter.ts scan']);
  });

  it('is not listed again in a file that names the requirement', async () => {
    expect(await traced('REQ-TILL-3')).toEqual(['src/till.ts till']);
  });
});
