/** Answers whether a fall or rise is over, and how far it was made good, and whether a rival has passed the brand. */
import type { Course, ProjectRef, Recovery, RivalPass, ScoreAlert } from '../../decision.ts';
import { lineButton } from '../answer-controls.ts';
import { andList, besideUsual, count, isAtEdge } from '../figures.ts';
import { brief } from '../lengths.ts';
import { actions, headline, note, type Page, page, paragraph } from '../page.ts';
import { mentionHeadline } from '../scores/alert-message.ts';
import { chartNote, METRIC_WORDS, measuredLine, scoreChart, withOthers } from '../scores/score-words.ts';
import { alertLine, type LatestAlert } from '../scores/scores-answer.ts';
import { bold, lines, say } from '../text.ts';
import { dayName } from '../times.ts';
import { scaleOfCourse, titleOf } from './course-figures.ts';

/** `alert`: the one on this figure. */
export function recoveryPage(
  project: ProjectRef,
  course: Course,
  recovery: Recovery,
  alert?: LatestAlert<ScoreAlert>,
): Page {
  const { now, before, furthest, usual, side, since, days, measured } = recovery;
  const scale = scaleOfCourse({ ...course, usual });
  const day = (one: Recovery['now']) => `${scale.level(one.value)} on ${dayName(one.date)}`;
  const isEdge = side !== undefined && isAtEdge(now.value, usual, scale);
  const where = besideUsual(now.value, usual, scale);
  const isLowWorst = METRIC_WORDS[course.metric].best === 'highest';
  return page(
    headline(
      say`${bold(`${verdictOf(recovery, alert, isEdge)} ${titleOf(project, course)}: ${day(now)}${withOthers(measured)}`)} · ${where} for ${count(days, 'day')}, since ${dayName(since)}`,
    ),
    paragraph(
      lines(
        measuredLine(measured),
        `Before the change: ${day(before)}. ${isLowWorst === furthest.value < before.value ? 'Worst' : 'Best'} since: ${day(furthest)}.`,
        alert && alertLine(alert),
      ),
    ),
    course.days.length > 1 &&
      scoreChart(titleOf(project, course), course.days, { usual, metric: course.metric }),
    note(chartNote(course.days)),
    note(measured.length === 0 && 'Usual is the range from before the change.'),
    note(now.answers !== undefined && `Based on ${count(now.answers, 'answer')}.`),
    actions([
      alert && lineButton(`Why ${alert.handle}?`, `why ${alert.handle}`, project.id),
      lineButton('All figures', 'scores', project.id),
    ]),
  );
}

function verdictOf(
  { level, side, measured }: Recovery,
  alert: LatestAlert<ScoreAlert> | undefined,
  isEdge: boolean,
): string {
  const isOver = alert?.alert.alert?.status === 'recovered';
  if (measured.length > 0 && !isOver)
    return side === undefined ? 'Within its usual range.' : 'Outside its usual range.';
  if (side === undefined) return 'Back to normal.';
  if (isEdge) return 'At the edge of normal.';
  return level === 'just outside normal' ? 'Just outside normal.' : 'Not back to normal yet.';
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
