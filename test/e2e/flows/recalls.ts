import assert from 'node:assert/strict';
import * as z from 'zod';
import { StdioClient } from '../../stdio-client.ts';
import type { Flow } from '../flow.ts';

const Recalled = z.object({
  results: z.array(z.object({ id: z.string(), source: z.string(), file_path: z.string().optional() })),
});
const Rows = z.array(z.object({ hash: z.string().nullable(), text: z.string() }));
const Content = z.array(z.object({ text: z.string() }));

export const recallFlows: readonly Flow[] = [
  {
    name: 'Recalls shows what the client received, in order',
    async run(stage) {
      const agent = await stage.server.agent('an-agent');
      const question = 'How long does the carrier poller wait after being throttled?';
      const window = await stage.window();
      const { page } = window;
      await window.go('recalls');
      await window.live();
      const answer = await agent.callTool({ name: 'recall', arguments: { query: question } });
      const { results } = Recalled.parse(JSON.parse(Content.parse(answer.content)[0]?.text ?? '{}'));
      await agent.close();
      assert.ok(results.length > 0);
      // The list grows while it is open.
      const card = page.locator('main [data-row]', { hasText: question });
      await card.getByRole('button', { name: question }).click();
      assert.match(await card.innerText(), /an-agent/);
      const rows = card.locator('tbody tr');
      await rows.nth(results.length - 1).waitFor();
      const shown = Rows.parse(
        await page.evaluate(
          "[...document.querySelectorAll('main tbody tr')].map((row) => ({ hash: row.querySelector('a')?.hash ?? null, text: row.innerText }))",
        ),
      );
      assert.equal(shown.length, results.length);
      for (const [at, { id, source, file_path }] of results.entries()) {
        if (source === 'memory') assert.equal(shown[at]?.hash, `#/memory/${id}`);
        else assert.ok(shown[at]?.text.includes(file_path ?? ''), `${shown[at]?.text} is not ${file_path}`);
      }
      await card.getByRole('button', { name: 'Useful', exact: true }).click();
      await card.locator('[aria-pressed=true]').waitFor();
      await window.go('recalls?only=useful');
      await page.locator('main [data-row]', { hasText: question }).waitFor();
    },
  },
  {
    name: 'opened after a recall, Recalls asks for its list once',
    async run(stage) {
      const window = await stage.window();
      const { page } = window;
      const asked: string[] = [];
      page.on('request', (request) => asked.push(new URL(request.url()).pathname));
      await window.go('search');
      await window.live();
      const agent = await stage.server.agent('an-agent');
      await agent.callTool({ name: 'recall', arguments: { query: 'Who owns the archive?' } });
      await agent.close();
      await page.locator('.live', { hasText: 'Who owns the archive?' }).getByRole('link').click();
      await page.locator('main [data-row]', { hasText: 'Who owns the archive?' }).waitFor();
      await window.settled();
      assert.equal(asked.filter((path) => path === '/api/recalls/list').length, 1);
    },
  },
  {
    name: 'the live line shows what another process writes',
    async run(stage) {
      const window = await stage.window();
      await window.go('search');
      await window.live();
      const other = new StdioClient(['--data-dir', stage.server.dataDir]);
      await other.initialize();
      await other.call('store_memory', { content: 'Written by another process while the page was open.' });
      await window.page.locator('.live', { hasText: 'Written by another process' }).waitFor();
      await window.page.locator('.live a').click();
      await window.page.locator('main .content', { hasText: 'Written by another process' }).waitFor();
      await other.close();
    },
  },
];
