/** One project's score in a row of the Home tab: the last figure, how it moved, and a line of its last days. */
import type { ScoreOverview } from '../../decision.ts';
import { type Mrkdwn, mrkdwn } from '../../slack/text.ts';
import { dayName } from '../days.ts';
import { figure, scaleOf } from '../figures.ts';
import { brief } from '../lengths.ts';
import { changeSince } from '../measured-words.ts';
import { sparkline } from '../score-chart.ts';

/** `loading` while the API was not asked yet or has not answered; `unreadable` where it failed. */
export type HomeScore = ScoreOverview | 'loading' | 'unreadable';

/** Parts named in a row; the others are counted. */
const PARTS_SHOWN = 3;

/** "52.2 on Tue 10 Mar, −8.1 since Mon · `▆▇▁`" */
export function homeScore(score: HomeScore): Mrkdwn {
  if (score === 'loading') return mrkdwn`Loading scores…`;
  if (score === 'unreadable') return mrkdwn`score not readable now: /visibility status`;
  const { series } = score;
  const [now, before] = series.filter((day) => day.score !== null).reverse();
  if (!now || now.score === null) return mrkdwn`${partsAlone(score)}`;
  const line = mrkdwn`\`${sparkline(series)}\``;
  if (!before || before.score === null) {
    return mrkdwn`*${figure(now.score)}* on ${dayName(now.date)}, the first day · ${line}`;
  }
  const { level } = scaleOf([now.score, before.score]);
  const since = changeSince({ ...before, score: before.score }, { ...now, score: now.score }, score);
  return mrkdwn`*${level(now.score)}* on ${dayName(now.date)}${since} · ${line}`;
}

/** "no overall score, only by engine: Gemini 52.2 · ChatGPT 61.0" */
function partsAlone({ engines, by = 'engine' }: ScoreOverview): string {
  if (engines.length === 0) return 'no score of a complete day yet';
  const { level } = scaleOf(engines.map(({ score }) => score));
  const shown = engines
    .slice(0, PARTS_SHOWN)
    .map(({ engine, score }) => `${brief(engine, 'place')} ${level(score)}`);
  const others = engines.length - shown.length;
  const more = others > 0 ? [`${figure(others)} more`] : [];
  return `no overall score, only by ${by}: ${[...shown, ...more].join(' · ')}`;
}
