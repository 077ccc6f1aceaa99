/** A real browser for the page of the local Slack: Debian's Chromium, cut off from everything it would do by itself. */
import { existsSync } from 'node:fs';
import { type Browser, chromium } from 'playwright-core';

const CHROMIUM = '/usr/bin/chromium';

const ARGS = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
  // Each visit would start a process or two, which takes most of what a visit takes.
  '--renderer-process-limit=1',
  '--disable-site-isolation-trials',
];

/** Why there can be no browser; undefined where there is one. On CI there has to be one, so nothing is said there. */
export const noBrowser =
  existsSync(CHROMIUM) || process.env.CI ? undefined : `skipped: there is no ${CHROMIUM} on this machine`;

/** Like people's browsers, it keeps pages for going back, with their open connections. */
export function startBrowser(): Promise<Browser> {
  const ignoreDefaultArgs = ['--disable-back-forward-cache'];
  return chromium.launch({ executablePath: CHROMIUM, args: ARGS, ignoreDefaultArgs });
}
