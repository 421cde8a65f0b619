// Tests the page in a real browser, on a real server with real data.
import { parseArgs } from 'node:util';
import type { Browser } from 'playwright-core';
import { type Flow, Stage } from './flow.ts';
import { accessFlows, moveIn } from './flows/access.ts';
import { inboxFlows } from './flows/inbox.ts';
import { injectionFlows } from './flows/injections.ts';
import { memoryFlows } from './flows/memory.ts';
import { operationFlows } from './flows/operations.ts';
import { recallFlows } from './flows/recalls.ts';
import { searchFlows } from './flows/search.ts';
import { viewFlows } from './flows/views.ts';
import { workFlows } from './flows/work.ts';
import { measure } from './measure.ts';
import { takePictures } from './pictures.ts';
import { addSampleData } from './sample-data.ts';
import { TestServer } from './server.ts';
import { openBrowser } from './window.ts';

const USAGE = `Usage: npm run e2e -- [--only TEXT] [--pictures FOLDER] [--measure MEMORIES [--keep FOLDER]]
  --only      runs only flows whose name contains TEXT
  --pictures  only takes the guide's screenshots
  --measure   prints the budgets as a table, with that many memories; fails over budget
  --keep      stores them in FOLDER, and measures what is there the next time`;

const say = (line: string) => process.stdout.write(`${line}\n`);

/** The exit code: 1 if a promise is broken. */
export async function main(args: readonly string[]): Promise<number> {
  const { values } = parseArgs({
    args: [...args],
    options: {
      only: { type: 'string' },
      pictures: { type: 'string' },
      measure: { type: 'string' },
      keep: { type: 'string' },
      help: { type: 'boolean' },
    },
  });
  const memories = Number(values.measure ?? 1);
  if (values.help || !Number.isInteger(memories) || memories < 1) {
    process.stderr.write(`${USAGE}\n`);
    return 2;
  }
  const browser = await openBrowser();
  try {
    if (values.measure !== undefined) {
      const { keep: dataDir } = values;
      return (await measure(browser, { memories, dataDir, say })) ? 0 : 1;
    }
    if (values.pictures !== undefined) {
      const { pictures } = values;
      await onServer(browser, addSampleData, async (stage) => {
        await takePictures(stage, pictures);
        await stage.end();
      });
      return 0;
    }
    return (await showAll(browser, values.only ?? '')) ? 0 : 1;
  } finally {
    await browser.close();
  }
}

async function showAll(browser: Browser, only: string): Promise<boolean> {
  const flows = [viewFlows, searchFlows, memoryFlows, inboxFlows, recallFlows, workFlows, operationFlows].flat();
  const results = [
    ...(await showEach(browser, addSampleData, flows, only)),
    ...(await showEach(browser, moveIn, accessFlows, only)),
    ...(await showEach(browser, async () => {}, injectionFlows, only)),
  ];
  const failed = results.filter((isGood) => !isGood).length;
  say(`${results.length - failed} of ${results.length} promises kept`);
  return failed === 0;
}

async function showEach(
  browser: Browser,
  prepare: (server: TestServer) => Promise<void>,
  flows: readonly Flow[],
  only: string,
): Promise<boolean[]> {
  const chosen = flows.filter(({ name }) => name.includes(only));
  const results: boolean[] = [];
  if (chosen.length === 0) return results;
  await onServer(browser, prepare, async (stage) => {
    for (const flow of chosen) results.push(await show(flow, new Stage(browser, stage.server)));
  });
  return results;
}

async function onServer(
  browser: Browser,
  prepare: (server: TestServer) => Promise<void>,
  work: (stage: Stage) => Promise<void>,
): Promise<void> {
  const server = new TestServer();
  try {
    await server.start();
    await prepare(server);
    await work(new Stage(browser, server));
  } finally {
    await server.dispose();
  }
}

async function show({ name, run }: Flow, stage: Stage): Promise<boolean> {
  const began = performance.now();
  const wrong: string[] = [];
  await run(stage).catch((error: unknown) =>
    wrong.push(error instanceof Error ? (error.stack ?? error.message) : String(error)),
  );
  wrong.push(...(await stage.end()));
  say(`${wrong.length === 0 ? 'ok    ' : 'FAILED'} ${name} (${((performance.now() - began) / 1000).toFixed(1)} s)`);
  for (const each of wrong) say(`    ${each.replaceAll('\n', '\n    ')}`);
  return wrong.length === 0;
}
