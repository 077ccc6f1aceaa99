/** Compares the brand with one rival, overall, by engine and by topic. Only comparable figures are compared. */
import type { GapRow, Metric, RivalComparison, Side, SidePart } from '../decision.ts';
import type { CompetitorDetail } from '../visibility/assumed.ts';
import { foldName } from '../words/answers.ts';
import type { Point } from './score-detector.ts';
import { dateOf, isWhole, type ScoreSeries } from './score-series.ts';
import { meanOf } from './score-window.ts';

/** The score is preferred; if a side has none, the mention rate is compared. */
const METRICS = ['score', 'mentionRate'] as const;

/** `ownDays` and `meanOf`: see RivalComparison. Compares by the `wanted` metric if both have it. */
export function rivalComparison(
  rival: Side,
  { own, ownDays, meanOf }: Pick<RivalComparison, 'own' | 'ownDays' | 'meanOf'> = {},
  wanted: Metric = 'score',
): RivalComparison {
  const isOfBoth = (metric: Metric) =>
    own !== undefined &&
    [{ own: own[metric], rival: rival[metric] }, ...gapRows(own.engines, rival.engines, metric)].some(
      (row) => gapOf(row) !== undefined,
    );
  const isOfRival = (metric: Metric) =>
    [rival, ...rival.engines, ...rival.topics].some((part) => part[metric] !== undefined);
  const inTurn = [wanted, ...METRICS];
  const metric = inTurn.find(isOfBoth) ?? inTurn.find(isOfRival) ?? wanted;
  return {
    metric,
    rival,
    own,
    ownDays,
    ...(meanOf && own?.[metric] !== undefined && { meanOf }),
    engines: gapRows(own?.engines ?? [], rival.engines, metric),
    // Topics of the brand alone have nothing to compare with.
    topics: gapRows(own?.topics ?? [], rival.topics, metric).filter((row) => row.rival !== undefined),
  };
}

/** Own minus rival; undefined if a side is missing. */
export function gapOf({ own, rival }: GapRow): number | undefined {
  return own === undefined || rival === undefined ? undefined : own - rival;
}

/** A row for each part with a figure, the worst for the brand first. Parts match by a name unique on both sides. */
export function gapRows(own: readonly SidePart[], rival: readonly SidePart[], metric: Metric): GapRow[] {
  const [ours, theirs] = [byName(own), byName(rival)];
  const partner = ({ name = '' }: SidePart) => {
    const key = foldName(name);
    const [mine = [], its = []] = [ours.get(key), theirs.get(key)];
    return key !== '' && mine.length === 1 && its.length === 1 ? mine[0] : undefined;
  };
  const sign = metric === 'averageRank' ? -1 : 1;
  const far = (row: GapRow) => (gapOf(row) ?? sign * Infinity) * sign;
  const rows: GapRow[] = [
    ...rival.map((part) => ({
      name: part.name,
      own: partner(part)?.[metric],
      rival: part[metric],
    })),
    ...own.flatMap((part) => (partner(part) ? [] : { name: part.name, own: part[metric], rival: undefined })),
  ];
  return rows
    .filter((row) => row.own !== undefined || row.rival !== undefined)
    .toSorted((a, b) => far(a) - far(b) || 0);
}

function byName(parts: readonly SidePart[]): Map<string, SidePart[]> {
  return Map.groupBy(parts, ({ name = '' }) => foldName(name));
}

type Figures = Omit<CompetitorDetail, 'own'>;

/** A rival's details, or the brand's beside them, as one side of a comparison. */
export function sideOf({ byEngine = [], topics = [], ...overall }: Figures): Side {
  return {
    ...overall,
    engines: byEngine.map((row) => ({ ...row, name: row.engine })),
    topics: topics.map((row) => ({ ...row, name: row.label })),
  };
}

/** Whether the API's answer to the brand's own name is about it: the operation is meant for competitors. */
export function isOfBrand(answer: Figures, asked: string, rival: Figures): boolean {
  if (answer.name !== undefined && foldName(answer.name) !== foldName(asked)) return false;
  const figures = (detail: Figures) => JSON.stringify({ ...detail, name: undefined });
  if (figures(answer) === figures(rival)) return false;
  return hasFigures(answer);
}

export function hasFigures(answer: Figures): boolean {
  return METRICS.some((metric) => [answer, ...(answer.byEngine ?? [])].some((part) => part[metric]));
}

/** Averaged unless the rival's answers show how many days its figures cover. */
const DAYS = 7;

/** The brand's daily figures as one side: averages of its latest days, if they are on the rival's scale. */
export function sideOfDays(series: readonly ScoreSeries[], rival: Side, topics: readonly SidePart[] = []) {
  const wholes = series.filter(({ scope }) => isWhole(scope));
  const dated = wholes.find(({ metric }) => metric === 'score') ?? wholes[0];
  const points = dated?.points ?? series.flatMap((one) => one.points).toSorted((a, b) => a.day - b.day);
  const last = points.at(-1)?.day;
  if (last === undefined) return undefined;
  const begun = dated && dayOfSameAnswers(dated.points, rival);
  const first = begun ?? Math.max(last - DAYS + 1, points[0]?.day ?? last);
  const rivals: readonly Partial<Side>[] = [rival, ...rival.engines, ...rival.topics];
  const isLike = (metric: Metric, own: readonly (number | undefined)[]) => {
    const [ours, theirs] = [scaleOf(own), scaleOf(rivals.map((each) => each[metric]))];
    return ours === undefined || theirs === undefined || ours === theirs;
  };
  const valuesOf = (metric: Metric) =>
    series.flatMap((one) => (one.metric === metric ? one.points.map(({ value }) => value) : []));
  const like = ([...METRICS, 'sentiment'] as const).filter((metric) => isLike(metric, valuesOf(metric)));
  const averages = (of: readonly ScoreSeries[]): Partial<Side> =>
    Object.fromEntries(
      of.flatMap(({ metric, points }) => {
        const within = points.filter(({ day }) => day >= first && day <= last);
        const isGiven = (metric === 'averageRank' || like.includes(metric)) && within.length > 0;
        return isGiven ? [[metric, meanOf(within.map(({ value }) => value))]] : [];
      }),
    );
  const ofEngines = series.filter(({ scope: { engine, region } }) => engine && !region);
  const byEngine = [...Map.groupBy(ofEngines, ({ scope }) => scope.engine?.id).values()];
  const likeByTopic = METRICS.filter(
    (metric) =>
      like.includes(metric) &&
      isLike(
        metric,
        topics.map((each) => each[metric]),
      ),
  );
  const own: Side = {
    ...averages(wholes),
    engines: byEngine.map((of) => ({ name: of[0]?.scope.engine?.name, ...averages(of) })),
    topics: topics.map(({ name, ...each }) => ({
      name,
      ...Object.fromEntries(likeByTopic.map((metric) => [metric, each[metric]])),
    })),
  };
  const isGiven = [own, ...own.engines, ...own.topics].some((part) =>
    METRICS.some((metric) => part[metric] !== undefined),
  );
  const ownDays = { from: dateOf(first), to: dateOf(last) };
  return isGiven ? { own, ownDays, ...(dated?.meanOf && { meanOf: dated.meanOf }) } : undefined;
}

/** The first of the latest days that have as many answers as the rival's mentions and rate tell, if any. */
function dayOfSameAnswers(points: readonly Point[], { mentions, mentionRate }: Side): number | undefined {
  if (!mentions || !mentionRate) return undefined;
  const share = mentionRate > 1 ? mentionRate / 100 : mentionRate;
  let sum = 0;
  for (const { day, answers } of points.toReversed()) {
    if (answers === undefined) return undefined;
    sum += answers;
    if (Math.abs(sum * share - mentions) <= ROUNDED + sum * RATE_ROUNDED) return day;
  }
  return undefined;
}

/** How far a count and a rate may be off if the API rounds them, the rate to three digits. */
const ROUNDED = 0.5;
const RATE_ROUNDED = 0.0005;

/** Figures of 0 fit either scale. */
function scaleOf(values: readonly (number | undefined)[]): 'to 1' | 'beyond 1' | undefined {
  const sized = values.filter((value) => value !== undefined && value !== 0) as number[];
  if (sized.length === 0) return undefined;
  return sized.every((value) => Math.abs(value) <= 1) ? 'to 1' : 'beyond 1';
}
