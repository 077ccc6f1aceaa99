/** Answers /visibility what-if: the alerts that the past would have brought with a threshold. */
import type { ChangeAlert, PastAlert, PastHeadline, ProjectRef } from '../../decision.ts';
import { DAY_MS } from '../../durations.ts';
import { ACTIONS } from '../actions.ts';
import { lineOptions } from '../answer-controls.ts';
import { count } from '../figures.ts';
import { brief } from '../lengths.ts';
import { actions, headline, note, type Page, page, rows } from '../page.ts';
import { beside, bold, say } from '../text.ts';
import { dayName } from '../times.ts';
import { figureNamed, normalSince } from './alert-words.ts';
import { METRIC_WORDS, moveOf } from './score-words.ts';

/** `alerts` are those of this page, latest first, of `total`; `asked` is how many days were asked for. */
export type WhatIfAnswer = {
  minChange: number;
  asked: number;
  from: string;
  to: string;
  total: number;
  alerts: readonly PastAlert[];
  /** The threshold of the feed, and what it would have brought, where it is another one. */
  now?: { minChange: number; total: number } | undefined;
};

export function whatIfAnswer(project: ProjectRef, answer: WhatIfAnswer): Page {
  const { minChange, asked, from, to, total, alerts, now } = answer;
  const name = brief(project.name, 'project');
  const span = Math.round((Date.parse(to) - Date.parse(from)) / DAY_MS) + 1;
  const many = total === 0 ? 'no alerts' : count(total, 'alert');
  const said = `${name}: ${many} in ${count(span, 'day')} with a threshold of ${minChange}`;
  return page(
    headline(bold(said)),
    rows(
      alerts.map((past) => ({
        text: beside(say`${bold(dayName(past.day))} ${changeOf(past)}`, ...factsOf(past, to)),
      })),
    ),
    note(
      beside(
        `${dayName(from)} to ${dayName(to)}`,
        span < asked && `the API has figures for only ${count(span, 'day')}`,
        now && `${count(now.total, 'alert')} with ${now.minChange}, this feed’s threshold`,
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

const TIMES = [0.5, 0.75, 1, 1.25, 1.5, 2, 3];

/** Of the scale, whatever that is. */
function thresholdsAround(threshold: number, asked: number): number[] {
  const all = TIMES.map((times) => Number((threshold * times).toPrecision(2)));
  return [...new Set([...all, asked])].sort((a, b) => a - b);
}

export function noFigures(project: ProjectRef): Page {
  const name = brief(project.name, 'project');
  return page(headline(`${name} has no score of a complete day yet, so there’s nothing to try this on.`));
}

/** What it became is what its post says since: without it the two would seem to be two alerts. */
function factsOf({ alert, became, handle }: PastAlert, to: string): (string | undefined)[] {
  const later = became && `from ${dayName(became.day)} on: ${changeOf(became)}`;
  return [alert.sureness, later, ending(alert, to), handle];
}

/** "visibility score on Gemini fell 14.0 points: 61.0 → 47.0", as its post says it, or would have. */
function changeOf({ alert, value, base }: PastHeadline): string {
  const scale = METRIC_WORDS[alert.metric].scale([value, base]);
  return `${figureNamed({ alert })} ${moveOf(alert.metric, scale, base, value)}: ${scale.level(base)} → ${scale.level(value)}`;
}

/** By day: a post counts from the first day of the change, which may lie before that of the alert. */
function ending(alert: ChangeAlert, to: string): string {
  const { metric, status, day, level } = alert;
  switch (status) {
    case 'open':
      // What is measured no more can neither recover nor become normal.
      return day < to ? `still open, last measured on ${dayName(day)}` : 'still open';
    case 'new_normal':
      return `new normal since ${dayName(normalSince(alert))}${level === undefined ? '' : `: ${METRIC_WORDS[metric].scale([level]).level(level)}`}`;
    default:
      return `back to normal on ${dayName(day)}`;
  }
}
