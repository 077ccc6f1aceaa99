/** Sorting a data table in a real browser, by mouse or keyboard. */
import type { Page } from 'playwright-core';
import { describe, expect, test } from 'vitest';
import type { MessageBlock } from '../../../../src/slack/blocks.ts';
import { noBrowser } from '../../../support/browser.ts';
import { NOW } from './fake-workspace.ts';
import { createVisits } from './visit.ts';

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

describe.skipIf(noBrowser)(`a table in a browser ${noBrowser ? `(${noBrowser})` : ''}`.trim(), () => {
  const visit = createVisits();
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
