/** What all look-ups have in common: facts that are missing, rows that cannot be opened, figures that are compared. */

import { describe, expect, test } from 'vitest';
import {
  citationsPage,
  mentionsPage,
  referrersPage,
  sourcesPage,
  topicAnswersPage,
} from '../../../src/messages/lookups/evidence.ts';
import { topicsPage } from '../../../src/messages/lookups/topics.ts';
import type { Page } from '../../../src/messages/page.ts';
import { draw } from '../../../src/slack/draw.ts';
import { parseAnswer } from '../../visibility/reading.ts';
import { ACME } from '../cast.ts';
import { buttonsOf, heardOf, shownOf } from '../reading.ts';

const RUN = '91c10690-f5d2-4536-b2f2-9139a13d0eaa';

test('a fact that the API gives of other rows is said to be missing; one that it never gives is left out', () => {
  const topics = parseAnswer('topics', [{ label: 'pricing', rank: 2 }, { label: 'alerting' }]);
  expect(shownOf(topicsPage(ACME, topics, topics)).slice(-2)).toEqual([
    '*pricing* · rank 2',
    '*alerting* · no rank',
  ]);
  const sources = parseAnswer('sources', [{ title: 'A', citation_count: 3 }, { title: 'B' }]);
  expect(shownOf(sourcesPage(ACME, sources, sources, [])).at(-1)).toBe(
    'A · 3 citations\nB · citations not counted',
  );
  const titles = parseAnswer('sources', [{ title: 'A' }, { title: 'B' }]);
  expect(shownOf(sourcesPage(ACME, titles, titles, [])).at(-1)).toBe('A\nB');
});

test('pages that every engine cites are so by the line above, one that some cite names them, and no engine is left out unsaid', () => {
  const six = ['ChatGPT', 'Claude', 'Copilot', 'Gemini', 'Perplexity', 'You'];
  const cited = parseAnswer(
    'sources',
    [six, six.slice(0, 2), six.slice(1)].map((engines) => ({ title: 'A', engines })),
  );
  const shown = shownOf(sourcesPage(ACME, cited, cited, []));
  expect(shown.join('\n')).toContain('by all 6 engines unless named');
  expect(shown.at(-1)?.split('\n')).toEqual([
    'A',
    'A · ChatGPT, Claude',
    'A · Claude, Copilot, Gemini, Perplexity, 1 more',
  ]);
  const unknown = parseAnswer('sources', [{ title: 'A', engines: six }, { title: 'B' }]);
  expect(shownOf(sourcesPage(ACME, unknown, unknown, [])).at(-1)).toMatch(/^A · ChatGPT.*\nB$/);
});

test('rows that can be opened have a button; where only some can, it is said why', () => {
  const some = (...rows: object[]) => {
    const page = topicAnswersPage(ACME, 'pricing', parseAnswer('topicAnswers', rows), rows.length);
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

describe('what leads on from a cited page', () => {
  /** The lines that the menus and buttons of a page carry, without those of its tabs. */
  const linesOf = (page: Page) =>
    page.parts
      .flatMap((part) => (part && part.kind === 'rows' ? part.rows : []))
      .map(({ control }) => (control?.kind === 'menu' ? control.options : control ? [control] : []))
      .map((choices) =>
        choices.map((one) => ('value' in one && JSON.parse(one.value).text) || 'Read answer'),
      );
  const ALERTS = { title: 'Alerts', url: 'https://docs.globex.example/alerts' };

  test('of the most cited: who cites it or its site, and what else of that is cited', () => {
    const all = parseAnswer('sources', [
      ALERTS,
      { title: 'Long', url: `https://docs.globex.example/${'a'.repeat(200)}` },
      { title: 'No address' },
    ]);
    const ofSite = ['citations site:docs.globex.example', 'sources site:docs.globex.example'];
    expect(linesOf(sourcesPage(ACME, all, all, []))).toEqual([
      ['citations site:docs.globex.example/alerts', ...ofSite],
      ofSite,
      [],
    ]);
    const of = { site: 'docs.globex.example', matching: 1 };
    expect(linesOf(sourcesPage(ACME, all.slice(1, 2), all, [], of))).toEqual([ofSite.slice(0, 1)]);
  });

  test('of the latest: its answer, or where no run is known its site', () => {
    const citations = parseAnswer('citations', [{ ...ALERTS, prompt_run_id: RUN }, ALERTS]);
    const page = citationsPage(ACME, citations, 2, { asked: 300, only: [] });
    expect(linesOf(page)).toEqual([['Read answer'], ['citations site:docs.globex.example']]);
  });

  test('of a domain its pages', () => {
    const domains = [{ domain: 'globex.example', citation_count: 3, share: 0.5 }];
    expect(linesOf(referrersPage(ACME, domains, domains))).toEqual([['sources site:globex.example']]);
  });
});
