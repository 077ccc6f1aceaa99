/** /visibility what-if: which alerts the past would have brought with another threshold. */

import { scoreRows } from '../../feeds/score-rows.ts';
import { noFigures, whatIfAnswer } from '../../messages/scores/what-if-answer.ts';
import { today } from '../../rules/calendar.ts';
import { scoreSeries } from '../../rules/score-series.ts';
import { whatIf as alertsOfPast } from '../../rules/what-if.ts';
import { handlesOf } from '../../store/handles.ts';
import { pageOf } from '../pages.ts';
import { Refused } from '../refused.ts';
import type { Command } from '../request.ts';
import { alertSettings } from './clicked-alert.ts';

const USUAL_DAYS = 90;
const MOST_DAYS = 365;

export const whatIf: Command = {
  name: 'what-if',
  usage: 'what-if [days] [min_change:5]',
  example: 'what-if 60 min_change:8',
  summary: 'Which score alerts the last days would have brought with another threshold',
  scope: 'project',
  words: 'fixed',
  options: ['min_change'],
  async run({ project, words, options, page, channel, installation }, deps) {
    const { feed, minChange: usual, timezone } = alertSettings(project, channel, deps);
    const asked = daysIn(words);
    const minChange = thresholdIn(options.min_change) ?? usual;
    const now = deps.clock.now();
    const rows = await scoreRows({ team: installation.team, project, timezone }, deps, { now });
    const series = scoreSeries(rows, today(now, timezone));
    const would = alertsOfPast(project, series, minChange, asked);
    if (!would) return { message: noFigures(project) };
    const { from, to, alerts } = would;
    const { shown, pages } = pageOf(alerts.toReversed(), page);
    const isOther = feed !== undefined && minChange !== usual;
    const current = isOther ? alertsOfPast(project, series, usual, asked)?.alerts.length : undefined;
    // With another threshold the alert of a day is another one.
    const asPosted = minChange === usual ? shown : [];
    const handles = await handlesOf(
      deps.db,
      installation.team,
      asPosted.map(({ alert }) => alert.key),
    );
    const message = whatIfAnswer(project, {
      minChange,
      asked: words ? asked : 0,
      from,
      to,
      total: alerts.length,
      alerts: shown.map((past) => ({ ...past, handle: handles[past.alert.key] })),
      now: current === undefined ? undefined : { minChange: usual, total: current },
    });
    return { message, pages, share: true };
  },
};

function daysIn(words: string): number {
  if (!words) return USUAL_DAYS;
  const days = Number(words.match(/^(\d{1,3})\s*(d|days?)?$/i)?.[1] ?? 0);
  if (days >= 1 && days <= MOST_DAYS) return days;
  throw new Refused({
    sentence: `“${words}” isn’t a number of days from 1 to ${MOST_DAYS}.`,
    example: `/visibility ${whatIf.example}`,
  });
}

/** Zero is no threshold: then chance alone would tell what is unusual. */
function thresholdIn(typed: string | undefined): number | undefined {
  if (typed === undefined) return undefined;
  const minChange = Number(typed.replace(',', '.'));
  if (typed.trim() && Number.isFinite(minChange) && minChange > 0) return minChange;
  throw new Refused({
    sentence: `“${typed}” isn’t a threshold: min_change is a number above 0, in points of the score.`,
    example: `/visibility ${whatIf.example}`,
  });
}
