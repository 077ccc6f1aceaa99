/** Answers /visibility scores, lists alerts, and tells which ones another threshold would have raised (what-if). */
import type {
  AlertOutcome,
  AlertStanding,
  ChangeAlert,
  LatestFigure,
  MentionAlert,
  Metric,
  PartsBy,
  PastAlert,
  ProjectRef,
  Scope,
  ScoreAlert,
  ScoreOverview,
  Stalled,
} from '../../decision.ts';
import { isOpenNews, namePart } from '../../decision.ts';
import { ACTIONS } from '../actions.ts';
import { lineButton, lineOptions } from '../answer-controls.ts';
import { count, percentFactor, shareScale } from '../figures.ts';
import { brief } from '../lengths.ts';
import { actions, headline, note, type Page, page, paragraph, type Row, rows, type Table } from '../page.ts';
import { beside, bold, capitalize, channel, join, lines, say, type Text, user } from '../text.ts';
import { countDays, dayName } from '../times.ts';
import { type Verdicts, verdictsInWords } from './alert-answers.ts';
import { describeFound, describeProgress } from './alert-message.ts';
import * as words from './alert-words.ts';
import {
  chartNote,
  describeLatest,
  METRIC_WORDS,
  meanLine,
  measuredLine,
  scoreChart,
} from './score-words.ts';
import { describeMainPart } from './what-moved.ts';

/** An alert the asker may see; `toldAt`: when last (epoch ms); `outcome`: what became of it, once that is settled; `muted`: still. */
export type LatestAlert<News = ScoreAlert | MentionAlert> = {
  alert: News;
  handle: string;
  toldAt?: number | undefined;
  outcome?: AlertOutcome | undefined;
  verdicts?: Verdicts | undefined;
  taken?: AlertStanding['taken'];
  muted?: AlertStanding['muted'];
  stalled?: Stalled | undefined;
};

export const isOpenAlert = ({ alert }: LatestAlert) => isOpenNews(alert);

/** `alerts`: open ones first; `asked`: how many days, 0 if none; `isWhole`: whether all tracked prompts could be read. */
export function scoresAnswer(
  project: ProjectRef,
  overview: ScoreOverview,
  {
    alerts = [],
    asked = 0,
    isWhole = true,
  }: { alerts?: readonly LatestAlert[]; asked?: number | undefined; isWhole?: boolean } = {},
): Page {
  const { score, days, earlier, figures } = overview;
  const title = `${brief(project.name, 'project')} visibility score`;
  const whole = wholeLine(overview);
  const table = partsTable(overview);
  const latest = score
    ? beside(describeLatest(score), findSide(overview, alerts))
    : 'the API gives none for a complete day';
  return page(
    headline(say`${bold(title)}: ${latest}`),
    paragraph(lines(whole, !table && 'The API gives no figures by engine.', ...alertLines(alerts))),
    table,
    scoreChart(title, days),
    note(chartNote(days)),
    note(
      lines(
        meanLine(score ? [score, ...figures] : figures),
        figuresNote(overview),
        measuredLine(earlier),
        !isWhole && 'Some tracked prompts couldn’t be read, so some may have changed.',
        score && days.length < asked && `The API has figures for only ${count(days.length, 'day')}.`,
      ),
    ),
    actions([
      ...[7, 30, 90].map(
        (span) => span !== asked && lineButton(`${span} days`, `scores ${span}d`, project.id),
      ),
      lineButton('Try another threshold', 'what-if', project.id),
      lineButton('Compare…', 'compare', project.id),
    ]),
  );
}

/** While an alert on the score is open, how far it rose since yesterday is only half of it: "below its usual 56.9 to 64.5". */
export function findSide(
  { score }: ScoreOverview,
  alerts: readonly Pick<LatestAlert, 'alert'>[],
): string | undefined {
  const open = alerts.flatMap(({ alert: news }) =>
    news.kind === 'score_alert' && isOpenNews(news) && news.alert.metric === 'score' ? news : [],
  );
  const own = open.find(({ alert: { lead, day } }) => namePart(lead.scope) === '' && day === score?.now.date);
  return own && words.describeSide(own);
}

const ALERTS_SHOWN = 3;

function alertLines(alerts: readonly LatestAlert[]): Text[] {
  const open = alerts.filter(isOpenAlert);
  const more = open.length - ALERTS_SHOWN;
  return [
    ...(open.length > 0 ? open.slice(0, ALERTS_SHOWN) : alerts.slice(0, 1)).map((one) => alertLine(one)),
    ...(more > 0 ? [say`${count(more, 'more open alert')}.`] : []),
  ];
}

/** "A1 · Acme fell 8.1 points to 52.2 on Thu 19 Nov. Back to normal: …", the fall unless it `isTold` above. */
export function alertLine({ alert, handle, stalled }: LatestAlert, isTold = false): Text {
  const since = describeProgress(alert, stalled);
  return beside(bold(handle), join([!(isTold && since) && say`${describeFound(alert)}.`, since], ' '));
}

/** An alert in a list: its figures, its cause, and what people and time made of it. */
export function alertRow(told: LatestAlert, { id }: ProjectRef): Row {
  const { alert, handle, outcome, taken, muted, verdicts } = told;
  const became = beside(
    alert.kind === 'score_alert' && describeMainPart(alert, 'Mostly'),
    outcome && bold(words.OUTCOME_WORDS[outcome]),
    isOpenNews(alert) && taken && say`✋ ${user(taken.by)} is on it`,
    muted && 'muted',
  );
  return {
    text: lines(alertLine(told), became, verdicts && verdictsInWords(verdicts)),
    control: lineButton('Why?', `why ${handle}`, id, `Why ${handle}?`),
  };
}

/** `channels`: those with alerts that the reader can’t read about; undefined if there are none. */
export function unseenAlertsLine(channels: readonly string[]): Text | undefined {
  if (channels.length === 0) return undefined;
  return say`Alerts in ${join(channels.map(channel), ', ')} are only shown to people who are there.`;
}

/** `alerts`: on all pages, open ones first. `days` in words, unless only open ones were asked for. `unseen`: see unseenAlertsLine. */
export function alertListPage(
  project: ProjectRef,
  days: string | undefined,
  alerts: readonly LatestAlert[],
  { shown = alerts, unseen = [] }: { shown?: readonly LatestAlert[]; unseen?: readonly string[] } = {},
): Page {
  const open = alerts.filter(isOpenAlert).length;
  const which = days === undefined ? 'open alert' : 'alert';
  const none = `no ${which}s${unseen.length > 0 ? ' to show here' : ''}`;
  const many = alerts.length === 0 ? none : count(alerts.length, which);
  const outcomes: Partial<Record<AlertOutcome, number>> = {};
  for (const { outcome } of alerts) if (outcome) outcomes[outcome] = (outcomes[outcome] ?? 0) + 1;
  const became = words.outcomesInWords(outcomes);
  return page(
    headline(
      beside(
        bold(`${brief(project.name, 'project')}: ${many}`),
        days,
        days !== undefined && open > 0 && `${open} open`,
        became,
      ),
    ),
    rows(shown.map((alert) => alertRow(alert, project))),
    paragraph(unseenAlertsLine(unseen)),
    note(
      alerts.length > 0 &&
        'What became of an alert is settled two weeks after it opened, by the figures and by what people here said of it.',
    ),
    actions([
      lineButton('Scores', 'scores', project.id),
      lineButton('Try another threshold', 'what-if', project.id),
    ]),
  );
}

/** "Mention rate 42.0% (+1.2) · average rank 2.10 (−0.05) · sentiment 0.30 on Wed 18 Nov" */
function wholeLine(overview: ScoreOverview): string | undefined {
  const whole = overview.figures.filter(({ scope }) => namePart(scope) === '');
  const each = whole.map(
    (one) => `${METRIC_WORDS[one.metric].name} ${formatterOf(one.metric, overview)(one)}`,
  );
  return each.length > 0 ? capitalize(each.join(' · ')) : undefined;
}

const METRICS = Object.keys(METRIC_WORDS) as Metric[];

function partsTable(overview: ScoreOverview): Table | undefined {
  const ofParts = overview.figures.filter(({ scope }) => scope.engine ?? scope.region);
  const parts = [
    ...Map.groupBy(ofParts, ({ scope: { engine, region } }) =>
      JSON.stringify([engine?.id, region?.id]),
    ).values(),
  ];
  if (parts.length === 0) return undefined;
  const columns = METRICS.map((metric) => ({
    heading: metric === 'score' ? 'Score' : capitalize(METRIC_WORDS[metric].name),
    metric,
    format: formatterOf(metric, overview),
  }));
  const kinds = [...new Set(ofParts.map(({ scope }) => partKind(scope)))];
  return {
    kind: 'table',
    columns: [{ heading: capitalize(kinds.join(' or ')) }, ...columns],
    rows: parts.map((figures) => {
      const scope = figures[0]?.scope ?? {};
      return [
        brief(namePart(scope), 'place') || `Unnamed ${partKind(scope)}`,
        ...columns.map(({ metric, format }) => {
          const own = figures.find((one) => one.metric === metric);
          return own && format(own);
        }),
      ];
    }),
  };
}

function partKind({ engine, region }: Scope): PartsBy {
  return engine && region ? 'engine and region' : engine ? 'engine' : 'region';
}

/** The latest day, and the one before it with which its figures are compared. */
function daysOf({ score, figures }: ScoreOverview): { day: string; since: string | undefined } {
  const all = score ? [score, ...figures] : figures;
  const day = all.map(({ now }) => now.date).reduce((one, other) => (one > other ? one : other), '');
  const before = all.flatMap((one) => (one.now.date === day ? (one.before?.date ?? []) : []));
  return { day, since: before.toSorted().at(-1) };
}

/** What the brackets mean, and which day the figures are for if it isn’t the headline’s. */
function figuresNote(overview: ScoreOverview): string | undefined {
  const { figures, days } = overview;
  if (figures.length === 0) return undefined;
  const { day, since } = daysOf(overview);
  const hasChange = figures.some(({ change, before }) => change !== undefined && before?.date === since);
  const notes = [
    day !== days.at(-1)?.date && `Figures without a day are for ${dayName(day)}.`,
    since !== undefined && hasChange && `In brackets: the change since ${dayName(since)}.`,
  ].filter((note) => note !== false);
  return notes.length > 0 ? notes.join(' ') : undefined;
}

/** "58.0 (−4.2)", with its day if that differs from the others’. */
function formatterOf(metric: Metric, overview: ScoreOverview): (given: LatestFigure) => string {
  const { day, since } = daysOf(overview);
  const values = overview.figures.flatMap((one) => (one.metric === metric ? one.now.value : []));
  const scale =
    metric === 'mentionRate'
      ? shareScale(values, percentFactor(overview.rates))
      : METRIC_WORDS[metric].scale(values);
  return ({ now: { value, date }, before, change }) => {
    const isShown = change !== undefined && date === day && before?.date === since;
    const moved = isShown ? ` (${scale.signed(scale.change(value - change, value))})` : '';
    return `${scale.level(value)}${moved}${date === day ? '' : ` on ${dayName(date)}`}`;
  };
}

/** `alerts` are one page’s of `total`, latest first. `asked`: how many days, 0 if none were named. */
type WhatIfAnswer = {
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
  const span = countDays(from, to) + 1;
  const many = total === 0 ? 'no alerts' : count(total, 'alert');
  const summary = `${name}: ${many} in ${count(span, 'day')} with an alert threshold of ${minChange}`;
  return page(
    headline(bold(summary)),
    rows(
      alerts.map((past) => ({
        text: beside(
          bold(capitalize(`${words.nameFigure(past)} ${words.describeAlertChange(past)}`)),
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

function describeEnd(alert: ChangeAlert, to: string): string {
  const { status, day } = alert;
  // What’s no longer measured can neither recover nor become normal.
  if (status === 'corrected') return `last measured on ${dayName(day)}`;
  if (status === 'open') return day < to ? `still open, last measured on ${dayName(day)}` : 'still open';
  return words.describeStatus({ alert });
}
