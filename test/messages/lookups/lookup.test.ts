/** What all look-ups have in common: facts that are missing, rows that cannot be opened, figures that are compared. */
import { describe, expect, test } from 'vitest';
import {
  citationsPage,
  mentionsPage,
  referrersPage,
  sourcesPage,
} from '../../../src/messages/lookups/evidence.ts';
import type { Page } from '../../../src/messages/page.ts';
import { parseAnswer } from '../../visibility/reading.ts';
import { ACME } from '../cast.ts';
import { heardOf } from '../reading.ts';

const RUN = '91c10690-f5d2-4536-b2f2-9139a13d0eaa';

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
  expect(heardOf(mentionsPage(ACME, all.slice(0, 1), { all, runs: new Map() }))).toContain(
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
    expect(linesOf(sourcesPage(ACME, all, all, { only: [] }))).toEqual([
      ['citations site:docs.globex.example/alerts', ...ofSite],
      ofSite,
      [],
    ]);
    const of = { site: 'docs.globex.example', matching: 1 };
    expect(linesOf(sourcesPage(ACME, all.slice(1, 2), all, { only: [], of }))).toEqual([ofSite.slice(0, 1)]);
  });

  test('of the latest: its answer, or where no run is known its site', () => {
    const citations = parseAnswer('citations', [{ ...ALERTS, prompt_run_id: RUN }, ALERTS]);
    const page = citationsPage(ACME, citations, 2, { asked: 300, only: [] });
    expect(linesOf(page)).toEqual([
      ['Read answer'],
      expect.arrayContaining(['citations site:docs.globex.example']),
    ]);
  });

  test('of a domain its pages', () => {
    const domains = [{ domain: 'globex.example', citation_count: 3, share: 0.5 }];
    expect(linesOf(referrersPage(ACME, domains, domains))).toEqual([['sources site:globex.example']]);
  });
});
