/** The local Slack in a browser, as somebody who tries the demo uses it, from the first look to the next day. */
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { noBrowser, startBrowser } from '../support/browser.ts';
import { type Journey, startJourney } from '../support/journey.ts';
import { ANA } from '../support/local-slack.ts';
import { ACME } from '../support/sandbox.ts';

describe.skipIf(noBrowser)(`the page in a browser ${noBrowser ? `(${noBrowser})` : ''}`.trim(), () => {
  let journey: Journey;
  let browser: Browser;
  let page: Page;
  const faults: string[] = [];

  beforeAll(async () => {
    [journey, browser] = await Promise.all([startJourney(), startBrowser()]);
    page = await browser.newPage();
    page.on('pageerror', ({ message }) => faults.push(message));
    page.on('console', (said) => said.type() === 'error' && faults.push(said.text()));
    await page.goto(`${journey.slack.url}/c/${ACME.leads}?as=${ANA}`);
  });

  afterAll(async () => {
    await browser?.close();
    await journey?.end();
  });

  /** The last message whose text says this. */
  const message = (words: string) => page.locator('#messages > li.row', { hasText: words }).last();
  const composer = () => page.getByRole('textbox', { name: 'Message #acme-leads' });

  test('the digest comes by itself at nine o’clock, without a reload', async () => {
    await page.getByText('Simulated Slack, invented data, nothing leaves this machine.').waitFor();
    expect(await page.locator('#messages > li.row').count()).toBe(0);
    await journey.advance({ minutes: 1 });
    const digest = message('Acme · your first');
    await digest.waitFor();
    expect(await digest.innerText()).toContain('How do you alert on Kubernetes cost spikes?');
  });

  test('a lead’s link opens a copy of its thread, here and not on the real site', async () => {
    const link = message('Acme · your first').getByRole('link', { name: /Kubernetes cost spikes/ });
    const [copy] = await Promise.all([page.context().waitForEvent('page'), link.click()]);
    await copy.getByRole('heading', { name: 'How do you alert on Kubernetes cost spikes?' }).waitFor();
    expect(new URL(copy.url()).origin).toBe(new URL(journey.slack.url).origin);
    expect(await copy.getByRole('main').innerText()).toMatch(/r\/devops.*\d+ replies/s);
    await copy.close();
  });

  test('claiming the first lead opens its brief, and ticks the first of the three things to try', async () => {
    const strip = page.getByRole('region', { name: 'Start here' });
    expect(await strip.getByRole('listitem').count()).toBe(3);
    expect(await strip.getByText('Done:').count()).toBe(0);
    await message('Acme · your first')
      .getByRole('button', { name: /^I’ll reply/ })
      .first()
      .click();
    await strip
      .getByRole('listitem')
      .filter({ hasText: 'Done:' })
      .getByText('Claim the first lead')
      .waitFor();
    const brief = page.getByRole('dialog', { name: 'Lead L1' });
    await brief.getByText('You’re on L1').waitFor();
    await page.reload();
    await brief.getByText('You’re on L1').waitFor();
    await page.keyboard.press('Escape');
    await brief.waitFor({ state: 'hidden' });
  });

  test('a slash offers the commands, and Tab takes one', async () => {
    await composer().pressSequentially('/visibility-t');
    // A message's own menus have options, too.
    const offered = page.locator('li[role="option"]:visible');
    await expect.poll(() => offered.allInnerTexts()).toHaveLength(2);
    await page.keyboard.press('Tab');
    expect(await composer().inputValue()).toBe('/visibility-topic ');
  });

  test('a command is answered where it was typed, to its asker alone', async () => {
    await composer().pressSequentially('pricing');
    await page.keyboard.press('Enter');
    const answer = message('Acme on “pricing”');
    await answer.waitFor();
    expect(await answer.innerText()).toContain('Only visible to you');
    expect(await answer.getByRole('table').innerText()).toContain('Globex');
    expect(await answer.innerText()).toContain('Perplexity');
    expect(await composer().inputValue()).toBe('');
  });

  test('one Enter sends a command typed in full, though longer ones begin with it', async () => {
    await composer().pressSequentially('/visibility');
    await page.keyboard.press('Enter');
    await message('/visibility help lists every command').waitFor();
    expect(await composer().inputValue()).toBe('');
  });

  test('Accept… opens a form, and its submission changes the message in place', async () => {
    // The first digest names the channel, too.
    await page.getByRole('link', { name: 'acme-visibility' }).first().click();
    const suggestion = message('New segment for Acme');
    const id = await suggestion.getAttribute('id');
    await suggestion.getByRole('button', { name: /^Accept: segment/ }).click();
    const form = page.getByRole('dialog', { name: 'Accept segment' });
    await form.getByText('Accepting changes the dashboard.').waitFor();
    await form.getByRole('button', { name: 'Accept', exact: true }).click();
    const done = page.getByRole('dialog', { name: 'Sightline' });
    await done.getByText('✅ Accepted by').waitFor();
    await done.getByRole('button', { name: 'Close', exact: true }).last().click();
    await done.waitFor({ state: 'hidden' });

    const accepted = message('✅ Accepted by');
    await accepted.waitFor();
    expect(await accepted.getAttribute('id')).toBe(id);
    expect(await accepted.innerText()).toMatch(/✅ Accepted by @Ana Ruiz on .*09:00\./);
    expect(await accepted.getByRole('button', { name: /^Accept: segment/ }).count()).toBe(0);
  });

  test('Next day brings the next day, and what it has to say', async () => {
    await page.getByRole('link', { name: 'acme-leads' }).click();
    const clock = page.locator('#clock');
    expect(await clock.innerText()).toContain('11');
    await page.getByRole('button', { name: 'Next day', exact: true }).click();
    await expect.poll(() => clock.innerText()).toContain('12');
    await message('Mar 12').waitFor();
    expect(await message('Mar 12').innerText()).toMatch(/Acme · \d+ new leads?\s+.*Mar 12/s);
  });

  test('the browser had nothing to complain about', () => {
    expect(faults).toEqual([]);
  });
});
