/** One visit to the page in a real browser, with its own server and context. */
import { serve } from '@hono/node-server';
import type { Browser, BrowserContextOptions, Page } from 'playwright-core';
import { expect } from 'vitest';
import type { PageControls } from '../../../../src/sandbox/workspace/page/controls.ts';
import { openPage } from './open-page.ts';

export type Setup = ReturnType<typeof openPage>;

/** Rejects if the page throws, logs an error, or contacts another machine. */
export async function visit(
  browser: Browser,
  use: (page: Page, setup: Setup) => Promise<void>,
  { controls = {}, ...looks }: BrowserContextOptions & { controls?: Partial<PageControls> } = {},
): Promise<void> {
  const setup = openPage(controls);
  const { promise: port, resolve } = Promise.withResolvers<number>();
  const server = serve({ fetch: setup.app.fetch, port: 0, hostname: '127.0.0.1' }, (at) => resolve(at.port));
  const context = await browser.newContext({ baseURL: `http://127.0.0.1:${await port}`, ...looks });
  const page = await context.newPage();
  const faults: string[] = [];
  page.on('pageerror', (error) => faults.push(error.message));
  page.on('console', (message) => message.type() === 'error' && faults.push(message.text()));
  page.on('request', (request) => {
    if (new URL(request.url()).hostname !== '127.0.0.1') faults.push(request.url());
  });
  try {
    await use(page, setup);
    expect(faults).toEqual([]);
  } finally {
    await context.close();
    if ('closeAllConnections' in server) server.closeAllConnections();
    server.close();
  }
}

export const PHONE = { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true };
