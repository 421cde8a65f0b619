// Checks the page against its budgets, with the given number of memories.

import { existsSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { gzipSync } from 'node:zlib';
import type { Browser, Page, Response } from 'playwright-core';
import * as z from 'zod';
import { makeQuestions, makeTexts } from '../../bench/texts.ts';
import { openEngine } from '../../src/compose.ts';
import { readConfig } from '../../src/config.ts';
import { OWNER } from '../open.ts';
import { type Budget, isKept, type Measured, p95, tableOf } from './budgets.ts';
import { TestServer } from './server.ts';
import { openWindow } from './window.ts';

const SEARCHES = 20;
const PAGE = 200;
/** The pause after which the page recalls. */
const REST_MS = 120;

interface Measuring {
  readonly memories: number;
  /** Where to keep the filled store for the next time. */
  readonly dataDir?: string | undefined;
  say(line: string): void;
}

/** True if every budget is kept. */
export async function measure(browser: Browser, { memories, dataDir, say }: Measuring): Promise<boolean> {
  const mark = dataDir && join(dataDir, `filled-${memories}`);
  const isFilled = mark !== undefined && existsSync(mark);
  if (dataDir && !isFilled && existsSync(dataDir)) throw new Error(`${dataDir} holds something else.`);
  const server = new TestServer([], dataDir);
  try {
    if (!isFilled) {
      say(`storing ${memories} memories`);
      await fill(server.dataDir, memories);
      if (mark) writeFileSync(mark, '');
    }
    await server.start();
    const measured = [
      ...(await sizes(browser, server)),
      ...(await loading(browser, server)),
      ...(await searching(browser, server)),
      ...(await drawing(browser, server, 2000, 1000)),
      ...(await drawing(browser, server, 10_000, 5000)),
      ...(await listing(server, memories)),
    ];
    say(tableOf(measured));
    return isKept(measured);
  } finally {
    await server.dispose();
  }
}

/** Components that depend on three others each, so that there is a graph to draw. */
async function fill(dataDir: string, count: number): Promise<void> {
  const engine = await openEngine(readConfig({ dataDir }, {}));
  const nameOf = (i: number): string => `component-${i % count}`;
  const inputs = makeTexts(count).map((content, i) => ({
    type: 'component' as const,
    content,
    metadata: { name: nameOf(i), dependencies: [nameOf(i * 7 + 1), nameOf(i * 13 + 5), nameOf(i + 1)] },
  }));
  await engine.memories.storeMany(OWNER, inputs);
  await engine.close();
}

const met = (what: string, value: number, most: number, unit: Budget['unit']): Measured => ({
  what,
  value,
  most,
  unit,
});

/** Files loaded for a view beyond those already loaded, gzipped. */
async function sizes(browser: Browser, server: TestServer): Promise<Measured[]> {
  const window = await openWindow(browser, server.url);
  const fetched = new Map<string, number>();
  const raw = new Map<string, number>();
  const reading: Promise<void>[] = [];
  const keep = async (response: Response) => {
    const { pathname } = new URL(response.url());
    if (pathname.startsWith('/api/')) return;
    // An aborted request has no body.
    const body = await response.body().catch(() => null);
    if (!body) return;
    fetched.set(pathname, gzipSync(body, { level: 9 }).length / 1000);
    raw.set(pathname, body.length / 1000);
  };
  window.page.on('response', (response) => reading.push(keep(response)));
  const total = async (sizes: ReadonlyMap<string, number> = fetched) => {
    await window.page.waitForTimeout(500);
    await Promise.all(reading);
    return [...sizes.values()].reduce((sum, size) => sum + size, 0);
  };
  await window.page.goto(`${server.url}/`);
  await window.page.locator('main [data-row]').first().waitFor();
  const first = await total();
  await window.go('graph?start=component-1');
  await window.page.locator('.stage canvas').first().waitFor();
  const withGraph = await total();
  await window.go('health');
  await window.page.locator('.plot canvas').first().waitFor();
  const withPlots = await total();
  for (const view of ['inbox', 'recalls', 'time', 'code', 'trace', 'query', 'data', 'people', 'memory/none'])
    await window.go(view);
  const all = await total(raw);
  await window.close();
  return [
    met('first load, gzip', first, 45, 'kB'),
    met('graph, gzip', withGraph - first, 60, 'kB'),
    met('plots, gzip', withPlots - withGraph, 30, 'kB'),
    met('all files', all, 400, 'kB'),
  ];
}

const Times = z.object({ paint: z.number(), usable: z.number() });

async function loading(browser: Browser, server: TestServer): Promise<Measured[]> {
  const paints: number[] = [];
  const usables: number[] = [];
  for (let turn = 0; turn < 5; turn++) {
    const window = await openWindow(browser, server.url);
    await window.page.goto(`${server.url}/`);
    await window.page.locator('main [data-row]').first().waitFor();
    const times = Times.parse(
      await window.page.evaluate(`({
        paint: performance.getEntriesByName('first-contentful-paint')[0]?.startTime ?? 0,
        usable: performance.getEntriesByType('resource').find(({ name }) => name.includes('/api/memory/list'))?.responseEnd ?? 0,
      })`),
    );
    paints.push(times.paint);
    usables.push(times.usable);
    await window.close();
  }
  return [met('first paint, p95 of 5', p95(paints), 500, 'ms'), met('usable, p95 of 5', p95(usables), 1000, 'ms')];
}

/** From the last keystroke until the answer is on the screen. */
const AFTER_KEY = `(question, by) => new Promise((resolve) => {
  const began = performance.now();
  const look = () => {
    const shown = document.querySelector('section[data-question]')?.dataset;
    const isThere = shown?.question === question && (by === 'words' || shown.by === by);
    if (isThere) resolve(performance.now() - began);
    else requestAnimationFrame(look);
  };
  const box = document.querySelector('input[type=search]');
  box.value = question;
  box.dispatchEvent(new Event('input', { bubbles: true }));
  look();
})`;

async function searching(browser: Browser, server: TestServer): Promise<Measured[]> {
  const window = await openWindow(browser, server.url);
  await window.go('search');
  const ask = async (question: string, by: string) =>
    z.number().parse(await window.page.evaluate(`(${AFTER_KEY})(${JSON.stringify(question)}, '${by}')`));
  const words: number[] = [];
  const recalls: number[] = [];
  await ask('a first question, for the model to be there', 'recall');
  for (const question of makeQuestions(SEARCHES)) {
    words.push(await ask(question.slice(0, -2), 'words'));
    recalls.push((await ask(question, 'recall')) - REST_MS);
    await window.page.waitForTimeout(300);
  }
  await window.close();
  return [
    met('words after a key, p95', p95(words), 100, 'ms'),
    met('recall after the pause, p95', p95(recalls), 250, 'ms'),
  ];
}

const WATCH_TASKS = `window.longest = 0;
new PerformanceObserver((list) => {
  for (const { duration } of list.getEntries()) window.longest = Math.max(window.longest, duration);
}).observe({ type: 'longtask' });`;

async function drawing(browser: Browser, server: TestServer, nodes: number, mostMs: number): Promise<Measured[]> {
  const window = await openWindow(browser, server.url);
  const { page } = window;
  const ready = answerOf(page, '/api/graph/schema');
  await window.go('graph');
  await ready;
  const answer = answerOf(page, '/api/graph/grow');
  answer.catch(() => {});
  await page.evaluate(WATCH_TASKS);
  const began = performance.now();
  await page.goto(`${server.url}/#/graph?start=component-1&depth=6&limit=${nodes}`);
  await window.until("Number(document.querySelector('.stage')?.dataset.drawn ?? 0) > 1", 60_000);
  const took = performance.now() - began;
  const drawn = z.string().parse(await page.evaluate("document.querySelector('.stage').dataset.drawn"));
  await page.waitForTimeout(3000);
  const longest = z.number().parse(await page.evaluate('window.longest'));
  const bytes = gzipSync(await (await answer).body()).length / 1000;
  await window.close();
  return [
    met(`graph of ${drawn} nodes, drawn`, took, mostMs, 'ms'),
    met('  its answer, gzip', bytes, 300, 'kB'),
    met('  longest task on the main thread', longest, 200, 'ms'),
  ];
}

const answerOf = (page: Page, path: string): Promise<Response> =>
  page.waitForResponse((response) => new URL(response.url()).pathname === path, { timeout: 60_000 });

/** The server answers a page at most 300 calls in 10 seconds. */
const PACE_MS = 40;

/** The last pages compared with the first: paging by key takes equally long at any depth. */
async function listing(server: TestServer, memories: number): Promise<Measured[]> {
  const times: number[] = [];
  let after: string | undefined;
  for (let page = 0; page < Math.ceil(memories / PAGE); page++) {
    const began = performance.now();
    const { next } = await server.read('memory.list', { after, limit: PAGE });
    times.push(performance.now() - began);
    if (next === null) break;
    after = next;
    await delay(PACE_MS);
  }
  const few = Math.max(1, Math.min(20, Math.floor(times.length / 4)));
  const average = (values: readonly number[]) => values.reduce((sum, each) => sum + each, 0) / values.length;
  return [
    met(
      `the last pages of ${times.length} against the first`,
      average(times.slice(-few)) / average(times.slice(0, few)),
      2,
      '×',
    ),
  ];
}
