/** Lead counts: what filters left out, what people had settled, how many come from which place, the API’s own totals. */
import type { Figure } from '../../ask/plan.ts';
import type { DigestLead, LeadDigest, LeadState, LeftOut, ProjectRef } from '../../decision.ts';
import { LEAD_STATES } from '../../decision.ts';
import type { LeadMetrics } from '../../visibility/assumed.ts';
import { entryOf } from '../../words/nearest.ts';
import { lineButton } from '../answer-controls.ts';
import { alignFigures, count, figure } from '../figures.ts';
import { brief } from '../lengths.ts';
import { actions, headline, note, type Page, page, paragraph, table } from '../page.ts';
import { beside, bold, lines } from '../text.ts';
import { duration } from '../times.ts';
import { stateWord } from './lead-facts.ts';

/** The limits that left-out leads are measured by: a score on the API’s scale, and an age in ms. */
export type LeadLimits = Partial<Pick<LeadDigest, 'minScore' | 'maxAgeMs'>>;

/** "6 below your minimum score of 60, 2 older than 3 d, 3 from places muted here"; undefined if none. */
export function leftOutNote(leftOut: readonly LeftOut[], limits: LeadLimits): string | undefined {
  return leftOut.map((one) => `${figure(one.count)} ${whyLeftOut(one, limits)}`).join(', ') || undefined;
}

/** "Left out: 6 below your minimum score of 60 (the best has 0.91)."; undefined if none were. */
export function leftOutLine(leftOut: readonly LeftOut[], limits: LeadLimits): string | undefined {
  const why = leftOutNote(leftOut, limits);
  return why && `Left out: ${why}.`;
}

/** "only the API’s first 100 of 130 leads were read" */
export function partInWords(read: number | undefined, total: number | undefined): string | undefined {
  if (read === undefined) return undefined;
  return total !== undefined && total > read
    ? `only the API’s first ${figure(read)} of ${count(total, 'lead')} were read`
    : `only the API’s first ${count(read, 'lead')} were read`;
}

/** "below your minimum score of 60", after a number of leads. On another scale only the best score tells why none passes. */
export function whyLeftOut(
  { reason, best }: { reason: string } & Pick<LeftOut, 'best'>,
  { minScore, maxAgeMs }: LeadLimits,
): string | undefined {
  if (reason === 'too_old')
    return maxAgeMs === undefined ? 'too old for this feed' : `older than ${duration(maxAgeMs)}`;
  if (reason !== 'below_min_score') return entryOf(LEFT_OUT, reason);
  const of = minScore === undefined ? '' : ` of ${figure(minScore)}`;
  return `below your minimum score${of}${best === undefined ? '' : ` (the best has ${figure(best)})`}`;
}

const LEFT_OUT: Readonly<Record<string, string>> = {
  place: 'from places this feed leaves out',
  word: 'with words this feed leaves out',
  muted: 'from places muted here',
  settled: 'answered or dismissed in the dashboard',
  taken: 'already claimed, answered, dismissed or snoozed',
};

/** Answers /visibility metrics. */
export function metricsAnswer(project: ProjectRef, metrics: LeadMetrics): Page {
  const { total, averageScore, new: fresh, today } = metrics;
  return page(
    headline(
      beside(
        bold(brief(project.name, 'project')),
        total === undefined ? 'the API doesn’t count leads' : `${count(total, 'lead')} known to the API`,
        averageScore !== undefined && `average score ${figure(averageScore)}`,
      ),
    ),
    paragraph(
      beside(
        fresh !== undefined && `${figure(fresh)} that the API calls new`,
        today !== undefined && `${figure(today)} found today`,
      ),
    ),
    note(
      'The API counts before your filters, and what it calls new may be in your channel already. What passes your filters: /visibility leads. As a file: /visibility leads export',
    ),
  );
}

const MOST = 12;

/** `name` is undefined if the API gives no place. `cited`: how many leads AI engines cite. */
type LeadPlace = {
  name?: string | undefined;
  leads: number;
  open: number;
  answered: number;
  cited: number;
  best?: number | undefined;
  average?: number | undefined;
};

type CountedLead = DigestLead & { state: LeadState };

/** Most leads first, ties broken by the best lead. "r/DevOps" and "/r/devops" are one place, as filters have it. */
export function placesOf(leads: readonly CountedLead[]): LeadPlace[] {
  const byPlace = Map.groupBy(leads, ({ place = '' }) => place.trim().toLowerCase().replace(/^\//, ''));
  return [...byPlace.values()]
    .map((those): LeadPlace => {
      const scores = those.flatMap(({ score }) => score ?? []);
      return {
        name: those[0]?.place?.trim() || undefined,
        leads: those.length,
        open: countIn(those, 'new'),
        answered: countIn(those, 'replied'),
        cited: those.filter(({ citedBy = [] }) => citedBy.length > 0).length,
        best: scores.length > 0 ? Math.max(...scores) : undefined,
        average: scores.length > 0 ? scores.reduce((sum, one) => sum + one, 0) / scores.length : undefined,
      };
    })
    .toSorted((a, b) => b.leads - a.leads || (b.best ?? 0) - (a.best ?? 0));
}

function countIn(leads: readonly CountedLead[], state: LeadState['state']): number {
  return leads.filter((lead) => lead.state.state === state).length;
}

/** `known`: how many leads there are in all; `asked`: how many were read, if the API may have more. */
export function leadPlacesPage(
  project: ProjectRef,
  places: readonly LeadPlace[],
  { by, known, asked }: { by: 'places' | 'subreddits'; known: number; asked?: number | undefined },
): Page {
  const name = brief(project.name, 'project');
  const total = places.reduce((sum, { leads }) => sum + leads, 0);
  const [first] = places;
  const shown = places.slice(0, MOST);
  const left = places.length - shown.length;
  const averages = alignFigures(shown.map(({ average }) => average));
  const others = by === 'subreddits' && lineButton('All places', 'ask leads by place', project.id);
  if (!first)
    return page(
      headline(bold(`${name}: none of ${count(known, 'known lead')} is from a subreddit`)),
      actions([others]),
    );
  return page(
    headline(
      beside(
        bold(`${name}: ${count(total, 'known lead')} from ${count(places.length, by.slice(0, -1))}`),
        places.length > 1 && `most from ${nameOf(first)}`,
      ),
    ),
    table(
      ['Place', 'Leads', 'Open', 'Answered', 'Cited by AI engines', 'Best score', 'Average'],
      shown.map((place) => [
        nameOf(place),
        figure(place.leads),
        figure(place.open),
        figure(place.answered),
        figure(place.cited),
        place.best === undefined ? undefined : figure(place.best),
        place.average === undefined ? undefined : averages(place.average),
      ]),
    ),
    note(
      lines(
        'This counts every lead that Sightline knows, including those that are closed or that feeds filter out.',
        left > 0 && `${count(left, `more ${by.slice(0, -1)}`)} not shown.`,
        askedLine(asked),
      ),
    ),
    actions([
      ...shown
        .flatMap(({ name }) => name ?? [])
        .slice(0, 3)
        .map((name) => lineButton(brief(name, 'place'), `leads all place:"${name}"`, project.id)),
      others,
    ]),
  );
}

function askedLine(asked: number | undefined): string | undefined {
  return asked === undefined ? undefined : `The API gave ${count(asked, 'lead')} and may have more.`;
}

export function leadPlacesFigures(places: readonly LeadPlace[]): Figure[] {
  return places.map((place) => ({ name: `leads from ${nameOf(place)}`, value: place.leads, unit: 'leads' }));
}

function nameOf({ name }: LeadPlace): string {
  return name === undefined ? 'Place not given' : brief(name, 'place');
}

/** `only`: what was asked for, in words. `arePosted`: counted by their posts here, instead of when they came in. */
export function arrivedPage(
  project: ProjectRef,
  leads: readonly CountedLead[],
  {
    only,
    asked,
    arePosted = false,
  }: { only: readonly string[]; asked?: number | undefined; arePosted?: boolean },
): Page {
  const which = only.map((one) => brief(one, 'title'));
  const states = LEAD_STATES.flatMap((state) => {
    const many = countIn(leads, state);
    if (many === 0) return [];
    return `${many === leads.length ? 'all' : figure(many)} ${stateWord(state)}`;
  });
  return page(
    headline(
      bold(
        beside(
          `${brief(project.name, 'project')} · ${count(leads.length, 'lead')} ${arePosted ? 'posted' : 'came in'}`,
          ...which,
        ),
      ),
    ),
    paragraph(states.length > 0 && `Now ${states.join(', ')}.`),
    note(
      lines(
        arePosted
          ? 'This counts leads by their first post in the project’s channels. More may have come in that feeds filter out.'
          : 'This counts leads first seen on these days, including those from old threads or that feeds filter out.',
        askedLine(asked),
      ),
    ),
    actions([lineButton('Open leads', 'leads', project.id)]),
  );
}

export function arrivedFigures(leads: readonly CountedLead[], arePosted = false): Figure[] {
  return [
    { name: arePosted ? 'leads posted' : 'leads that came in', value: leads.length, unit: 'leads' },
    { name: 'of them open', value: countIn(leads, 'new'), unit: 'leads' },
  ];
}

/** Beside leads asked for by how their replies were received. */
export const OUTCOMES_MARKED =
  'How a reply was received is only known where somebody marked it here, with “Reply was helpful” or “Reply was removed” in the lead’s ⋯ menu.';

/** By what became of each claim that is no longer held; `handles` of its leads. */
export type PastClaims = readonly { state: string; handles: readonly string[] }[];

const BY_NOW: Readonly<Record<string, string>> = { new: 'open again', claimed: 'handed over' };

const MOST_NAMED = 5;

/** Of a list of claimed leads: all claims of those days, whatever became of them. `still`: how many are claimed now. */
export function withAllClaims(
  list: Page,
  project: ProjectRef,
  still: number,
  past: PastClaims,
  only: readonly string[],
): Page {
  const all = past.reduce((sum, { handles }) => sum + handles.length, still);
  const which = only.map((one) => brief(one, 'title'));
  const name = brief(project.name, 'project');
  const amount = [count(all, 'claimed lead'), still > 0 && `${still} still claimed`, ...which] as const;
  const head = headline(bold(beside(name, ...amount)));
  return {
    ...list,
    summary: beside(`${name}: ${amount[0]}`, ...amount.slice(1)),
    parts: [head, ...list.parts.slice(1)],
  };
}

/** "Claimed, and by now answered: L1, L3 · open again: L4" */
export function pastClaimsLine(past: PastClaims): string | undefined {
  if (past.length === 0) return undefined;
  const said = past.map(({ state, handles }) => {
    const which = handles.length > MOST_NAMED ? figure(handles.length) : handles.join(', ');
    return `${BY_NOW[state] ?? stateWord(state)}: ${which}`;
  });
  return `Claimed, and by now ${said.join(' · ')}`;
}
