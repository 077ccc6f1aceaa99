import { expect, test } from 'vitest';
import { leadPlacesPage, placesOf } from '../../../src/messages/leads/lead-counts.ts';

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

test('averages of places have as many decimals as each other', () => {
  const of = (key: string, place: string, score: number) =>
    ({ key, place, score, state: { state: 'new' } }) as const;
  const places = placesOf([of('1', 'r/a', 57), of('2', 'r/a', 58), of('3', 'r/b', 60)]);
  const page = leadPlacesPage({ id: 'acme', name: 'Acme' }, places, { by: 'places', known: 3 });
  const shown = page.parts.flatMap((part) => (part && part.kind === 'table' ? part.rows : []));
  expect(shown.map((row) => row.at(-1))).toEqual(['57.5', '60.0']);
});
