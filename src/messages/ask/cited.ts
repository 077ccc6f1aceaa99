/** Answers which pages engines cite, of a site, a prompt, a topic or some days; of all pages /visibility sources answers. */
import type { Figure } from '../../ask/plan.ts';
import type { CitedPage, ProjectRef } from '../../decision.ts';
import { lineButton } from '../answer-controls.ts';
import { count, figure } from '../figures.ts';
import { brief, httpUrl, linkable } from '../lengths.ts';
import { actions, headline, note, type Page, rows } from '../page.ts';
import { beside, bold, lines, link } from '../text.ts';

/**
 * `pages` most cited first; `citations` are all that were counted, `of` so many that were read. `where`: " of globex.example on
 * Gemini". Not `isWhole`: the API may have more citations than it listed. `isBefore`: those days are before all that it listed.
 */
export type Cited = {
  project: ProjectRef;
  where: string;
  pages: readonly CitedPage[];
  citations: number;
  of: number;
  isWhole: boolean;
  isBefore: boolean;
  limit?: number | undefined;
  notes?: readonly string[] | undefined;
};

const MOST = 12;

export function citedPage(cited: Cited): Page {
  const { project, where, pages, citations, of, isWhole, isBefore, limit = MOST, notes = [] } = cited;
  const name = brief(project.name, 'project');
  const shown = pages.slice(0, limit);
  const left = pages.length - shown.length;
  const many = `${count(citations, 'citation')}${where}, across ${count(pages.length, 'page')}`;
  const none = isBefore ? `the API lists no citations that old${where}` : `no citations${where}`;
  return {
    parts: [
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
          `Counted in the latest ${count(of, 'citation')}${isWhole ? '' : ' the API lists; it may have more'}.`,
          left > 0 && `${count(left, 'more page')} not shown.`,
          ...notes,
        ),
      ),
      actions([
        lineButton({ label: 'Most cited', line: 'sources' }, project.id),
        lineButton({ label: 'Domains', line: 'referrers' }, project.id),
      ]),
    ],
  };
}

export function citedFigures({ where, pages, citations, of, isBefore, limit = MOST }: Cited): Figure[] {
  // Of days that it does not list nobody knows that there were none.
  if (isBefore) return [];
  return [
    { name: `citations${where} among the latest ${figure(of)}`, value: citations, unit: 'citations' },
    ...pages
      .slice(0, limit)
      .flatMap((page): Figure[] =>
        page.citations === undefined
          ? []
          : [{ name: `citations of ${titleOf(page)}`, value: page.citations, unit: 'citations' }],
      ),
  ];
}

/** The addresses that may be linked. */
export function linksOf(pages: readonly CitedPage[], limit = MOST): string[] {
  return pages.slice(0, limit).flatMap(({ url }) => httpUrl(url) ?? []);
}

function titleOf({ title, url, domain }: CitedPage): string {
  return title || domain || url || 'Unnamed page';
}
