/** npm run picture: makes the README's pictures, the still and the moving one, from the demo's real page. */
import { mkdir, writeFile } from 'node:fs/promises';
import path from 'node:path';
import gifenc from 'gifenc';
import type { Page } from 'playwright-core';
import { PNG } from 'pngjs';
import { spawnSource } from '../support/bot.ts';
import { startBrowser } from '../support/browser.ts';
import { freePort } from '../support/free-port.ts';
import { until } from '../support/until.ts';

const FOLDER = path.join(import.meta.dirname, '..', '..', '.github');
const SIZE = { width: 960, height: 640 };
const COLOURS = 96;

/** What a visitor does, in the order of interest; each picture stands so long, ms. */
const STEPS: readonly { shows: number; act: (page: Page) => Promise<unknown> }[] = [
  { shows: 2_500, act: (page) => page.getByText('How do you alert on Kubernetes').first().waitFor() },
  {
    shows: 2_500,
    async act(page) {
      await page
        .getByRole('button', { name: /^I’ll reply/ })
        .first()
        .click();
      await page.getByRole('dialog').getByText('What engines say on').waitFor();
    },
  },
  {
    shows: 3_000,
    async act(page) {
      await page.keyboard.press('Escape');
      await page
        .getByRole('link', { name: /acme-visibility/ })
        .first()
        .click();
      await page
        .getByText(/Acme (fell|rose) /)
        .first()
        .scrollIntoViewIfNeeded();
    },
  },
  {
    shows: 2_000,
    async act(page) {
      await page.getByRole('textbox', { name: /^Message #/ }).pressSequentially('/vis');
      await page.locator('li[role="option"]:visible').first().waitFor();
    },
  },
  {
    shows: 3_500,
    async act(page) {
      const composer = page.getByRole('textbox', { name: /^Message #/ });
      await composer.fill('/visibility-topic pricing');
      await page.keyboard.press('Enter');
      await page.getByText('Acme on “pricing”').last().waitFor();
    },
  },
  {
    shows: 2_500,
    async act(page) {
      await page
        .getByRole('link', { name: /acme-leads/ })
        .first()
        .click();
      await page.getByRole('button', { name: 'Next day', exact: true }).click();
      await page.getByText(/ new/).last().waitFor();
    },
  },
];

const [slack, api, port] = await Promise.all([freePort(), freePort(), freePort()]);
const demo = spawnSource(
  { DEMO_PORT: `${slack}`, SANDBOX_PORT: `${api}`, PORT: `${port}`, METRICS_PORT: '0' },
  ['demo'],
);
await until('the demo to begin', () => demo.stdout().includes('Open'));
const browser = await startBrowser();
try {
  const page = await browser.newPage({ viewport: SIZE, colorScheme: 'light' });
  await page.goto(`http://127.0.0.1:${slack}/c/C0ACMELEADS`);
  const gif = gifenc.GIFEncoder();
  const stills: Buffer[] = [];
  for (const { act, shows } of STEPS) {
    await act(page);
    // Whatever slides or fades in has arrived.
    await page.waitForTimeout(600);
    const still = await page.screenshot();
    stills.push(still);
    const { data } = PNG.sync.read(still);
    const palette = gifenc.quantize(data, COLOURS);
    gif.writeFrame(gifenc.applyPalette(data, palette), SIZE.width, SIZE.height, { palette, delay: shows });
  }
  gif.finish();
  await mkdir(FOLDER, { recursive: true });
  await writeFile(path.join(FOLDER, 'demo.gif'), gif.bytes());
  const [, , alert] = stills;
  if (alert) await writeFile(path.join(FOLDER, 'demo.png'), alert);
} finally {
  await browser.close();
  await demo.stop();
}
