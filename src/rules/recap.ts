/** Decides a feed’s recap: what became of its leads, the score against the span before, the best rival, the page to win back. */
import {
  type LeadClaim,
  type LeadStory,
  type MeasuredChange,
  projectRef,
  type Recap,
  type RecapNext,
  type RecapPerson,
  type RecapRival,
  type RecapRow,
  type RecapScore,
} from '../decision.ts';
import { DAY_MS, WEEK_MS } from '../durations.ts';
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
import { meanOf, medianOf } from './score-window.ts';

/** [from, to), epoch ms. `weeksTo`: the end of the chart; `before`: the start of the previous span. */
export type Span = {
  from: number;
  to: number;
  weeksTo?: number | undefined;
  before?: number | undefined;
  isMonth?: boolean | undefined;
};

/** What else a recap says. `open`: scores of open leads. */
type BesideLeads = Pick<Recap, 'score' | 'rival' | 'ledger' | 'alerts' | 'minScore'> & {
  page?: RecapNext['page'];
  open?: readonly number[];
};

export type RecapFeed = Pick<Recap, 'project' | 'subscription' | 'timezone' | 'schedule'> & {
  byPerson: boolean;
};

const WEEKS = 8;

/** How far back a recap needs stories, epoch ms. */
export function recapHistoryStart({ from, to, weeksTo = to, before = from }: Span): number {
  return Math.min(weeksTo - WEEKS * WEEK_MS, before);
}

/** `stories`: every lead shown since `recapHistoryStart`. A span without leads is a recap too, of one line. */
export function decideRecap(
  stories: readonly LeadStory[],
  { byPerson, project, ...feed }: RecapFeed,
  span: Span,
  { page, open = [], ...beside }: BesideLeads = {},
): Recap {
  const shown = stories.filter(({ shownAt }) => isWithin(span, shownAt));
  const replies = stories.filter(({ repliedAt }) => isWithin(span, repliedAt));
  return {
    kind: 'recap',
    v: 1,
    project: projectRef(project),
    ...feed,
    from: span.from,
    to: span.to,
    ...countStories(shown),
    acted: shown.filter(isActedOn).length,
    dismissed: shown.filter(({ state }) => state.state === 'dismissed').length,
    repliedEarlier: replies.filter(({ shownAt }) => shownAt < span.from).length,
    medianReplyMs: findMedianReply(replies),
    cited: shown.filter(({ citedBy }) => citedBy !== undefined).length,
    ...(byPerson && { byPerson: groupByPerson(stories, span) }),
    outcomes: {
      helpful: shown.filter(({ state }) => state.outcome === 'helpful').length,
      removed: shown.filter(({ state }) => state.outcome === 'removed').length,
    },
    ...(span.isMonth && { month: today(span.from, feed.timezone) }),
    before: countBefore(stories, span),
    best: findBestAnswered(replies, byPerson),
    ...beside,
    next: chooseNext(open, page),
    weeks: groupByWeek(stories, span.weeksTo ?? span.to, feed.timezone),
  };
}

function countBefore(stories: readonly LeadStory[], { before, from }: Span): Recap['before'] {
  const span = { from: before ?? from, to: from };
  const { shown, replied } = countStories(stories.filter(({ shownAt }) => isWithin(span, shownAt)));
  return shown > 0 ? { shown, replied } : undefined;
}

/** A reply that was removed there is nothing to forward, however good its lead was. */
function findBestAnswered(replies: readonly LeadStory[], byPerson: boolean): Recap['best'] {
  const [best] = replies
    .filter(({ score, state }) => score !== undefined && state.outcome !== 'removed')
    .toSorted((a, b) => (b.score ?? 0) - (a.score ?? 0));
  if (!best) return undefined;
  const { key, title, url, place, score } = best;
  return { lead: { key, title, url, place, score }, ...(byPerson && { by: best.state.by }) };
}

/** The open leads from the highest round score that any of them reaches, and a page to write. */
function chooseNext(open: readonly number[], page: RecapNext['page']) {
  const highest = Math.max(0, ...open);
  // The scale is unknown: 91 rounds to 90, 0.91 to 0.9, and 100 to itself.
  const step = 10 ** (Math.ceil(Math.log10(highest)) - 1);
  const atLeast = Number((Math.floor(highest / step + 1e-9) * step).toPrecision(2));
  const many = open.filter((score) => score >= atLeast).length;
  const leads = highest > 0 ? { many, atLeast } : undefined;
  return leads || page ? { leads, page } : undefined;
}

/** One person's figures. A lead assigned to them counts while they hold it and once they replied. */
export function countFigures(person: string, stories: readonly LeadStory[], span: Span): RecapPerson {
  const replies = stories.filter(({ state, repliedAt }) => state.by === person && isWithin(span, repliedAt));
  const claimed = stories.filter((story) =>
    listClaims(story).some(({ by, at }) => by === person && isWithin(span, at)),
  ).length;
  return { person, claimed, replied: replies.length, medianReplyMs: findMedianReply(replies) };
}

function isActedOn({ state: { state } }: LeadStory): boolean {
  return state === 'claimed' || state === 'replied';
}

export function isWithin({ from, to }: Span, at: number | undefined): boolean {
  return at !== undefined && at >= from && at < to;
}

/** Undefined for fewer than two replies: one time is no median. */
export function findMedianReply(replies: readonly LeadStory[]): number | undefined {
  const waits = replies.flatMap(({ shownAt, repliedAt }) =>
    repliedAt === undefined ? [] : repliedAt - shownAt,
  );
  return waits.length < 2 ? undefined : medianOf(waits);
}

/** The claims that count: not an assignment that wasn't kept; a reply without an earlier claim counts as one. */
function listClaims(story: LeadStory): readonly LeadClaim[] {
  const { claims = [], repliedAt, state } = story;
  const { by } = state;
  const counted = claims.filter((claim) => !claim.given || (isActedOn(story) && claim.by === by));
  return counted.length === 0 && repliedAt !== undefined ? [{ by, at: repliedAt }] : counted;
}

function countStories(stories: readonly LeadStory[]): Omit<RecapRow, 'name'> {
  return {
    shown: stories.length,
    claimed: stories.filter((story) => listClaims(story).length > 0).length,
    replied: stories.filter(({ repliedAt }) => repliedAt !== undefined).length,
  };
}

/** Everybody who claimed or answered a lead in the span; who answered most comes first. */
export function groupByPerson(stories: readonly LeadStory[], span: Span): RecapPerson[] {
  const people = new Set(
    stories.flatMap((story) => [story.state, ...listClaims(story)].flatMap(({ by }) => by ?? [])),
  );
  return [...people]
    .map((person) => countFigures(person, stories, span))
    .filter(({ claimed, replied }) => claimed + replied > 0)
    .toSorted((a, b) => b.replied - a.replied || b.claimed - a.claimed);
}

function groupByWeek(stories: readonly LeadStory[], to: number, timezone: string): RecapRow[] {
  const weeks = Array.from({ length: WEEKS }, (_, i) => {
    const from = to - (WEEKS - i) * WEEK_MS;
    const shown = stories.filter(({ shownAt }) => isWithin({ from, to: from + WEEK_MS }, shownAt));
    return { name: today(from, timezone), ...countStories(shown) };
  });
  const first = weeks.findIndex(({ shown }) => shown > 0);
  return first < 0 ? [] : weeks.slice(first);
}

const CHART_DAYS = 56;

const NEAR_DAYS = 2;

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
  const end = today(to, timezone);
  const { whole, meanOf } = buildScoreHistory(rows, end);
  const day = findLatestDay(whole, end);
  const score = day === undefined ? undefined : whole.get(day);
  // A score that ended before the span began doesn't belong to it.
  if (day === undefined || score === undefined || day < daysBefore(today(from, timezone), NEAR_DAYS)) {
    return undefined;
  }
  // A week in which the clocks change has an hour less.
  const areLong = Math.min(to - from, from - spans.before) > WEEK_MS - DAY_MS;
  const averages = areLong ? compareAverages(whole, spans) : undefined;
  // The chart shows averages too, so two single days compared beside it could say the opposite.
  const { first, readAt, before, ...told } = averages ?? compareDays(whole, day, score, spans);
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

type Compared = Pick<RecapScore, 'day' | 'score' | 'isAverage' | 'last' | 'before'> & {
  first: string;
  readAt: ReadAt;
};

function compareDays(whole: Figures, day: string, score: number, { from, before }: Spans): Compared {
  const meant = daysBefore(day, Math.max(1, Math.round((from - before) / DAY_MS)));
  const near = Array.from({ length: NEAR_DAYS + 1 }, (_, back) => daysBefore(meant, back));
  const date = near.find((one) => whole.has(one)) ?? '';
  const then = whole.get(date);
  const readAt = (figures: Figures) => ({ before: figures.get(date), after: figures.get(day) });
  const earlier = then === undefined ? undefined : { day: date, score: then };
  return { day, score, before: earlier, first: date || day, readAt };
}

function compareAverages(whole: Figures, { before, from, to, timezone }: Spans): Compared | undefined {
  const [start, begin, end] = [before, from, to].map((at) => today(at, timezone)) as [string, string, string];
  const [now, then] = [averageOf(whole, begin, end), averageOf(whole, start, begin)];
  const readAt = (figures: Figures) => ({
    before: averageOf(figures, start, begin)?.score,
    after: averageOf(figures, begin, end)?.score,
  });
  const last = now && whole.get(now.day);
  return now && { ...now, isAverage: true, last, before: then, first: then ? start : begin, readAt };
}

/** The average of [begin, end), dated with its last day; undefined if too few days have a figure. */
function averageOf(whole: Figures, begin: string, end: string): { day: string; score: number } | undefined {
  const days = [...whole.keys()].filter((day) => day >= begin && day < end).sort();
  const day = days.at(-1);
  if (day === undefined || days.length < FEWEST_OF_DAYS * countDaysBetween(begin, end)) return undefined;
  return { day, score: meanOf(days.map((one) => whole.get(one) ?? 0)) };
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
