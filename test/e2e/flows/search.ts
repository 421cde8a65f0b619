import assert from 'node:assert/strict';
import type { Flow } from '../flow.ts';

export const searchFlows: readonly Flow[] = [
  {
    name: 'a search finds by words at every keystroke and recalls after a pause',
    async run(stage) {
      const window = await stage.window();
      const { page } = window;
      const asked: string[] = [];
      page.on('request', (request) => asked.push(new URL(request.url()).pathname));
      await window.go('search');
      await page.getByRole('searchbox').pressSequentially('release promoted', { delay: 40 });
      await page.getByText(/by words, meaning and graph/).waitFor();
      const first = page.locator('main [data-row]').first();
      assert.match(await first.innerText(), /staging depot/);
      assert.match(await first.locator('.why').innerText(), /words[\s\S]*meaning[\s\S]*graph/);
      const words = asked.filter((path) => path === '/api/search/words').length;
      const recalls = asked.filter((path) => path === '/api/search/recall').length;
      assert.ok(words > 5, `words were asked ${words} times`);
      assert.ok(recalls < words, `recall was asked ${recalls} times`);
    },
  },
  {
    name: 'a search without a clear result says so',
    async run(stage) {
      const window = await stage.window();
      await window.go('search?q=favourite%20colour%20of%20the%20landlord');
      await window.page
        .getByText(/weak|Nothing found/)
        .first()
        .waitFor();
    },
  },
  {
    name: 'filters narrow what is shown, and the address keeps them',
    async run(stage) {
      const window = await stage.window();
      const { page } = window;
      await window.go('search');
      await page.getByRole('combobox', { name: 'Any tag' }).selectOption('incident');
      await page.getByText('the consumer group was renamed').waitFor();
      await window.until("document.querySelectorAll('main [data-row]').length === 1");
      await page.reload();
      await page.getByText('the consumer group was renamed').waitFor();
      assert.equal(await page.locator('main [data-row]').count(), 1);
      await page.getByRole('combobox', { name: 'Any tag' }).selectOption('');
      await page.getByRole('combobox', { name: 'Valid now' }).selectOption('ended');
      await page.getByText('Logs go to Loki').waitFor();
    },
  },
  {
    name: 'a long list grows page by page',
    async run(stage) {
      const window = await stage.window();
      const { page } = window;
      await window.go('search');
      await page.locator('main [data-row]').first().waitFor();
      const before = await page.locator('main [data-row]').count();
      await page.getByRole('button', { name: 'Show more' }).click();
      await window.until(`document.querySelectorAll('main [data-row]').length > ${before}`);
    },
  },
  {
    name: 'a page that arrives after the filters have changed is not shown',
    async run(stage) {
      const window = await stage.window();
      const { page } = window;
      const release = await window.hold(/memory\/list\?.*after=/);
      await window.go('search');
      const asked = page.waitForRequest(/memory\/list\?.*after=/);
      await page.getByRole('button', { name: 'Show more' }).click();
      await page.getByRole('combobox', { name: 'Any tag' }).selectOption('incident');
      await window.until("document.querySelectorAll('main [data-row]').length === 1");
      release();
      await (await asked).response();
      await page.waitForTimeout(100);
      assert.equal(await page.locator('main [data-row]').count(), 1);
    },
  },
  {
    name: 'hidden and direction-changing characters are made visible',
    async run(stage) {
      const { memory } = await stage.server.post('memory.add', {
        content: 'The owner is \u202etxt.exe\u202c and\u200b nobody else.',
      });
      const window = await stage.window();
      await window.go(`memory/${memory.id}`);
      const marks = window.page.locator('main .content .hidden-character');
      await marks.first().waitFor();
      assert.deepEqual(await marks.allInnerTexts(), ['U+202E', 'U+202C', 'U+200B']);
    },
  },
];
