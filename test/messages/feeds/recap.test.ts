import { describe, expect, test } from 'vitest';
import type { Decision } from '../../../src/decision.ts';
import { myFiguresAnswer } from '../../../src/messages/feeds/recap.ts';
import { render } from '../../../src/outbox/post-kinds.ts';
import { STANDING } from '../cast.ts';
import { RECAP } from '../insight-cast.ts';
import { buttonsOf, heardOf, wordsOf } from '../reading.ts';

const DAY = 86_400_000;

describe('a recap', () => {
  const { text, blocks, plainBlocks = [] } = render(RECAP, STANDING);

  test('says what became of the leads, what is precise, and where', () => {
    expect(wordsOf(blocks).join('\n').split('\n')).toEqual([
      '*Acme recap: 34 leads, 9 answered, plus 2 from before* · the 7 days to Fri 20 Nov, 09:00',
      '12 claimed · 8 dismissed · median time to reply 3 h · week before: 20 leads, 3 answered',
      '11 of 34 leads answered or being answered · AI engines cite 5 · outcomes: 3 helpful, 1 removed',
      'By place: r/devops 20, 6 answered · no place given 14, 3 answered',
      'By topic mentioned: “pricing” 8, 4 answered',
      'In the last month a minimum score of 72 would have hidden 12 of 22 unused leads and none you answered.',
      'Fridays 16:00 Europe/Berlin · change: /visibility feeds',
    ]);
  });

  test('has a native chart by week, and the same in words where that is refused', () => {
    expect(blocks).toContainEqual(
      expect.objectContaining({
        type: 'data_visualization',
        title: 'Acme leads, weeks from',
        chart: expect.objectContaining({
          type: 'bar',
          axis_config: { categories: ['6 Nov', '13 Nov'] },
        }),
      }),
    );
    expect(wordsOf(plainBlocks)).toContain(
      'Weeks from Fri 6 Nov: 20 shown, 5 claimed, 3 answered; from Fri 13 Nov: 34 shown, 12 claimed, 9 answered.',
    );
  });

  test('is complete in its text', () => {
    expect(text.split('\n')[0]).toBe(
      'Acme recap: 34 leads, 9 answered, plus 2 from before · the 7 days to Fri 20 Nov, 09:00',
    );
    expect(text).toContain('a minimum score of 72');
    expect(text).toMatch(/\nFridays 16:00 Europe\/Berlin · change: \/visibility feeds$/);
  });

  test('names nobody, but has a button for one’s own figures', () => {
    expect(buttonsOf(blocks)).toHaveLength(1);
    expect(JSON.stringify(blocks)).toContain('"My figures"');
    expect(JSON.stringify(blocks)).not.toContain('By person');
  });
});

test('a recap by person names them, where that was asked for', () => {
  const byPerson = [{ person: 'U0ANA', claimed: 5, replied: 4, medianReplyMs: 3_600_000 }];
  const { blocks, text } = render({ ...RECAP, byPerson }, STANDING);
  const line = 'By person: <@U0ANA> 5 claimed, 4 answered, median time to reply 1 h';
  expect(wordsOf(blocks).join('\n')).toContain(line);
  expect(text).toContain(line);
});

test.each([
  ['a day', { from: RECAP.to - DAY }, 'the day to Fri 20 Nov, 09:00'],
  ['some hours', { from: RECAP.to - DAY / 2 }, 'Thu 19 Nov, 21:00 to Fri 20 Nov, 09:00'],
  [
    'the week in which the clocks change',
    { from: Date.parse('2026-10-19T14:00:00Z'), to: Date.parse('2026-10-26T15:00:00Z') },
    'the 7 days to Mon 26 Oct, 16:00',
  ],
])('says exactly what it covers: %s', (_, span, words) => {
  expect(wordsOf(render({ ...RECAP, ...span }, STANDING).blocks)[0]).toMatch(
    new RegExp(`^\\*Acme recap: .*\\* · ${words}$`),
  );
});

test('without a reply there is no time to reply; topics that could not be read are named where that is news', () => {
  const quiet = { ...RECAP, medianReplyMs: undefined, byTopic: undefined, minScore: undefined };
  const first: Decision = { ...quiet, unread: ['topics'] };
  const words = wordsOf(render(quiet, STANDING).blocks).join('\n');
  expect(words).not.toContain('time to reply');
  expect(words).not.toMatch(/topic/i);
  expect(wordsOf(render(first, STANDING).blocks).at(-1)).toContain('Topics couldn’t be read');
  expect(render(first, STANDING).text).toContain('Topics couldn’t be read');
  expect(words).not.toContain('min_score');
});

test('without any outcome it says where one is noted, and without a reply nothing of that', () => {
  const none = { ...RECAP, outcomes: { helpful: 0, removed: 0 } };
  const words = (recap: typeof RECAP) => wordsOf(render(recap, STANDING).blocks).join('\n');
  expect(words(none)).toContain('AI engines cite 5 · no outcome noted yet (use ⋯ beside an answered lead)\n');
  expect(words({ ...none, replied: 0, repliedEarlier: 0 })).not.toContain('outcome');
});

test('an empty recap is one line with its span, and the small print of every recap', () => {
  const { blocks } = render({ ...RECAP, shown: 0, repliedEarlier: 0, weeks: [] }, STANDING);
  expect(wordsOf(blocks)).toEqual([
    '*Acme recap: no leads shown, no replies* · the 7 days to Fri 20 Nov, 09:00',
    'Fridays 16:00 Europe/Berlin · change: /visibility feeds',
  ]);
});

test.each([
  ['with leads', RECAP],
  ['that is empty', { ...RECAP, shown: 0, repliedEarlier: 0, weeks: [] }],
])('a recap %s that comes late says by how much, shown and heard', (_, recap) => {
  const { text, blocks } = render({ ...recap, lateHours: 15 }, STANDING);
  const foot = 'Fridays 16:00 Europe/Berlin · catch-up, 15 h late · change: /visibility feeds';
  expect(wordsOf(blocks).at(-1)).toBe(foot);
  expect(text.split('\n').at(-1)).toBe(foot);
});

test('the week before is named only beside a week', () => {
  const words = (recap: typeof RECAP) => wordsOf(render(recap, STANDING).blocks).join('\n');
  expect(words({ ...RECAP, from: RECAP.to - DAY })).not.toContain('week before');
  expect(words({ ...RECAP, weeks: RECAP.weeks.slice(-1) })).not.toContain('week before');
});

test('one’s own figures are for oneself', () => {
  const page = myFiguresAnswer(RECAP.project, { person: 'U0ANA', claimed: 2, replied: 0 }, RECAP);
  expect(heardOf(page)).toEqual([
    'You in Acme: 2 claimed, 0 answered',
    'The 7 days to Fri 20 Nov, 09:00 Europe/Berlin · leads shown earlier count too · only you see this',
  ]);
});
