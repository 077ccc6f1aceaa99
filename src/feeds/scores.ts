/** Feeds of scores: what moved beyond noise. What the channel was told of alerts is read, and the rules say what is new of them. */

import type { MeasuredChange } from '../decision.ts';
import { DAY_MS } from '../durations.ts';
import type { StandingAlert } from '../messages/feeds/preview.ts';
import type { Feed } from '../projects/projects.ts';
import { decideAlerts } from '../rules/alert-decide.ts';
import type { PromptFigures } from '../rules/alert-explanation.ts';
import {
  muteAt,
  needsExplanation,
  statesOf,
  type Told,
  type ToldAlert,
  tellAlerts,
  tellsGrave,
} from '../rules/alert-tell.ts';
import { today } from '../rules/calendar.ts';
import { setsMoved } from '../rules/measured-changes.ts';
import { promptChangeOn, promptChangesTold, promptsMoved } from '../rules/prompt-changes.ts';
import type { PromptChange } from '../rules/score-comparable.ts';
import { changesToKeep, keptSince, mergedScores } from '../rules/score-memory.ts';
import { oddScores } from '../rules/score-rows.ts';
import { scoreSeries } from '../rules/score-series.ts';
import { type KeptAlert, keptAlerts } from '../store/alerts.ts';
import { promptWrites, setsWritten } from '../store/audit.ts';
import { keepScores, keptScores, type PolledScore } from '../store/daily-scores.ts';
import { handlesOf } from '../store/handles.ts';
import type { Db } from '../store/schema.ts';
import { lastDone } from '../store/slots.ts';
import type { Listing } from '../visibility/answer.ts';
import type { DailyScore, Prompt } from '../visibility/assumed.ts';
import type { VisibilityClient } from '../visibility/client.ts';
import type { Mention } from '../visibility/contract.ts';
import { settleAlerts } from './alert-ledger.ts';
import type { ExtraRead } from './extra-reads.ts';
import type { Decided, FeedKindRow, FeedOf, Question } from './feed-kind.ts';
import { type Answers, decideAnswers, pollAnswers } from './rival-watch.ts';
import { quietEnd } from './schedule.ts';

type ScoresFeed = FeedOf<'scores'>;

/** Alerts that ended are remembered for so long: the API's figures of their days are still read. */
const REMEMBERED_MS = 90 * DAY_MS;

type Polled = ScoreSnapshot & { answers: Answers };

export const scoresFeed: FeedKindRow<ScoresFeed, Polled> = {
  rank: 0,
  label: 'Scores: alerts on changes',
  usual: 'every day at 9:00',
  settings: {
    min_change: {
      as: 'number',
      label: 'Only changes of at least',
      hint: 'Points of the API’s own scale; 5 if empty',
      named: 'the smallest change alerted',
    },
    mention: { as: 'people', label: 'Mentioned in the gravest alerts', named: 'who is mentioned' },
  },
  livesFrom: 'dailyScores',
  async poll(feed, polling) {
    const { db, team, api, extra, now } = polling;
    const memory = await rememberedScores(db, team, feed, now);
    const polled = await pollScores(feed, api, extra, memory, now);
    return { ...polled, answers: await pollAnswers(feed, polling, polled, memory.told) };
  },
  decide,
};

/** What the channel was told, as far as it still matters. `now` in epoch ms. */
function toldInChannel(db: Db, team: string, feed: Feed, now: number): Promise<KeptAlert[]> {
  return keptAlerts(db, { team, channel: feed.channel, projectId: feed.project.id }, now - REMEMBERED_MS);
}

/** What the poll of a scores feed remembers. */
async function rememberedScores(db: Db, team: string, feed: Feed, now: number): Promise<ScoreMemory> {
  const since = keptSince(today(now, feed.timezone));
  return {
    told: await toldInChannel(db, team, feed, now),
    kept: await keptScores(db, { team, projectId: feed.project.id }, since),
  };
}

/** What the scores say, then what the answers say beside it. */
async function decide(db: Db, question: Question<ScoresFeed, Polled>): Promise<Decided> {
  const { slot, feed, snapshot, now } = question;
  const kept = await toldInChannel(db, slot.team, feed, now);
  const { tracked = snapshot.answers.tracked ?? [] } = snapshot;
  const since = now - REMEMBERED_MS;
  const moved = [
    ...promptsMoved(tracked, await promptWrites(db, slot.team, feed.project.id, since), feed.timezone),
    ...setsMoved(await setsWritten(db, slot.team, feed.project.id, since), feed.timezone),
  ];
  return decideAnswers(db, question, kept, await decideScores(db, question, kept, moved), moved);
}

async function decideScores(
  db: Db,
  { slot, feed, snapshot, now }: Question<ScoresFeed, ScoreSnapshot>,
  kept: readonly KeptAlert[],
  moved: readonly MeasuredChange[],
): Promise<Decided> {
  const { project, timezone, quiet, settings } = feed;
  const { scores: rows, prompts, mentions, promptChanges } = snapshot;
  const { min_change: minChange, mention } = settings;
  const about = { project, minChange, timezone, lookedAt: await lastDone(db, slot) };
  const current = today(now, timezone);
  const odd = oddScores(snapshot.fresh, current);
  const otherScale = snapshot.isOtherScale ? { otherScale: snapshot.kept.length } : undefined;
  const noted = odd || otherScale ? { oddScores: { ...odd, ...otherScale } } : {};
  const changes = changesToKeep(snapshot.kept, rows, current);
  await keepScores(db, { team: slot.team, projectId: project.id }, changes, now);
  const place = { team: slot.team, channel: feed.channel, projectId: project.id };
  await settleAlerts(db, place, { rows, moved, promptChanges }, { timezone, now });
  const decided = decideAlerts({ rows, prompts: promptChanges }, about, statesOf(kept), now);
  if ('kind' in decided) return { decisions: [], silence: decided.reason, ...noted };
  const series = scoreSeries(rows, current);
  const known = kept.map(({ news, muted }) => ({ news, muted: muteAt(news, muted, now) }));
  const told = tellAlerts(
    decided.events,
    known,
    { rows, series, minChange, prompts, mentions, brand: project.name, promptChanges, moved },
    { project, mention },
  );
  const wakes = told.graver.length > 0 || told.posted.some((news) => tellsGrave(news, told.changed));
  return {
    ...noted,
    decisions: [...told.posted, ...told.graver, ...told.ended],
    changed: told.changed,
    // The most severe alerts wake people; the others wait for the end of the quiet hours.
    notBefore: wakes ? undefined : quietEnd(quiet, timezone, now),
    ...(told.posted.length === 0 && { silence: silenceOf(told, known) }),
  };
}

/** Why none of its events is posted. */
function silenceOf({ changed }: Told, known: readonly ToldAlert[]): string {
  if (changed.length > 0) return 'edits_only';
  return known.some(({ muted }) => muted) ? 'muted' : 'nothing_unusual';
}

/** The alerts of the channel that are open or muted now, one for each message; the latest opened first. */
export async function standingAlerts(
  db: Db,
  team: string,
  feed: Feed,
  now: number,
): Promise<StandingAlert[]> {
  const kept = await toldInChannel(db, team, feed, now);
  const standing = kept.flatMap(({ news, muted }) => {
    if (news.kind !== 'score_alert') return [];
    const lasts = muteAt(news, muted, now);
    return lasts || news.alert?.status === 'open' ? { alert: news, muted: lasts } : [];
  });
  const keys = new Set(standing.map(({ alert }) => alert.key));
  // An alert that is over may leave several figures open that its message tells too.
  const byMessage = Map.groupBy(
    standing.filter(({ alert: { toldIn } }) => toldIn === undefined || !keys.has(toldIn)),
    ({ alert: { key, toldIn } }) => toldIn ?? key,
  );
  const handles = await handlesOf(db, team, [...byMessage.keys()]);
  return [...byMessage].flatMap(([message, [first]]) =>
    first ? [{ ...first, handle: handles[message] }] : [],
  );
}

/** What a scores feed remembers: what its channel was told, and the scores that earlier polls kept. */
export type ScoreMemory = { told: readonly KeptAlert[]; kept: readonly PolledScore[] };

/**
 * `fresh` is what the API listed, `kept` what was remembered, `scores` both as one history; `isOtherScale`: without what was
 * kept, which is on another scale. `prompts` with their figures, and the latest `mentions`, where they were worth asking for;
 * `promptChanges` are days on which some prompts came or went. `tracked`: the prompts as listed, where there is an alert.
 */
export type ScoreSnapshot = {
  scores: readonly DailyScore[];
  fresh: readonly DailyScore[];
  kept: readonly PolledScore[];
  isOtherScale: boolean;
  tracked?: readonly Prompt[] | undefined;
  prompts?: readonly PromptFigures[] | undefined;
  mentions?: readonly Mention[] | undefined;
  promptChanges: readonly PromptChange[];
};

/** So many prompts are asked for their figures, one request each; of more prompts nothing is explained. */
const MOST_PROMPTS = 60;

/** Several days of a large project's mentions; a list that ends earlier explains nothing. The API's maximum is not documented. */
const MENTIONS_ASKED = 2_000;

/** @throws VisibilityError */
export async function pollScores(
  { project, timezone, settings }: FeedOf<'scores'>,
  api: VisibilityClient,
  extra: ExtraRead,
  { told: known, kept }: ScoreMemory,
  now: number,
): Promise<ScoreSnapshot> {
  const fresh = await api.dailyScores(project.id);
  const { rows: scores, isOtherScale } = mergedScores(fresh, kept, today(now, timezone));
  const polled = { scores, fresh, kept, isOtherScale };
  const promptChanges = promptChangesTold(
    known.flatMap(({ news }) => (news.kind === 'score_notice' ? [news] : [])),
  );
  const feed = { project, timezone, minChange: settings.min_change };
  const decided = decideAlerts({ rows: scores, prompts: promptChanges }, feed, statesOf(known), now);
  if ('kind' in decided || !decided.events.some(({ state }) => state.type === 'change')) {
    return { ...polled, promptChanges };
  }
  const tracked = await extra('prompts', (signal) => api.prompts(project.id, { signal }));
  if (!needsExplanation(decided.events, known)) return { ...polled, tracked, promptChanges };
  const [prompts, mentions] = await Promise.all([
    promptFigures(project.id, tracked, api, extra),
    extra('mentions', (signal) => api.mentions(project.id, { limit: MENTIONS_ASKED, signal })),
  ]);
  const days = new Set(
    decided.events.flatMap(({ state }) => (state.type === 'change' ? [state.lead.changedOn] : [])),
  );
  const changes = [...days].flatMap((day) => promptChangeOn(day, prompts ?? []) ?? []);
  return { ...polled, tracked, prompts, mentions, promptChanges: [...promptChanges, ...changes] };
}

/** Undefined where they are too many, or not all of them could be read: parts would be taken for the whole. */
async function promptFigures(
  projectId: string,
  prompts: Listing<Prompt> | undefined,
  api: VisibilityClient,
  extra: ExtraRead,
): Promise<PromptFigures[] | undefined> {
  if (!prompts || prompts.rest || prompts.length > MOST_PROMPTS) return undefined;
  const figures = await Promise.all(
    prompts.map(async ({ id, text = '', category }): Promise<PromptFigures | undefined> => {
      if (id === undefined) return undefined;
      const rows = await extra('promptTimeseries', (signal) =>
        api.promptTimeseries(projectId, id, { signal }),
      );
      return rows && { id, text, topics: category === undefined ? [] : [category], rows };
    }),
  );
  const read = figures.filter((one) => one !== undefined);
  return read.length === prompts.length ? read : undefined;
}
