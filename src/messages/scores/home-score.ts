/** One project's score in a row of the Home tab: the last figure, how it moved, and a line of its last days. */
import type { ScoreOverview } from '../../decision.ts';
import { figure, scaleOf } from '../figures.ts';
import { brief } from '../lengths.ts';
import { beside, bold, code, say, type Text } from '../text.ts';
import { dayName } from '../times.ts';
import { changeSince } from './measured-words.ts';
import { sparkline } from './score-chart.ts';

/** `loading` while the API was not asked yet or has not answered; `unreadable` where it failed. */
export type HomeScore = ScoreOverview | 'loading' | 'unreadable';

/** Parts named in a row; the others are counted. */
const PARTS_SHOWN = 3;

/** "visibility 52.2 on Tue 10 Mar, down 8.1 since Mon · `▆▇▁`" */
export function homeScore(score: HomeScore): Text {
  if (score === 'loading') return say`Loading visibility…`;
  if (score === 'unreadable') return say`visibility can’t be read right now: ${code('/visibility admin')}`;
  const { series } = score;
  const [now, before] = series
    .flatMap(({ date, score }) => (score === null ? [] : [{ date, score }]))
    .reverse();
  if (!now) return say`${partsAlone(score)}`;
  const level = before ? scaleOf([now.score, before.score]).level : figure;
  const since = before ? changeSince(before, now, score) : ', the first day';
  return beside(
    say`visibility ${bold(level(now.score))} on ${dayName(now.date)}${since}`,
    code(sparkline(series)),
  );
}

/** "no overall visibility, only by engine: Gemini 52.2 · ChatGPT 61.0" */
function partsAlone({ engines, by = 'engine' }: ScoreOverview): string {
  if (engines.length === 0) return 'no visibility of a complete day yet';
  const { level } = scaleOf(engines.map(({ score }) => score));
  const shown = engines
    .slice(0, PARTS_SHOWN)
    .map(({ engine, score }) => `${brief(engine, 'place')} ${level(score)}`);
  const others = engines.length - shown.length;
  const more = others > 0 ? [`${figure(others)} more`] : [];
  return `no overall visibility, only by ${by}: ${[...shown, ...more].join(' · ')}`;
}
