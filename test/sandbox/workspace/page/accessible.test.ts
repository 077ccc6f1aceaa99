/** Runs axe-core on every part of the page with a running bot, in light and dark, on a wide screen and a phone. */
import { createRequire } from 'node:module';
import type { Browser, BrowserContextOptions, Locator, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { z } from 'zod';
import { noBrowser, startBrowser } from '../../../support/browser.ts';
import { type Journey, startJourney } from '../../../support/journey.ts';
import { ANA, BEN } from '../../../support/local-slack.ts';
import { ACME } from '../../../support/sandbox.ts';
import { PHONE } from './visit.ts';

const AXE = createRequire(import.meta.url).resolve('axe-core/axe.min.js');

const Findings = z.array(z.object({ id: z.string(), nodes: z.array(z.object({ html: z.string() })) }));

/** "color-contrast: <small>…" for every finding. Without `rules`, checks all. */
async function findings(page: Page, rules?: string[]): Promise<string[]> {
  const options = { resultTypes: ['violations'], ...(rules && { runOnly: rules }) };
  const run = `axe.run(${JSON.stringify(options)}).then((result) => result.violations)`;
  return Findings.parse(await page.evaluate(run)).flatMap(({ id, nodes }) =>
    nodes.map(({ html }) => `${id}: ${html.slice(0, 160)}`),
  );
}

/** What doesn't depend on colours is only checked in light. */
const OF_COLOUR = ['color-contrast', 'link-in-text-block'];

const composer = (page: Page) => page.getByRole('textbox', { name: /^Message #/ });

const digestOn = (page: Page) => page.locator('#messages > li.row', { hasText: 'Acme · your first' });

/** The next one, below those from the round before. */
const next = async (those: Locator) => those.nth(await those.count());

/** Goes to a place and opens what can be opened there. */
const PLACES: [string, (page: Page) => Promise<unknown>][] = [
  [
    'the brief over its digest',
    async (page) => {
      await page.goto(`/c/${ACME.leads}?as=${ANA}`);
      await digestOn(page)
        .getByRole('button', { name: /^I’ll reply/ })
        .first()
        .click();
      const brief = page.getByRole('dialog');
      await brief.getByText('You’re on L').waitFor();
      await brief.getByText('Reading what engines say').waitFor({ state: 'hidden' });
    },
  ],
  [
    'a channel with a digest, a private answer and a thread',
    async (page) => {
      await page.getByRole('dialog').press('Escape');
      await page.getByRole('dialog').waitFor({ state: 'hidden' });
      const answer = await next(page.getByText('Acme on “pricing”'));
      await composer(page).fill('/visibility topic pricing');
      await composer(page).press('Enter');
      await answer.waitFor();
      const digest = digestOn(page);
      await page.goto(`/c/${ACME.leads}?as=${ANA}&thread=${await digest.getAttribute('data-ts')}`);
    },
  ],
  ['an alert with its chart, and a suggestion', (page) => page.goto(`/c/${ACME.scores}?as=${ANA}`)],
  [
    'a list as a table, sorted',
    async (page) => {
      await page.goto(`/c/${ACME.scores}?as=${BEN}`);
      const sort = await next(page.getByRole('button', { name: 'Sort as table' }));
      const table = await next(page.getByRole('table', { name: 'Cited pages of Acme' }));
      await composer(page).fill('/visibility sources');
      await composer(page).press('Enter');
      await sort.click();
      await table.getByRole('button', { name: 'Citations' }).click();
      await table.locator('[aria-sort]').waitFor();
    },
  ],
  ['text only', (page) => page.goto(`/c/${ACME.scores}?as=${ANA}&text=1`)],
  [
    'the commands',
    async (page) => {
      await page.goto(`/c/${ACME.scores}?as=${ANA}`);
      await composer(page).pressSequentially('/vis');
      await page.getByRole('option').first().waitFor();
    },
  ],
  [
    'a form, and what is wrong in it',
    async (page) => {
      await page.goto(`/c/${ACME.scores}?as=${BEN}`);
      await composer(page).fill('/visibility leads digest');
      await composer(page).press('Enter');
      const form = page.getByRole('dialog');
      await form.getByRole('textbox').first().fill('whenever');
      await form.getByRole('button').last().click();
      await form.locator('.error').first().waitFor();
    },
  ],
  ['Home', (page) => page.goto(`/home?as=${ANA}`)],
  ['the profile', (page) => page.goto(`/about?as=${ANA}`)],
  ['Connect your Slack', (page) => page.goto(`/connect?as=${ANA}`)],
  ['nothing', (page) => page.goto(`/c/none?as=${ANA}`)],
  [
    'the copy of a thread',
    async (page) => {
      await page.goto(`/c/${ACME.leads}?as=${ANA}`);
      const to = await page
        .getByRole('link', { name: /Kubernetes cost spikes/ })
        .first()
        .getAttribute('href');
      await page.goto(to ?? '');
      await page.getByRole('heading', { name: /Kubernetes cost spikes/ }).waitFor();
    },
  ],
  [
    'what is broken, and what else can be',
    async (page) => {
      await page.goto(`/c/${ACME.leads}?as=${ANA}`);
      const open = page.getByRole('button', { name: 'Break it' });
      await open.click();
      await page.getByRole('menuitemcheckbox', { name: /^Slack slow/, checked: false }).click();
      await page.getByRole('button', { name: 'Fix it: Slack slow' }).waitFor();
      await open.click();
    },
  ],
];

describe.skipIf(noBrowser)(`no finding ${noBrowser ? `(${noBrowser})` : ''}`.trim(), () => {
  let journey: Journey;
  let browser: Browser;

  beforeAll(async () => {
    [journey, browser] = await Promise.all([startJourney(), startBrowser()]);
    await journey.pass({ minutes: 1 });
  });

  afterAll(async () => {
    await browser?.close();
    await journey?.end();
  });

  const LOOKS: [string, BrowserContextOptions][] = [
    ['wide', {}],
    ['on a phone', PHONE],
  ];

  describe.each(LOOKS)('%s', (_, looks) => {
    let page: Page;

    beforeAll(async () => {
      // The page's policy would refuse axe-core's script.
      const context = { baseURL: journey.slack.url, bypassCSP: true, reducedMotion: 'reduce' as const };
      page = await browser.newPage({ ...looks, ...context });
      await page.addInitScript({ path: AXE });
    });

    afterAll(async () => {
      await page.keyboard.press('Escape');
      await page.getByRole('button', { name: /^Fix it/ }).click();
      await page.close();
    });

    test.each(PLACES)('%s', async (_place, open) => {
      await page.emulateMedia({ colorScheme: 'light' });
      await open(page);
      expect(await findings(page)).toEqual([]);
      // The colours of both looks are the same.
      if (looks === PHONE) return;
      await page.emulateMedia({ colorScheme: 'dark' });
      expect(await findings(page, OF_COLOUR)).toEqual([]);
    });
  });
});
