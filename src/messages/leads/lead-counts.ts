/** How many leads there are: what a feed’s filters removed and people had finished, and the API’s own counts before that. */
import type { LeftOut, ProjectRef } from '../../decision.ts';
import type { LeadMetrics } from '../../visibility/assumed.ts';
import { andList, count, figure, firstOf } from '../figures.ts';
import { brief } from '../lengths.ts';
import { headline, note, type Page, page, paragraph } from '../page.ts';
import { beside, bold } from '../text.ts';

/** Muted places named in one note; the others are counted. */
const PLACES_SHOWN = 3;

type MinScore = number | undefined;

/** "6 below your minimum score of 60, 2 too old, 3 from r/memes, muted here"; undefined if nothing was. */
export function leftOutNote(leftOut: readonly LeftOut[], minScore: MinScore): string | undefined {
  const parts = leftOut.map((one) => `${figure(one.count)} ${whyLeftOut(one, minScore)}`);
  return parts.length > 0 ? parts.join(', ') : undefined;
}

/**
 * "All 25 leads are below your minimum score of 60 (the best has 0.91)." where nothing is left, or "9 leads left out: 6
 * below …, 3 too old."; undefined where there was none. `lead`: what they are called beside leads that are shown.
 */
export function allLeftOut(
  leftOut: readonly LeftOut[],
  minScore: MinScore,
  lead = 'lead',
): string | undefined {
  const all = leftOut.reduce((sum, one) => sum + one.count, 0);
  const [only, ...others] = leftOut;
  if (!only || all === 0) return undefined;
  const why = (one: LeftOut) => `${whyLeftOut(one, minScore, true)}`;
  if (others.length === 0)
    return all === 1 ? `The only ${lead} is ${why(only)}.` : `All ${count(all, lead)} are ${why(only)}.`;
  return `${count(all, lead)} left out: ${leftOut.map((one) => `${figure(one.count)} ${why(one)}`).join(', ')}.`;
}

/** "below your minimum score of 60", behind a number of leads; `withBest`: how near the best of them comes. */
function whyLeftOut({ reason, places = [], best }: LeftOut, minScore: MinScore, withBest = false): string {
  switch (reason) {
    case 'below_min_score': {
      if (minScore === undefined) return 'below your minimum score';
      // A threshold of 60 beside scores up to 1 removes everything that has a score, and nobody would know why.
      const isOtherScale = best !== undefined && best <= 1 && minScore > 1;
      const howFar =
        best !== undefined && (withBest || isOtherScale) ? ` (the best has ${figure(best)})` : '';
      return `below your minimum score of ${figure(minScore)}${howFar}`;
    }
    case 'too_old':
      return 'too old for this feed';
    case 'place':
      return 'from places this feed leaves out';
    case 'word':
      return 'with words this feed leaves out';
    case 'muted':
      return places.length === 0 ? 'from places muted here' : `from ${named(places)}, muted here`;
    case 'finished':
      return 'already replied to, dismissed or snoozed';
  }
}

function named(places: readonly string[]): string {
  return andList(firstOf(places, PLACES_SHOWN, (place) => brief(place, 'place')));
}

/** "The API counts 31 leads: 4 new, 2 today, average score 58": as far as it gives them, before any filter. */
export function countsInWords({ total, new: fresh, today, averageScore }: LeadMetrics): string {
  const facts = [
    fresh !== undefined && `${figure(fresh)} new`,
    today !== undefined && `${figure(today)} today`,
    averageScore !== undefined && `average score ${figure(averageScore)}`,
  ].filter((fact) => fact !== false);
  const counted = [total !== undefined && count(total, 'lead'), facts.join(', ')].filter(Boolean);
  return counted.length > 0 ? `The API counts ${counted.join(': ')}` : '';
}

/** Before any filter. */
export function metricsAnswer(project: ProjectRef, metrics: LeadMetrics): Page {
  const { total, new: fresh, today, averageScore } = metrics;
  const name = brief(project.name, 'project');
  const given = (value: number | undefined, words: string, what = words) =>
    value === undefined ? `${what} not given` : `${figure(value)} ${words}`;
  const facts = [
    given(fresh, 'new', 'how many are new'),
    given(today, 'today'),
    averageScore === undefined ? 'average score not given' : `average score ${figure(averageScore)}`,
  ];
  const all = total === undefined ? 'total not given' : `${count(total, 'lead')} in all`;
  return page(
    headline(bold(`${name} · ${all}`)),
    paragraph(beside(...facts)),
    note(
      'The API’s own counts, before your filters. What passes them: /visibility leads. What was posted: /visibility leads export',
    ),
  );
}
