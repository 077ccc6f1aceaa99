/** Counts the pages that answers cite most, narrowed to a site, a prompt, a topic or some days. */

import type { CitedPage } from '../decision.ts';
import type { Citation } from '../visibility/assumed.ts';
import { isOfSite } from '../words/answers.ts';
import { dayOf } from './calendar.ts';
import type { Days } from './score-course.ts';

/** Any of the domains (in any case, with or without "www."), prompts and answers. Days in UTC, both included. */
export type CitedBy = Days & {
  domain?: readonly string[] | undefined;
  prompts?: { ids: ReadonlySet<string>; texts: ReadonlySet<string> } | undefined;
  responses?: { runs: ReadonlySet<string>; ids: ReadonlySet<string> } | undefined;
};

/** Most cited first. `undated`, `untied`: citations left out for lack of a day, or of a prompt or topic. */
export type CitedPages = { pages: CitedPage[]; citations: number; undated: number; untied: number };

export function countCitedPages(citations: readonly Citation[], by: CitedBy): CitedPages {
  const { from = '', to = '9999-12-31', domain = [], prompts, responses } = by;
  const isSite = (one: Citation) => domain.length === 0 || domain.some((site) => isOfSite(one, site));
  const hasDays = by.from !== undefined || by.to !== undefined;
  const ofSite = citations.filter(isSite);
  const tied = ofSite.filter((one) => isTied(one, { prompts, responses }));
  const found = tied.filter(({ createdAt }) => {
    if (!hasDays) return true;
    const day = dayOf(createdAt ?? '');
    return day !== '' && day >= from && day <= to;
  });
  const pages = [
    ...Map.groupBy(found, ({ url, title, domain: site }) => url ?? title ?? site ?? '').values(),
  ].map((ofPage) => {
    const [{ url, title, domain: site } = {} as Partial<Citation>] = ofPage;
    return { url, title, domain: site, citations: sumCounts(ofPage) };
  });
  const isUntied = ({ promptId, prompt, promptRunId, responseId }: Citation) =>
    (prompts !== undefined && promptId === undefined && prompt === undefined) ||
    (responses !== undefined && promptRunId === undefined && responseId === undefined);
  return {
    pages: pages.toSorted((a, b) => b.citations - a.citations),
    citations: sumCounts(found),
    undated: hasDays ? tied.filter(({ createdAt }) => createdAt === undefined).length : 0,
    untied: ofSite.filter(isUntied).length,
  };
}

/** An API may list each citation, or each page with their number. */
export function sumCounts(citations: readonly Pick<Citation, 'count'>[]): number {
  return citations.reduce((sum, { count = 1 }) => sum + count, 0);
}

function isTied(
  { promptId, prompt, promptRunId, responseId }: Citation,
  { prompts, responses }: Pick<CitedBy, 'prompts' | 'responses'>,
): boolean {
  const ofPrompt =
    !prompts || prompts.ids.has(promptId ?? '') || prompts.texts.has(prompt?.trim().toLowerCase() ?? '');
  const ofAnswer = !responses || responses.runs.has(promptRunId ?? '') || responses.ids.has(responseId ?? '');
  return ofPrompt && ofAnswer;
}
