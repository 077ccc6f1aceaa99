/** What all look-ups have in common: facts that are missing, rows that cannot be opened, figures that are compared. */
import { expect, test } from 'vitest';
import { mentionsPage, sourcesPage, topicAnswersPage } from '../../../src/messages/lookups/evidence.ts';
import { topicsPage } from '../../../src/messages/lookups/topics.ts';
import { draw } from '../../../src/slack/draw.ts';
import { Sources, TopicAnswers, Topics } from '../../../src/visibility/assumed.ts';
import { ACME } from '../cast.ts';
import { buttonsOf, heardOf, shownOf } from '../reading.ts';

const RUN = '91c10690-f5d2-4536-b2f2-9139a13d0eaa';

test('a fact that the API gives of other rows is said to be missing; one that it never gives is left out', () => {
  const topics = Topics.parse([{ label: 'pricing', rank: 2 }, { label: 'alerting' }]);
  expect(shownOf(topicsPage(ACME, topics, topics)).slice(-2)).toEqual([
    '*pricing* · rank 2',
    '*alerting* · no rank',
  ]);
  const sources = Sources.parse([{ title: 'A', citation_count: 3 }, { title: 'B' }]);
  expect(shownOf(sourcesPage(ACME, sources, sources, [])).at(-1)).toBe(
    'A · 3 citations\nB · citations not counted',
  );
  const titles = Sources.parse([{ title: 'A' }, { title: 'B' }]);
  expect(shownOf(sourcesPage(ACME, titles, titles, [])).at(-1)).toBe('A\nB');
});

test('rows that can be opened have a button; where only some can, it is said why', () => {
  const some = (...rows: object[]) => {
    const page = topicAnswersPage(ACME, 'pricing', TopicAnswers.parse(rows), rows.length);
    const opening = buttonsOf(draw(page).blocks).filter((label) => label === 'Read answer');
    return [opening.length, heardOf(page).at(-1)];
  };
  const [opened, closed] = [{ evidence: 'a', prompt_run_id: RUN }, { evidence: 'b' }];
  expect(some(opened, opened)).toEqual([2, '“a”']);
  expect(some(closed, closed)).toEqual([0, '“b”']);
  expect(some(opened, closed)).toEqual([1, expect.stringContaining('which run')]);
});

test('who is named how often is a chart, and told to listeners, for no row says it', () => {
  const mention = {
    id: RUN,
    response_id: RUN,
    entity_type: 'tool',
    matched_term: null,
    rank_position: 1,
    sentiment: null,
    description: null,
    confidence: null,
    created_at: '2026-11-19T08:00:00Z',
  };
  const all = ['Acme', 'Globex', 'Globex'].map((entity_name) => ({ ...mention, entity_name }));
  expect(heardOf(mentionsPage(ACME, all.slice(0, 1), all, new Map()))).toContain(
    'Mentions by name: Globex 2, Acme 1',
  );
});
