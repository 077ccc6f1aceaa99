/** Answers about moves: whether a fall or rise is over, which rivals gained or lost, and whether one passed the brand. */
import type { Figure, Premise } from '../../ask/plan.ts';
import type {
  CompetitorGain,
  Course,
  MeasuredChange,
  MovedTool,
  ProjectRef,
  Recovery,
  RivalPass,
  RivalsMoved,
  ScoreAlert,
} from '../../decision.ts';
import { lineButton } from '../answer-controls.ts';
import { andList, count, dropFloatNoise, figure, type Scale, shareScale } from '../figures.ts';
import { brief } from '../lengths.ts';
import { actions, headline, note, type Page, page, paragraph, table } from '../page.ts';
import { mentionHeadline } from '../scores/alert-message.ts';
import { describeOffset, METRIC_WORDS, measuredLine } from '../scores/score-words.ts';
import type { LatestAlert } from '../scores/scores-answer.ts';
import { beside, bold, capitalize, flexible, join, lines, say, type Text } from '../text.ts';
import { dayName, daysInWords } from '../times.ts';
import { coursePage } from './course.ts';
import { scaleOfCourse } from './course-figures.ts';
import { MOST, nameOf } from './rivals.ts';

/** `course`: from the day before the change to the latest, judged as `recovery` is; `alert`: the one on this figure. */
export function recoveryPage(
  project: ProjectRef,
  course: Course,
  recovery: Recovery,
  alert?: LatestAlert<ScoreAlert>,
): Page {
  const { before, furthest, side = 'within', since, days } = recovery;
  const scale = scaleOfCourse(course);
  const day = (one: Recovery['now']) => `${scale.level(one.value)} on ${dayName(one.date)}`;
  const isLowWorst = METRIC_WORDS[course.metric].best === 'highest';
  return coursePage({
    project,
    courses: [course],
    alert,
    yesOrNo: verdictOf(recovery, alert),
    usualBefore: recovery.measured.length > 0 ? undefined : 'the change',
    below: [
      paragraph(
        lines(
          `${capitalize(side)} the usual range for ${count(days, 'day')}, since ${dayName(since)}.`,
          `Before the change: ${day(before)}. ${isLowWorst === furthest.value < before.value ? 'Worst' : 'Best'} since: ${day(furthest)}.`,
        ),
      ),
    ],
  });
}

function verdictOf({ level, side, measured }: Recovery, alert: LatestAlert<ScoreAlert> | undefined): string {
  const isOver = alert?.alert.alert?.status === 'recovered';
  if (measured.length > 0 && !isOver)
    return side === undefined ? 'Within its usual range.' : 'Outside its usual range.';
  if (side === undefined) return 'Back to normal.';
  return level === 'just outside normal' ? 'Just outside normal.' : 'Not back to normal yet.';
}

/** A rival's gain in an open alert: answers naming it first on `previousDay` and on `day`. */
export type ReportedGain = CompetitorGain & { previousDay: string; day: string; handle: string };

/** `where`: " on Gemini". */
type RivalsMovedAnswer = RivalsMoved & {
  project: ProjectRef;
  where: string;
  told?: ReportedGain | undefined;
  premise: Premise;
  /** The day that is compared with all later ones, if the question names one. */
  since?: string | undefined;
  limit?: number | undefined;
  /** Asks about the rivals listed, and no others. */
  isOfSome?: boolean | undefined;
  measured: readonly MeasuredChange[];
  notes: readonly string[];
};

export function rivalsMovedPage(of: RivalsMovedAnswer): Page {
  const { project, where, by, now, before, isPart, told, measured, notes } = of;
  const tools = sortTools(of);
  const all = tools.flatMap((tool) => [tool.now, tool.before]);
  const scale = shareScale(all, 100);
  const days = daysInWords(of.since === undefined ? now : { from: of.since }) ?? '';
  const first = by === 'first' ? ' first' : '';
  const [most] = tools.filter(({ isOwn, isBeyond }) => !isOwn && (isBeyond || of.isOfSome));
  const isMoved = most && (of.premise === 'better' ? most.now > most.before : most.now < most.before);
  const said = of.isOfSome ? eachMoved(of, scale) : mostMoved(of, isMoved ? most : undefined, scale);
  // What an alert found is the answer unless the shares have one.
  const isByAlert = told && (of.isOfSome || !isMoved);
  const basis = of.isOfSome ? said : say`By share of answers naming each${first}, ${said}`;
  const whole = bold(`${brief(project.name, 'project')}${where}`);
  return page(
    headline(say`${whole}: ${isByAlert ? gainWords(told) : beside(said, days)}`),
    told && paragraph(isByAlert ? beside(basis, days) : say`${gainWords(told)}.`),
    paragraph(
      isPart && `Who is named first is only known for ${daysInWords({ from: before.from, to: now.to })}.`,
    ),
    table(
      ['Tool', `Named${first} in`, 'Before', 'Change', 'Verdict'],
      tools.map((tool) => [
        nameOf(tool),
        scale.level(tool.now),
        scale.level(tool.before),
        scale.signed(scale.change(tool.before, tool.now)),
        verdictOnMove(tool, scale),
      ]),
    ),
    note(
      lines(
        `In ${count(now.answers, 'answer')} that name somebody${first}, compared with ${count(before.answers, 'answer')} from ${daysInWords(before)}.`,
        by === 'named' &&
          'This counts being named in any position. Alerts about rivals only count answers that name a tool first.',
        measuredLine(measured),
        ...notes,
      ),
    ),
    actions([
      most && lineButton(`Compare ${brief(most.name, 'place')}`, `compare ${most.name}`, project.id),
      lineButton('All mentions', 'mentions', project.id),
    ]),
  );
}

/** "Globex gained most, named first in 40% of answers, up 12 percentage points", or that nobody did. */
function mostMoved(of: RivalsMovedAnswer, moved: MovedTool | undefined, scale: Scale): Text {
  const did = of.premise === 'better' ? 'gained' : 'lost';
  return moved
    ? say`${flexible(brief(moved.name, 'place'))} ${did} most, ${shareWords(moved, of, scale)}`
    : say`no rival ${did} more than chance explains`;
}

/** "Globex is named in 96.7% of answers, up 1.2 percentage points (may be chance)" */
function eachMoved(of: RivalsMovedAnswer, scale: Scale): Text {
  const rivals = of.tools.filter(({ isOwn }) => !isOwn);
  const each = rivals.map((one) => {
    const chance = verdictOnMove(one, scale) === MAY_BE_CHANCE ? ` (${MAY_BE_CHANCE})` : '';
    return say`${flexible(brief(one.name, 'place'))} is ${shareWords(one, of, scale)}${chance}`;
  });
  return join(each, '; ');
}

const MAY_BE_CHANCE = 'may be chance';

function verdictOnMove({ now, before, isBeyond }: MovedTool, scale: Scale): string {
  if (scale.change(before, now) === 0) return 'as before';
  return isBeyond ? 'beyond chance' : MAY_BE_CHANCE;
}

function shareWords({ now, before }: MovedTool, { by }: RivalsMovedAnswer, scale: Scale): string {
  const isStill = scale.change(before, now) === 0;
  const moved = isStill ? 'as before' : describeOffset('mentionRate', scale, before, now);
  return `named${by === 'first' ? ' first' : ''} in ${scale.level(now)} of answers, ${moved}`;
}

/** "Globex is named first more often (57 times on Thu 19 Nov, 42 on Wed 18 Nov, A1)" */
export function gainWords({ name, before, after, previousDay, day, handle }: ReportedGain): Text {
  const times = `${count(after, 'time')} on ${dayName(day)}, ${figure(before)} on ${dayName(previousDay)}`;
  return say`${flexible(brief(name, 'place'))} is named first more often (${times}, ${handle})`;
}

/** Says that too few days are known to compare; `since`: the first of them. */
export function rivalsUnmoved(since: string | undefined): string {
  const back = since && `, and who is named is only known from ${dayName(since)} on`;
  return `Which of them gained or lost isn’t known: the API keeps no past figures for rivals${back ?? ''}.`;
}

export function rivalsMovedFigures(of: RivalsMovedAnswer): Figure[] {
  const { where, by, now } = of;
  return sortTools(of).map((tool) => ({
    name: `share of answers${where} that name ${tool.name}${by === 'first' ? ' first' : ''}`,
    value: dropFloatNoise(tool.now * 100),
    unit: '%',
    day: now.to,
    answers: now.answers,
    change: dropFloatNoise((tool.now - tool.before) * 100),
    verdict: tool.isBeyond ? 'beyond chance' : MAY_BE_CHANCE,
  }));
}

function sortTools({ tools, premise, limit = MOST }: RivalsMovedAnswer): readonly MovedTool[] {
  const sorted = premise === 'better' ? tools : tools.toReversed();
  return sorted.filter(({ isOwn }, at) => at < limit || isOwn);
}

/** As namesShown, of the tools that moved. */
export function namesMoved(of: RivalsMovedAnswer): string[] {
  return sortTools(of).map(({ name, isOwn }) => (isOwn ? of.project.name : name));
}

/**
 * Puts whether a rival passed the brand above `page`, who is named first. `about`: the rivals asked about, else all;
 * `days`: those with answers, oldest first; `wasAhead`: the only rival asked about was ahead on all of them.
 */
export function withPasses(
  { parts: [standings, ...parts] }: Page,
  project: ProjectRef,
  passes: readonly RivalPass[],
  { about, days, wasAhead }: { about: readonly string[]; days: readonly string[]; wasAhead: boolean },
): Page {
  const name = bold(brief(project.name, 'project'));
  const [latest, ...others] = passes.toSorted((a, b) => b.about.since.localeCompare(a.about.since));
  const whatOf = (pass: RivalPass) => mentionHeadline({ project, ...pass }).what;
  const who =
    about.length === 0
      ? 'nobody has'
      : `${andList(about.map((one) => brief(one, 'place')))} ${about.length === 1 ? 'hasn’t' : 'haven’t'}`;
  const nobody = !days[0]
    ? 'whether you were passed isn’t known'
    : wasAhead
      ? `${brief(about[0] ?? '', 'place')} was already ahead of you on ${dayName(days[0])}, and hasn’t been behind since`
      : `${who} passed you since ${dayName(days[0])}`;
  return page(
    headline(latest ? whatOf(latest) : say`${name}: ${nobody}`),
    paragraph(
      lines(
        latest &&
          `It passed you on ${dayName(latest.about.since)}; you were ahead until ${dayName(latest.about.until)}.`,
        ...others.map((one) => say`${whatOf(one)}.`),
        standings && standings.kind === 'headline' && standings.text,
      ),
    ),
    note(
      `A rival has passed you when it’s ahead for three days in a row, by more than chance, after you were. Answers are known for ${count(days.length, 'day')}.`,
    ),
    ...parts,
  );
}
