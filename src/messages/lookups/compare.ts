/** The brand against one rival: overall, by engine, by topic, by prompt and over time. */
import type { GapRow, Metric, NamedFirst, ProjectRef, RivalComparison } from '../../decision.ts';
import { lineButton } from '../answer-controls.ts';
import {
  alignShares,
  andList,
  count,
  figure,
  firstOf,
  labelFigure,
  round,
  type Scale,
  SPAN_UNKNOWN,
} from '../figures.ts';
import { brief } from '../lengths.ts';
import { actions, type Chart, headline, note, type Page, page, paragraph, type Table } from '../page.ts';
import { describeMean, isWorse, METRIC_WORDS } from '../scores/score-words.ts';
import { alertLine, type LatestAlert } from '../scores/scores-answer.ts';
import { BARS, formatIfGiven } from '../sortable-table.ts';
import { beside, bold, capitalize, flexible, isEmpty, lines, say, type Text } from '../text.ts';
import { chartDay, dayName, daysInWords } from '../times.ts';

/** `course`: undefined if too few days are known or it `isUnread`. `asked`: lines on what was asked, instead of all. */
type Beside = {
  course?: NamedFirst | undefined;
  isUnread?: boolean;
  /** Whether the brand's own figures couldn't be read. */
  isOwnUnread?: boolean;
  asked?: readonly Text[];
  /** The open one about this rival, which counts something else than the scores here. */
  alert?: LatestAlert | undefined;
};

const noneOfYours = (isUnread: boolean) =>
  isUnread
    ? 'No figures of yours could be read to compare.'
    : 'The API gives no figures of yours to compare.';

/** One rival, or only what was asked about it. */
export function competitorPage(
  project: ProjectRef,
  rivalName: string,
  compared: RivalComparison,
  { course, isUnread = false, isOwnUnread = false, asked = [], alert }: Beside = {},
): Page {
  const { metric, own, rival, ownDays, meanOf, engines, topics } = compared;
  const name = brief(rivalName, 'name') || 'Unnamed';
  const values = figuresOf([{ own: own?.[metric], rival: rival[metric] }, ...engines, ...topics]);
  const scale = METRIC_WORDS[metric].scale(values);
  const whole = { name: 'Overall', own: own?.[metric], rival: rival[metric] };
  const isCompared = [whole, ...engines, ...topics].some(isBoth);
  const what = metric === 'score' ? '' : `, ${METRIC_WORDS[metric].name}`;
  const overall = figuresOf([whole]).length > 0 ? [whole] : [];
  const table = (heading: string, first: string, rows: readonly GapRow[], unnamed: string) =>
    rows.length > 0 && gapTable({ heading: `${heading}${what}`, first, rows, unnamed, rival: name, scale });
  const title = bold(`${brief(project.name, 'project')} vs ${name}`);
  const overallLine = verdict(whole, name, metric, scale);
  const basis = note(
    !isCompared
      ? noneOfYours(isOwnUnread)
      : ownDays === undefined
        ? SPAN_UNKNOWN
        : say`${ownDaysLine(ownDays)} Others may cover other days.`,
  );
  const [first, ...others] = asked;
  const parts = first
    ? [headline(beside(title, first)), paragraph(lines(...others, say`Overall: ${overallLine}`)), basis]
    : [
        headline(beside(title, overallLine, exceptionsOf(whole, compared, name))),
        basis,
        paragraph(lines(alert && say`Open now · ${alertLine(alert)}`, factsOf(compared, name))),
        table('By engine', 'Engine', engines.length > 0 ? [...overall, ...engines] : [], 'Unnamed engine'),
        gapChart(engines, { rival: name, metric, values }),
        table('By topic', 'Topic', topics, 'Unnamed topic'),
        course && courseChart(course, name),
      ];
  return page(
    ...parts,
    note(meanOf && `Your overall figure is ${describeMean(meanOf)}.`),
    note(!first && isUnread && 'How often each of you is named first couldn’t be read.'),
    actions([
      first && lineButton('Whole comparison', `compare ${rivalName}`, project.id),
      alert && lineButton(`Why ${alert.handle}?`, `why ${alert.handle}`, project.id),
      lineButton('Other tools', 'compare', project.id),
      lineButton('All mentions', 'mentions', project.id),
    ]),
  );
}

/** The brand against one rival, prompt by prompt. `rows`: those that the rival leads most first; `of`: all prompts. */
export function promptGapsPage(
  project: ProjectRef,
  rivalName: string,
  {
    metric,
    rows,
    of,
    limit,
  }: { metric: Metric; rows: readonly GapRow[]; of: number; limit?: number | undefined },
): Page {
  const rival = brief(rivalName, 'name') || 'Unnamed';
  const scale = METRIC_WORDS[metric].scale(figuresOf(rows));
  const both = rows.filter(isBoth);
  const ahead = both.filter((row) => leads('rival', row, metric)).length;
  const behind = both.filter((row) => leads('own', row, metric)).length;
  const prompts = count(both.length, 'prompt');
  const said =
    both.length === 0
      ? say`the API doesn’t say how ${flexible(rival)} does on your prompts`
      : say`${flexible(rival)} is ahead on ${ahead} of ${prompts}, you on ${behind}`;
  const unlike = rows.length - both.length;
  return page(
    headline(beside(bold(`${brief(project.name, 'project')} vs ${rival}`), said)),
    both.length > 0 &&
      gapTable({
        heading: `By prompt, ${METRIC_WORDS[metric].name}`,
        first: 'Prompt',
        rows: both.slice(0, limit),
        unnamed: 'Unnamed prompt',
        rival,
        scale,
      }),
    note(
      lines(
        both.length > 0 && SPAN_UNKNOWN,
        limit !== undefined &&
          both.length > limit &&
          `${count(both.length - limit, 'more prompt')} not shown.`,
        both.length > 0 && unlike > 0 && `${count(unlike, 'more prompt')} without figures of both.`,
        of > rows.length && `Only the first ${figure(rows.length)} of ${figure(of)} prompts were read.`,
      ),
    ),
    actions([
      lineButton('Whole comparison', `compare ${rivalName}`, project.id),
      lineButton('Tracked prompts', 'prompts', project.id),
    ]),
  );
}

/** "Your figures are averages of Thu 19 Nov to Wed 25 Nov." */
export function ownDaysLine(days: NonNullable<RivalComparison['ownDays']>): string {
  const of = days.from === days.to ? 'from' : 'averages of';
  return `Your figures are ${of} ${daysInWords(days)}.`;
}

type Both = { own: number; rival: number };

function isBoth(row: GapRow): row is GapRow & Both {
  return row.own !== undefined && row.rival !== undefined;
}

/** Whether that side's figure is the better one. */
export function leads(side: keyof Both, row: GapRow, metric: Metric): boolean {
  const gap = isBoth(row) ? row.own - row.rival : 0;
  return gap !== 0 && isWorse(metric, gap) === (side === 'rival');
}

function figuresOf(rows: readonly GapRow[]): number[] {
  return rows.flatMap(({ own, rival }) => [own ?? [], rival ?? []].flat());
}

/** "Globex leads by 8.8 (61.0 to 52.2)", "you lead by …", "level at 61.0"; or the rival's figure alone. */
export function verdict(whole: GapRow, name: string, metric: Metric, scale: Scale): Text {
  const figure = metric === 'score' ? 'score' : METRIC_WORDS[metric].name;
  if (!isBoth(whole)) return say`${flexible(name)}: ${labelFigure(figure, whole.rival, scale.level)}`;
  const { own, rival } = whole;
  const of = metric === 'score' ? '' : `${figure}: `;
  const gap = scale.change(rival, own);
  if (gap === 0) return say`${of}level at ${scale.level(own)}`;
  const isOurs = !isWorse(metric, gap);
  const [first, second] = isOurs ? [own, rival] : [rival, own];
  const levels = `(${scale.level(first)} to ${scale.level(second)})`;
  return say`${of}${isOurs ? 'you lead' : say`${flexible(name)} leads`} by ${scale.size(gap)} ${levels}`;
}

const NAMED = 3;

/** Where the side that is behind overall is ahead: "you lead on Claude and about “pricing”", "you lead on no engine or topic". */
function exceptionsOf(
  whole: GapRow,
  { metric, engines, topics }: RivalComparison,
  rival: string,
): Text | undefined {
  const compared = [engines.some(isBoth) && 'engine', topics.some(isBoth) && 'topic'].filter(Boolean);
  if (compared.length === 0) return undefined;
  const isOurs = !leads('own', whole, metric);
  const isAhead = (row: GapRow) => leads(isOurs ? 'own' : 'rival', row, metric);
  const on = firstOf(engines.filter(isAhead), NAMED, ({ name = '' }) => brief(name, 'place'));
  const about = firstOf(topics.filter(isAhead), NAMED, ({ name = '' }) => `“${brief(name, 'place')}”`);
  const where = [on.length > 0 && `on ${andList(on)}`, about.length > 0 && `about ${andList(about)}`];
  const named = where.filter(Boolean).join(' and ') || `on no ${compared.join(' or ')}`;
  return say`${isOurs ? 'you lead' : say`${flexible(rival)} leads`} ${named}`;
}

const FACTS = ['score', 'mentionRate', 'averageRank', 'sentiment'] as const;

/** The rival's other figures next to the brand's: "Globex: mention rate 71.2%, you 62.1% · average rank 2.10, you 3.20". */
function factsOf({ metric, own, rival }: RivalComparison, name: string): Text | undefined {
  const facts = FACTS.flatMap((of) => {
    const [ours, theirs] = [own?.[of], rival[of]];
    if (of === metric || theirs === undefined) return [];
    const { level } = METRIC_WORDS[of].scale([theirs, ours ?? []].flat());
    return `${METRIC_WORDS[of].name} ${level(theirs)}${ours === undefined ? '' : `, you ${level(ours)}`}`;
  });
  const times = rival.mentions !== undefined && `mentioned ${count(rival.mentions, 'time')}`;
  const all = beside(...facts, times);
  return isEmpty(all) ? undefined : say`${flexible(name)}: ${all}`;
}

function gapTable(of: {
  heading: string;
  first: string;
  rows: readonly GapRow[];
  unnamed: string;
  rival: string;
  scale: Scale;
}): Table {
  const { heading, first, rows, unnamed, rival, scale } = of;
  return {
    kind: 'table',
    heading: bold(heading),
    columns: [
      { heading: first },
      { heading: 'You' },
      { heading: brief(rival, 'place'), isName: true },
      { heading: 'Gap' },
    ],
    rows: rows.map((row) => [
      brief(row.name ?? '', 'name') || unnamed,
      formatIfGiven(row.own, scale.level),
      formatIfGiven(row.rival, scale.level),
      isBoth(row) ? scale.signed(scale.change(row.rival, row.own)) : undefined,
    ]),
  };
}

/** Engines with both figures, worst first; the table says the same, so the chart has no words. */
function gapChart(
  engines: readonly GapRow[],
  { rival, metric, values }: { rival: string; metric: Metric; values: readonly number[] },
): Chart | undefined {
  const drawn = engines.filter(isBoth).slice(0, BARS);
  if (drawn.length < 2) return undefined;
  const scale = METRIC_WORDS[metric].scale(values);
  const bar = (name: string, side: keyof Both) => ({
    name,
    values: drawn.map((row) => scale.drawn(row[side])),
  });
  return {
    kind: 'chart',
    title:
      metric === 'score'
        ? 'Score by engine'
        : `${capitalize(METRIC_WORDS[metric].name)} by engine${metric === 'mentionRate' ? ', %' : ''}`,
    type: 'bar',
    categories: drawn.map(({ name }) => brief(name ?? '', 'place') || 'Unnamed engine'),
    series: [bar('You', 'own'), bar(brief(rival, 'place'), 'rival')],
    words: say``,
  };
}

/** How a rival moved, by who is named first: "Named first by day, …: you 21% → 23%, Globex 40% → 41%". */
export function courseLine(course: NamedFirst | undefined, rival: string): Text {
  const past = 'Sightline doesn’t read other tools’ past figures.';
  const words = course && courseWords(course, brief(rival, 'place'));
  return words ? say`${past} ${words}.` : say`${past}`;
}

function courseWords({ by, points }: NamedFirst, rival: string): Text | undefined {
  const [first, last] = [points[0], points.at(-1)];
  if (!first || !last) return undefined;
  const share = alignShares(
    points.flatMap(({ own, rival }) => [own, rival]),
    100,
  );
  const moved = (side: keyof Both) => `${share(first[side])} → ${share(last[side])}`;
  const span = `${count(points.length, by)}, from ${dayName(first.from)} on`;
  return say`${namedFirstTitle(by)}: ${span}: you ${moved('own')}, ${flexible(rival)} ${moved('rival')}`;
}

function namedFirstTitle(by: NamedFirst['by']): string {
  return `Named first by ${by}, % of answers naming a tool`;
}

function courseChart(course: NamedFirst, rivalName: string): Chart | undefined {
  const { by, points } = course;
  const rival = brief(rivalName, 'place');
  const words = courseWords(course, rival);
  if (!words) return undefined;
  const line = (name: string, side: keyof Both) => ({
    name,
    values: points.map((point) => round(point[side] * 100, 1)),
  });
  return {
    kind: 'chart',
    title: namedFirstTitle(by),
    type: 'line',
    categories: points.map(({ from }) => chartDay(from)),
    series: [line('You', 'own'), line(rival, 'rival')],
    words,
  };
}
