// Graph, time, code, trace and query.
import assert from 'node:assert/strict';
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import * as z from 'zod';
import type { Flow } from '../flow.ts';

/** A function long enough to be distinguished from others. */
const sharpening = (name: string): string => `def ${name}(blade, strokes):
    """Makes a blade sharp, stroke by stroke."""
    angle = blade.angle
    for stroke in range(strokes):
        if angle <= 15:
            break
        angle = angle - 0.5 * (stroke + 1)
        blade.history.append(angle)
    blade.angle = angle
    return blade
`;

export const workFlows: readonly Flow[] = [
  {
    name: 'the graph starts at a name and grows by a click; the table shows the same',
    async run(stage) {
      const window = await stage.window();
      const { page } = window;
      await window.go('graph?start=set_password');
      const rows = page.locator('.beside tbody tr');
      await rows.first().waitFor();
      const before = await rows.count();
      await page.locator('.beside tbody button').first().click();
      await window.until(`document.querySelectorAll('.beside tbody tr').length !== ${before}`);
      assert.ok((await page.locator('.stage canvas').count()) > 0);
      const shown = page.getByRole('group', { name: 'What is shown' });
      await shown.getByRole('button').last().click();
      await shown.locator('[aria-pressed=false]').waitFor();
    },
  },
  {
    name: 'two nodes that are opened at once both bring their neighbours',
    async run(stage) {
      const { server } = stage;
      const around = async (id: string) => (await server.read('graph.grow', { nodes: [id], limit: 50 })).nodes;
      const { nodes: starts } = await server.read('graph.start', { name: 'parcels/accounts.py' });
      const near = await around(starts[0]?.id ?? '');
      const opened = near.slice(1, 3);
      const brought = await Promise.all(opened.map(({ id }) => around(id)));
      const window = await stage.window();
      const { page } = window;
      await window.go('graph?start=parcels%2Faccounts.py');
      const rows = page.locator('.beside tbody');
      await rows.getByRole('button').first().waitFor();
      const release = await window.hold(/graph\/grow/);
      const nodeOf = (name: string) => rows.getByRole('button', { name: name.slice(0, 70) }).first();
      for (const { name } of opened) await nodeOf(name).click();
      release();
      const all = new Set([near, ...brought].flat().map(({ id }) => id));
      await page.getByText(`${all.size} nodes, `).waitFor();
    },
  },
  {
    name: 'the time sliders show what was true and what was known at a time',
    async run(stage) {
      const window = await stage.window();
      const { page } = window;
      await window.go('time');
      const facts = page.locator('main [data-fact]');
      await facts.first().waitFor();
      await page
        .getByText(/120 requests a minute/)
        .first()
        .waitFor();
      const replaced = page.locator('main [data-fact]', { hasText: '60 requests a minute' });
      assert.match(await replaced.innerText(), /replaced by a fact shown here/);
      const known = page.getByRole('slider', { name: /Known at/ });
      await known.focus();
      await page.keyboard.press('Home');
      await window.until("document.querySelectorAll('main [data-fact]').length <= 1");
    },
  },
  {
    name: 'on a phone every fact of Time shows its bar, beside two dates',
    async run(stage) {
      const window = await stage.window({ width: 360, height: 780 });
      await window.go('time');
      await window.page.locator('.lane .span').first().waitFor();
      assert.equal(await window.page.locator('.axis span:visible').count(), 2);
      await window.until(
        "[...document.querySelectorAll('.lane .span')].every((bar) => bar.getBoundingClientRect().right <= innerWidth)",
      );
    },
  },
  {
    name: 'a folder is indexed with visible progress, and its symbols, callers and memories are shown',
    async run(stage) {
      const folder = join(stage.server.folder, 'workshop');
      mkdirSync(folder);
      for (let file = 0; file < 120; file++) {
        writeFileSync(
          join(folder, `tool_${file}.py`),
          `${sharpening(`sharpen_${file}`)}\n\ndef hone_${file}(blade):\n    return sharpen_${file}(blade, 3)\n`,
        );
      }
      const window = await stage.window();
      const { page } = window;
      await window.go('code');
      await page.getByRole('textbox', { name: 'Folder to index' }).fill(folder);
      await page.getByRole('button', { name: 'Index' }).click();
      const card = page.locator('main [data-row]', { hasText: 'workshop' });
      await card
        .getByText(/% · \d+ of \d+ files|indexed/)
        .first()
        .waitFor();
      await card.getByText('120 files', { exact: true }).waitFor({ timeout: 60_000 });
      await card.getByRole('link', { name: 'workshop' }).click();
      await page.getByRole('link', { name: 'Symbols' }).click();
      await page.getByRole('searchbox', { name: 'Name of a symbol' }).fill('sharpen_7');
      await page.getByRole('link', { name: 'sharpen_7', exact: true }).click();
      const sheet = page.getByRole('region', { name: 'sharpen_7' });
      await sheet.getByRole('link', { name: 'hone_7' }).waitFor();
      await window.go('code/parcels?path=parcels%2Faccounts.py');
      await page
        .getByRole('region', { name: 'Memories about this file' })
        .getByText(/set_password/)
        .first()
        .waitFor();
      await window.go('code/workshop?show=copies');
      await page.getByRole('textbox').fill(sharpening('whet'));
      await page.getByRole('button', { name: 'Find copies' }).click();
      await page
        .getByRole('link', { name: /^sharpen_/ })
        .first()
        .waitFor();
    },
  },
  {
    name: 'stopping an indexing that has already ended says so',
    async run(stage) {
      const window = await stage.window();
      const { page } = window;
      const { projects } = await stage.server.read('code.projects', {});
      await page.route(/code\/projects/, (route) =>
        route.fulfill({ json: { projects: projects.map((each) => ({ ...each, state: 'indexing' })) } }),
      );
      await window.go('code');
      await page.getByRole('button', { name: 'Stop' }).first().click();
      await page.getByText('It had already ended.').waitFor();
    },
  },
  {
    name: 'requirements with gaps come first and show what is missing',
    async run(stage) {
      const window = await stage.window();
      const { page } = window;
      await window.go('trace');
      const rows = page.locator('main tbody tr');
      await rows.nth(3).waitFor();
      const gaps = z
        .array(z.number())
        .parse(
          await page.evaluate(
            "[...document.querySelectorAll('main tbody tr')].map((row) => row.querySelectorAll('.gap, .failing').length)",
          ),
        );
      assert.deepEqual(
        gaps,
        gaps.toSorted((a, b) => b - a),
      );
      await page.getByText('missing').first().waitFor();
    },
  },
  {
    name: 'Cypher answers as a table and as a graph, and an error is explained in place',
    async run(stage) {
      const window = await stage.window();
      const { page } = window;
      await window.go('query');
      const box = page.getByRole('textbox', { name: 'Cypher' });
      await box.fill('MATCH (m:Memory)-[r]->(n) RETURN m, r, n LIMIT 20');
      await page.keyboard.press('Control+Enter');
      await page.getByText(/^\d+ rows/).waitFor();
      assert.ok((await page.locator('main tbody tr').count()) > 0);
      await page.getByRole('button', { name: 'Graph' }).click();
      await page.locator('.stage canvas').first().waitFor();
      for (const example of await page.locator('main .head button').all()) {
        await example.click();
        await page.getByText(/^\d+ rows? /).waitFor();
        assert.equal(await page.getByRole('alert').count(), 0);
      }
      window.expectRefusals();
      await box.fill('MATCH (m RETURN m');
      await page.keyboard.press('Control+Enter');
      await page.getByRole('alert').waitFor();
      assert.equal(await box.inputValue(), 'MATCH (m RETURN m');
    },
  },
];
