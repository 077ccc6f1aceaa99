import { expect, test } from 'vitest';
import { readStateValues } from '../../../../src/sandbox/workspace/page/modal.ts';
import { READER } from './reader.ts';
import { FORM } from './sample-messages.ts';

const filled: Record<string, string[]> = {
  'view/prompt/text': ['best k8s cost alerts'],
  'view/topic/topic': ['cost'],
  'view/engines/engines': ['chatgpt', 'gemini'],
  'view/when/when': ['weekly'],
  'view/from/from': ['2026-12-01'],
};
const all = (name: string) => filled[name] ?? [];

test('a form becomes Slack’s state.values, including empty fields', () => {
  expect(readStateValues(FORM, READER, all)).toEqual({
    prompt: { text: { type: 'plain_text_input', value: 'best k8s cost alerts' } },
    topic: {
      topic: {
        type: 'static_select',
        selected_option: { text: { type: 'plain_text', text: 'Cost monitoring' }, value: 'cost' },
      },
    },
    engines: {
      engines: {
        type: 'checkboxes',
        selected_options: [
          expect.objectContaining({ value: 'chatgpt' }),
          { text: { type: 'plain_text', text: 'Gemini' }, value: 'gemini' },
        ],
      },
    },
    when: { when: { type: 'radio_buttons', selected_option: expect.objectContaining({ value: 'weekly' }) } },
    regions: { regions: { type: 'multi_static_select', selected_options: [] } },
    from: { from: { type: 'datepicker', selected_date: '2026-12-01' } },
  });
});

test('an option that was never offered isn’t selected', () => {
  const forged = (name: string) => (name === 'view/topic/topic' ? ['invented'] : []);
  const values = readStateValues(FORM, READER, forged);
  expect(values.topic?.topic).toEqual({ type: 'static_select', selected_option: null });
});

test('people are ids, and buttons have no value', () => {
  const values = readStateValues(
    {
      type: 'modal',
      title: { type: 'plain_text', text: 'Share' },
      blocks: [
        {
          type: 'actions',
          block_id: 'row',
          elements: [
            { type: 'users_select', action_id: 'who' },
            { type: 'button', action_id: 'go', text: { type: 'plain_text', text: 'Go' } },
          ],
        },
        {
          type: 'section',
          block_id: 'side',
          text: { type: 'mrkdwn', text: 'Where' },
          accessory: { type: 'multi_users_select', action_id: 'where' },
        },
      ],
    },
    READER,
    (name) => ({ 'view/row/who': ['UBEN'], 'view/side/where': ['UANA', 'UBEN'] })[name] ?? [],
  );
  expect(values).toEqual({
    row: { who: { type: 'users_select', selected_user: 'UBEN' } },
    side: { where: { type: 'multi_users_select', selected_users: ['UANA', 'UBEN'] } },
  });
});
