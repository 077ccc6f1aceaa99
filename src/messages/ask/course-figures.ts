/** The figures of courses for programs, and the scale that their pages write them in. */
import type { Figure } from '../../ask/plan.ts';
import type { Course, Metric, SpanAverages } from '../../decision.ts';
import { count, dropFloatNoise, percentFactor, type Scale, shareScale } from '../figures.ts';
import { METRIC_WORDS, whereOf } from '../scores/score-words.ts';

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
export function scaleOfCourse(...courses: readonly Course[]): Scale {
  const values = courses.flatMap(valuesOf);
  const { metric = 'score' } = courses[0] ?? {};
  const rates = courses.flatMap((course) => course.rates);
  return metric === 'mentionRate'
    ? shareScale(values, percentFactor(rates))
    : METRIC_WORDS[metric].scale(values);
}

function valuesOf({ now, before, usual }: Course): number[] {
  return [now.value, ...(before ? [before.value] : []), ...(usual ? [usual.low, usual.high] : [])];
}
