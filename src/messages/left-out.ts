/** What a feed's filters removed, said so that nobody wonders where the leads are. */
import type { LeftOut } from '../decision.ts';
import { count, figure } from './figures.ts';

/** "6 left out below 60, 2 as too old", or undefined if nothing was. */
export function leftOutNote(leftOut: readonly LeftOut[], minScore: number | undefined): string | undefined {
  const parts = leftOut.map(({ reason, count }, i) => {
    const words = {
      below_min_score: below(minScore),
      too_old: 'as too old',
      place: 'by place',
      word: 'by word',
    };
    return `${figure(count)} ${i === 0 ? 'left out ' : ''}${words[reason]}`;
  });
  return parts.length > 0 ? parts.join(', ') : undefined;
}

/** "25 leads, none at or above 60; the best is 0.91." where filters removed everything. */
export function allLeftOut(leftOut: readonly LeftOut[], minScore: number | undefined): string | undefined {
  const all = leftOut.reduce((sum, one) => sum + one.count, 0);
  if (all === 0) return undefined;
  const low = leftOut.find(({ reason }) => reason === 'below_min_score');
  if (low?.best === undefined || minScore === undefined) {
    return `${count(all, 'lead')}, all left out by the filters of this feed.`;
  }
  const others = low.count === all ? '' : ` (${figure(all - low.count)} left out by other filters)`;
  return `${count(all, 'lead')}, none at or above ${figure(minScore)}; the best is ${figure(low.best)}${others}.`;
}

function below(minScore: number | undefined): string {
  return minScore === undefined ? 'by score' : `below ${figure(minScore)}`;
}
