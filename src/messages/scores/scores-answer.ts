/**
 * Answers /visibility scores (the last complete day, its parts, the other metrics, and a chart) and what-if (the alerts
 * another threshold would have raised).
 */
import type {
  ChangeAlert,
  DayFigure,
  MentionAlert,
  Metric,
  PastAlert,
  ProjectRef,
  ScoreAlert,
  ScoreFigures,
  ScoreOverview,
} from '../../decision.ts';
import { DAY_MS } from '../../durations.ts';
import { ACTIONS } from '../actions.ts';
import { lineButton, lineOptions } from '../answer-controls.ts';
import { count, percentFactor, shareScale } from '../figures.ts';
import { brief } from '../lengths.ts';
import { actions, headline, note, type Page, page, paragraph, rows, type Table } from '../page.ts';
import { beside, bold, capitalize, lines, say, type Text } from '../text.ts';
import { dayName } from '../times.ts';
import {
  describeAlertChange,
  describeProgress,
  describeStatus,
  nameFigure,
  scaleOfAlert,
} from './alert-words.ts';
import { mentionLine } from './score-alert.ts';
import {
  chartedLine,
  describeLatest,
  describeMove,
  METRIC_WORDS,
  meanLine,
  missingDays,
  scoreChart,
} from './score-words.ts';

const BESIDE_SCORE: readonly Metric[] = ['mentionRate', 'averageRank', 'sentiment'];

/** An alert the asker may see. */
export type LatestAlert<News = ScoreAlert | MentionAlert> = { alert: News; handle: string };

export function isOpenAlert({ alert }: LatestAlert): boolean {
  return (alert.kind === 'mention_alert' ? alert : alert.alert)?.status === 'open';
}

/**
 * `asked`: how many days, 0 if none were named. `figures`: what the API gives beside the score. `isWhole`: whether all
 * tracked prompts could be read.
 */
export function scoresAnswer(
  project: ProjectRef,
  overview: ScoreOverview,
  {
    latestAlert,
    asked = 0,
    figures,
    isWhole = true,
  }: {
    latestAlert?: LatestAlert | undefined;
    asked?: number | undefined;
    figures?: ScoreFigures | undefined;
    isWhole?: boolean;
  } = {},
): Page {
  const { series, earlier } = overview;
  const name = brief(project.name, 'project');
  const title = `${name} visibility score`;
  const whole = figures && wholeLine(figures);
  const table = figures && partsTable(figures);
  const chart = scoreChart(title, series, { measured: earlier });
  const fewer = series.length > 0 && series.length < asked;
  return page(
    headline(say`${bold(title)}: ${describeLatest(overview) ?? 'the API gives none for a complete day'}`),
    paragraph(
      lines(whole, !table && 'The API gives no figures by engine.', latestAlert && alertLine(latestAlert)),
    ),
    table,
    chart,
    note(missingDays(series)),
    note(
      lines(
        (series.length > 0 || whole) && meanLine(overview.meanOf ?? figures?.meanOf),
        figures && (whole || table) && figuresNote(figures, series.at(-1)?.date),
        chartedLine(chart, earlier),
        !isWhole && 'Some tracked prompts couldn’t be read, so some may have changed.',
        fewer && `The API has figures for only ${count(series.length, 'day')}.`,
      ),
    ),
    actions([
      ...[7, 30, 90].map(
        (days) => days !== asked && lineButton(`${days} days`, `scores ${days}d`, project.id),
      ),
      lineButton('Try another threshold', 'what-if', project.id),
      lineButton('Compare…', 'compare', project.id),
    ]),
  );
}

/** "A1: visibility score fell 8.1 points to 52.2 on Thu 19 Nov. Back to normal: 58.2 on Wed 25 Nov, after 6 days." */
export function alertLine({ alert, handle }: LatestAlert): Text {
  if (alert.kind === 'mention_alert') return say`${bold(handle)}: ${mentionLine(alert)}`;
  const scale = scaleOfAlert(alert);
  const since = describeProgress(alert);
  return say`${bold(handle)}: ${nameFigure(alert)} ${describeAlertChange(alert, scale)}.${since && ` ${since}`}`;
}

/** "Mention rate 42.0% (+1.2) · average rank 2.10 (−0.05) · sentiment 0.30 on Wed 18 Nov" */
function wholeLine(figures: ScoreFigures): string | undefined {
  const figuresBeside = BESIDE_SCORE.flatMap((metric) => {
    const given = figures.whole[metric];
    return given ? `${METRIC_WORDS[metric].name} ${formatterOf(metric, figures)(given)}` : [];
  });
  return figuresBeside.length > 0 ? capitalize(figuresBeside.join(' · ')) : undefined;
}

/** Undefined if the API gives no parts. */
function partsTable(figures: ScoreFigures): Table | undefined {
  const { parts } = figures;
  if (parts.length === 0) return undefined;
  const columns = (['score', ...BESIDE_SCORE] as const).map((metric) => ({
    heading: metric === 'score' ? 'Score' : capitalize(METRIC_WORDS[metric].name),
    metric,
    format: formatterOf(metric, figures),
  }));
  const kinds = [...new Set(parts.map(({ of }) => of))];
  return {
    kind: 'table',
    columns: [{ heading: capitalize(kinds.join(' or ')) }, ...columns],
    rows: parts.map(({ of, name, figures: own }) => [
      brief(name, 'place') || `Unnamed ${of}`,
      ...columns.map(({ metric, format }) => own[metric] && format(own[metric])),
    ]),
  };
}

/** What the brackets mean, and which day the figures are for if it isn’t the headline’s. */
function figuresNote(
  { day, since, whole, parts }: ScoreFigures,
  headlineDay: string | undefined,
): string | undefined {
  const all = [whole, ...parts.map(({ figures }) => figures)].flatMap((figures) => Object.values(figures));
  const notes = [
    day !== headlineDay && `Figures without a day are for ${dayName(day)}.`,
    since !== undefined &&
      all.some(({ change }) => change !== undefined) &&
      `In brackets: the change since ${dayName(since)}.`,
  ].filter((note) => note !== false);
  return notes.length > 0 ? notes.join(' ') : undefined;
}

/** "58.0 (−4.2)", with its day if that differs from the others’. */
function formatterOf(
  metric: Metric,
  { day, whole, parts, rates }: ScoreFigures,
): (given: DayFigure) => string {
  const values = [whole, ...parts.map(({ figures }) => figures)].flatMap(
    (figures) => figures[metric]?.value ?? [],
  );
  const scale =
    metric === 'mentionRate' ? shareScale(values, percentFactor(rates)) : METRIC_WORDS[metric].scale(values);
  return ({ value, date, change }) => {
    const moved = change === undefined ? '' : ` (${scale.signed(scale.change(value - change, value))})`;
    return `${scale.level(value)}${moved}${date === day ? '' : ` on ${dayName(date)}`}`;
  };
}

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
  const { status, day } = alert;
  // What’s no longer measured can neither recover nor become normal.
  if (status === 'corrected') return `last measured on ${dayName(day)}`;
  if (status === 'open') return day < to ? `still open, last measured on ${dayName(day)}` : 'still open';
  return describeStatus({ alert });
}
