/** The figures beside a recap’s leads: the score against the span before, the best rival, and the page to win back. */
import type { MeasuredChange, RecapRival, RecapScore } from '../decision.ts';
import { DAY_MS } from '../durations.ts';
import type { Citation, CompetitorDetail, DailyScore } from '../visibility/assumed.ts';
import type { Mention } from '../visibility/contract.ts';
import { foldName } from '../words/answers.ts';
import type { PromptFigures } from './alert-explanation.ts';
import { hostOf } from './answer-change.ts';
import { countDaysBetween, daysBefore, today } from './calendar.ts';
import { findMeasuredChanges, findShared, type ReadAt } from './measured-changes.ts';
import { countRivals } from './named-days.ts';
import { isOfBrand, sideOfDays } from './rival-gap.ts';
import { areOfOtherScale, buildScoreHistory, findLatestDay, listChartDays } from './score-history.ts';
import type { Figures, ScoreSeries } from './score-series.ts';

const CHART_DAYS = 56;

/** A day this close to the one meant may stand in for it. */
const NEAR_DAYS = 2;

/** The share of a month's days needed for its average. */
const FEWEST_OF_DAYS = 0.75;

/** [from, to) and the span before it, [before, from); epoch ms. */
export type Spans = { from: number; to: number; before: number; isMonth: boolean; timezone: string };

/** `prompts`: the rows of each, if all could be read. Undefined if no day of the span has a figure. */
export function makeRecapScore(
  rows: readonly DailyScore[],
  moved: readonly MeasuredChange[],
  spans: Spans,
  prompts: readonly PromptFigures[] = [],
): RecapScore | undefined {
  const { from, to, timezone, isMonth } = spans;
  const { whole, meanOf } = buildScoreHistory(rows, timezone, to);
  const end = today(to, timezone);
  const day = findLatestDay(whole, end);
  const score = day === undefined ? undefined : whole.get(day);
  // A score that ended before the span began doesn't belong to it.
  if (day === undefined || score === undefined || day < daysBefore(today(from, timezone), NEAR_DAYS)) {
    return undefined;
  }
  const compared =
    (isMonth ? compareMonths(whole, spans) : undefined) ?? compareDays(whole, day, score, spans);
  const { first, readAt, before, ...told } = compared;
  const measured = before ? findMeasuredChanges(rows, moved, first, day) : [];
  const isOtherScale = before !== undefined && areOfOtherScale(before.score, told.score);
  const length = isMonth ? countDaysBetween(today(from, timezone), day) + 1 : CHART_DAYS;
  const series = listChartDays(whole, day, length);
  const [start] = series;
  const earlier = start && start.date < first ? findMeasuredChanges(rows, moved, start.date, first) : [];
  return {
    ...told,
    before: isOtherScale ? undefined : before,
    meanOf,
    measured: measured.length > 0 ? measured : undefined,
    shared: isOtherScale ? undefined : findShared(measured, { rows, prompts, end }, readAt),
    earlier: earlier.length > 0 ? earlier : undefined,
    series,
  };
}

/** `first`: the earliest day compared. */
type Compared = Pick<RecapScore, 'day' | 'score' | 'isAverage' | 'before'> & {
  first: string;
  readAt: ReadAt;
};

function compareDays(whole: Figures, day: string, score: number, { from, before }: Spans): Compared {
  const meant = daysBefore(day, Math.max(1, Math.round((from - before) / DAY_MS)));
  const near = Array.from({ length: NEAR_DAYS + 1 }, (_, back) => daysBefore(meant, back));
  const date = near.find((one) => whole.has(one));
  const then = date === undefined ? undefined : whole.get(date);
  const earlier = date === undefined || then === undefined ? undefined : { day: date, score: then };
  const readAt = (figures: Figures) => ({
    before: date === undefined ? undefined : figures.get(date),
    after: figures.get(day),
  });
  return { day, score, before: earlier, first: date ?? day, readAt };
}

function compareMonths(whole: Figures, { before, from, to, timezone }: Spans): Compared | undefined {
  const [start, begin, end] = [before, from, to].map((at) => today(at, timezone)) as [string, string, string];
  const [now, then] = [averageOf(whole, begin, end), averageOf(whole, start, begin)];
  const readAt = (figures: Figures) => ({
    before: averageOf(figures, start, begin)?.score,
    after: averageOf(figures, begin, end)?.score,
  });
  return now && { ...now, isAverage: true, before: then, first: then ? start : begin, readAt };
}

/** The average of [begin, end), dated with its last day; undefined if too few days have a figure. */
function averageOf(whole: Figures, begin: string, end: string): { day: string; score: number } | undefined {
  const days = [...whole.keys()].filter((day) => day >= begin && day < end).sort();
  const day = days.at(-1);
  if (day === undefined || days.length < FEWEST_OF_DAYS * countDaysBetween(begin, end)) return undefined;
  const sum = days.reduce((all, one) => all + (whole.get(one) ?? 0), 0);
  return { day, score: sum / days.length };
}

const RIVALS_ASKED = 5;

/** A page is wanted if a rival's are cited at least FEWEST_CITED times, and TIMES_AS_OFTEN as often as the brand's. */
const FEWEST_CITED = 3;
const TIMES_AS_OFTEN = 3;

/** The tools that the latest answers name most, apart from the brand. */
export function listRivalsNamed(mentions: readonly Mention[], brand: string): string[] {
  const named = countRivals(mentions, { name: brand });
  return named.slice(0, RIVALS_ASKED).map(({ name }) => name);
}

/** `own`: the same operation's answer to the brand's name; `isAll`: the API answered for every rival. */
export type RivalsRead = {
  own: CompetitorDetail | undefined;
  rivals: readonly CompetitorDetail[];
  isAll: boolean;
};

/** `last`: the best rival of the previous recap; `series`: the brand's daily scores. Undefined if no rival has a score. */
export function findBestRival(
  { own, rivals, isAll }: RivalsRead,
  brand: string,
  last: RecapRival | undefined,
  series: readonly ScoreSeries[] = [],
): RecapRival | undefined {
  const scored = rivals.flatMap((detail) => {
    const { name, score } = detail;
    return name === undefined || score === undefined ? [] : { name, score, detail };
  });
  const [best] = scored.toSorted((a, b) => b.score - a.score);
  if (!best) return undefined;
  const isSame = last !== undefined && last.name === best.name && !areOfOtherScale(last.score, best.score);
  const isOwn = own?.score !== undefined && rivals.every((rival) => isOfBrand(own, brand, rival));
  const isRanked = isOwn && isAll && scored.length === rivals.length;
  const above = scored.filter(({ score }) => score > (own?.score ?? 0)).length;
  const beside = sideOfDays(series, { ...best.detail, engines: [], topics: [] });
  const average = beside?.own.score;
  return {
    name: best.name,
    score: best.score,
    ...(isSame && { before: last.score }),
    ...(isOwn
      ? { own: { score: own.score ?? 0 } }
      : average !== undefined && { own: { score: average, days: beside?.ownDays } }),
    ...(isRanked && { standing: { rank: above + 1, of: scored.length + 1 } }),
  };
}

/** The prompt whose answers cite a rival's pages most and ours hardly. Undefined if no cited page is known as ours. */
export function findPageWanted(citations: readonly Citation[], rivals: readonly string[], brand: string) {
  const isOwn = ofTool(brand);
  if (!citations.some(isOwn)) return undefined;
  const byPrompt = Map.groupBy(citations, ({ prompt = '' }) => prompt);
  byPrompt.delete('');
  const all = [...byPrompt].flatMap(([prompt, pages]) => {
    const own = pages.filter(isOwn).length;
    return rivals.map((rival) => ({ prompt, rival, cited: pages.filter(ofTool(rival)).length, own }));
  });
  const [most] = all
    .filter(({ cited, own }) => cited >= Math.max(FEWEST_CITED, TIMES_AS_OFTEN * own))
    .toSorted((a, b) => b.cited - a.cited);
  return most && { ...most, of: citations.length };
}

/** Whether a page belongs to the named tool: "docs.globex.com" is Globex's, "notglobex.com" isn't. */
function ofTool(name: string): (citation: Citation) => boolean {
  const folded = foldName(name);
  return ({ domain, url }) => {
    const host = domain ?? hostOf(url);
    const labels = host.toLowerCase().split('.').slice(0, -1);
    return folded !== '' && labels.some((label) => label.replaceAll('-', '') === folded);
  };
}
