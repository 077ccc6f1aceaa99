/** axe-core looks at every place of the page, in light and dark, wide and on a phone: no serious finding. */
import { createRequire } from 'node:module';
import type { ModalView } from '@slack/types';
import type { Browser, BrowserContextOptions, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { z } from 'zod';
import { noBrowser, startBrowser } from '../../../support/browser.ts';
import { NOW } from './fake-workspace.ts';
import { ALERT, DIGEST, DIGEST_TEXT, FORM, lead, SECOND_LEAD, SUGGESTION } from './sample-messages.ts';
import { PHONE, type Setup, visit } from './visit.ts';

const AXE = createRequire(import.meta.url).resolve('axe-core/axe.min.js');

const Findings = z.array(
  z.object({ id: z.string(), impact: z.string().nullish(), nodes: z.array(z.object({ html: z.string() })) }),
);

/** "color-contrast: <small>…" for every serious or critical finding. */
async function serious(page: Page): Promise<string[]> {
  await page.addScriptTag({ path: AXE });
  const violations = Findings.parse(await page.evaluate('axe.run().then((result) => result.violations)'));
  return violations
    .filter(({ impact }) => impact === 'serious' || impact === 'critical')
    .flatMap(({ id, nodes }) => nodes.map(({ html }) => `${id}: ${html.slice(0, 160)}`));
}

const LOOKS: [string, BrowserContextOptions][] = [
  ['light', { colorScheme: 'light' }],
  ['dark', { colorScheme: 'dark' }],
  ['light on a phone', { colorScheme: 'light', ...PHONE }],
  ['dark on a phone', { colorScheme: 'dark', ...PHONE }],
];

const REFUSED = { topic: 'Choose a topic of this project.' };
const WARNED: ModalView = {
  ...FORM,
  blocks: [
    { type: 'alert', level: 'warning', text: { type: 'plain_text', text: 'Not comparable.' } },
    ...FORM.blocks,
  ],
};

/** Opens a place and what can be opened in it. */
const PLACES: [string, (page: Page, setup: Setup) => Promise<void>][] = [
  [
    'a channel with a digest, a thread and a menu',
    async (page, { workspace }) => {
      const { ts } = workspace.post({ channel: 'C0LEADS', at: NOW, text: DIGEST_TEXT, blocks: DIGEST });
      workspace.post({ channel: 'C0LEADS', at: NOW + 1_000, author: 'UBEN', text: 'On it', threadTs: ts });
      const blocks = [lead('L398', SECOND_LEAD, true)];
      workspace.post({ channel: 'C0LEADS', at: NOW + 2_000, text: 'x', blocks, onlyFor: 'UANA' });
      await page.goto(`/c/C0LEADS?as=UANA&thread=${ts}`);
    },
  ],
  [
    'a channel with an alert and a suggestion',
    async (page, { workspace }) => {
      workspace.post({ channel: 'C0SCORES', at: NOW, text: 'fell', blocks: [...ALERT, ...SUGGESTION] });
      await page.goto('/c/C0SCORES?as=UANA');
    },
  ],
  [
    'text only',
    async (page, { workspace }) => {
      workspace.post({ channel: 'C0SCORES', at: NOW, text: 'fell', blocks: ALERT });
      await page.goto('/c/C0SCORES?as=UANA&text=1');
    },
  ],
  [
    'the commands',
    async (page) => {
      await page.goto('/c/C0LEADS?as=UANA');
      await page.getByRole('textbox', { name: 'Message #acme-leads' }).pressSequentially('/vis');
    },
  ],
  [
    'a modal with errors',
    async (page, { workspace }) => {
      workspace.open('UANA', WARNED, REFUSED);
      await page.goto('/c/C0LEADS?as=UANA');
    },
  ],
  [
    'Home',
    async (page, { workspace }) => {
      workspace.publish('UANA', DIGEST);
      await page.goto('/home?as=UANA');
    },
  ],
  ['the profile', async (page) => void (await page.goto('/about?as=UANA'))],
  ['Connect your own', async (page) => void (await page.goto('/connect?as=UANA'))],
];

const controls = {
  troubles: [
    { id: 'down', label: 'API down', hint: 'Then ask.', isOn: () => true, turn: async () => undefined },
  ],
};

describe.skipIf(noBrowser).each(LOOKS)(`%s ${noBrowser ? `(${noBrowser})` : ''}`.trim(), (_, looks) => {
  let browser: Browser;
  beforeAll(async () => {
    browser = await startBrowser();
  });
  afterAll(() => browser?.close());

  test.each(PLACES)('%s', (_place, open) =>
    visit(
      browser,
      async (page, setup) => {
        await open(page, setup);
        expect(await serious(page)).toEqual([]);
      },
      // The script of axe-core is put in from outside, which the page's own policy would refuse.
      { ...looks, controls, bypassCSP: true, reducedMotion: 'reduce' },
    ),
  );
});
