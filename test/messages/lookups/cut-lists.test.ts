/** Lists of the API that may be cut say so: their length is no count of all that there is. */
import { expect, test } from 'vitest';
import {
  citationsPage,
  searchesPage,
  sourcesPage,
  topicAnswersPage,
} from '../../../src/messages/lookups/evidence.ts';
import { parseAnswer } from '../../visibility/reading.ts';
import { ACME } from '../cast.ts';
import { heardOf } from '../reading.ts';

test.each([
  [25, 'the latest 25 answers on “pricing”'],
  [1, '1 answer on “pricing”'],
  [0, 'no answers on “pricing” yet'],
])('%i answers on a topic, of which the API may have more', (came, amount) => {
  expect(heardOf(topicAnswersPage(ACME, 'pricing', [], came))[0]).toBe(`Acme: ${amount}`);
});

test.each([
  [100, 'the 100 most frequent searches by engines'],
  [1, '1 search by engines'],
  [0, 'no searches by engines yet'],
])('%i searches, of which the API may have more', (came, amount) => {
  expect(heardOf(searchesPage(ACME, [], came))[0]).toBe(`Acme: ${amount}`);
});

test.each([
  [300, 'the latest 300 citations'],
  [299, '299 citations'],
])('%i citations of 300 that were asked for', (came, amount) => {
  expect(heardOf(citationsPage(ACME, [], came, { asked: 300, only: [] }))[0]).toBe(`Acme: ${amount}`);
});

test('pages with their number of citations are counted by it', () => {
  const row = { url: 'https://globex.example/a', title: 'Alerts', cited: 12, engines: ['ChatGPT', 'Gemini'] };
  const heard = heardOf(
    citationsPage(ACME, parseAnswer('citations', [row]), 1, { asked: 300, cited: 12, only: [] }),
  );
  expect(heard[0]).toBe('Acme: 12 citations');
  expect(heard.join('\n')).toContain('12 citations · ChatGPT, Gemini');
});

test('sites that an API lists instead of pages are called so', () => {
  const sites = parseAnswer('sources', [{ host: 'globex.example', citations: 12 }]);
  expect(heardOf(sourcesPage(ACME, sites, sites, { only: [] }))[0]).toBe('Acme: 1 cited site');
});
