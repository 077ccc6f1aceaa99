import type { BlockElementAction } from '@slack/bolt';
import { describe, expect, it } from 'vitest';
import { readChosenLists, readClickedValue, readThread, readTypedValues } from '../../src/surface/payload.ts';

type ViewField = Parameters<typeof readTypedValues>[0][string][string];

const clicked = { action_id: 'a', block_id: 'b', action_ts: '17.5' };
const text = (words: string) => ({ type: 'plain_text' as const, text: words });

describe('what was clicked', () => {
  it.each<[string, BlockElementAction, string]>([
    ['a button', { ...clicked, type: 'button', text: text('Accept'), value: '{"s":"s9"}' }, '{"s":"s9"}'],
    ['a button without a value', { ...clicked, type: 'button', text: text('Accept') }, ''],
    [
      'an entry of a menu',
      { ...clicked, type: 'overflow', selected_option: { text: text('Mute'), value: 'mute' } },
      'mute',
    ],
    [
      'a choice',
      {
        ...clicked,
        type: 'static_select',
        selected_option: { text: text('Ten'), value: '10' },
        placeholder: text('-'),
      },
      '10',
    ],
    ['a day', { ...clicked, type: 'datepicker', selected_date: '2026-11-20' }, '2026-11-20'],
    [
      'people, whom no message of ours offers',
      { ...clicked, type: 'multi_users_select', selected_users: ['U1'] },
      '',
    ],
  ])('%s carries its value', (_, action, value) => {
    expect(readClickedValue(action)).toBe(value);
  });
});

describe('what was typed', () => {
  it('is found by its field’s id in any block', () => {
    expect(
      readTypedValues({
        one: { prompt: { type: 'plain_text_input', value: 'best crm' } },
        two: { note: { type: 'plain_text_input', value: 'from sales' } },
      }),
    ).toEqual({ prompt: 'best crm', note: 'from sales' });
  });

  it('is missing if nothing was typed', () => {
    expect(
      readTypedValues({
        one: {
          prompt: { type: 'plain_text_input', value: null },
          other: { type: 'plain_text_input', value: '' },
        },
        two: {},
      }),
    ).toEqual({});
  });

  it.each<[string, ViewField, string]>([
    ['an option', { type: 'static_select', selected_option: { text: text('Ten'), value: '10' } }, '10'],
    ['a day', { type: 'datepicker', selected_date: '2026-11-23' }, '2026-11-23'],
    ['a channel', { type: 'conversations_select', selected_conversation: 'C1' }, 'C1'],
    ['a person', { type: 'users_select', selected_user: 'U1' }, 'U1'],
  ])('may be %s', (_, field, value) => {
    expect(readTypedValues({ one: { field } })).toEqual({ field: value });
  });

  it('may be several choices, or none', () => {
    const chosen = [
      { text: text('One'), value: '1' },
      { text: text('Two'), value: '2' },
    ];
    expect(
      readChosenLists({
        one: { leads: { type: 'checkboxes', selected_options: chosen } },
        two: { others: { type: 'checkboxes', selected_options: [] } },
        three: { prompt: { type: 'plain_text_input', value: 'best crm' } },
      }),
    ).toEqual({ leads: ['1', '2'], others: [] });
  });
});

it.each([
  ['a reply in a thread', { message: { ts: '2.0', thread_ts: '1.0' } }, '1.0'],
  ['a private message in a thread', { container: { message_ts: '2.0', thread_ts: '1.0' } }, '1.0'],
  ['a message that has a thread', { message: { ts: '1.0', thread_ts: '1.0' } }, undefined],
  ['a message in the channel', { message: { ts: '1.0' }, container: { message_ts: '1.0' } }, undefined],
  ['nothing that can be read', { message: 7 }, undefined],
])('the thread of %s', (_, body, thread) => expect(readThread(body)).toBe(thread));
