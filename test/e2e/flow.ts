import type { Browser } from 'playwright-core';
import type { TestServer } from './server.ts';
import { type Look, openWindow, type Window } from './window.ts';

/** What a flow works with: a shared server, and windows that are checked afterwards. */
export class Stage {
  readonly browser: Browser;
  readonly server: TestServer;
  readonly #windows: Window[] = [];

  constructor(browser: Browser, server: TestServer) {
    this.browser = browser;
    this.server = server;
  }

  async window(look: Look = {}): Promise<Window> {
    const window = await openWindow(this.browser, this.server.url, look);
    this.#windows.push(window);
    return window;
  }

  /** Closes the windows, and returns what was wrong in any of them. */
  async end(): Promise<string[]> {
    for (const window of this.#windows) await window.close();
    return this.#windows.flatMap(({ faults }) => faults);
  }
}

/** A promise of the page, tested in a browser. */
export interface Flow {
  readonly name: string;
  run(stage: Stage): Promise<void>;
}

export const VIEWS = [
  'search',
  'inbox',
  'recalls',
  'time',
  'graph',
  'code',
  'trace',
  'query',
  'data',
  'health',
  'people',
];
