/** Visits to the page in a real browser, each to a workspace of its own. */
import { randomUUID } from 'node:crypto';
import { serve } from '@hono/node-server';
import type { Browser, BrowserContextOptions, ConsoleMessage, Page, Request } from 'playwright-core';
import { afterAll, beforeAll, expect } from 'vitest';
import type { PageControls } from '../../../../src/sandbox/workspace/page/controls.ts';
import { startBrowser } from '../../../support/browser.ts';
import { openPage } from './open-page.ts';

export type Setup = ReturnType<typeof openPage>;

type Looks = BrowserContextOptions & { controls?: Partial<PageControls> };

export const PHONE = { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true };

/**
 * For the tests of a `describe`: one browser and one server, and a tab for each look, since opening a tab takes longer
 * than most visits. A visit rejects if the page throws, logs an error, or contacts another machine.
 */
export function createVisits() {
  let browser: Browser;
  let server: ReturnType<typeof serve>;
  let baseURL: string;
  let current: Setup;
  const tabs = new Map<string, Page>();

  beforeAll(async () => {
    browser = await startBrowser();
    const { promise: port, resolve } = Promise.withResolvers<number>();
    const fetch = (request: globalThis.Request) => current.app.fetch(request);
    server = serve({ fetch, port: 0, hostname: '127.0.0.1' }, (at) => resolve(at.port));
    baseURL = `http://127.0.0.1:${await port}`;
  });

  afterAll(async () => {
    await browser?.close();
    server?.close();
  });

  async function tabOf(looks: BrowserContextOptions): Promise<Page> {
    const key = JSON.stringify(looks);
    const tab = tabs.get(key) ?? (await (await browser.newContext({ baseURL, ...looks })).newPage());
    // Only a visit that ends well gives it back.
    tabs.delete(key);
    return tab;
  }

  return async function visit(
    use: (page: Page, setup: Setup) => Promise<void>,
    { controls = {}, ...looks }: Looks = {},
  ): Promise<void> {
    // What the visit before was still sending is refused here, as a page of an earlier start would be.
    const setup = openPage(controls, randomUUID());
    current = setup;
    const page = await tabOf(looks);
    const faults: string[] = [];
    const noteFault = ({ message }: Error) => faults.push(message);
    const noteLine = (line: ConsoleMessage) => line.type() === 'error' && faults.push(line.text());
    const noteRequest = (request: Request) => {
      if (new URL(request.url()).hostname !== '127.0.0.1') faults.push(request.url());
    };
    page.on('pageerror', noteFault).on('console', noteLine).on('request', noteRequest);
    await use(page, setup);
    expect(faults).toEqual([]);
    page.off('pageerror', noteFault).off('console', noteLine).off('request', noteRequest);
    for (const other of page.context().pages()) if (other !== page) await other.close();
    await page.evaluate('localStorage.clear(); sessionStorage.clear()');
    await page.goto('about:blank');
    tabs.set(JSON.stringify(looks), page);
  };
}
