import { describe, expect, test } from 'vitest';
import { carry } from '../../src/carried.ts';
import { ACTIONS } from '../../src/messages/actions.ts';
import { failure, refusal } from '../../src/messages/refusal.ts';
import { heardOf, shownOf } from './reading.ts';

describe('a refusal', () => {
  test('says all of it to those who listen, however many sentences it takes', () => {
    const heard = heardOf(
      refusal({
        sentence: `No project is shown in this channel. Use one that a project posts to, or ask whoever runs Sightline to add it. ${'Then ask again. '.repeat(3)}`,
      }),
    );
    expect(heard.join()).not.toContain('…');
    expect(heard[0]).toBe('No project is shown in this channel.');
    expect(heard[1]).toMatch(/^Use one .*Then ask again\.$/);
  });

  test('says why, an example, who may and whom to ask', () => {
    const message = refusal({
      sentence: 'There is no topic “pricng”.',
      example: '/visibility topic pricing',
      who: ['UANA', 'SGROWTH'],
      owners: ['UBEN'],
    });
    expect(shownOf(message)).toEqual([
      'There is no topic “pricng”.',
      'Example: `/visibility topic pricing`\nWho can: <@UANA>, 1 user group\nWho to ask: <@UBEN>',
    ]);
    expect(heardOf(message).slice(0, 2)).toEqual([
      'There is no topic “pricng”.',
      'Example: /visibility topic pricing',
    ]);
  });

  test('offers each line that may have been meant as a button, about its project', () => {
    const { parts } = refusal({ sentence: 'No.', tries: ['topic pricing', 'topic'], project: 'p1' });
    const row = parts.find((part) => part && part.kind === 'actions');
    expect(
      row &&
        row.kind === 'actions' &&
        row.controls.map(({ id, ...control }) => [id, 'value' in control && control.value]),
    ).toEqual([
      [ACTIONS.lineOpen, carry('line', { text: 'topic pricing', project: 'p1' })],
      [ACTIONS.lineOpen, carry('line', { text: 'topic', project: 'p1' })],
    ]);
  });

  test('of an unforeseen failure gives a reference to find it by', () => {
    expect(heardOf(failure('unforeseen', '7f3a')).join()).toContain('7f3a');
  });
});
