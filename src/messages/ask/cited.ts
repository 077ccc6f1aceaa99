/**
 * Answers which pages engines cite for a site, prompt, topic or span of
 * days. (/visibility sources covers all of them.)
 */
import type { Figure } from '../../ask/plan.ts';
import type { CitedPage, ProjectRef } from '../../decision.ts';
import { lineButton } from '../answer-controls.ts';
import { count, figure } from '../figures.ts';
import { brief, httpUrl, linkable } from '../lengths.ts';
import { actions, headline, note, type Page, page, rows } from '../page.ts';
import { beside, bold, lines, link } from '../text.ts';

/**
 * `pages` most cited first; `citations` matched out of the `latest`: so many read, of `span` (days in words), and from
 * `answers` answers if the API says. Without `latest` they are the API's own counts. `where`: " of globex.example on
 * Gemini". `isWhole`: the API listed all its citations. `isBefore`: the days asked for are older than any it listed.
 */
export type Cited = {
  project: ProjectRef;
  where: string;
  pages: readonly CitedPage[];
  /** What `pages` are: sites stand for all of their pages. */
  of: 'page' | 'site';
  citations: number;
  latest?: { of: number; span?: string | undefined; answers?: number | undefined } | undefined;
  isWhole: boolean;
  isBefore: boolean;
  limit?: number | undefined;
  notes?: readonly string[] | undefined;
};

const MOST = 12;

export function citedPage(cited: Cited): Page {
  const { project, where, pages, of, citations, latest, isWhole, isBefore, limit = MOST, notes = [] } = cited;
  const name = brief(project.name, 'project');
  const shown = pages.slice(0, limit);
  const left = pages.length - shown.length;
  const many = `${count(citations, 'citation')}${where}, across ${count(pages.length, of)}`;
  const none = isBefore ? `the API lists no citations that old${where}` : `no citations${where}`;
  return page(
    headline(bold(`${name}: ${citations === 0 ? none : many}`)),
    rows(
      shown.map((page) => ({
        text: beside(
          link(linkable(page.url), brief(titleOf(page), 'line')),
          page.title !== undefined && page.domain !== undefined && brief(page.domain, 'place'),
          page.citations !== undefined && count(page.citations, 'citation'),
        ),
      })),
    ),
    note(
      lines(
        latest && `${describeLatest(latest)}${isWhole ? '' : '; the API may have more'}.`,
        left > 0 && `${count(left, `more ${of}`)} not shown.`,
        ...notes,
      ),
    ),
    actions([
      lineButton('Most cited', 'sources', project.id),
      lineButton('Domains', 'referrers', project.id),
    ]),
  );
}

/** "Counted in the latest 1,000 citations from 422 answers, Sun 22 Nov to Thu 26 Nov" */
function describeLatest({ of, span, answers }: NonNullable<Cited['latest']>): string {
  const from = answers ? ` from ${count(answers, 'answer')}` : '';
  return `Counted in the latest ${count(of, 'citation')}${from}${span === undefined ? '' : `, ${span}`}`;
}

export function citedFigures({ where, pages, citations, latest, isBefore, limit = MOST }: Cited): Figure[] {
  // Days the API doesn't list are unknown, not zero.
  if (isBefore) return [];
  return [
    {
      name: `citations${where}${latest ? ` among the latest ${figure(latest.of)}` : ''}`,
      value: citations,
      unit: 'citations',
    },
    ...pages
      .slice(0, limit)
      .flatMap((page): Figure[] =>
        page.citations === undefined
          ? []
          : [{ name: `citations of ${titleOf(page)}`, value: page.citations, unit: 'citations' }],
      ),
  ];
}

/** Addresses that are safe to link. */
export function linksOf(pages: readonly CitedPage[], limit = MOST): string[] {
  return pages.slice(0, limit).flatMap(({ url }) => httpUrl(url) ?? []);
}

function titleOf({ title, url, domain }: CitedPage): string {
  return title || domain || url || 'Unnamed page';
}
