import { expect, test } from 'vitest';
import { placesOf } from '../../../src/messages/leads/lead-counts.ts';

test('a place is counted once, however the API writes it', () => {
  const from = (key: string, place?: string, score?: number) =>
    ({ key, place, score, state: { state: 'new' } }) as const;
  const leads = [
    from('1', 'r/DevOps', 40),
    from('2', 'Hacker News'),
    from('3', '/r/devops', 91),
    from('4'),
    from('5', 'r/devops '),
  ];
  expect(placesOf(leads).map(({ name, leads, best }) => [name, leads, best])).toEqual([
    ['r/DevOps', 3, 91],
    ['Hacker News', 1, undefined],
    [undefined, 1, undefined],
  ]);
});
