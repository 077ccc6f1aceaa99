/** What a feed's filters removed, and what people had finished before, said so that nobody wonders where the leads are. */
import type { LeftOut } from '../decision.ts';
import { count, figure } from './figures.ts';
import { brief } from './lengths.ts';

/** Muted places named in one note; the others are counted. */
const PLACES_SHOWN = 3;

/** What people did, and no filter. */
export const FINISHED = 'replied to, dismissed or snoozed already';

/** "6 left out below 60, 2 as too old, 3 in r/memes (muted here)", or undefined if nothing was. */
export function leftOutNote(leftOut: readonly LeftOut[], minScore: number | undefined): string | undefined {
  const parts = leftOut.map(
    (one, i) => `${figure(one.count)} ${i === 0 ? 'left out ' : ''}${filterInWords(one, minScore)}`,
  );
  return parts.length > 0 ? parts.join(', ') : undefined;
}

/**
 * "25 leads, none at or above 60; the best is 0.91." where filters removed everything; "25 other leads, …" beside leads
 * that are shown all the same. "3 leads, all replied to, dismissed or snoozed already." where no filter removed any.
 */
export function allLeftOut(
  leftOut: readonly LeftOut[],
  minScore: number | undefined,
  lead = 'lead',
): string | undefined {
  const all = leftOut.reduce((sum, one) => sum + one.count, 0);
  if (all === 0) return undefined;
  const finished = leftOut.find(({ reason }) => reason === 'finished');
  if (finished?.count === all) return `${count(all, lead)}, ${all === 1 ? '' : 'all '}${FINISHED}.`;
  const low = leftOut.find(({ reason }) => reason === 'below_min_score');
  if (low?.best === undefined || minScore === undefined) {
    const byFilters = `${count(all - (finished?.count ?? 0), lead)}, all left out by the filters of this feed.`;
    return finished ? `${byFilters} ${figure(finished.count)} more ${FINISHED}.` : byFilters;
  }
  const below = `${count(low.count, lead)}, none at or above ${figure(minScore)}; the best is ${figure(low.best)}.`;
  // What another filter removed may have any score.
  const others = leftOut
    .filter((one) => one !== low)
    .map(
      (one, i) => `${figure(one.count)} ${i === 0 ? 'more left out ' : ''}${filterInWords(one, minScore)}`,
    );
  return others.length === 0 ? below : `${below} ${others.join(', ')}.`;
}

/** "below 60": by which filter or for what else, behind a number of leads. */
function filterInWords({ reason, places = [], best }: LeftOut, minScore: number | undefined): string {
  switch (reason) {
    case 'below_min_score':
      return minScore === undefined ? 'by score' : `below ${figure(minScore)}${otherScale(minScore, best)}`;
    case 'too_old':
      return 'as too old';
    case 'place':
      return 'by place';
    case 'word':
      return 'by word';
    case 'muted':
      return places.length === 0 ? 'from places muted here' : `from ${named(places)} (muted here)`;
    case 'finished':
      return `as ${FINISHED}`;
  }
}

/** A threshold of 60 beside scores up to 1 removes everything that has a score, and nobody would know why. */
function otherScale(minScore: number, best: number | undefined): string {
  return best !== undefined && best <= 1 && minScore > 1 ? ` (the best is ${figure(best)})` : '';
}

function named(places: readonly string[]): string {
  const shown = places.slice(0, PLACES_SHOWN).map((place) => brief(place, 'place'));
  const others = places.length - shown.length;
  return others > 0 ? `${shown.join(', ')} and ${figure(others)} more` : shown.join(', ');
}
