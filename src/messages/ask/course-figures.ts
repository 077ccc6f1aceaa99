/** What happened between two days, figures of courses for programs, and averages, spreads and verdicts in words. */
import type { Figure } from '../../ask/plan.ts';
import type {
  Course,
  MeasuredChange,
  MentionAlert,
  Metric,
  ProjectRef,
  Recap,
  ScoreAlert,
  SpanAverage,
  SpanAverages,
  SpanSpread,
} from '../../decision.ts';
import { lineButton } from '../answer-controls.ts';
import {
  besideUsual,
  count,
  dropFloatNoise,
  figure,
  formatRange,
  isAtEdge,
  percentFactor,
  type Scale,
  shareScale,
} from '../figures.ts';
import { brief } from '../lengths.ts';
import { actions, headline, note, type Page, type Part, page, paragraph, rows } from '../page.ts';
import { scaleOfAlert } from '../scores/alert-words.ts';
import {
  describeLatest,
  describeMeasured,
  describeOffset,
  METRIC_WORDS,
  whereOf,
} from '../scores/score-words.ts';
import { alertRow, isOpenAlert, type LatestAlert, unseenAlertsLine } from '../scores/scores-answer.ts';
import { beside, bold, capitalize, lines, say, type Text } from '../text.ts';
import { dayName, monthName } from '../times.ts';

/** The page's figures, for programs. `averages`: those of the first course. */
export function courseFigures(
  courses: readonly Course[],
  { prompt, averages }: { prompt?: string | undefined; averages?: SpanAverages | undefined } = {},
): Figure[] {
  const [first] = courses;
  const average = first && averages && averageFigure(first, averages, prompt);
  return [...(average ? [average] : []), ...courses.map((course) => courseFigure(course, prompt))];
}

function courseFigure(course: Course, prompt: string | undefined): Figure {
  const { now, before, level, noise = level } = course;
  // The same change as on the page.
  const isLike = before !== undefined && course.change !== undefined;
  return {
    ...figureOf(course, prompt, now.value, isLike ? before.value : undefined),
    day: now.date,
    ...(now.answers !== undefined && { answers: now.answers }),
    ...(before !== undefined && { since: before.date, comparable: isLike }),
    ...(noise !== undefined && { verdict: noise }),
  };
}

function averageFigure(
  course: Course,
  { now, before, measured }: SpanAverages,
  prompt: string | undefined,
): Figure {
  const isLike = measured.length === 0;
  const figure = figureOf(course, prompt, now.value, isLike ? before?.value : undefined);
  const name = `${figure.name}, average of ${count(now.days, 'day')} from ${now.from}`;
  return { ...figure, name, ...(before && { since: before.from, comparable: isLike }) };
}

/** `before`: a value that it can be compared with. */
function figureOf(
  course: Course,
  prompt: string | undefined,
  value: number,
  before: number | undefined,
): Figure {
  const { metric, scope, rates } = course;
  const times = metric === 'mentionRate' ? percentFactor(rates) : 1;
  const change = before === undefined ? undefined : scaleOfCourse(course).change(before, value);
  return {
    name: `${METRIC_WORDS[metric].name}${whereOf(scope, prompt)}`,
    value: dropFloatNoise(value * times),
    unit: UNITS[metric],
    ...(change !== undefined && { change: dropFloatNoise(change * times) }),
  };
}

/** Units, for programs. */
export const UNITS: Readonly<Record<Metric, string>> = {
  score: 'points',
  mentionRate: '%',
  averageRank: 'place',
  sentiment: 'sentiment',
};

/** Shares are scaled by all rates the API gave, because a few days may not show whether they are per cent. */
export function scaleOfCourse({ metric, now, before, usual, rates }: Course): Scale {
  const values = [now.value, ...(before ? [before.value] : []), ...(usual ? [usual.low, usual.high] : [])];
  return metric === 'mentionRate'
    ? shareScale(values, percentFactor(rates))
    : METRIC_WORDS[metric].scale(values);
}

/** "mention rate 42.0% (down 1.2 percentage points)" */
export function figureBeside(course: Course): string {
  const { metric, now, before, change } = course;
  const scale = scaleOfCourse(course);
  const isMoved = before && change !== undefined && scale.change(before.value, now.value) !== 0;
  const moved = isMoved ? ` (${describeOffset(metric, scale, before.value, now.value)})` : '';
  return `${METRIC_WORDS[metric].name} ${scale.level(now.value)}${moved}`;
}

/** The days of a spread that a question may ask for. */
export type Extreme = 'best' | 'worst';

/** `spread`: of the days asked for; `extreme`: which of them the headline has. `averages`: of the span and the one before. */
export type SpreadOf = {
  courses: readonly Course[];
  spread?: SpanSpread | undefined;
  averages?: SpanAverages | undefined;
  extreme?: Extreme | undefined;
  /** Asks for the average of the spread. */
  isAverage?: boolean | undefined;
};

/** "on average in October, down 1.9 points from 60.1 over 28 days of September" */
export function averageWords(
  { kind, now, before, few, measured, shared }: SpanAverages,
  metric: Metric,
  scale: Scale,
): string {
  const ofNow = `on average ${spanWords(kind, now)}`;
  if (few) {
    const has = `${count(few.days, 'day')} of ${nameOfSpan(kind, few)} ${few.days === 1 ? 'has' : 'have'}`;
    return `${ofNow}; only ${has} a figure, too few to compare`;
  }
  if (!before) return ofNow;
  const then = spanWords(kind, before);
  const level = scale.level(before.value);
  if (measured.length > 0) {
    const changes = shared ? '' : `: ${describeMeasured(measured)}`;
    return `${ofNow}, not comparable with ${level} ${then}${changes}`;
  }
  if (scale.change(before.value, now.value) === 0) return `${ofNow}, the same as ${then}`;
  return `${ofNow}, ${describeOffset(metric, scale, before.value, now.value)} from ${level} ${then}`;
}

/** "in October", "over 20 days of October", "in the week of Mon 16 Nov" */
function spanWords(kind: SpanAverages['kind'], span: SpanAverage): string {
  const name = nameOfSpan(kind, span);
  if (span.days < (span.of ?? 0)) return `over ${count(span.days, 'day')} of ${name}`;
  return `${kind === 'days' ? 'from' : 'in'} ${name}`;
}

function nameOfSpan(kind: SpanAverages['kind'], { from, to = from }: SpanAverage): string {
  const names = {
    days: `${dayName(from)} to ${dayName(to)}`,
    week: `the week of ${dayName(from)}`,
    month: monthName(Date.parse(from), 'UTC'),
    quarter: `Q${Math.ceil(Number(from.slice(5, 7)) / 3)}`,
    year: from.slice(0, 4),
  };
  return names[kind];
}

/** "On average 60.1 over 60 days, highest 64.8 on Fri 6 Nov, lowest 52.2 on Mon 23 Nov." */
export function spreadWords(
  { spread, averages, extreme, courses, isAverage }: SpreadOf,
  scale: Scale,
): string | undefined {
  const [course] = courses;
  if (!spread || !course) return undefined;
  const days = count(spread.days, 'day');
  if (extreme) return `The ${extreme} of ${days}, whose average is ${scale.level(spread.average)}.`;
  const names = METRIC_WORDS[course.metric].best === 'highest' ? ['highest', 'lowest'] : ['best', 'worst'];
  const ends = endsOf(spread, course, scale)
    .map((end, i) => `${names[i]} ${end}`)
    .join(', ');
  return averages || isAverage
    ? capitalize(`${ends}.`)
    : `On average ${scale.level(spread.average)} over ${days}, ${ends}.`;
}

/** The best and the worst day: "64.8 on Fri 6 Nov". */
function endsOf({ lowest, highest }: SpanSpread, { metric }: Course, scale: Scale): string[] {
  const ends = METRIC_WORDS[metric].best === 'highest' ? [highest, lowest] : [lowest, highest];
  return ends.map(({ date, value }) => `${scale.level(value)} on ${dayName(date)}`);
}

/** `days` in words. `leads` is undefined if the question is about an engine or region, which leads don't have. */
export type Happened = {
  project: ProjectRef;
  days: string;
  course?: Course | undefined;
  /** Of a week or month and the one before. */
  averages?: SpanAverages | undefined;
  alerts: readonly LatestAlert[];
  /** Channels with alerts that the reader can’t read about. */
  unseen: readonly string[];
  leads?: Pick<Recap, 'shown' | 'claimed' | 'replied' | 'dismissed' | 'repliedEarlier' | 'cited'> | undefined;
  measured: readonly MeasuredChange[];
};

const ALERTS_SHOWN = 5;

export function happenedPage(happened: Happened): Page {
  const { project, days, course, averages, alerts, unseen, leads, measured } = happened;
  const name = brief(project.name, 'project');
  const where = course ? whereOf(course.scope) : '';
  const shown = alerts.slice(0, ALERTS_SHOWN);
  return page(
    headline(
      beside(
        bold(`${name}${where}: ${days}`),
        (alerts.length > 0 || unseen.length === 0) && alertsInWords(alerts),
        leads && leads.shown > 0 && `${count(leads.shown, 'lead')} posted`,
      ),
    ),
    paragraph(
      lines(
        course ? scoreLine(course, averages) : 'The API has no visibility score for these days yet.',
        leads && leadsLine(leads),
      ),
    ),
    rows(
      shown.map((alert) => alertRow(alert, project)),
      shown.length > 0 ? { heading: bold('Alerts') } : {},
    ),
    note(
      lines(
        alerts.length > shown.length && `${count(alerts.length - shown.length, 'more alert')} not shown.`,
        unseenAlertsLine(unseen),
        ...measured.map((change) => `Measured since ${dayName(change.day)}: ${describeMeasured([change])}.`),
      ),
    ),
    actions([lineButton('Scores', 'scores', project.id), lineButton('Open leads', 'leads', project.id)]),
  );
}

export function happenedFigures({ course, averages, alerts, unseen, leads }: Happened): Figure[] {
  return [
    ...(course ? courseFigures([course], { averages }) : []),
    ...alertCounts(alerts, unseen),
    ...(leads
      ? [
          { name: 'leads posted', value: leads.shown, unit: 'leads' },
          { name: 'leads claimed', value: leads.claimed, unit: 'leads' },
          { name: 'leads answered', value: leads.replied, unit: 'leads' },
        ]
      : []),
  ];
}

/** None if there may be some that aren't shown. */
export function alertCounts(alerts: readonly LatestAlert[], unseen: readonly string[]): Figure[] {
  if (unseen.length > 0) return [];
  return [
    { name: 'alerts', value: alerts.length, unit: 'alerts' },
    { name: 'of these alerts, open now', value: alerts.filter(isOpenAlert).length, unit: 'alerts' },
  ];
}

/** `since` and `change` as in the alerts’ headlines. */
export function alertFigures(alerts: readonly LatestAlert[]): Figure[] {
  return alerts.flatMap(({ alert, handle }) =>
    alert.kind === 'score_alert' ? scoreFigures(alert, handle) : mentionFigures(alert, handle),
  );
}

function scoreFigures(news: ScoreAlert, handle: string): Figure[] {
  const { score, previousScore, previousDay, day, againstLevel, usual, alert } = news;
  const { metric, lead, sureness } = alert;
  const times = METRIC_WORDS[metric].times([score, previousScore]);
  const change = scaleOfAlert(news).change(previousScore, score);
  return [
    {
      name: `${METRIC_WORDS[metric].name}${whereOf(lead.scope)} (${handle})`,
      value: dropFloatNoise(score * times),
      unit: UNITS[metric],
      day,
      ...(againstLevel ? {} : { since: previousDay }),
      change: dropFloatNoise(change * times),
      comparable: true,
      verdict: sureness ?? (usual && 'normal'),
    },
  ];
}

/** In points; if the API gives none, in answers that name the brand or the rival first. */
function mentionFigures({ about, project }: MentionAlert, handle: string): Figure[] {
  if (about.type === 'negative') {
    const { day, negative, of } = about.figures;
    return [{ name: `negative mentions (${handle})`, value: negative, unit: 'mentions', day, answers: of }];
  }
  const { day, own, rival, of } = about.figures;
  const unit = of === undefined ? 'points' : 'answers that name it first';
  const both = { unit, day, ...(of !== undefined && { answers: of }) };
  return [
    { name: `${project.name} (${handle})`, value: own, ...both },
    { name: `${about.rival} (${handle})`, value: rival, ...both },
  ];
}

/** "2 alerts, 1 still open" */
function alertsInWords(alerts: readonly LatestAlert[]): string {
  if (alerts.length === 0) return 'no alerts posted or open';
  const open = alerts.filter(isOpenAlert).length;
  return `${count(alerts.length, 'alert')}, ${open === 0 ? 'none' : figure(open)} still open`;
}

/** A week is told by its average, as in the recap. */
function scoreLine(course: Course, averages: SpanAverages | undefined): Text {
  const { now, usual } = course;
  const scale = scaleOfCourse(course);
  const side = usual && besideUsual(now.value, usual, scale);
  if (!averages) return beside(say`Visibility score ${describeLatest(course)}`, side);
  return beside(
    `Visibility score ${scale.level(averages.now.value)} ${averageWords(averages, 'score', scale)}`,
    `${scale.level(now.value)} on ${dayName(now.date)}`,
    side,
  );
}

/** Counts leads posted in these days; replies to earlier leads are listed separately. */
function leadsLine(leads: NonNullable<Happened['leads']>): string {
  const { claimed, replied, dismissed, repliedEarlier, cited } = leads;
  const earlier = repliedEarlier > 0 && ` (plus ${figure(repliedEarlier)} posted earlier)`;
  return `Leads: ${figure(claimed)} claimed, ${figure(replied)} answered${earlier || ''}, ${figure(dismissed)} dismissed${cited > 0 ? `, ${figure(cited)} cited by AI engines` : ''}.`;
}

export function isStill(course: Course): boolean {
  const { before, now } = course;
  return before !== undefined && scaleOfCourse(course).change(before.value, now.value) === 0;
}

/** Beside verdicts on others. */
export const TOO_FEW_DAYS = 'too few days to know what’s normal';

export function levelWords(course: Course): string | undefined {
  const { level, before, isThin, now, usual } = course;
  if (isThin) return 'too few answers to tell';
  if (level === 'just outside normal' && isAtEdge(now.value, usual, scaleOfCourse(course)))
    return 'at the edge of normal';
  return level ?? (before ? TOO_FEW_DAYS : undefined);
}

/** Beside a level and its change, the verdict on both. */
export function verdictWords(course: Course): string | undefined {
  return course.level && isJudgedTwice(course) ? undefined : levelWords(course);
}

/** "For one day, 75.0% is normal; the change since Wed 18 Nov is outside normal.", if it isn't the same for both. */
export function verdictsWords(course: Course): string | undefined {
  const { level, noise, now, before } = course;
  if (!before || !isJudgedTwice(course)) return undefined;
  const change = `the change since ${dayName(before.date)} is ${noise}.`;
  return level
    ? `For one day, ${scaleOfCourse(course).level(now.value)} is ${levelWords(course)}; ${change}`
    : capitalize(change);
}

function isJudgedTwice(course: Course): boolean {
  const { level, noise, before } = course;
  return before !== undefined && noise !== undefined && noise !== level && !isStill(course);
}

/** "Acme visibility score on Gemini in Germany", "Acme’s worst day by visibility score on Gemini" */
export function titleOf(
  { name }: ProjectRef,
  { metric, scope }: Course,
  prompt?: string,
  extreme?: Extreme,
): string {
  const what = extreme ? `’s ${extreme} day by` : '';
  return `${brief(name, 'project')}${what} ${METRIC_WORDS[metric].name}${whereOf(scope, prompt)}`;
}

/** How usual the score is and what it is based on; `isSaid`: the range stands above. */
export function usualLine(course: Course | undefined, isSaid: boolean): Part | undefined {
  if (course?.metric !== 'score') return undefined;
  const { usual, now, level } = course;
  const verdict = level && levelWords(course);
  const scale = METRIC_WORDS.score.scale([now.value, ...(usual ? [usual.low, usual.high] : [])]);
  return note(
    beside(
      !isSaid && usual && `Usually ${formatRange(usual, scale)}`,
      isSaid && verdict ? capitalize(verdict) : verdict,
      now.answers !== undefined && `based on ${count(now.answers, 'answer')}`,
    ),
  );
}
