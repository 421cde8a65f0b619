// Data, health and people, and a server that stops and restarts.
import assert from 'node:assert/strict';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Flow } from '../flow.ts';

export const operationFlows: readonly Flow[] = [
  {
    name: 'an import is previewed before it happens',
    async run(stage) {
      const file = join(stage.server.folder, 'memory.json');
      const lines = [
        {
          type: 'entity',
          name: 'Halyard',
          entityType: 'vessel',
          observations: ['Halyard carries the Tuesday parcels to Gotland.'],
        },
        {
          type: 'entity',
          name: 'Visby depot',
          entityType: 'depot',
          observations: ['Visby depot closes when Halyard has left.'],
        },
        { type: 'relation', from: 'Halyard', to: 'Visby depot', relationType: 'serves' },
      ];
      writeFileSync(file, lines.map((line) => JSON.stringify(line)).join('\n'));
      const window = await stage.window();
      const { page } = window;
      await window.go('data');
      await page.getByRole('combobox', { name: 'Format' }).selectOption('server-memory');
      await page.getByLabel('File', { exact: true }).setInputFiles(file);
      await page.getByText(/2 entities/).waitFor();
      await page.getByRole('button', { name: 'Import' }).click();
      await page.getByText(/memories imported/).waitFor();
      await window.go('graph?start=Halyard');
      await page.locator('.beside').getByText('Visby depot').first().waitFor();
    },
  },
  {
    name: 'the export holds what the page shows, and a backup is made',
    async run(stage) {
      const window = await stage.window();
      const { page } = window;
      await window.go('data');
      const downloading = page.waitForEvent('download');
      await page.getByRole('link', { name: 'Download' }).click();
      const path = join(stage.server.folder, 'export.jsonl');
      await (await downloading).saveAs(path);
      assert.match(readFileSync(path, 'utf8'), /consumer group was renamed/);
      await page.getByRole('button', { name: 'Back up now' }).click();
      await page.getByText(/Backed up as/).waitFor();
      await page.getByRole('region', { name: 'Backups' }).getByRole('listitem').first().waitFor();
    },
  },
  {
    name: 'health shows figures and plots, and the same as a table',
    async run(stage) {
      const window = await stage.window();
      const { page } = window;
      await window.go('health');
      await page.locator('.plot canvas').first().waitFor();
      await page.getByText('The same as a table').click();
      await page.getByRole('columnheader', { name: 'Searches' }).waitFor();
    },
  },
  {
    name: 'while there are no users but the owner, People says who may see the memory',
    async run(stage) {
      const window = await stage.window();
      const { page } = window;
      const { users } = await stage.server.read('people.users', {});
      await page.route(/people\/users/, (route) =>
        route.fulfill({ json: { users: users.filter(({ id }) => id === 'local') } }),
      );
      await window.go('people');
      await page.getByRole('heading', { name: 'No users yet' }).waitFor();
    },
  },
  {
    name: 'while the server is down a banner says so, and nothing typed is lost',
    async run(stage) {
      const { server } = stage;
      const { memory } = await server.post('memory.add', { content: 'The crane is inspected in April.' });
      const window = await stage.window();
      const { page } = window;
      await window.go(`memory/${memory.id}`);
      await page.getByRole('button', { name: /^Edit/ }).click();
      await page.getByRole('textbox', { name: 'Text' }).fill('The crane is inspected in April and in October.');
      window.expectRefusals();
      await window.live();
      await server.kill();
      await page.locator('.banner').waitFor();
      await page.getByRole('button', { name: 'Save' }).click();
      await page.getByRole('alert').getByText('The server does not answer.').first().waitFor();
      assert.match(await page.getByRole('textbox', { name: 'Text' }).inputValue(), /October/);
      await server.start();
      await page.locator('.banner').waitFor({ state: 'detached', timeout: 30_000 });
      await page.getByRole('button', { name: 'Save' }).click();
      await page.locator('main .content', { hasText: 'in October' }).waitFor();
    },
  },
];
