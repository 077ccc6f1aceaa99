import type { BlockElementAction } from '@slack/bolt';
import { describe, expect, it } from 'vitest';
import { clickedValue, typedValues } from '../../src/surface/payload.ts';

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
    [
      'a date, which no message of ours offers',
      { ...clicked, type: 'datepicker', selected_date: '2026-11-20' },
      '',
    ],
  ])('%s carries its value', (_, action, value) => {
    expect(clickedValue(action)).toBe(value);
  });
});

describe('what was typed', () => {
  it('is known by the id of its field, whichever block it stands in', () => {
    expect(
      typedValues({
        one: { prompt: { type: 'plain_text_input', value: 'best crm' } },
        two: { note: { type: 'plain_text_input', value: 'from sales' } },
      }),
    ).toEqual({ prompt: 'best crm', note: 'from sales' });
  });

  it('is missing where nothing was typed', () => {
    expect(
      typedValues({
        one: {
          prompt: { type: 'plain_text_input', value: null },
          other: { type: 'plain_text_input', value: '' },
        },
        two: {},
      }),
    ).toEqual({});
  });
});
