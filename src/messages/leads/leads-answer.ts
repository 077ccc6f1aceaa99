/** Answers /visibility leads, the best leads of a project as they are now, and /visibility metrics, the API's own counts. */
import type { DigestLead, LeftOut, ProjectRef, Standing } from '../../decision.ts';
import type { LeadMetrics } from '../../visibility/assumed.ts';
import { count, figure } from '../figures.ts';
import { brief } from '../lengths.ts';
import { headline, note, type Page, paragraph, type Row, rows } from '../page.ts';
import { mostFitting } from '../room.ts';
import { beside, bold, lines, say } from '../text.ts';
import { leadSummary, unreadFacts } from './lead-facts.ts';
import { type LeadRows, leadCard } from './lead-row.ts';
import { allLeftOut, leftOutNote } from './left-out.ts';

/**
 * `leads` after the feed's filters, open ones first, each kind in the API's order; `limit` of them from `page` on, from
 * 0, are shown. `now` epoch ms. `asked` is how many the API was asked for: where it gave so many, it may have more.
 */
export type LeadsAnswer = {
  project: ProjectRef;
  leads: readonly DigestLead[];
  limit: number;
  page?: number | undefined;
  leftOut: readonly LeftOut[];
  minScore?: number | undefined;
  asked?: number | undefined;
  /** How many of `leads` the feed's filters leave out, where all were asked for. */
  filteredInFeed?: number | undefined;
  now: number;
  /** In which days are named; UTC unless told otherwise. */
  timezone?: string | undefined;
};

export function leadsAnswer(answer: LeadsAnswer, standing: Pick<Standing, 'handles' | 'leads'>): Page {
  const { project, leads, leftOut, minScore, now, timezone = 'UTC', limit, page = 0 } = answer;
  const name = brief(project.name, 'project');
  const [best] = leads;
  if (!best) {
    const nothing = allLeftOut(leftOut, minScore) ?? 'The API has no leads.';
    return { parts: [headline(bold(`${name} · no leads`)), paragraph(nothing)] };
  }
  const all: LeadRows = { project, at: now, timezone, standing, mayAct: false };
  const before = page * limit;
  const here = leads.slice(before, before + limit);
  const isTaken = ({ key }: DigestLead) => (standing.leads?.[key]?.state ?? 'new') !== 'new';
  const taken = leads.filter(isTaken).length;
  const open = leads.length - taken;
  const amount =
    taken === 0 ? count(leads.length, 'lead') : `${figure(open)} open of ${count(leads.length, 'lead')}`;
  const pageOf = (shown: number): Page => ({
    summary: say`${name}: ${amount}. ${open > 0 ? 'Best: ' : ''}${leadSummary(best, now)}`,
    parts: [
      headline(bold(`${name} · ${amount}`)),
      note(
        beside(
          placeOf(before, shown, leads.length),
          taken > 0 && open > 0 && 'open ones first',
          'best first',
        ),
      ),
      rows(here.slice(0, shown).map((lead, i) => ownSection(leadCard(lead, all), before + i))),
      note(beside(...notesOf(answer), unreadFacts(here.slice(0, shown)))),
    ],
  });
  return pageOf(mostFitting(here.length, pageOf));
}

/** Nothing is clicked here, so that a section has room for all of a row; without an id rows would share one. */
function ownSection({ text, note: facts }: Row, place: number): Row {
  return { text: lines(text, facts), id: `lead ${place + 1}` };
}

/** "1 to 10 of 12", while there is more than stands here. */
function placeOf(before: number, shown: number, all: number): string | undefined {
  if (shown === all) return undefined;
  return shown === 1 ? `${before + 1} of ${all}` : `${before + 1} to ${before + shown} of ${all}`;
}

/** What is not here, and why this count may be smaller than the API's own. */
function notesOf({ leads, leftOut, minScore, asked, filteredInFeed = 0 }: LeadsAnswer) {
  const listed = leftOut.reduce((sum, one) => sum + one.count, leads.length);
  return [
    leftOutNote(leftOut, minScore),
    asked !== undefined && listed >= asked && `only the API’s best ${figure(asked)} were read`,
    filteredInFeed > 0 && `your feed leaves out ${figure(filteredInFeed)} of these ${figure(leads.length)}`,
  ];
}

/** Before any filter. */
export function metricsAnswer(project: ProjectRef, metrics: LeadMetrics): Page {
  const { total, new: fresh, today, averageScore } = metrics;
  const name = brief(project.name, 'project');
  const given = (value: number | undefined, words: string) =>
    value === undefined ? `${words} not given` : `${figure(value)} ${words}`;
  const facts = [
    given(fresh, 'new'),
    given(today, 'today'),
    averageScore === undefined ? 'average score not given' : `average score ${figure(averageScore)}`,
  ];
  const all = total === undefined ? 'total not given' : `${count(total, 'lead')} in all`;
  return {
    parts: [
      headline(bold(`${name} · ${all}`)),
      paragraph(beside(...facts)),
      note(
        'The API’s own counts, before your filters. What passes them: /visibility leads. What was posted: /visibility leads export',
      ),
    ],
  };
}
