/** One project's score in a row of the Home tab: the last figure, how it moved, and a line of its last days. */
import type { ScoreOverview } from '../../decision.ts';
import { type Mrkdwn, mrkdwn } from '../../slack/text.ts';
import { dayName } from '../days.ts';
import { figure, scaleOf } from '../figures.ts';
import { changeSince } from '../measured-words.ts';
import { sparkline } from '../score-chart.ts';

/** `loading` while the API was not asked yet or has not answered; `unreadable` where it failed. */
export type HomeScore = ScoreOverview | 'loading' | 'unreadable';

/** "52.2 on Tue 10 Mar, −8.1 since Mon · `▆▇▁`" */
export function homeScore(score: HomeScore): Mrkdwn {
  if (score === 'loading') return mrkdwn`Loading scores…`;
  if (score === 'unreadable') return mrkdwn`score not readable now: /visibility status`;
  const { series } = score;
  const [now, before] = series.filter((day) => day.score !== null).reverse();
  if (!now || now.score === null) return mrkdwn`no score of a complete day yet`;
  const line = mrkdwn`\`${sparkline(series)}\``;
  if (!before || before.score === null) {
    return mrkdwn`*${figure(now.score)}* on ${dayName(now.date)}, the first day · ${line}`;
  }
  const { level } = scaleOf([now.score, before.score]);
  const since = changeSince({ ...before, score: before.score }, { ...now, score: now.score }, score);
  return mrkdwn`*${level(now.score)}* on ${dayName(now.date)}${since} · ${line}`;
}
