/** Compares the brand with one rival, overall, by engine and by topic, for /visibility compare. Only comparable figures are compared. */
import type {
  GapRow,
  PartsBy,
  RivalComparison,
  ScoreFigures,
  Side,
  SidePart,
  TwoSided,
} from '../decision.ts';
import type { CompetitorDetail } from '../visibility/assumed.ts';
import { foldName } from '../words/own-brand.ts';

/** The score is preferred; if a side has none, the mention rate is compared. */
const METRICS: readonly TwoSided[] = ['score', 'mentionRate'];

/** `ownDay` and `meanOf`: see RivalComparison. Compares by the `wanted` metric if both have it. */
export function rivalComparison(
  rival: Side,
  { own, ownDay, meanOf }: Pick<RivalComparison, 'own' | 'ownDay' | 'meanOf'> = {},
  wanted: TwoSided = 'score',
): RivalComparison {
  const isOfBoth = (metric: TwoSided) =>
    own !== undefined &&
    [{ own: own[metric], rival: rival[metric] }, ...gapRows(own.engines, rival.engines, metric)].some(
      (row) => gapOf(row) !== undefined,
    );
  const isOfRival = (metric: TwoSided) =>
    [rival, ...rival.engines, ...rival.topics].some((part) => part[metric] !== undefined);
  const inTurn = [wanted, ...METRICS];
  const metric = inTurn.find(isOfBoth) ?? inTurn.find(isOfRival) ?? wanted;
  return {
    metric,
    rival,
    own,
    ownDay,
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

/**
 * A row for each part for which either side has a figure, the worst for the brand first, those without a gap last. Parts are
 * matched by name; a name that occurs twice on one side isn't matched.
 */
export function gapRows(own: readonly SidePart[], rival: readonly SidePart[], metric: TwoSided): GapRow[] {
  const [ours, theirs] = [byName(own), byName(rival)];
  const partner = ({ name = '' }: SidePart) => {
    const key = foldName(name);
    const [mine = [], its = []] = [ours.get(key), theirs.get(key)];
    return key !== '' && mine.length === 1 && its.length === 1 ? mine[0] : undefined;
  };
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
    .toSorted((a, b) => (gapOf(a) ?? Infinity) - (gapOf(b) ?? Infinity) || 0);
}

function byName(parts: readonly SidePart[]): Map<string, SidePart[]> {
  return Map.groupBy(parts, ({ name = '' }) => foldName(name));
}

/** A rival's details as one side of a comparison. */
export function sideOf(detail: CompetitorDetail): Side {
  const { score, mentionRate, averageRank, sentiment, mentions, byEngine = [], topics = [] } = detail;
  const part = (name: string | undefined, figures: SidePart): SidePart => ({
    name,
    score: figures.score,
    mentionRate: figures.mentionRate,
  });
  return {
    ...{ score, mentionRate, averageRank, sentiment, mentions },
    engines: byEngine.map((row) => part(row.engine, row)),
    topics: topics.map((row) => part(row.label, row)),
  };
}

/**
 * Whether the API's answer to the brand's own name, `asked`, is about the brand. The operation is meant for competitors: it may
 * return another tool, the same for every name, or zeros because it doesn't count the brand.
 */
export function isOfBrand(answer: CompetitorDetail, asked: string, rival: CompetitorDetail): boolean {
  if (answer.name !== undefined && foldName(answer.name) !== foldName(asked)) return false;
  const figures = (detail: CompetitorDetail) => JSON.stringify({ ...detail, name: undefined });
  if (figures(answer) === figures(rival)) return false;
  return METRICS.some((metric) => [answer, ...(answer.byEngine ?? [])].some((part) => part[metric]));
}

/**
 * The brand's figures of its latest day as one side of a comparison. They come from other operations than the rival's, so figures
 * on another scale (0.61 against 52) are left out. Undefined if nothing is left.
 */
export function sideOfDay(
  figures: ScoreFigures,
  rival: Side,
  topics: readonly SidePart[] = [],
): { own: Side; ownDay: string; meanOf?: PartsBy | undefined } | undefined {
  const { whole, parts, rates, meanOf } = figures;
  const ownDay = whole.score?.date ?? figures.day;
  const all = [whole, ...parts.map((part) => part.figures)];
  const rivals = [rival, ...rival.engines, ...rival.topics];
  const isLike = (metric: TwoSided, own: readonly (number | undefined)[]) => {
    const [ours, theirs] = [scaleOf(own), scaleOf(rivals.map((each) => each[metric]))];
    return ours === undefined || theirs === undefined || ours === theirs;
  };
  const like = METRICS.filter((metric) =>
    isLike(metric, [...all.map((each) => each[metric]?.value), ...(metric === 'mentionRate' ? rates : [])]),
  );
  const likeByTopic = like.filter((metric) =>
    isLike(
      metric,
      topics.map((each) => each[metric]),
    ),
  );
  const onDay = (of: typeof whole, metric: TwoSided | 'averageRank') =>
    of[metric]?.date === ownDay ? of[metric].value : undefined;
  const compared = (of: typeof whole): SidePart =>
    Object.fromEntries(like.map((metric) => [metric, onDay(of, metric)]));
  const own: Side = {
    ...compared(whole),
    averageRank: onDay(whole, 'averageRank'),
    engines: parts.flatMap((part) =>
      part.of === 'engine' ? { name: part.name, ...compared(part.figures) } : [],
    ),
    topics: topics.map(({ name, ...each }) => ({
      name,
      ...Object.fromEntries(likeByTopic.map((metric) => [metric, each[metric]])),
    })),
  };
  const isGiven = [own, ...own.engines, ...own.topics].some((part) =>
    METRICS.some((metric) => part[metric] !== undefined),
  );
  return isGiven ? { own, ownDay, ...(meanOf && { meanOf }) } : undefined;
}

/** Figures of 0 fit either scale. */
function scaleOf(values: readonly (number | undefined)[]): 'to 1' | 'beyond 1' | undefined {
  const sized = values.filter((value) => value !== undefined && value !== 0) as number[];
  if (sized.length === 0) return undefined;
  return sized.every((value) => Math.abs(value) <= 1) ? 'to 1' : 'beyond 1';
}
