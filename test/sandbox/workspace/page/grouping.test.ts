/** Blocks that group others: they are drawn, checked as in Slack, and their buttons work. */
import type { AnyBlock } from '@slack/types';
import { describe, expect, test } from 'vitest';
import { checkMessage, checkView } from '../../../../src/sandbox/workspace/limits-check.ts';
import { drawBlocks } from '../../../../src/sandbox/workspace/page/blocks/blocks.ts';
import { ANA, LEADS, startWorkspace } from '../local-workspace.ts';
import { READER } from './reader.ts';

const plain = (text: string) => ({ type: 'plain_text', text }) as const;
const mrkdwn = (text: string) => ({ type: 'mrkdwn', text }) as const;
const button = (action: string) =>
  ({ type: 'button', action_id: action, text: plain('Reply'), value: 'L1' }) as const;
const section = { type: 'section', text: mrkdwn('inside') } as const;
const card = { type: 'card', title: mrkdwn('*Globex*'), body: mrkdwn('Named first'), actions: [button('a')] };
const raw = (text: string) => ({ type: 'raw_text', text });
const number = (value: number) => ({ type: 'raw_number', value, text: String(value) });
const table = {
  type: 'data_table',
  caption: 'By engine',
  rows: [
    [raw('Engine'), raw('Score')],
    [raw('Gemini'), number(38)],
  ],
};
const feedback = {
  type: 'context_actions',
  block_id: 'f',
  elements: [
    {
      type: 'feedback_buttons',
      action_id: 'useful',
      positive_button: { text: plain('Useful'), value: 'yes' },
      negative_button: { text: plain('Not useful'), value: 'no' },
    },
  ],
};
const container = { type: 'container', title: plain('More'), child_blocks: [section] };
const alert = { type: 'alert', level: 'warning', text: plain('Not comparable') };

const draw = (block: AnyBlock) => String(drawBlocks([block], READER));

describe('drawn', () => {
  test('a card, alone and in a carousel', () => {
    for (const html of [draw(card), draw({ type: 'carousel', elements: [card] } as AnyBlock)]) {
      expect(html).toContain('<b>Globex</b>');
      expect(html).toContain('Named first');
      expect(html).toContain('data-press>Reply</button>');
    }
  });

  test('a container, open or folded', () => {
    expect(draw(container)).toContain('<b>More</b>');
    expect(draw(container)).toContain('inside');
    const folded = { ...container, is_collapsible: true, default_collapsed: true };
    expect(draw(folded)).toContain('<details class="container"><summary>');
    expect(draw({ ...folded, default_collapsed: false } as AnyBlock)).toContain(
      '<details class="container" open>',
    );
  });

  test('a data table with its caption, column headings and row headings', () => {
    const html = draw(table);
    expect(html).toContain('<caption>By engine</caption>');
    expect(html).toMatch(/<th scope="col" class="right"><button [^>]*>Score<\/button><\/th>/);
    expect(html).toContain('<th scope="row" class="left">Gemini</th>');
    expect(html).toContain('<td class="right" data-figure="38">38</td>');
  });

  test('an alert with its level as a word', () => {
    expect(draw(alert)).toContain('<b>Warning:</b> Not comparable');
  });
});

describe('checked', () => {
  const message = (block: object) => checkMessage({ text: 'x', blocks: [block] });

  test.each([card, { type: 'carousel', elements: [card] }, container, table, feedback])(
    'a message may hold $type',
    (block) => {
      expect(message(block)).toMatchObject({ ok: true });
    },
  );

  test.each([
    ['an empty card', { type: 'card', subtitle: mrkdwn('x') }],
    ['a card with too long a body', { ...card, body: mrkdwn('x'.repeat(201)) }],
    ['eleven cards', { type: 'carousel', elements: Array.from({ length: 11 }, () => card) }],
    ['a container in a container', { ...container, child_blocks: [container] }],
    ['a table with rows of different length', { ...table, rows: [...table.rows, [raw('Claude')]] }],
    ['a table without a row', { ...table, rows: table.rows.slice(0, 1) }],
    [
      'a table whose heading is rich',
      { ...table, rows: [[{ type: 'rich_text', elements: [] }, raw('Score')], ...table.rows.slice(1)] },
    ],
    ['a table of more than 100 rows', { ...table, rows: Array.from({ length: 102 }, () => [raw('x')]) }],
    ['a table of too much text', { ...table, rows: [[raw('x')], [raw('x'.repeat(10_000))]] }],
    ['six small actions', { ...feedback, elements: Array.from({ length: 6 }, () => feedback.elements[0]) }],
    ['an alert', alert],
    ['a video, which needs a scope that is not asked for', { type: 'video', alt_text: 'x' }],
  ])('a message may not hold %s', (_, block) => {
    expect(message(block)).toMatchObject({ ok: false, error: 'invalid_blocks' });
  });

  test('a modal can hold an alert, but no card', () => {
    const modal = (block: object) => checkView({ type: 'modal', title: plain('x'), blocks: [block] });
    expect(modal(alert)).toMatchObject({ ok: true });
    expect(modal(card)).toMatchObject({ ok: false });
  });
});

const ACTING: [string, object, string, string, string][] = [
  ['a card of a carousel', { type: 'carousel', elements: [{ ...card, block_id: 'c' }] }, 'c', 'a', 'L1'],
  [
    'a container',
    { ...container, child_blocks: [{ type: 'actions', block_id: 'k', elements: [button('b')] }] },
    ...(['k', 'b', 'L1'] as const),
  ],
  ['the feedback buttons', feedback, 'f', 'useful', 'no'],
];

test.each(ACTING)('a button in %s acts', async (_, block, blockId, actionId, value) => {
  await using here = await startWorkspace();
  await here.web.apiCall('chat.postMessage', { channel: LEADS, text: 'x', blocks: [block] });
  const ts = here.workspace.messages(LEADS, ANA)[0]?.ts ?? '';
  const from = { kind: 'message', channel: LEADS, ts } as const;
  expect(await here.workspace.act({ person: ANA, from, blockId, actionId, value })).toEqual({ ok: true });
  expect(here.bot.last().payload).toMatchObject({
    actions: [{ block_id: blockId, action_id: actionId, value }],
  });
});
