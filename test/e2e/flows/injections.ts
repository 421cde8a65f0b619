// Sixty texts that try to run code, in every text field, seen in every view: none runs.
import assert from 'node:assert/strict';
import { type Flow, type Stage, VIEWS } from '../flow.ts';

const RAN = 'window.hasRun=1';

const INJECTIONS: readonly string[] = [
  `<script>${RAN}</script>`,
  `<SCRIPT SRC=//evil.example/x.js></SCRIPT>`,
  `<img src=x onerror="${RAN}">`,
  `<img src=x onerror=${RAN}//`,
  `<svg onload=${RAN}>`,
  `<svg><script>${RAN}</script></svg>`,
  `<svg><animate onbegin=${RAN} attributeName=x dur=1s>`,
  `<math><mtext><img src=x onerror=${RAN}></mtext></math>`,
  `<body onload=${RAN}>`,
  `<iframe srcdoc="<script>parent.hasRun=1</script>"></iframe>`,
  `<iframe src="javascript:parent.hasRun=1"></iframe>`,
  `<object data="javascript:${RAN}"></object>`,
  `<embed src="javascript:${RAN}">`,
  `<a href="javascript:${RAN}">click</a>`,
  `<a href="&#106;avascript:${RAN}">click</a>`,
  `<a href="java\tscript:${RAN}">click</a>`,
  `<a href="data:text/html,<script>${RAN}</script>">click</a>`,
  `<form action="javascript:${RAN}"><button>go</button></form>`,
  `<button formaction="javascript:${RAN}">go</button>`,
  `<input autofocus onfocus=${RAN}>`,
  `<select autofocus onfocus=${RAN}>`,
  `<textarea autofocus onfocus=${RAN}>`,
  `<details open ontoggle=${RAN}>`,
  `<video src=x onerror=${RAN}>`,
  `<audio src=x onerror=${RAN}>`,
  `<video><source onerror=${RAN}></video>`,
  `<marquee onstart=${RAN}>`,
  `<style>@import 'https://evil.example/x.css';</style>`,
  `<style>*{background:url('https://evil.example/leak')}</style>`,
  `<link rel=stylesheet href=https://evil.example/x.css>`,
  `<meta http-equiv=refresh content="0;url=javascript:${RAN}">`,
  `<base href="https://evil.example/">`,
  `<template><script>${RAN}</script></template>`,
  `"><script>${RAN}</script>`,
  `'><img src=x onerror=${RAN}>`,
  `"onmouseover="${RAN}`,
  `' onfocus='${RAN}' autofocus='`,
  `\`-${RAN}-\``,
  `\${${RAN}}`,
  `{{constructor.constructor('${RAN}')()}}`,
  `{%raw%}${RAN}{%endraw%}`,
  `<%= ${RAN} %>`,
  `</script><script>${RAN}</script>`,
  `</title><script>${RAN}</script>`,
  `</textarea><script>${RAN}</script>`,
  `</style><script>${RAN}</script>`,
  `<!--><script>${RAN}</script>-->`,
  `<![CDATA[<script>${RAN}</script>]]>`,
  `<?xml version="1.0"?><script xmlns="http://www.w3.org/1999/xhtml">${RAN}</script>`,
  `[click](javascript:${RAN})`,
  `![x](x"onerror="${RAN})`,
  `<scr<script>ipt>${RAN}</scr</script>ipt>`,
  `%3Cscript%3E${RAN}%3C/script%3E`,
  `\u003cscript\u003e${RAN}\u003c/script\u003e`,
  `<img src=x:x onerror\u0000=${RAN}>`,
  `<\u0000script>${RAN}</script>`,
  `\ufeff<script>${RAN}</script>`,
  `\u202e>tpircs/<1=nuRsah.wodniw>tpircs<`,
  `{"__html":"<img src=x onerror=${RAN}>"}`,
  `javascript:${RAN}`,
];

/** Puts each text into every text field of the API. */
async function plant({ server }: Stage): Promise<string[]> {
  const ids: string[] = [];
  for (const [at, text] of INJECTIONS.entries()) {
    // A text with a NUL is refused.
    const clean = text.replaceAll('\u0000', '');
    if (clean !== text) assert.equal((await server.send('memory.add', JSON.stringify({ content: text }))).status, 400);
    const { memory } = await server.post('memory.add', {
      content: `${clean} ${at}`,
      label: clean.slice(0, 200),
      tags: [clean.slice(0, 200).replaceAll(',', ' ')],
      type: at % 3 === 0 ? 'requirements' : undefined,
      metadata: { [clean]: clean, title: clean, requirement_id: `X-${at}` },
      project: clean.slice(0, 200),
    });
    ids.push(memory.id);
    await server.post('memory.edit', {
      id: memory.id,
      version: memory.version,
      summary: clean,
      content: `${clean} ${at} again`,
    });
    await server.post('inbox.propose', { content: `${clean} proposed`, source: clean.slice(0, 200) });
  }
  return ids;
}

export const injectionFlows: readonly Flow[] = [
  {
    name: 'sixty texts that try to run code are shown as text in every view, and none runs',
    async run(stage) {
      assert.equal(INJECTIONS.length, 60);
      const ids = await plant(stage);
      const agent = await stage.server.agent('<img src=x onerror=window.hasRun=1>');
      for (const text of INJECTIONS)
        await agent.callTool({ name: 'recall', arguments: { query: text.replaceAll('\u0000', '') } });
      await agent.close();
      const last = await stage.server.read('memory.get', { id: ids.at(-1) ?? '' });
      await stage.server.post('memory.invalidate', {
        id: last.memory.id,
        version: last.memory.version,
        reason: INJECTIONS[2] ?? '',
      });
      const window = await stage.window();
      const { page } = window;
      // The walk is faster than a person: the page's rate limit may make it wait.
      window.expectRefusals();
      const words = INJECTIONS.map((text) => `search?q=${encodeURIComponent(text.replaceAll('\u0000', ''))}`);
      const memories = ids.map((id) => `memory/${id}`);
      const starts = INJECTIONS.slice(0, 6).map((text) => `graph?start=${encodeURIComponent(text)}`);
      const cypher = `query?cypher=${encodeURIComponent('MATCH (m:Memory) RETURN m, m.content LIMIT 500')}`;
      for (const address of [...VIEWS, 'inbox?kind=proposal', cypher, ...words, ...memories, ...starts]) {
        await window.go(address);
        assert.equal(await page.evaluate('window.hasRun'), undefined, address);
      }
      // What looks like markup is text: none of it became an element.
      assert.equal(await page.locator('iframe, object, embed, video, audio, base, script:not([src]), img').count(), 0);
      await window.go('recalls');
      for (const question of (await page.locator('button.question').all()).slice(0, 20)) await question.click();
      await window.go(`memory/${ids[2]}`);
      assert.match(await page.locator('main .content').innerText(), /<img src=x onerror=/);
      assert.equal(await page.evaluate('window.hasRun'), undefined);
    },
  },
];
