/** The page in a real browser. Skipped if there is no Chromium. */
import type { Locator } from 'playwright-core';
import { describe, expect, test } from 'vitest';
import { noBrowser } from '../../../support/browser.ts';
import { BOT, NOW } from './fake-workspace.ts';
import { ALERT, DIGEST, DIGEST_TEXT, FORM, lead, SECOND_LEAD, SUGGESTION } from './sample-messages.ts';
import { createVisits, PHONE } from './visit.ts';

describe.skipIf(noBrowser)(`in a browser ${noBrowser ? `(${noBrowser})` : ''}`.trim(), () => {
  const visit = createVisits();

  test('a claim changes its row in place and keeps the focus there', () =>
    visit(async (page, { workspace }) => {
      const { ts } = workspace.post({ channel: 'C0LEADS', at: NOW, text: DIGEST_TEXT, blocks: DIGEST });
      workspace.answer.act = async (act) => {
        const blocks = DIGEST.map((block) =>
          block.block_id === act.blockId ? lead(act.blockId, '*Claimed by <@UANA>*', true) : block,
        );
        workspace.edit(ts, { blocks });
        return { ok: true };
      };
      await page.goto('/');
      const claim = page.getByRole('button', { name: 'I’ll reply to L412' });
      await claim.focus();
      await page.keyboard.press('Enter');
      await page.getByText('Claimed by @Ana', { exact: true }).waitFor();
      expect(await claim.count()).toBe(0);
      expect(await page.locator('.row.fresh').count()).toBe(1);
      expect(workspace.acts).toMatchObject([{ actionId: 'lead.claim', value: 'L412', person: 'UANA' }]);
      expect(await page.locator(':focus').getAttribute('aria-label')).toBe('More actions');
    }));

  test('the focus keeps its place even if the app renames its blocks', () =>
    visit(async (page, { workspace }) => {
      const { ts } = workspace.post({
        channel: 'C0LEADS',
        at: NOW,
        text: 'x',
        blocks: [lead('L412', '*1.* One', false)],
      });
      workspace.answer.act = async () => {
        workspace.edit(ts, { blocks: [lead('L412-claimed', '*Claimed by <@UANA>*', true)] });
        return { ok: true };
      };
      await page.goto('/');
      await page.getByRole('button', { name: 'I’ll reply to L412' }).focus();
      await page.keyboard.press('Enter');
      await page.getByText('Claimed by @Ana', { exact: true }).waitFor();
      expect(await page.locator(':focus').getAttribute('aria-label')).toBe('More actions');
    }));

  test('after a modal the focus is back where it was opened, even if that has changed meanwhile', () =>
    visit(async (page, { workspace }) => {
      const { ts } = workspace.post({
        channel: 'C0LEADS',
        at: NOW,
        text: 'x',
        blocks: [lead('L412', '*1.* One', false)],
      });
      workspace.answer.act = async ({ person }) => {
        workspace.open(person, FORM);
        return { ok: true };
      };
      await page.goto('/');
      await page.getByRole('button', { name: 'I’ll reply to L412' }).focus();
      await page.keyboard.press('Enter');
      await page.locator('dialog[open]').waitFor();
      workspace.edit(ts, { blocks: [lead('L412', '*Claimed by <@UANA>*', true)] });
      await page.getByText('Claimed by @Ana', { exact: true }).waitFor();
      await page.keyboard.press('Escape');
      await page.locator('dialog[open]').waitFor({ state: 'hidden' });
      expect(await page.locator(':focus').getAttribute('aria-label')).toBe('More actions');
    }));

  test('Space flips the switch for text only, which keeps the focus', () =>
    visit(async (page) => {
      await page.goto('/');
      const flip = page.getByRole('switch', { name: 'Text only' });
      await flip.focus();
      for (const checked of [true, false]) {
        await page.keyboard.press('Space');
        await page.getByRole('switch', { checked }).waitFor();
        await page.locator('[role=switch]:focus').waitFor();
      }
    }));

  test('a failure is shown under its message', () =>
    visit(async (page, { workspace }) => {
      workspace.post({ channel: 'C0SCORES', at: NOW, text: 'fell', blocks: ALERT });
      workspace.answer.act = async () => ({ ok: false, sentence: 'Sightline did not answer in time.' });
      await page.goto('/c/C0SCORES');
      await page.getByRole('button', { name: 'Not useful' }).click();
      await page.getByRole('alert').getByText('Sightline did not answer in time.').waitFor();
    }));

  test('an action with a confirm dialog asks first', () =>
    visit(async (page, { workspace }) => {
      workspace.post({ channel: 'C0LEADS', at: NOW, text: 'segment', blocks: SUGGESTION });
      await page.goto('/');
      const dismiss = page.getByRole('button', { name: 'Dismiss', exact: true });
      await dismiss.click();
      const dialog = page.getByRole('dialog', { name: 'Please confirm' });
      await dialog.getByRole('button', { name: 'Keep' }).click();
      await dialog.waitFor({ state: 'hidden' });
      expect(workspace.acts).toEqual([]);
      await dismiss.click();
      await dialog.getByRole('button', { name: 'Dismiss' }).click();
      await expect.poll(() => workspace.acts.length).toBe(1);
    }));

  test('an overflow menu opens, follows the arrow keys, and acts', () =>
    visit(async (page, { workspace }) => {
      workspace.post({ channel: 'C0LEADS', at: NOW, text: 'x', blocks: [lead('L398', SECOND_LEAD, true)] });
      await page.goto('/');
      await page.getByRole('button', { name: 'More actions' }).press('Enter');
      await page.getByRole('menuitem', { name: 'Replied…' }).waitFor();
      await page.keyboard.press('ArrowDown');
      await page.keyboard.press('Enter');
      await expect.poll(() => workspace.acts[0]?.value).toBe('release');
      await page.getByRole('menuitem', { name: 'Release' }).waitFor({ state: 'hidden' });
    }));

  test('"/vis" offers the commands; Tab takes one, Enter sends it, a refusal stays private', () =>
    visit(async (page, { workspace }) => {
      workspace.answer.say = async () => ({
        ok: false,
        sentence: 'Sightline was removed from this channel.',
      });
      await page.goto('/');
      const field = page.getByRole('textbox', { name: 'Message #acme-leads' });
      await field.pressSequentially('/vis');
      const options = page.getByRole('option');
      expect(await options.count()).toBe(4);
      expect(await page.getByRole('option', { selected: true }).innerText()).toContain('/visibility [leads');
      await page.keyboard.press('ArrowDown');
      await page.keyboard.press('Tab');
      expect(await field.inputValue()).toBe('/visibility-leads ');
      expect(await options.count()).toBe(1);
      await field.pressSequentially('Acme');
      await page.keyboard.press('Enter');
      await page.getByRole('alert').getByText('Sightline was removed').waitFor();
      expect(await field.inputValue()).toBe('/visibility-leads Acme');
      expect(workspace.said).toMatchObject([{ text: '/visibility-leads Acme' }]);
      await page.keyboard.press('Escape');
      expect(await options.count()).toBe(0);
    }));

  test('a message is sent with Enter and appears without a reload', () =>
    visit(async (page) => {
      await page.goto('/c/C0LEADS?as=UBEN');
      const field = page.getByRole('textbox', { name: 'Message #acme-leads' });
      await field.fill('On it');
      await field.press('Enter');
      await page.getByRole('article', { name: /^Ben/ }).getByText('On it').waitFor();
      expect(await field.inputValue()).toBe('');
    }));

  test('a modal opens, keeps what was typed when it is redrawn, shows its errors, and submits', () =>
    visit(async (page, { workspace }) => {
      await page.goto('/');
      workspace.open('UANA', FORM);
      const dialog = page.getByRole('dialog', { name: 'Track a prompt' });
      await dialog.getByLabel('Prompt').fill('best cost alerts');
      await dialog.getByLabel('ChatGPT').check();
      workspace.open('UANA', FORM, { topic: 'Choose a topic of this project.' });
      await dialog.getByText('Choose a topic of this project.').waitFor();
      expect(await dialog.getByLabel('Prompt').inputValue()).toBe('best cost alerts');
      await dialog.getByLabel('Topic').selectOption('cost');
      await dialog.getByRole('button', { name: 'Track it' }).click();
      await dialog.waitFor({ state: 'hidden' });
      expect(workspace.submitted[0]?.values).toMatchObject({
        prompt: { text: { value: 'best cost alerts' } },
        topic: { topic: { selected_option: { value: 'cost' } } },
        engines: { engines: { selected_options: [{ value: 'chatgpt' }, { value: 'perplexity' }] } },
      });
    }));

  test('of a person’s two tabs, the form opens in the one they clicked in', () =>
    visit(async (page, { workspace }) => {
      workspace.post({ channel: 'C0LEADS', at: NOW, text: 'segment', blocks: SUGGESTION });
      workspace.answer.act = async ({ person }) => {
        workspace.open(person, FORM);
        return { ok: true };
      };
      const other = await page.context().newPage();
      await Promise.all([page.goto('/'), other.goto('/')]);
      const form = { name: 'Track a prompt' };
      await other.getByRole('button', { name: 'Accept…' }).click();
      await other.getByRole('dialog', form).waitFor();
      workspace.post({ channel: 'C0LEADS', at: NOW + 600_000, text: 'meanwhile' });
      await page.getByText('meanwhile').last().waitFor();
      expect(await page.getByRole('dialog', form).count()).toBe(0);
      await other.keyboard.press('Escape');
      await other.getByRole('dialog', form).waitFor({ state: 'hidden' });
    }));

  test('“Start here” points at the button it means, closes with a click and makes room for the messages', () =>
    visit(
      async (page, { workspace }) => {
        workspace.post({ channel: 'C0SCORES', at: NOW, text: 'fell', blocks: ALERT });
        await page.goto('/');
        const strip = page.getByRole('region', { name: 'Start here' });
        await strip.getByRole('link', { name: 'See why it fell' }).click();
        await page.getByRole('heading', { name: '#acme-visibility' }).waitFor();
        await page.locator('[data-action="alert.details"] button:focus').waitFor();
        await strip.getByRole('button', { name: 'Press Next day' }).click();
        await strip.getByText('Done:').waitFor();
        await strip.getByRole('button', { name: /^Close/ }).click();
        await strip.waitFor({ state: 'hidden' });
        const [notice, stage] = [page.locator('.notice'), page.locator('.stage')];
        const bottom = await notice.boundingBox().then((box) => (box?.y ?? 0) + (box?.height ?? 0));
        expect((await stage.boundingBox())?.y).toBeCloseTo(bottom, 0);
        await page.reload();
        await page.locator('.stage').waitFor();
        expect(await strip.isVisible()).toBe(false);
      },
      {
        controls: {
          tour: [
            { label: 'See why it fell', doneBy: ['alert.details'], channel: 'C0SCORES' },
            { label: 'Press Next day', doneBy: ['/next-day'] },
          ],
        },
      },
    ));

  test('Escape closes a modal, and the app hears of it', () =>
    visit(async (page, { workspace }) => {
      workspace.open('UANA', FORM);
      await page.goto('/');
      const dialog = page.getByRole('dialog', { name: 'Track a prompt' });
      await dialog.waitFor();
      await page.keyboard.press('Escape');
      await dialog.waitFor({ state: 'hidden' });
      expect(workspace.openView('UANA')).toBeUndefined();
    }));

  test('a message taller than the screen is shown from its start, even if it arrives later', () =>
    visit(async (page, { workspace }) => {
      const tall = Array.from({ length: 6 }, () => DIGEST).flat();
      workspace.post({ channel: 'C0LEADS', at: NOW, text: DIGEST_TEXT, blocks: tall });
      await page.goto('/');
      const newest = page.getByRole('article').last().getByText('APP');
      await expect.poll(() => newest.boundingBox().then((box) => box?.y ?? 0)).toBeGreaterThan(0);
      workspace.post({ channel: 'C0SCORES', at: NOW, text: 'short' });
      await page.getByRole('link', { name: /acme-visibility/ }).click();
      await page.getByText('short').waitFor();
      workspace.post({ channel: 'C0SCORES', at: NOW + 600_000, text: DIGEST_TEXT, blocks: tall });
      await page.getByRole('article').nth(1).waitFor();
      await expect.poll(() => newest.boundingBox().then((box) => box?.y ?? 0)).toBeGreaterThan(0);
    }));

  test('the answer to what you typed is in sight, wherever you had scrolled', () =>
    visit(async (page, { workspace }) => {
      const tall = Array.from({ length: 6 }, () => DIGEST).flat();
      workspace.post({ channel: 'C0LEADS', at: NOW, text: DIGEST_TEXT, blocks: tall });
      workspace.answer.say = async (_, person, channel) => {
        workspace.post({ channel, at: NOW + 60_000, text: 'Ask for help here', onlyFor: person });
        return { ok: true };
      };
      await page.goto('/');
      const field = page.getByRole('textbox', { name: 'Message #acme-leads' });
      await field.fill('/visibility help');
      await field.press('Enter');
      const answer = page.getByText('Ask for help here').last();
      await expect.poll(async () => ((await answer.boundingBox())?.y ?? 9999) < 700).toBe(true);
    }));

  test('a thread opens beside the channel, keeps a half-written message, and takes replies', () =>
    visit(async (page, { workspace }) => {
      const { ts } = workspace.post({ channel: 'C0LEADS', at: NOW, text: 'parent' });
      workspace.post({ channel: 'C0LEADS', at: NOW + 1000, author: 'UBEN', text: 'reply', threadTs: ts });
      await page.goto('/');
      await page.getByRole('textbox', { name: 'Message #acme-leads' }).fill('half-written');
      await page.getByRole('link', { name: /^1 reply/ }).click();
      const thread = page.getByRole('region', { name: 'Thread' });
      const field = thread.getByRole('textbox', { name: 'Reply in thread' });
      await field.fill('another');
      await field.press('Enter');
      await thread.getByText('another').waitFor();
      await page.getByRole('link', { name: /^2 replies/ }).waitFor();
      expect(await page.getByRole('textbox', { name: 'Message #acme-leads' }).inputValue()).toBe(
        'half-written',
      );
      await page.goBack();
      await thread.waitFor({ state: 'hidden' });
    }));

  test('a page left behind lets its connection go, and is live again when it returns', () =>
    visit(async (page, { workspace }) => {
      for (let visits = 0; visits < 8; visits += 1) {
        const live = page.waitForResponse((response) => new URL(response.url()).pathname === '/events');
        await page.goto(`/c/C0LEADS?visit=${visits}`);
        await live;
      }
      // Playwright doesn’t notice a page that returns.
      for (const turn of ['pagehide', 'pageshow'])
        await page.evaluate(`dispatchEvent(new PageTransitionEvent('${turn}', { persisted: true }))`);
      workspace.post({ channel: 'C0LEADS', at: NOW, text: 'Written since' });
      await page.getByRole('article').getByText('Written since').waitFor();
    }));

  test('an answer to a click waits below the clicked row, with a pill that covers nothing', () =>
    visit(async (page, { workspace }) => {
      const tall = [...DIGEST, ...Array.from({ length: 6 }, () => ALERT).flat()];
      workspace.post({ channel: 'C0LEADS', at: NOW, text: DIGEST_TEXT, blocks: tall });
      workspace.answer.act = async ({ person }) => {
        workspace.post({ channel: 'C0LEADS', at: NOW + 1_000, text: 'It is yours', onlyFor: person });
        return { ok: true };
      };
      await page.goto('/');
      const claim = page.getByRole('button', { name: 'I’ll reply to L412' });
      const edges = async (part: Locator) => {
        const { y, height } = (await part.boundingBox()) ?? expect.fail('It is not shown.');
        return { top: y, bottom: y + height };
      };
      const before = await edges(claim);
      await claim.click();
      const pill = page.getByRole('button', { name: 'New message below' });
      await pill.waitFor();
      expect(Math.abs((await edges(claim)).top - before.top)).toBeLessThan(1);
      const list = await edges(page.getByRole('region', { name: 'Messages' }));
      const composer = await edges(page.getByRole('textbox', { name: 'Message #acme-leads' }));
      expect(list.bottom).toBeLessThanOrEqual((await edges(pill)).top);
      expect((await edges(pill)).bottom).toBeLessThanOrEqual(composer.top);
      await pill.click();
      const brief = page.getByText('It is yours').last();
      await expect.poll(async () => ((await brief.boundingBox())?.y ?? 9999) < 700).toBe(true);
      await page.getByRole('button', { name: 'New message below' }).waitFor({ state: 'hidden' });
    }));

  test('a list that became shorter still shows new messages', () =>
    visit(async (page, { workspace }) => {
      const tall = Array.from({ length: 6 }, () => DIGEST).flat();
      workspace.post({ channel: 'C0LEADS', at: NOW, text: DIGEST_TEXT, blocks: tall });
      await page.goto('/');
      await page.getByRole('article').last().waitFor();
      await page.setViewportSize({ width: 1000, height: 500 });
      await page.setViewportSize({ width: 1000, height: 460 });
      workspace.post({ channel: 'C0LEADS', at: NOW + 600_000, text: 'No digest today' });
      const line = page.getByText('No digest today').last();
      await expect.poll(async () => ((await line.boundingBox())?.y ?? 9999) < 460).toBe(true);
    }));

  test('on a phone nothing is wider than the screen, and the sidebar is a drawer', () =>
    visit(async (page, { workspace }) => {
      workspace.post({ channel: 'C0LEADS', at: NOW, text: DIGEST_TEXT, blocks: [...DIGEST, ...ALERT] });
      await page.goto('/');
      expect(await page.evaluate('document.documentElement.scrollWidth')).toBe(390);
      expect(await page.getByRole('link', { name: 'random' }).isVisible()).toBe(false);
      await page.getByRole('button', { name: 'Open the sidebar' }).click();
      await page.getByRole('link', { name: 'random' }).click();
      await page.getByRole('heading', { name: '#random' }).waitFor();
    }, PHONE));

  test('on a phone, long words on buttons and in menus don’t widen the channel', () =>
    visit(async (page, { workspace }) => {
      const text = {
        type: 'plain_text' as const,
        text: 'Show what everybody here has left out of all the lists so far',
      };
      const button = { type: 'button' as const, action_id: 'long', text };
      const menu = {
        type: 'static_select' as const,
        action_id: 'menu',
        placeholder: text,
        options: [{ text, value: 'a' }],
      };
      const blocks = [
        { type: 'actions' as const, elements: [button, menu] },
        { type: 'section' as const, text, accessory: button },
        { type: 'section' as const, text, accessory: menu },
      ];
      workspace.post({ channel: 'C0LEADS', at: NOW, author: BOT, text: 'x', blocks });
      await page.goto('/');
      const [scrolls, fits] = await page
        .locator('.scroller')
        .evaluate((list) => [list.scrollWidth, list.clientWidth]);
      expect(await page.locator('.content .button').count()).toBe(2);
      expect(await page.locator('.content select').count()).toBe(2);
      expect(scrolls).toBe(fits);
    }, PHONE));

  test('on a phone, the tools of a grouped message take no extra line', () =>
    visit(async (page, { workspace }) => {
      for (const minute of [0, 1]) {
        workspace.post({ channel: 'C0LEADS', at: NOW + minute * 60_000, text: 'x', blocks: ALERT });
      }
      await page.goto('/');
      const row = page.locator('.row.grouped');
      const [tools, first] = [row.locator('.tools'), row.locator('.section-text').first()];
      const [above, text] = [await tools.boundingBox(), await first.boundingBox()];
      if (!above || !text) return expect.fail('They are not shown.');
      expect(above.y).toBeLessThan(text.y + text.height);
      const words = await first.locator('.text').boundingBox();
      expect(above.x).toBeGreaterThanOrEqual((words?.x ?? 0) + (words?.width ?? 999));
    }, PHONE));

  test('on a wide touch screen, they stand beside the message, which keeps its width', () =>
    visit(
      async (page, { workspace }) => {
        for (const minute of [0, 1]) {
          workspace.post({ channel: 'C0LEADS', at: NOW + minute * 60_000, text: 'x', blocks: ALERT });
        }
        await page.goto('/');
        const row = page.locator('.row.grouped');
        const widths = await row
          .locator('.content > .section > .section-text')
          .evaluateAll((all) => all.map((one) => one.parentElement?.clientWidth === one.clientWidth));
        expect(new Set(widths)).toEqual(new Set([true]));
        const [tools, content] = [row.locator('.tools'), row.locator('.content')];
        const [right, left] = [await tools.boundingBox(), await content.boundingBox()];
        expect(right?.x).toBeGreaterThanOrEqual((left?.x ?? 0) + (left?.width ?? 9999));
      },
      { ...PHONE, viewport: { width: 1280, height: 900 } },
    ));

  test('acting as someone else takes two clicks', () =>
    visit(async (page, { workspace }) => {
      workspace.post({ channel: 'C0LEADS', at: NOW, author: BOT, text: 'private', onlyFor: 'UANA' });
      await page.goto('/');
      await page.getByText('Only visible to you').waitFor();
      await page.getByRole('button', { name: /Acting as/ }).click();
      await page.getByRole('menuitemradio', { name: /Gil/ }).click();
      await page.getByRole('button', { name: /Acting as\s*Gil/ }).waitFor();
      expect(await page.getByText('Only visible to you').count()).toBe(0);
    }));
});
