/** Answers /visibility what-if: the alerts another threshold would have raised in the past. */
import type { ChangeAlert, PastAlert, ProjectRef } from '../../decision.ts';
import { DAY_MS } from '../../durations.ts';
import { ACTIONS } from '../actions.ts';
import { lineOptions } from '../answer-controls.ts';
import { count } from '../figures.ts';
import { brief } from '../lengths.ts';
import { actions, headline, note, type Page, page, rows } from '../page.ts';
import { beside, bold, say } from '../text.ts';
import { dayName } from '../times.ts';
import { nameFigure } from './alert-words.ts';
import { describeMove, METRIC_WORDS } from './score-words.ts';

/** `alerts` are one page’s of `total`, latest first. `asked`: how many days, 0 if none were named. */
export type WhatIfAnswer = {
  minChange: number;
  asked: number;
  from: string;
  to: string;
  total: number;
  alerts: readonly PastAlert[];
  /** The feed’s own threshold and how many alerts it would have raised, if it’s a different one. */
  now?: { minChange: number; total: number } | undefined;
};

export function whatIfAnswer(project: ProjectRef, answer: WhatIfAnswer): Page {
  const { minChange, asked, from, to, total, alerts, now } = answer;
  const name = brief(project.name, 'project');
  const span = Math.round((Date.parse(to) - Date.parse(from)) / DAY_MS) + 1;
  const many = total === 0 ? 'no alerts' : count(total, 'alert');
  const summary = `${name}: ${many} in ${count(span, 'day')} with an alert threshold of ${minChange}`;
  return page(
    headline(bold(summary)),
    rows(
      alerts.map((past) => ({
        text: beside(
          say`${bold(dayName(past.day))} ${changeOf(past)}`,
          past.alert.sureness,
          describeEnd(past.alert, to),
          past.handle,
        ),
      })),
    ),
    note(
      beside(
        `${dayName(from)} to ${dayName(to)}`,
        span < asked && `the API has figures for only ${count(span, 'day')}`,
        now && `${count(now.total, 'alert')} with ${now.minChange}, this feed’s alert threshold`,
      ),
    ),
    actions([
      {
        kind: 'select',
        id: ACTIONS.lineTab,
        label: 'Threshold…',
        options: lineOptions(
          thresholdsAround(now?.minChange ?? minChange, minChange).map((one) => ({
            label: `${one}`,
            line: `what-if ${asked || ''} min_change:${one}`,
          })),
          project.id,
        ),
      },
    ]),
  );
}

const TIMES = [0.5, 0.8, 1, 1.2, 1.5, 2, 3];

/** Multiples of the feed’s threshold, because the API’s scale is unknown. */
function thresholdsAround(threshold: number, asked: number): number[] {
  const all = TIMES.map((times) => Number((threshold * times).toPrecision(2)));
  return [...new Set([...all, asked])].sort((a, b) => a - b);
}

export function noFiguresAnswer(project: ProjectRef): Page {
  const name = brief(project.name, 'project');
  return page(headline(`${name} has no score for a complete day yet, so there’s nothing to try this on.`));
}

/** "visibility score on Gemini fell 14.0 points: 61.0 → 47.0" */
function changeOf({ alert, value, base }: PastAlert): string {
  const scale = METRIC_WORDS[alert.metric].scale([value, base]);
  return `${nameFigure({ alert })} ${describeMove(alert.metric, scale, base, value)}: ${scale.level(base)} → ${scale.level(value)}`;
}

function describeEnd(alert: ChangeAlert, to: string): string {
  const { metric, status, day, level } = alert;
  switch (status) {
    case 'corrected':
      // What’s no longer measured can neither recover nor become normal.
      return `last measured on ${dayName(day)}`;
    case 'open':
      return day < to ? `still open, last measured on ${dayName(day)}` : 'still open';
    case 'new_normal':
      return `new normal${level === undefined ? '' : `: ${METRIC_WORDS[metric].scale([level]).level(level)}`}`;
    default:
      return `back to normal on ${dayName(day)}`;
  }
}
