/** What needs the page's script: shortcuts, forms that change while you type, queued days, and tables that are sorted. */
import type { ModalView } from '@slack/types';
import type { Page } from 'playwright-core';
import { describe, expect, test } from 'vitest';
import type { MessageBlock } from '../../../../src/slack/blocks.ts';
import { noBrowser } from '../../../support/browser.ts';
import { NOW } from './fake-workspace.ts';
import { FORM } from './sample-messages.ts';
import { createVisits } from './visit.ts';

const plain = (text: string) => ({ type: 'plain_text', text }) as const;

function form(...blocks: ModalView['blocks']): ModalView {
  return { type: 'modal', title: plain('A form'), submit: plain('Go'), blocks };
}

const topic = {
  type: 'input',
  block_id: 'topic',
  label: plain('Topic'),
  element: { type: 'plain_text_input', action_id: 'name' },
} as const;

const schedule = {
  type: 'input',
  block_id: 'schedule',
  label: plain('When'),
  dispatch_action: true,
  element: {
    type: 'plain_text_input',
    action_id: 'words',
    dispatch_action_config: { trigger_actions_on: ['on_character_entered'] },
  },
} as const;

const words = (text: string) => ({ type: 'raw_text', text }) as const;
const figure = (value: number) => ({ type: 'raw_number', value, text: value.toLocaleString('en') }) as const;

const tableOf = (caption: string): MessageBlock[] => [
  {
    type: 'data_table',
    caption,
    rows: [
      [words('Topic'), words('Score')],
      [words('pricing'), figure(9.5)],
      [words('Alerting'), words('not given')],
      [words('setup'), figure(1_200)],
      [words('cost'), figure(-3)],
    ],
  },
];

describe.skipIf(noBrowser)(`in a browser ${noBrowser ? `(${noBrowser})` : ''}`.trim(), () => {
  const visit = createVisits();

  test('shortcuts run from the composer and from a message’s row, by keyboard', () =>
    visit(async (page, { workspace }) => {
      const { ts } = workspace.post({ channel: 'C0LEADS', at: NOW, text: 'a lead' });
      await page.goto('/');
      await page.getByRole('button', { name: 'Sightline shortcuts' }).press('Enter');
      await page.getByRole('menuitem', { name: /Track a prompt/ }).press('Enter');
      await expect.poll(() => workspace.shortcutsRun).toHaveLength(1);
      await page.getByRole('button', { name: 'Shortcuts for this message' }).press('Enter');
      await page.getByRole('menuitem', { name: /Why is this here/ }).press('Enter');
      await expect.poll(() => workspace.shortcutsRun).toHaveLength(2);
      const from = { person: 'UANA', channel: 'C0LEADS' };
      expect(workspace.shortcutsRun).toEqual([
        { ...from, callbackId: 'prompt.track' },
        { ...from, callbackId: 'lead.why', ts },
      ]);
    }));

  test('a form changes while you type, and the caret stays', () =>
    visit(async (page, { workspace }) => {
      workspace.open('UANA', form(schedule));
      workspace.answer.act = async ({ value }) => {
        const preview = { type: 'section', block_id: 'next', text: plain(`Next: ${value}`) } as const;
        workspace.open('UANA', form(schedule, preview));
        return { ok: true };
      };
      await page.goto('/');
      const field = page.getByLabel('When');
      await field.pressSequentially('weekdays');
      await page.getByText('Next: weekdays').waitFor();
      await page.keyboard.press('ArrowLeft');
      await page.keyboard.press('ArrowLeft');
      await page.keyboard.type('!!');
      await page.getByText('Next: weekda!!ys').waitFor();
      await page.keyboard.type('?');
      expect(await field.inputValue()).toBe('weekda!!?ys');
    }));

  test('recent typing is sent before the form is submitted, and not again afterwards', () =>
    visit(async (page, { workspace }) => {
      workspace.open('UANA', form(schedule));
      const submittedBefore: number[] = [];
      workspace.answer.act = async () => {
        submittedBefore.push(workspace.submitted.length);
        return { ok: true };
      };
      await page.goto('/');
      await page.getByLabel('When').fill('every 25 hours');
      await page.getByRole('button', { name: 'Go' }).click();
      await expect.poll(() => workspace.submitted).toHaveLength(1);
      expect(workspace.acts).toMatchObject([{ actionId: 'words', value: 'every 25 hours' }]);
      expect(submittedBefore).toEqual([0]);
    }));

  test('what was typed is still there when the modal on top closes', () =>
    visit(async (page, { workspace }) => {
      workspace.open('UANA', FORM);
      await page.goto('/');
      await page.getByRole('textbox', { name: 'Prompt' }).fill('best cost alerts');
      workspace.open('UANA', form(topic), {}, 'V2');
      await page.getByLabel('Topic').waitFor();
      await page.getByRole('heading', { name: 'A form' }).waitFor();
      workspace.open('UANA', FORM);
      await expect
        .poll(() => page.getByRole('textbox', { name: 'Prompt' }).inputValue())
        .toBe('best cost alerts');
    }));

  test('like Slack, it shows a command’s usage hint but doesn’t complete it', () =>
    visit(async (page, { workspace }) => {
      await page.goto('/');
      const field = page.getByRole('textbox', { name: 'Message #acme-leads' });
      await field.pressSequentially('/visibility to');
      expect(await page.getByRole('option').allInnerTexts()).toEqual([
        expect.stringContaining('/visibility [leads | scores'),
      ]);
      await page.keyboard.press('Enter');
      await expect.poll(() => workspace.said[0]?.text).toBe('/visibility to');
    }));

  test('a complete command is sent even if a longer one starts the same way', () =>
    visit(async (page, { workspace }) => {
      await page.goto('/');
      await page.getByRole('textbox', { name: 'Message #acme-leads' }).fill('/visibility leads');
      await page.keyboard.press('Enter');
      await expect.poll(() => workspace.said[0]?.text).toBe('/visibility leads');
    }));

  test('two quick clicks on "Next day" move two days', async () => {
    const days: string[] = [];
    await visit(
      async (page) => {
        await page.goto('/');
        await page.getByRole('button', { name: 'Next day', exact: true }).dblclick();
        await expect.poll(() => days).toEqual(['day', 'day']);
      },
      { controls: { nextDay: async () => void days.push('day') } },
    );
  });

  test('what’s broken is shown above the page, and can be fixed there', async () => {
    const broken = new Set<string>();
    const down = {
      id: 'down',
      label: 'API down',
      hint: 'Then ask something.',
      isOn: () => broken.has('down'),
      turn: async (on: boolean) => void (on ? broken.add('down') : broken.delete('down')),
    };
    await visit(
      async (page) => {
        await page.goto('/');
        await page.getByRole('button', { name: 'Break it' }).press('Enter');
        await page.getByRole('menuitemcheckbox', { name: /API down/ }).press('Enter');
        await page.getByRole('button', { name: 'Fix it: API down' }).press('Enter');
        await expect.poll(() => broken.size).toBe(0);
        await page.getByRole('button', { name: 'Fix it: API down' }).waitFor({ state: 'hidden' });
      },
      { controls: { troubles: [down] } },
    );
  });

  describe('a table', () => {
    const namesIn = (page: Page) => page.getByRole('rowheader').allInnerTexts();
    const sortedBy = (page: Page) =>
      page.locator('th[aria-sort]').evaluateAll((all) => all.map((th) => [th.textContent, th.ariaSort]));

    test('numbers sort by value both ways, and missing ones stay last', () =>
      visit(async (page, { workspace }) => {
        workspace.post({ channel: 'C0LEADS', at: NOW, text: 'topics', blocks: tableOf('Topics') });
        await page.goto('/');
        const score = page.getByRole('columnheader', { name: 'Score' }).getByRole('button');
        await score.click();
        expect(await namesIn(page)).toEqual(['cost', 'pricing', 'setup', 'Alerting']);
        expect(await sortedBy(page)).toEqual([['Score', 'ascending']]);
        await score.press('Enter');
        expect(await namesIn(page)).toEqual(['setup', 'pricing', 'cost', 'Alerting']);
        expect(await sortedBy(page)).toEqual([['Score', 'descending']]);
      }));

    test('seven columns, as leads have, fit beside the sidebar of a laptop', () =>
      visit(
        async (page, { workspace }) => {
          const headings = ['Lead', 'Score', 'Place', 'Age, days', 'Cited by', 'State', 'Short name'].map(
            words,
          );
          const lead = [words('What CRM did you pick when you had zero sales people?'), figure(90)];
          const facts = [
            words('r/kubernetes'),
            figure(0.6),
            words('ChatGPT and Perplexity'),
            words('dismissed'),
          ];
          const rows = [headings, [...lead, ...facts, words('L412')]];
          const blocks: MessageBlock[] = [{ type: 'data_table', caption: 'Leads', rows }];
          workspace.post({ channel: 'C0LEADS', at: NOW, text: 'leads', blocks });
          await page.goto('/');
          const hidden = await page.locator('.table').evaluate((all) => all.scrollWidth - all.clientWidth);
          expect(hidden).toBe(0);
        },
        { viewport: { width: 1280, height: 800 } },
      ));

    test('words sort alphabetically', () =>
      visit(async (page, { workspace }) => {
        workspace.post({ channel: 'C0LEADS', at: NOW, text: 'topics', blocks: tableOf('Topics') });
        await page.goto('/');
        await page.getByRole('columnheader', { name: 'Score' }).getByRole('button').click();
        await page.getByRole('columnheader', { name: 'Topic' }).getByRole('button').click();
        expect(await namesIn(page)).toEqual(['Alerting', 'cost', 'pricing', 'setup']);
        expect(await sortedBy(page)).toEqual([['Topic', 'ascending']]);
      }));

    test('when a list becomes a table, the focus stays below it', () =>
      visit(async (page, { workspace }) => {
        const below = (...labels: string[]): MessageBlock => ({
          type: 'actions',
          elements: labels.map((text) => ({
            type: 'button',
            action_id: text,
            value: 'v',
            text: { type: 'plain_text', text },
          })),
        });
        const list: MessageBlock[] = ['pricing', 'cost'].map((text) => ({
          type: 'section',
          text: { type: 'mrkdwn', text: `<https://a.example/1|${text}>` },
        }));
        const blocks = [...list, below('Next', 'Sort', 'Share')];
        const { ts } = workspace.post({ channel: 'C0LEADS', at: NOW, text: 'topics', blocks });
        workspace.answer.act = async () => {
          workspace.edit(ts, { blocks: [...tableOf('Topics'), below('Back', 'Share')] });
          return { ok: true };
        };
        await page.goto('/');
        await page.getByRole('button', { name: 'Sort' }).press('Enter');
        await page.getByRole('table', { name: 'Topics' }).waitFor();
        expect(await page.locator(':focus').innerText()).toBe('Back');
      }));

    test('an edited message keeps its order and the focus', () =>
      visit(async (page, { workspace }) => {
        const blocks = tableOf('Topics');
        const { ts } = workspace.post({ channel: 'C0LEADS', at: NOW, text: 'topics', blocks });
        await page.goto('/');
        await page.getByRole('columnheader', { name: 'Score' }).getByRole('button').press('Enter');
        workspace.edit(ts, { blocks: tableOf('Topics of Acme') });
        await page.getByRole('table', { name: 'Topics of Acme' }).waitFor();
        expect(await namesIn(page)).toEqual(['cost', 'pricing', 'setup', 'Alerting']);
        expect(await page.locator(':focus').innerText()).toBe('Score');
      }));
  });
});
