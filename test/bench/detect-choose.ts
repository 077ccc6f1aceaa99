/**
 * How the one constant of the search for shifts that no reason gives is chosen: on families of simulated series alone, so
 * that all published ones stay unseen by it. Beside that stands what would come of choosing it on all published series but one,
 * which weigh as much as the families, scored on the one left out, each in its turn.
 */
import { detectionsOf, type Point } from '../../src/rules/score-detector.ts';
import { SHIFT_SETTINGS, type ShiftSettings } from '../../src/rules/score-shift.ts';
import { DESIGN, type FamilySeries, familySeries, JUDGES } from './detect-families.ts';
import { type AnnotatedSeries, annotatedSeries, f1, TOLD_WITHIN } from './detect-published.ts';
import { table } from './table.ts';

const GRID: readonly ShiftSettings[] = [0.05, 0.1, 0.2, 0.4, 1].map((wandering) => ({
  ...SHIFT_SETTINGS,
  wandering,
}));

/** Of each family so many series with steps, and as many without. */
const SERIES = 100;

/** Undefined where the folder is absent. */
export async function choose(folder: string) {
  const series = await annotatedSeries(folder);
  if (!series) return undefined;
  const all = GRID.map((settings) => ({
    settings,
    scores: series.map((one) => scoreOf(one, settings)),
    simulated: mean(Object.keys(DESIGN).map((family) => familyScore(family, settings).f1)),
  }));
  type Scored = (typeof all)[number];
  const bestBy = (worth: (one: Scored) => number) =>
    all.reduce((best, one) => (worth(one) > worth(best) ? one : best));
  const chosenWithout = (out?: number) =>
    bestBy(({ scores, simulated }) => mean(scores.filter((_, i) => i !== out)) + simulated);
  const unseen = bestBy(({ simulated }) => simulated);
  const rows = series.map(({ name }, i) => {
    const { settings, scores } = chosenWithout(i);
    return {
      'left out': name,
      wandering: settings.wandering,
      'f1 of the others': round(mean(scores.filter((_, other) => other !== i))),
      'f1 of it': round(scores[i] ?? 0),
    };
  });
  const chosen = chosenWithout();
  const leftOut = mean(rows.map((row) => row['f1 of it']));
  const grid = all.map(({ settings: { wandering }, scores, simulated }) => ({
    wandering,
    published: round(mean(scores)),
    simulated: round(simulated),
  }));
  const families = Object.keys({ ...DESIGN, ...JUDGES }).map((family) => ({
    family,
    'designed on': family in DESIGN ? 'yes' : 'no',
    ...familyScore(family, SHIFT_SETTINGS),
  }));
  return {
    good: unseen.settings.wandering === SHIFT_SETTINGS.wandering,
    json: {
      rows,
      leftOut,
      grid,
      families,
      chosen: chosen.settings,
      unseen: { settings: unseen.settings, f1: mean(unseen.scores) },
    },
    text: [
      table(grid),
      table(rows),
      `Left out, each scores ${round(leftOut)} in the mean; with none left out, ${chosen.settings.wandering} is chosen, which scores ${round(mean(chosen.scores))}.`,
      `Simulated families alone, without sight of any published series, choose ${unseen.settings.wandering}, which scores ${round(mean(unseen.scores))} on the published ones.`,
      table(families),
    ].join('\n\n'),
  };
}

function scoreOf({ values, people }: AnnotatedSeries, settings: ShiftSettings): number {
  const points = values.map((value, day) => ({ day, value }));
  return f1(toldShifts(points, settings), people);
}

function toldShifts(points: readonly Point[], shift: ShiftSettings): number[] {
  return detectionsOf(points, { minChange: 0, shift }).flatMap(({ kind, index, changeAt }) =>
    kind === 'shift' && index - changeAt <= TOLD_WITHIN ? [changeAt] : [],
  );
}

/** F1 on series with steps, and how many shifts are told in 100 days of series without any. */
function familyScore(family: string, settings: ShiftSettings) {
  const many = (hasSteps: boolean) =>
    Array.from({ length: SERIES }, (_, seed) => familySeries(family, seed, hasSteps));
  const told = ({ points }: FamilySeries) => toldShifts(points, settings);
  const calm = many(false);
  const days = calm.reduce((sum, { points }) => sum + points.length, 0);
  const wrong = calm.reduce((sum, one) => sum + told(one).length, 0);
  return {
    f1: round(mean(many(true).map((one) => f1(told(one), [one.steps])))),
    'no alerts': round(mean(many(true).map(({ steps }) => f1([], [steps])))),
    'told in 100 days without a step': round((100 * wrong) / days),
  };
}

function mean(figures: readonly number[]): number {
  return figures.reduce((sum, figure) => sum + figure, 0) / figures.length;
}

function round(figure: number): number {
  return Number(figure.toFixed(3));
}
