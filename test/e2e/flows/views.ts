// Every view, light, dark and on a phone: no console errors, no axe findings, nothing wider than the window.
import assert from 'node:assert/strict';
import { type Flow, type Stage, VIEWS } from '../flow.ts';
import type { Look } from '../window.ts';

const LOOKS: Readonly<Record<string, Look>> = {
  light: {},
  dark: { dark: true },
  'a phone': { width: 360, height: 780, dark: true },
  '400 % zoom': { width: 320, height: 256 },
};

/** A memory, a symbol and a graph, so that these views have content. */
async function addresses({ server }: Stage): Promise<string[]> {
  const { items } = await server.read('memory.list', { limit: 1 });
  const { projects } = await server.read('code.projects', {});
  const code = encodeURIComponent(projects[0]?.name ?? '');
  const more = [
    `memory/${items[0]?.id}`,
    'search?q=how%20is%20a%20release%20promoted',
    'search?validity=bin',
    'inbox?kind=duplicate',
    'inbox?kind=stale',
    'graph?start=set_password&depth=2',
    `code/${code}`,
    `code/${code}?show=symbols`,
    `code/${code}?show=copies`,
    'people?show=cubes',
    'people?show=audit',
    'nowhere',
  ];
  return [...VIEWS, ...more];
}

export const viewFlows: readonly Flow[] = [
  ...Object.entries(LOOKS).map(([name, look]) => ({
    name: `every view is accessible in ${name}, and no wider than its window`,
    async run(stage: Stage) {
      const window = await stage.window(look);
      const wrong: string[] = [];
      for (const address of await addresses(stage)) {
        await window.go(address);
        for (const violation of await window.violations()) wrong.push(`${address}: ${violation}`);
        if (await window.overflows()) wrong.push(`${address} is wider than the window`);
      }
      assert.deepEqual(wrong, []);
    },
  })),
  {
    name: 'everything can be reached by keyboard',
    async run(stage) {
      const { page, ...window } = await stage.window();
      assert.deepEqual(window.faults, []);
      await page.goto(`${stage.server.url}/`);
      await page.getByRole('searchbox').waitFor();
      await page.keyboard.type('carrier limit');
      await page.locator('main [data-row]').first().waitFor();
      await page.keyboard.press('Enter');
      await page.keyboard.press('j');
      await page.keyboard.press('k');
      await page.keyboard.press('Enter');
      await page.getByRole('button', { name: /^Edit/ }).waitFor();
      await page.keyboard.press('e');
      await page.getByRole('textbox', { name: 'Text' }).waitFor();
      await page.getByRole('button', { name: 'Cancel' }).click();
      for (const [key, title] of [
        ['i', 'Inbox'],
        ['r', 'Recalls'],
        ['h', 'Health'],
      ] as const) {
        await page.keyboard.press('g');
        await page.keyboard.press(key);
        await page.getByRole('heading', { name: title, level: 1 }).waitFor();
      }
      await page.keyboard.press('?');
      const help = page.getByRole('dialog', { name: 'Keys' });
      await help.waitFor();
      for (const what of ['Search: new memory', 'Query: run']) await help.getByText(what).waitFor();
      await page.keyboard.press('Escape');
      await page.keyboard.press('/');
      await page.getByRole('searchbox').and(page.locator(':focus')).waitFor();
    },
  },
  {
    name: 'the wait for the key after g is not cut short by an earlier g',
    async run(stage) {
      const window = await stage.window();
      const { page } = window;
      await page.clock.install();
      await window.go('health');
      const press = async (keys: string, title: string) => {
        await page.keyboard.press('g');
        await page.clock.fastForward(700);
        await page.keyboard.press(keys);
        await page.getByRole('heading', { name: title, level: 1 }).waitFor();
      };
      await press('i', 'Inbox');
      await press('r', 'Recalls');
    },
  },
  {
    name: 'the key for searching is not typed into the box, unless the question begins with it',
    async run(stage) {
      const { page } = await stage.window();
      await page.goto(`${stage.server.url}/`);
      const box = page.getByRole('searchbox');
      await box.and(page.locator(':focus')).waitFor();
      await page.keyboard.type('/carrier');
      assert.equal(await box.inputValue(), 'carrier');
      await box.fill('');
      await page.getByRole('heading', { name: 'Newest first' }).waitFor();
      await page.keyboard.type('/api');
      assert.equal(await box.inputValue(), '/api');
    },
  },
  {
    name: 'without scripts a table of figures is shown',
    async run(stage) {
      const { page } = await stage.window({ javaScript: false });
      await page.goto(`${stage.server.url}/`);
      assert.match(await page.locator('table').innerText(), /Memories/);
    },
  },
];
