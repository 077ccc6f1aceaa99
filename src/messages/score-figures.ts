/** The figures of a day beside the score: of the whole project in a line, of its engines and regions as table and lines. */
import type { TableBlock } from '@slack/types';
import type { DayFigure, Metric, ScoreFigures } from '../decision.ts';
import { dayBeside, dayName } from './days.ts';
import { type Column, figureLines, figureTable } from './figure-table.ts';
import { count } from './figures.ts';
import { capital } from './first-letter.ts';
import { brief } from './lengths.ts';
import { METRIC_WORDS } from './metric-words.ts';
import { perCent, shareScale } from './shares.ts';

/** Rows of the table; the other parts are counted. */
const PARTS_SHOWN = 20;

const BESIDE_SCORE: readonly Metric[] = ['mentionRate', 'averageRank', 'sentiment'];

type Part = ScoreFigures['parts'][number];

/** "Mention rate 42.0 % (+1.2) · average rank 2.10 (−0.05) · sentiment 0.300 on Wed 18 Nov"; undefined where there are none. */
export function besideScoreLine(figures: ScoreFigures): string | undefined {
  const said = BESIDE_SCORE.flatMap((metric) => {
    const given = figures.whole[metric];
    return given ? `${METRIC_WORDS[metric].name} ${sayOf(metric, figures)(given)}` : [];
  });
  return said.length > 0 ? capital(said.join(' · ')) : undefined;
}

/** Undefined where the parts have no more than scores by engine, which one line holds. */
export function partsOf(figures: ScoreFigures): { table: TableBlock; lines: string[] } | undefined {
  const { parts } = figures;
  const isMore = parts.some(
    ({ of, figures }) => of === 'region' || BESIDE_SCORE.some((metric) => figures[metric]),
  );
  if (!isMore) return undefined;
  const shown = parts.slice(0, PARTS_SHOWN);
  const kinds = [...new Set(shown.map(({ of }) => of))];
  const name: Column<Part> = {
    heading: capital(kinds.join(' or ')),
    cell: ({ of, name }) => brief(name, 'place') || `Unnamed ${of}`,
  };
  const columns = (['score', ...BESIDE_SCORE] as const).map((metric): Column<Part> => {
    const say = sayOf(metric, figures);
    return {
      heading: metric === 'score' ? 'Score' : capital(METRIC_WORDS[metric].name),
      cell: ({ figures }) => figures[metric] && say(figures[metric]),
    };
  });
  return { table: figureTable(name, columns, shown), lines: figureLines(name, columns, shown) };
}

/** What the brackets mean, of which day it is where that is not the headline's, and what is not shown. */
export function figuresNote(
  { day, since, whole, parts }: ScoreFigures,
  headlineDay: string | undefined,
): string | undefined {
  const others = parts.length - PARTS_SHOWN;
  const all = [whole, ...parts.map(({ figures }) => figures)].flatMap((figures) => Object.values(figures));
  const notes = [
    day !== headlineDay && `Figures that name no day are of ${dayName(day)}.`,
    since !== undefined &&
      all.some(({ change }) => change !== undefined) &&
      `In brackets: the change since ${dayBeside(since, day)}.`,
    others > 0 && `${count(others, 'more engine or region', 'more engines and regions')} not shown.`,
  ].filter((note) => note !== false);
  return notes.length > 0 ? notes.join(' ') : undefined;
}

/** "58.0 (−4.2)"; with its day where that is not the day of the others. */
function sayOf(metric: Metric, { day, whole, parts, rates }: ScoreFigures): (given: DayFigure) => string {
  const values = [whole, ...parts.map(({ figures }) => figures)].flatMap(
    (figures) => figures[metric]?.value ?? [],
  );
  const scale =
    metric === 'mentionRate' ? shareScale(values, perCent(rates)) : METRIC_WORDS[metric].scale(values);
  return ({ value, date, change }) => {
    const moved = change === undefined ? '' : ` (${scale.signed(scale.change(value - change, value))})`;
    return `${scale.level(value)}${moved}${date === day ? '' : ` on ${dayName(date)}`}`;
  };
}
