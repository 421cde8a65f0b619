// A browser window on the page that records what must never happen: console errors, requests to other hosts, dialogs.
import { existsSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { type Browser, type BrowserContextOptions, chromium, type Page } from 'playwright-core';
import * as z from 'zod';
import { closedGate } from '../gate.ts';

const PLACES = [
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome',
  '/opt/google/chrome/chrome',
];
const AXE = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');
const Violations = z.array(z.object({ id: z.string(), help: z.string(), nodes: z.array(z.string()) }));

export async function openBrowser(): Promise<Browser> {
  const executablePath = process.env.CHROMIUM ?? PLACES.find((place) => existsSync(place));
  if (!executablePath)
    throw new Error('Chromium was not found. Install it (Debian: chromium), or set CHROMIUM to its path.');
  // Chromium has no sandbox for root.
  return chromium.launch({ executablePath, args: process.getuid?.() === 0 ? ['--no-sandbox'] : [] });
}

export interface Look {
  readonly width?: number;
  readonly height?: number;
  readonly dark?: boolean;
  readonly javaScript?: boolean;
}

/** The browser logs refused requests itself; windows that expect refusals ignore these messages. */
const REFUSED = /Failed to load resource|ERR_CONNECTION|EventSource/;
/** Performance messages of graphics drivers. */
const CHATTER = /GPU stall|GL Driver Message/;

export class Window {
  readonly page: Page;
  readonly faults: string[] = [];
  readonly #origin: string;
  #isRefusalFine = false;

  constructor(page: Page, origin: string) {
    this.page = page;
    this.#origin = origin;
    page.on('console', (message) => {
      const isBad = ['error', 'warning'].includes(message.type());
      if (isBad && !CHATTER.test(message.text()) && !(this.#isRefusalFine && REFUSED.test(message.text()))) {
        this.faults.push(`console: ${message.text()}`);
      }
    });
    page.on('pageerror', (error) => this.faults.push(`error: ${error.message}`));
    page.on('request', (request) => {
      const url = new URL(request.url());
      if (url.origin !== this.#origin && url.protocol !== 'data:') this.faults.push(`a request to ${url.origin}`);
    });
    page.on('dialog', (dialog) => {
      this.faults.push(`a dialog: ${dialog.message()}`);
      void dialog.dismiss();
    });
  }

  /** From here on the server is expected to refuse something or to be down. */
  expectRefusals(): void {
    this.#isRefusalFine = true;
  }

  async go(address: string): Promise<void> {
    await this.page.goto(`${this.#origin}/#/${address}`);
    // Where only the hash changes, the former view is still drawn.
    await this.page.evaluate('new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))');
    await this.page.locator('main h1').first().waitFor({ state: 'attached' });
    await this.settled();
  }

  /** Waits until the live line is open, so that no later event is missed. */
  async live(): Promise<void> {
    await this.page.locator('.live .dot.on').waitFor();
  }

  /** Waits until an expression is true; polls from outside, because the page's policy forbids evaluation inside. */
  async until(expression: string, timeoutMs = 15_000): Promise<void> {
    const end = Date.now() + timeoutMs;
    while (!(await this.page.evaluate(expression))) {
      if (Date.now() > end) throw new Error(`Never true: ${expression}`);
      await this.page.waitForTimeout(20);
    }
  }

  /** Holds requests to these addresses back until the returned function is called. */
  async hold(addresses: RegExp): Promise<() => void> {
    const { opened, open } = closedGate();
    await this.page.route(addresses, async (route) => {
      await opened;
      await route.continue();
    });
    return open;
  }

  /** Waits until no request is pending. */
  async settled(): Promise<void> {
    await this.page.locator('main .waiting').waitFor({ state: 'detached' });
    await this.page.locator('main [aria-busy=true]').waitFor({ state: 'detached' });
  }

  /** The accessibility checker's findings, as text. */
  async violations(): Promise<string[]> {
    await this.page.evaluate(AXE);
    const found = await this.page.evaluate(`axe.run(document, {
      runOnly: ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'],
    }).then(({ violations }) => violations.map(({ id, help, nodes }) => ({ id, help, nodes: nodes.map(({ html }) => html.slice(0, 160)) })))`);
    return Violations.parse(found).map(
      ({ id, help, nodes }) => `${id}: ${help}\n      ${nodes.slice(0, 3).join('\n      ')}`,
    );
  }

  /** True if the page is wider than the window. */
  async overflows(): Promise<boolean> {
    return z.boolean().parse(await this.page.evaluate('document.documentElement.scrollWidth > innerWidth'));
  }

  close(): Promise<void> {
    return this.page.context().close();
  }
}

export async function openWindow(browser: Browser, origin: string, look: Look = {}): Promise<Window> {
  const { width = 1280, height = 860, dark = false, javaScript = true } = look;
  const options: BrowserContextOptions = {
    viewport: { width, height },
    colorScheme: dark ? 'dark' : 'light',
    javaScriptEnabled: javaScript,
    reducedMotion: 'reduce',
    hasTouch: width < 500,
  };
  const context = await browser.newContext(options);
  context.setDefaultTimeout(15_000);
  return new Window(await context.newPage(), new URL(origin).origin);
}
