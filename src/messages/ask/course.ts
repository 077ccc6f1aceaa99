/** Answers how a figure stands, changed and recovered, for the project, an engine, a region or a prompt. */
import type { Plan, Premise } from '../../ask/plan.ts';
import {
  type Course,
  type CourseParts,
  type FigureOfDay,
  type Metric,
  namePart,
  type ProjectRef,
  type Scope,
  type ScoreAlert,
  type SharedFigures,
  startDay,
} from '../../decision.ts';
import { lineButton } from '../answer-controls.ts';
import { besideUsual, count, figure, formatRange, type Scale } from '../figures.ts';
import { brief } from '../lengths.ts';
import { actions, headline, note, type Page, type Part, page, paragraph } from '../page.ts';
import {
  chartNote,
  describeSince,
  isWorse,
  METRIC_WORDS,
  meanLine,
  measuredLine,
  scoreChart,
  sharedWords,
  whereOf,
  withOthers,
} from '../scores/score-words.ts';
import { alertLine, type LatestAlert } from '../scores/scores-answer.ts';
import { describeCauses, partsLine } from '../scores/what-moved.ts';
import { beside, bold, capitalize, flexible, join, lines, say, type Text } from '../text.ts';
import { dayName } from '../times.ts';
import { planButton } from './correct-reading.ts';
import {
  averageWords,
  figureBeside,
  isStill,
  levelWords,
  type SpreadOf,
  scaleOfCourse,
  spreadWords,
  titleOf,
  verdictsWords,
  verdictWords,
} from './course-figures.ts';
import { MOVE_WORDS } from './reading.ts';

/** `parts` break down the change of the first of `courses`; `alert` covers the same figures. */
type CourseAnswer = SpreadOf & {
  project: ProjectRef;
  prompt?: string | undefined;
  parts?: CourseParts | undefined;
  why?: boolean | undefined;
  alert?: LatestAlert<ScoreAlert> | undefined;
  /** Others: about an engine, a region or mentions, which moved as the question assumes, or from after the days asked. */
  openNow?: readonly LatestAlert[] | undefined;
  yesOrNo?: string | undefined;
  /** `courses` between these averages, if they can be compared. */
  averaged?: readonly Course[] | undefined;
  /** What the usual range is from before, unless it is that of the latest days. */
  usualBefore?: string | undefined;
  /** The two days, or the averages, over what was measured both times, where other things are measured by now. */
  shared?: SharedFigures | undefined;
  below?: readonly (Part | undefined)[];
  notes?: readonly string[] | undefined;
  /** What came after a move, which stands first, unless the question is why it moved. */
  latest?: Course | undefined;
};

export function coursePage(answer: CourseAnswer): Page {
  const { project, prompt, courses, why = false, alert, openNow = [], averages, below = [], latest } = answer;
  const [course] = courses;
  if (!course) return { parts: [] };
  const { metric, usual, days } = course;
  const scale = scaleOfCourse(course);
  const [changed = course, ...besides] = answer.averaged ?? courses;
  const nowFirst = why || averages ? undefined : latest;
  const later = nowFirst ? undefined : latest;
  const isToldOf = alert && isOfSameMove(alert.alert, course);
  // Other figures of one day, beside averages that can't be compared, would pass for averages.
  const isUnlike = averages !== undefined && !answer.averaged;
  return page(
    ...headOfCourse(course, nowFirst, answer),
    paragraph(
      lines(
        ...openNow.map((one) => say`Open now · ${alertLine(one)}`),
        join(
          [!nowFirst?.usual && usualWords(course, answer, scale), !averages && verdictsWords(course)],
          ' ',
        ),
        besides.length > 0 &&
          !isUnlike &&
          capitalize(`${averages ? 'on average: ' : ''}${besides.map(figureBeside).join(' · ')}`),
        alert && alertLine(alert, isToldOf),
        ...withDays(answer, why ? causeLines(changed, answer) : partLines(changed, answer)),
        spreadWords(answer, scale),
        later &&
          !(isToldOf && alert.alert.alert.day === later.now.date) &&
          `Since then: ${scale.level(later.now.value)} on ${dayName(later.now.date)}${withOthers(later.measured)}.`,
      ),
    ),
    ...below,
    scoreChart(titleOf(project, course, prompt), days, { usual, metric }),
    note(chartNote(days)),
    note(basisWords(course, answer)),
    actions([
      ...[...openNow, ...(alert ? [alert] : [])].map(({ handle }) =>
        lineButton(`Why ${handle}?`, `why ${handle}`, project.id),
      ),
      prompt !== undefined && lineButton('Its answers', `prompt-history ${prompt}`, project.id),
      lineButton('All figures', 'scores', project.id),
    ]),
  );
}

/** `nowFirst`: the latest day, if it comes before the day asked about. */
function headOfCourse(course: Course, nowFirst: CourseAnswer['latest'], answer: CourseAnswer): Page['parts'] {
  const { project, prompt, averages, extreme, spread, yesOrNo, shared, isAverage } = answer;
  const { metric, now } = course;
  const scale = scaleOfCourse(course);
  const { value, date } = nowFirst?.now ?? now;
  const level = scale.level(averages?.now.value ?? value);
  const called = titleOf(project, course, prompt, extreme);
  const first = say`${yesOrNo && say`${bold(yesOrNo)} `}${bold(`${called}: ${level}`)}`;
  const ofDay = `${scale.level(now.value)} on ${dayName(now.date)}`;
  if (averages) {
    const below = lines(
      averages.isWeekBefore &&
        'This week has only begun: a day counts once it’s over, so this is about last week.',
      shared && capitalize(`${sharedWords(shared)}.`),
      beside(ofDay, levelWords(course)),
    );
    return [headline(say`${first} ${averageWords(averages, metric, scale)}`), paragraph(below)];
  }
  if (spread && isAverage) {
    const average = say`${bold(`${called}: ${scale.level(spread.average)} on average`)} over ${count(spread.days, 'day')} to ${dayName(now.date)}`;
    return [headline(average), paragraph(beside(`${ofDay}${sinceOf(course)}`, verdictWords(course)))];
  }
  if (nowFirst) {
    const below = beside(`${ofDay}${sinceOf(course)}`, verdictWords(course));
    const { usual, measured } = nowFirst;
    const side = usual && measured.length === 0 && besideUsual(value, usual, scale);
    const head = headline(beside(say`${first} on ${dayName(date)}${withOthers(measured)}`, side));
    return [head, paragraph(below)];
  }
  return [
    headline(beside(say`${first} on ${dayName(date)}${sinceOf(course)}`, verdictWords(course))),
    paragraph(
      lines(
        isAverage && 'Only this one of those days has a figure, so it isn’t an average.',
        shared && capitalize(`${sharedWords(shared)}.`),
      ),
    ),
  ];
}

function basisWords(course: Course, answer: CourseAnswer): Text | undefined {
  const { measured } = course;
  const { averages, latest, notes = [] } = answer;
  return lines(
    // Of the last day alone, not of the days averaged above.
    !averages && answersWords(course, answer),
    meanLine([course]),
    measuredLine(averages?.measured ?? [...measured, ...(latest?.measured ?? [])]),
    ...notes,
  );
}

/** "Based on 120 answers.", "About 86 of 120 answers name Acme." */
function answersWords({ metric, now, rates }: Course, { project, spread }: CourseAnswer): string | undefined {
  if (now.answers === undefined) return undefined;
  const answers = `${count(now.answers, 'answer')}${spread ? ` on ${dayName(now.date)}` : ''}`;
  if (metric !== 'mentionRate') return `Based on ${answers}.`;
  const share = (now.value * METRIC_WORDS.mentionRate.times(rates)) / 100;
  return `About ${figure(Math.round(share * now.answers))} of ${answers} name ${brief(project.name, 'project')}.`;
}

/** No day asked for has a figure; `latest` is the last that has. `earlier`: no such move came before the last one. */
export function noCoursePage(
  { project, scope, prompt }: { project: ProjectRef; scope: Scope; prompt?: string | undefined },
  metric: Metric,
  instead: {
    asked?: string | undefined;
    latest?: FigureOfDay | undefined;
    week?: Plan;
    earlier?: Plan['earlier'];
    isByDay?: boolean;
  },
): Page {
  const { asked, latest, week, earlier, isByDay } = instead;
  const { name, scale } = METRIC_WORDS[metric];
  const title = `${name}${whereOf(scope, prompt)}${isByDay && !latest ? ' by day' : ''}`;
  const isOther = latest !== undefined && asked !== undefined;
  const none = earlier
    ? `no earlier ${MOVE_WORDS[earlier.way]} of the ${title} is known`
    : isOther
      ? `there’s no ${title} to show for ${asked}`
      : `the API gives no ${title}`;
  return page(
    headline(bold(`${brief(project.name, 'project')}: ${none}.`)),
    paragraph(earlier && 'Changes within its usual day-to-day swing don’t count.'),
    paragraph(
      isOther &&
        `The latest is ${scale([latest.value]).level(latest.value)} on ${dayName(latest.date)}; a day counts once it’s over.`,
    ),
    actions([
      isOther && week && planButton('Last 7 days', week, project),
      lineButton('All figures', 'scores', project.id),
    ]),
  );
}

/** Whether the figure moved that way; undefined if the days can't be compared. */
export function hasMoved(
  premise: Premise,
  { courses: [course], averages, shared }: Pick<CourseAnswer, 'courses' | 'averages' | 'shared'>,
): boolean | undefined {
  if (!course?.before || ((averages ?? course).measured.length > 0 && !shared)) return undefined;
  const before = shared?.before ?? averages?.before?.value ?? course.before.value;
  const after = shared?.after ?? averages?.now.value ?? course.now.value;
  const change = scaleOfCourse(course).change(before, after);
  return change !== 0 && isWorse(course.metric, change) === (premise === 'worse');
}

function sinceOf(course: Course): string {
  const { metric, now, before, measured } = course;
  return describeSince(metric, scaleOfCourse(course), before, now.value, measured);
}

/** "Usually 56.9 to 64.5 before A1." while that alert's range is the usual one. */
function usualWords(
  { usual, isOfAlert }: Course,
  { alert, usualBefore }: CourseAnswer,
  scale: Scale,
): string | undefined {
  const isBefore = isOfAlert && alert?.alert.alert?.status === 'open';
  const then = isBefore ? alert.handle : usualBefore;
  return usual && `Usually ${formatRange(usual, scale)}${then ? ` before ${then}` : ''}.`;
}

function causeLines(course: Course, answer: CourseAnswer) {
  const { change, level, noise, before } = course;
  const { parts, alert, openNow = [] } = answer;
  // The headline says why there is no change to explain.
  if (change === undefined || !before) return [];
  const isUsual = noise === 'normal' && (level === 'normal' || level === undefined);
  const isBehindIt = alert && isPartOf(alert.alert.alert, before.date, course.now.date);
  if (isUsual && !isBehindIt)
    return openNow.length > 0
      ? []
      : ['That’s within its usual day-to-day swing, so there’s nothing to explain.'];
  // An alert explains its own move, but not a later reversal.
  if (isBehindIt && (alert.alert.score - alert.alert.previousScore) * change >= 0)
    return alertCauses(alert.alert, parts);
  return partLines(course, answer);
}

/** Whether the alert's headline says the same as one of `course`. */
function isOfSameMove({ alert, day, previousDay }: ScoreAlert, { scope, now, before }: Course): boolean {
  return namePart(alert.lead.scope) === namePart(scope) && day === now.date && previousDay === before?.date;
}

/** Whether the alert's move is part of a change: open, whatever days were asked for; ended, if it is within and lasts. */
function isPartOf(alert: ScoreAlert['alert'], from: string, to: string): boolean {
  const { status, day } = alert;
  return status === 'open' || (startDay(alert) > from && (status === 'new_normal' || to <= day));
}

function alertCauses(told: ScoreAlert, parts: CourseParts | undefined) {
  const { explanation, worst, day, alert, score, previousScore } = told;
  const scaleOfAlert = METRIC_WORDS[alert?.metric ?? 'score'].scale([score, previousScore]);
  // Those of a part are of the days asked for, which may be others than the alert's.
  const most = promptsLine(
    { explanation, worst: worst ?? parts?.worst },
    scaleOfAlert,
    worst ? undefined : parts,
  );
  return [...describeCauses(told, scaleOfAlert, day), most];
}

/** Which parts the change comes from; asked why, also that none is known. */
function partLines(course: Course, { parts, why }: CourseAnswer) {
  if (!parts || course.measured.length > 0 || isStill(course)) return [];
  const scale = scaleOfCourse(course);
  const { explanation, engines } = parts;
  const most = why && promptsLine(parts, scale);
  // Parts of a negligible change mean nothing, unless one of them moved for itself.
  const isNegligible =
    course.noise === 'normal' && !(parts.isAverage && engines.some(({ normal }) => !normal));
  const ofChange = isNegligible ? { ...parts, explanation: undefined } : parts;
  if (engines.length > 0) return [...describeCauses(ofChange, scale), most];
  if (!explanation) return [why && 'The API doesn’t break this figure down, so the cause isn’t known.'];
  const hasParts = explanation.parts.length > 0 || explanation.unread !== undefined;
  const isPart = (course.scope.engine ?? course.scope.region) !== undefined;
  return [(hasParts || why || !isPart) && partsLine(parts, scale), most];
}

/** Beside averages that can't be compared: "From 60.7 on Mon 16 Nov to 52.4 on Thu 26 Nov: Gemini 63.3 → 35.3". */
function withDays(
  { courses: [course], averages, averaged }: CourseAnswer,
  said: readonly (Text | string | false | undefined)[],
) {
  if (!averages || averaged || !course?.before || course.measured.length > 0) return said;
  const scale = scaleOfCourse(course);
  const ofDay = ({ value, date }: FigureOfDay) => `${scale.level(value)} on ${dayName(date)}`;
  const days = `${ofDay(course.before)} to ${ofDay(course.now)}`;
  const at = said.findIndex(Boolean);
  return said.map((one, i) => (one && i === at ? say`From ${days}: ${one}` : one));
}

/** "Prompts that fell most: “k8s cost alerts” 61.7 → 31.7 · …", unless the parts named are prompts already. */
function promptsLine(
  { explanation, worst = [] }: Pick<CourseParts, 'explanation' | 'worst'>,
  scale: Scale,
  days?: Pick<CourseParts, 'previousDay' | 'day' | 'isAverage'>,
): Text | undefined {
  const isNamed = explanation?.parts.some(({ of }) => of.some(({ kind }) => kind === 'prompt'));
  if (worst.length === 0 || isNamed) return undefined;
  const each = worst.map(
    ({ text, before, after }) =>
      say`“${flexible(brief(text, 'prompt'))}” ${scale.level(before)} → ${scale.level(after)}`,
  );
  const isFall = worst.some(({ before, after }) => after < before);
  const when =
    days && (days.isAverage ? ' on average' : ` from ${dayName(days.previousDay)} to ${dayName(days.day)}`);
  return say`Prompts that ${isFall ? 'fell' : 'rose'} most${when}: ${join(each, ' · ')}`;
}
