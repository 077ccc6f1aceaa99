/**
 * A calm score polled every morning of an API that gives only the last days: through the poll, the decision and the store
 * of the bot, so that what an earlier poll kept counts as it does in production.
 */
import path from 'node:path';
import { realNow } from '../../src/clock.ts';
import { decide } from '../../src/feeds/feeds.ts';
import { pollScores } from '../../src/feeds/score-poll.ts';
import { rememberedScores } from '../../src/feeds/scores.ts';
import { commitVerdict } from '../../src/outbox/commit.ts';
import { type Feed, feedsOf, parseProjects } from '../../src/projects/projects.ts';
import { dateOf, dayNumber } from '../../src/rules/score-series.ts';
import { randomOf } from '../../src/sandbox/world/random.ts';
import type { Db, SlotRow } from '../../src/store/schema.ts';
import { claimSlot, openSlot } from '../../src/store/slots.ts';
import { openSqlite } from '../../src/store/sqlite.ts';
import type { DailyScore } from '../../src/visibility/assumed.ts';
import type { VisibilityClient } from '../../src/visibility/client.ts';

/** Of each window. */
const RUNS = 5;

/** Each window as a row; `most` alerts of a run, in the mean of the worst window. Stores are made below `folder`. */
export async function calmWindows(folder: string, seed: number) {
  const rows = [];
  let most = 0;
  for (const window of WINDOWS) {
    const alerts: number[] = [];
    for (let run = 0; run < RUNS; run += 1) {
      const db = await openSqlite(path.join(folder, `calm-${window}-${run}`), realNow);
      alerts.push(await calmAlerts(db, window, seed * 1_000 + run));
      await db.destroy();
    }
    rows.push({ 'days that the API gives': window, 'alerts of 80 calm days': alerts.join(', ') });
    most = Math.max(most, alerts.reduce((sum, count) => sum + count, 0) / RUNS);
  }
  return { rows, most };
}

/** How many days the API gives. */
export const WINDOWS = [7, 14, 30, 60] as const;

/** Days that the bot runs, and the noise: a standard deviation in points, of which `min_change` is little more. */
const POLLED_DAYS = 80;
const SPREAD = 4;
const LEVEL = 60;

const TEAM = 'T0BENCH';
const PROJECT = '6f0c2b1e-4d5a-4c8e-9b7f-2a1d3e5c7b90';
const FIRST_DAY = dayNumber('2026-03-02');

/** How many alerts the channel gets of nothing but noise. `db` is an empty store. */
export async function calmAlerts(db: Db, window: number, seed: number): Promise<number> {
  const figures = calmFigures(seed);
  const feed = scoresFeed();
  let alerts = 0;
  for (let polled = 1; polled <= POLLED_DAYS; polled += 1) {
    const last = FIRST_DAY + 60 + polled;
    const now = Date.parse(dateOf(last + 1)) + 8 * 3_600_000;
    const rows = figures.filter(({ date = '' }) => date > dateOf(last - window) && date <= dateOf(last));
    alerts += await morning(db, feed, rows, now);
  }
  return alerts;
}

function calmFigures(seed: number): DailyScore[] {
  const random = randomOf('calm', seed);
  return Array.from({ length: 61 + POLLED_DAYS }, (_, i) =>
    rowOf(dateOf(FIRST_DAY + i), Number((LEVEL + SPREAD * random.normal()).toFixed(1))),
  );
}

function scoresFeed(): Feed {
  const text = `{ defaults: { timezone: UTC }, projects: [{ id: ${PROJECT}, name: Acme, scores: { channel: C0BENCH, schedule: every day at 8:00 } }] }`;
  const [feed] = feedsOf(parseProjects(text, 'projects.yml'));
  if (!feed) throw new Error('there is no feed');
  return feed;
}

/** As the watch works on a slot; how many alerts it posted. */
async function morning(db: Db, feed: Feed, rows: readonly DailyScore[], now: number): Promise<number> {
  if (feed.kind !== 'scores') return 0;
  const opened = { team: TEAM, subscription: feed.id, due_at: now, channel: feed.channel, rank: 1 };
  await openSlot(db, { ...opened, opened_at: now, run_after: now });
  const slot: SlotRow | undefined = await claimSlot(db, TEAM, 'me', now);
  if (!slot) throw new Error('there is no slot');
  // Of the API only the scores are there: what explains an alert is read where it can be.
  const api = { dailyScores: async () => rows } as unknown as VisibilityClient;
  const remembered = await rememberedScores(db, TEAM, feed, now);
  const polled = await pollScores(feed, api, async () => undefined, remembered, now);
  const snapshot = { kind: 'scores' as const, ...polled, extras: new Map() };
  const { decisions, changed } = await decide(db, { slot, feed, snapshot, relearn: false, owners: [], now });
  await commitVerdict(db, {
    slot,
    feed,
    verdict: { decisions, ...(changed && { changed }) },
    owner: 'me',
    recipients: [],
    now,
  });
  return decisions.filter(({ kind }) => kind === 'score_alert').length;
}

function rowOf(date: string, score: number): DailyScore {
  return {
    date,
    score,
    engine: undefined,
    engineId: undefined,
    region: undefined,
    regionId: undefined,
    mentionRate: undefined,
    averageRank: undefined,
    sentiment: undefined,
    answers: undefined,
    complete: undefined,
  };
}
