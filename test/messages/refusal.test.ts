import { describe, expect, test } from 'vitest';
import { refusal, unexpectedError } from '../../src/messages/refusal.ts';
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

  test('says why, the nearest word, an example, who may and whom to ask', () => {
    const message = refusal({
      sentence: 'There is no topic “pricng”.',
      nearest: 'pricing',
      example: '/visibility topic pricing',
      who: ['UANA', 'SGROWTH'],
      owners: ['UBEN'],
    });
    expect(shownOf(message)).toEqual([
      'There is no topic “pricng”.',
      'Did you mean pricing?\nExample: `/visibility topic pricing`\nWho can: <@UANA>, 1 user group\nWho to ask: <@UBEN>',
    ]);
    expect(heardOf(message).slice(0, 3)).toEqual([
      'There is no topic “pricng”.',
      'Did you mean pricing?',
      'Example: /visibility topic pricing',
    ]);
  });

  test('of an unforeseen failure gives a reference to find it by', () => {
    expect(heardOf(unexpectedError('7f3a')).join()).toContain('7f3a');
  });
});
