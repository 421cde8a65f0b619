import assert from 'node:assert/strict';
import type { Page } from 'playwright-core';
import type { Flow, Stage } from '../flow.ts';

async function opened(stage: Stage, content: string) {
  const { memory } = await stage.server.post('memory.add', { content });
  const window = await stage.window();
  await window.go(`memory/${memory.id}`);
  return { memory, window, page: window.page };
}

const text = (page: Page) => page.locator('main .memory > section > .content');

async function says(page: Page, pattern: RegExp): Promise<void> {
  await text(page).filter({ hasText: pattern }).waitFor();
}

export const memoryFlows: readonly Flow[] = [
  {
    name: 'a new memory is stored, edited, and the edit is undone',
    async run(stage) {
      const window = await stage.window();
      const { page } = window;
      await window.go('search');
      await page.getByRole('button', { name: 'New memory' }).click();
      await page.getByRole('textbox', { name: 'What should be remembered?' }).fill('The coffee machine takes 9 bars.');
      await page.getByRole('button', { name: 'Store' }).click();
      await says(page, /9 bars/);
      await page.getByRole('button', { name: /^Edit/ }).click();
      await page.getByRole('textbox', { name: 'Text' }).fill('The coffee machine takes 11 bars.');
      await page.getByRole('textbox', { name: /Tags/ }).fill('kitchen, machines');
      await page.getByRole('button', { name: 'Save' }).click();
      await says(page, /11 bars/);
      assert.match(await page.locator('.history del').first().innerText(), /9/);
      await page.getByRole('link', { name: 'kitchen' }).waitFor();
      await page.getByRole('button', { name: /^Undo/ }).last().click();
      await says(page, /9 bars/);
    },
  },
  {
    name: 'an edit of the text leaves a tag whole that contains a comma',
    async run(stage) {
      const tags = ['red, green', 'blue'];
      const { memory } = await stage.server.post('memory.add', { content: 'The lamp has two lights.', tags });
      const window = await stage.window();
      const { page } = window;
      await window.go(`memory/${memory.id}`);
      await page.getByRole('button', { name: /^Edit/ }).click();
      await page.getByRole('textbox', { name: 'Text' }).fill('The lamp has three lights.');
      await page.getByRole('button', { name: 'Save' }).click();
      await says(page, /three lights/);
      const { memory: edited } = await stage.server.read('memory.get', { id: memory.id });
      assert.deepEqual(edited.tags, tags);
    },
  },
  {
    name: 'a change can also be undone from the history',
    async run(stage) {
      const { page, memory, window } = await opened(stage, 'The badge opens door 4.');
      await window.live();
      await stage.server.post('memory.edit', {
        id: memory.id,
        version: memory.version,
        content: 'The badge opens door 5.',
      });
      await says(page, /door 5/);
      await page.getByRole('button', { name: 'Undo the latest change' }).click();
      await says(page, /door 4/);
    },
  },
  {
    name: 'a memory ends with a reason, and is replaced by another',
    async run(stage) {
      const { page } = await opened(stage, 'The lift holds six people.');
      await page.getByRole('button', { name: 'Replace' }).click();
      await page.getByRole('textbox', { name: 'What holds now' }).fill('The lift holds four people.');
      await page.getByRole('button', { name: 'Replace' }).click();
      await says(page, /four people/);
      await page.getByText('Replaces').getByRole('link', { name: 'The lift holds six people.' }).waitFor();
      await page.getByRole('button', { name: 'End' }).click();
      await page.getByRole('textbox', { name: /Why/ }).fill('The lift was taken out.');
      await page.getByRole('button', { name: 'End it' }).click();
      await page.getByText('The lift was taken out.').first().waitFor();
      await page.locator('.tag', { hasText: 'ended' }).waitFor();
    },
  },
  {
    name: 'two memories are merged into one, and the merge is undone',
    async run(stage) {
      const other = await stage.server.post('memory.add', {
        content: 'The roof terrace closes at ten in the evening.',
      });
      const { page } = await opened(stage, 'The roof terrace closes at 22:00.');
      await page.getByRole('button', { name: 'Merge' }).click();
      await page.getByRole('button', { name: /closes at ten/ }).click();
      await page
        .getByRole('textbox', { name: 'Text of the merged memory' })
        .fill('The roof terrace closes at 22:00, every evening.');
      await page.getByRole('button', { name: 'Merge' }).click();
      await says(page, /every evening/);
      await page.getByRole('button', { name: /^Undo u|^Undo$/ }).click();
      await says(page, /closes at 22:00\.$/);
      const back = await stage.server.read('memory.get', { id: other.memory.id });
      assert.match(back.memory.content, /ten in the evening/);
    },
  },
  {
    name: 'a forgotten memory is in the bin and is restored unchanged',
    async run(stage) {
      const { page, memory, window } = await opened(stage, 'The bicycle cellar has the code of the day.');
      await page.getByRole('button', { name: 'Forget' }).click();
      await page.getByText('Forgotten.').waitFor();
      await window.go('search?validity=bin');
      const row = page.locator('main [data-row]', { hasText: 'bicycle cellar' });
      await row.getByRole('button', { name: 'Restore' }).click();
      await row.waitFor({ state: 'detached' });
      await window.go(`memory/${memory.id}`);
      await says(page, /bicycle cellar/);
    },
  },
  {
    name: 'the key that a message offers undoes what it reports',
    async run(stage) {
      const { page, memory } = await opened(stage, 'The barbecue stands behind the workshop.');
      await page.getByRole('button', { name: 'Forget' }).click();
      await page.getByText('Forgotten.').waitFor();
      await page.getByRole('searchbox').waitFor();
      await page.keyboard.press('u');
      await page.getByText('Undone.').waitFor();
      assert.equal(await page.getByRole('searchbox').inputValue(), '');
      const back = await stage.server.read('memory.get', { id: memory.id });
      assert.match(back.memory.content, /barbecue/);
    },
  },
  {
    name: 'an erased memory is gone, and the page warns that it cannot be undone',
    async run(stage) {
      const { page, memory, window } = await opened(stage, 'The spare key lies under the third stone.');
      await page.getByRole('button', { name: 'Erase for good' }).click();
      await page.getByText('This cannot be undone.').waitFor();
      await page.getByRole('button', { name: 'Erase for good' }).click();
      await page.getByText('Erased for good.').waitFor();
      window.expectRefusals();
      await window.go(`memory/${memory.id}`);
      await page.getByRole('heading', { name: 'Memory not found' }).waitFor();
    },
  },
  {
    name: 'when two windows edit one memory, the second is refused with both versions',
    async run(stage) {
      const { page: first, memory } = await opened(stage, 'The meeting is on Tuesday at nine.');
      const window = await stage.window();
      const { page: second } = window;
      await window.go(`memory/${memory.id}`);
      for (const page of [first, second]) await page.getByRole('button', { name: /^Edit/ }).click();
      await first.getByRole('textbox', { name: 'Text' }).fill('The meeting is on Wednesday at nine.');
      await first.getByRole('button', { name: 'Save' }).click();
      await says(first, /Wednesday/);
      window.expectRefusals();
      await second.getByRole('textbox', { name: 'Text' }).fill('The meeting is on Tuesday at ten.');
      await second.getByRole('button', { name: 'Save' }).click();
      const conflict = second.getByRole('alert');
      await conflict.getByText('Somebody else has changed this memory').waitFor();
      assert.match(await conflict.locator('del').first().innerText(), /Wednesday/);
      assert.match(await conflict.locator('ins').first().innerText(), /Tuesday/);
      await conflict.getByRole('button', { name: 'Keep mine' }).click();
      await second.getByRole('button', { name: 'Save' }).click();
      await says(second, /Tuesday at ten/);
    },
  },
];
