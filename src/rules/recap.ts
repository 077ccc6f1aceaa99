/** Decides a feed’s recap: what became of the leads shown in a project’s channels in a span of time. */

import {
  type LeadStory,
  type MinScoreProposal,
  type ProjectRef,
  projectRef,
  type Recap,
  type RecapNext,
  type RecapPerson,
  type RecapRow,
} from '../decision.ts';
import { WEEK_MS } from '../durations.ts';
import { findTopicsOfLead } from '../words/nearest.ts';
import { today } from './calendar.ts';
import { placeKey } from './lead-filter.ts';
import { medianOf } from './score-window.ts';

/** Who held a lead since when (epoch ms); `given`: assigned by a colleague. */
export type LeadClaim = { by?: string | undefined; at: number; given?: boolean };

/** A story with everybody who ever held the lead, including those who released or lost it. */
export type ClaimedStory = LeadStory & { claims?: readonly LeadClaim[] };

/** [from, to), epoch ms. `weeksTo`: the end of the chart; `before`: the start of the previous span. */
export type Span = {
  from: number;
  to: number;
  weeksTo?: number | undefined;
  before?: number | undefined;
  isMonth?: boolean | undefined;
};

/** What else a recap says. `open`, `older`: scores of open leads, and of those too old here. */
export type BesideLeads = Pick<Recap, 'score' | 'rival' | 'ledger' | 'alerts'> & {
  page?: RecapNext['page'];
  open?: readonly number[];
  older?: readonly number[];
};

export type RecapFeed = {
  project: ProjectRef;
  subscription: string;
  timezone: string;
  schedule: string;
  byPerson: boolean;
};

const WEEKS = 8;

/** How far back a recap needs stories, epoch ms. */
export function recapHistoryStart({ to, weeksTo = to, before = to }: Span): number {
  return Math.min(weeksTo - WEEKS * WEEK_MS, before);
}

/** `stories`: every lead shown since `recapHistoryStart`. A span without leads is a recap too, of one line. */
export function decideRecap(
  stories: readonly ClaimedStory[],
  topics: readonly string[] | undefined,
  feed: RecapFeed,
  span: Span,
  minScore?: MinScoreProposal,
  { page, open = [], older = [], ...beside }: BesideLeads = {},
): Recap {
  const shown = stories.filter(({ shownAt }) => isWithin(span, shownAt));
  const replies = stories.filter(({ repliedAt }) => isWithin(span, repliedAt));
  return {
    kind: 'recap',
    v: 1,
    project: projectRef(feed.project),
    subscription: feed.subscription,
    from: span.from,
    to: span.to,
    timezone: feed.timezone,
    schedule: feed.schedule,
    ...countStories(shown),
    acted: shown.filter(isActedOn).length,
    dismissed: shown.filter(({ state }) => state === 'dismissed').length,
    repliedEarlier: replies.filter(({ shownAt }) => shownAt < span.from).length,
    medianReplyMs: findMedianReply(replies),
    cited: shown.filter(({ citedBy }) => citedBy !== undefined).length,
    byPlace: groupByPlace(shown),
    byTopic: topics && groupByTopic(shown, topics),
    ...(feed.byPerson && { byPerson: groupByPerson(stories, span) }),
    minScore,
    outcomes: {
      helpful: shown.filter(({ outcome }) => outcome === 'helpful').length,
      removed: shown.filter(({ outcome }) => outcome === 'removed').length,
    },
    ...(span.isMonth && { month: today(span.from, feed.timezone) }),
    before: countBefore(stories, span),
    best: findBestAnswered(replies, feed.byPerson),
    ...beside,
    next: chooseNext(open, older, page),
    weeks: groupByWeek(stories, span.weeksTo ?? span.to, feed.timezone),
  };
}

function countBefore(stories: readonly ClaimedStory[], { before, from }: Span): Recap['before'] {
  const shown =
    before === undefined ? [] : stories.filter((one) => isWithin({ from: before, to: from }, one.shownAt));
  if (shown.length === 0) return undefined;
  return { shown: shown.length, replied: shown.filter(({ repliedAt }) => repliedAt !== undefined).length };
}

/** Leads without a score can't be told apart. */
function findBestAnswered(replies: readonly ClaimedStory[], byPerson: boolean): Recap['best'] {
  const [best] = replies
    .filter(({ score }) => score !== undefined)
    .toSorted((a, b) => (b.score ?? 0) - (a.score ?? 0));
  if (!best) return undefined;
  const { key, title, url, place, score } = best;
  return { lead: { key, title, url, place, score }, ...(byPerson && { by: best.by }) };
}

/** The open leads from the highest round score that any of them reaches, and a page to write. */
function chooseNext(open: readonly number[], older: readonly number[], page: RecapNext['page']) {
  const highest = Math.max(0, ...open);
  // The scale is unknown: 91 rounds to 90, 0.91 to 0.9, and 100 to itself.
  const step = 10 ** (Math.ceil(Math.log10(highest)) - 1);
  const atLeast = Number((Math.floor(highest / step + 1e-9) * step).toPrecision(2));
  const [many = 0, more = 0] = [open, older].map((all) => all.filter((score) => score >= atLeast).length);
  const leads = highest > 0 ? { many, atLeast, ...(more > 0 && { older: more }) } : undefined;
  return leads || page ? { leads, page } : undefined;
}

/** One person's figures. A lead assigned to them counts while they hold it and once they replied. */
export function countFigures(person: string, stories: readonly ClaimedStory[], span: Span): RecapPerson {
  const replies = stories.filter(({ by, repliedAt }) => by === person && isWithin(span, repliedAt));
  const claims = stories.map((story) =>
    listClaims(story).filter(({ by, at }) => by === person && isWithin(span, at)),
  );
  return {
    person,
    ...countClaimed(claims),
    replied: replies.length,
    medianReplyMs: findMedianReply(replies),
  };
}

function isActedOn({ state }: LeadStory): boolean {
  return state === 'claimed' || state === 'replied';
}

function isWithin({ from, to }: Span, at: number | undefined): boolean {
  return at !== undefined && at >= from && at < to;
}

/** Undefined for fewer than two replies: one time is no median. */
function findMedianReply(replies: readonly LeadStory[]): number | undefined {
  const waits = replies.flatMap(({ shownAt, repliedAt }) =>
    repliedAt === undefined ? [] : repliedAt - shownAt,
  );
  return waits.length < 2 ? undefined : medianOf(waits);
}

/** The claims that count: not an assignment that wasn't kept; a reply without an earlier claim counts as one. */
function listClaims(story: ClaimedStory): readonly LeadClaim[] {
  const { claims = [], repliedAt, by } = story;
  const counted = claims.filter((claim) => !claim.given || (isActedOn(story) && claim.by === by));
  return counted.length === 0 && repliedAt !== undefined ? [{ by, at: repliedAt }] : counted;
}

function countStories(stories: readonly ClaimedStory[]): Omit<RecapRow, 'name'> {
  const replied = stories.filter(({ repliedAt }) => repliedAt !== undefined);
  return { shown: stories.length, ...countClaimed(stories.map(listClaims)), replied: replied.length };
}

function countClaimed(claims: readonly (readonly LeadClaim[])[]): { claimed: number; assigned?: number } {
  const claimed = claims.filter((all) => all.length > 0);
  const assigned = claimed.filter((all) => all.every(({ given }) => given)).length;
  return { claimed: claimed.length, ...(assigned > 0 && { assigned }) };
}

function groupByPlace(stories: readonly ClaimedStory[]): RecapRow[] {
  const groups = Map.groupBy(stories, ({ place }) => placeKey(place ?? ''));
  return sortByShown(
    [...groups.values()].map((group) => ({ name: group[0]?.place ?? '', ...countStories(group) })),
  );
}

function groupByTopic(stories: readonly ClaimedStory[], topics: readonly string[]): RecapRow[] {
  const told = stories.map((story) => ({ story, of: findTopicsOfLead(story, topics) }));
  const rows = topics.map((name) => ({
    name,
    ...countStories(told.filter(({ of }) => of.includes(name)).map(({ story }) => story)),
  }));
  return sortByShown(rows.filter(({ shown }) => shown > 0));
}

function sortByShown(rows: RecapRow[]): RecapRow[] {
  return rows.toSorted((a, b) => b.shown - a.shown || b.replied - a.replied);
}

/** Everybody who claimed or answered a lead in the span; who answered most comes first. */
export function groupByPerson(stories: readonly ClaimedStory[], span: Span): RecapPerson[] {
  const people = new Set(
    stories.flatMap((story) => [story, ...listClaims(story)].flatMap(({ by }) => by ?? [])),
  );
  return [...people]
    .map((person) => countFigures(person, stories, span))
    .filter(({ claimed, replied }) => claimed + replied > 0)
    .toSorted((a, b) => b.replied - a.replied || b.claimed - a.claimed);
}

/** Up to eight weeks, starting with the first in which anything was shown. */
function groupByWeek(stories: readonly ClaimedStory[], to: number, timezone: string): RecapRow[] {
  const weeks = Array.from({ length: WEEKS }, (_, i) => {
    const from = to - (WEEKS - i) * WEEK_MS;
    const shown = stories.filter(({ shownAt }) => isWithin({ from, to: from + WEEK_MS }, shownAt));
    return { name: today(from, timezone), ...countStories(shown) };
  });
  const first = weeks.findIndex(({ shown }) => shown > 0);
  return first < 0 ? [] : weeks.slice(first);
}
