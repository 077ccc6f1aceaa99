/** At each tick, what waits for a time: snoozes and mutes end, unanswered claims get a reminder, and due feeds a slot. */
import { setImmediate as nextTurn } from 'node:timers/promises';
import {
  FEED_RANKS,
  LAST_RANK,
  type LeadReminder,
  leadFacts,
  projectRef,
  type UnansweredClaim,
} from '../decision.ts';
import { HOUR_MS } from '../durations.ts';
import { toKnownFeed } from '../feeds/feed-standing.ts';
import { findDueSlots, findQuietEnd, type Spans, spread } from '../feeds/schedule.ts';
import { moveLead } from '../outbox/move-lead.ts';
import { queueDecision, resume } from '../outbox/queue.ts';
import type { Place } from '../outbox/standing.ts';
import { channelsOf, type Feed, feedId, type Project } from '../projects/projects.ts';
import { toThreadUrl } from '../rules/lead-key.ts';
import { reminderAt } from '../rules/lead-state.ts';
import { endMutes, noteStalled } from '../store/alerts.ts';
import { readWaitingLeads } from '../store/announced.ts';
import { wantEdit } from '../store/deliveries.ts';
import { type KeptLead, recordEvent } from '../store/leads.ts';
import { openSlot } from '../store/slots.ts';
import { inTransaction } from '../store/statements.ts';
import type { OwnSettings } from '../store/subscriptions.ts';
import {
  ownSubscription,
  readOwnDigests,
  readPausedFeeds,
  readSubscriptions,
} from '../store/subscriptions.ts';
import type { Db } from '../store/tables.ts';
import { toCron } from '../words/schedule-words.ts';

type Waiting = KeptLead & { projectId: string };

/** What is due this soon after a reminder goes out with it: one message, not three. */
const TOGETHER_MS = HOUR_MS;

/** `feeds` are all of the workspace's. True if there is something to send. */
export async function attendLeads(
  db: Db,
  team: string,
  feeds: readonly Feed[],
  now: number,
  isMember: Place['isMember'],
): Promise<boolean> {
  const waiting = await readWaitingLeads(db, team);
  const over = waiting.filter(({ state }) => state.state === 'snoozed' && (state.until ?? 0) <= now);
  for (const { projectId, key } of over)
    await moveLead(db, { team, projectId, key }, { kind: 'reopen' }, { now });
  const feedOf = new Map(feeds.filter(({ kind }) => kind === 'leads').map((feed) => [feed.project.id, feed]));
  const claims: Claim[] = [];
  for (const lead of waiting) {
    const {
      state: { state, by: person, since = now },
    } = lead;
    const feed = feedOf.get(lead.projectId);
    if (state !== 'claimed' || person === undefined || !feed) continue;
    const dueAt = reminderAt(since, feed.timezone);
    if (dueAt <= now + TOGETHER_MS && (await isShownTo(person, feed.project, isMember)))
      claims.push({ lead, feed, person, dueAt });
  }
  const due = [...Map.groupBy(claims, ({ person }) => person).values()].filter((theirs) =>
    theirs.some(({ dueAt }) => dueAt <= now),
  );
  for (const theirs of due) await remind(db, team, theirs, now);
  return over.length + due.length > 0;
}

type Claim = { lead: Waiting; feed: Feed; person: string; dueAt: number };

/** Someone who left all channels of a project is reminded once they are back: their claim stays. */
async function isShownTo(person: string, project: Project, isMember: Place['isMember']): Promise<boolean> {
  for (const channel of channelsOf(project)) {
    if (await isMember(channel, person)) return true;
  }
  return false;
}

/** Queues one reminder to the claimer and records it for each claim, so that there is only one. */
async function remind(db: Db, team: string, claims: readonly Claim[], now: number): Promise<void> {
  // A thread that is a lead of two projects is claimed for both at once, but named once.
  const threads = [...Map.groupBy(claims, ({ lead }) => threadOf(lead)).values()];
  const [first, ...also] = threads.flatMap(([claim]) => claim ?? []);
  if (!first) return;
  const { person, feed, lead } = first;
  const others = also.length > 0 && { also: also.map(toUnanswered) };
  const reminder: LeadReminder = { kind: 'lead_reminder', v: 1, ...toUnanswered(first), person, ...others };
  const quiet = claims.flatMap((one) => findQuietEnd(one.feed.quiet, one.feed.timezone, now) ?? []);
  const to = {
    team,
    channel: person,
    subscription: feed.id,
    slotAt: reminder.claimedAt,
    key: `reminder:${threadOf(lead)}@${person}@${reminder.claimedAt}`,
    notBefore: quiet.length > 0 ? Math.max(...quiet) : undefined,
  };
  await inTransaction(db, async (trx) => {
    await queueDecision(trx, reminder, to, now);
    for (const {
      lead: { projectId, key },
    } of claims)
      await recordEvent(trx, { team, projectId, key }, { kind: 'reminder', at: now });
  });
}

function threadOf({ url, projectId, key }: Waiting): string {
  return url === undefined ? `${projectId} ${key}` : toThreadUrl(url);
}

function toUnanswered({ lead, feed }: Claim): UnansweredClaim {
  const { since: claimedAt = 0, assignedBy } = lead.state;
  return { project: projectRef(feed.project), lead: leadFacts(lead), claimedAt, assignedBy };
}

/** Ends mutes of alerts, and notes which are no longer kept up to date. True if there is something to send. */
export async function attendAlerts(
  db: Db,
  team: string,
  feeds: readonly Feed[],
  now: number,
): Promise<boolean> {
  const ids = new Set(feeds.map(({ id }) => id));
  return inTransaction(db, async (trx) => {
    const paused = await readPausedFeeds(trx, team);
    const stalled = await noteStalled(trx, team, ({ channel, projectId }) => {
      const feed = feedId('scores', projectId, channel);
      if (!ids.has(feed)) return 'ended';
      return paused.has(feed) ? 'paused' : null;
    });
    const keys = [...(await endMutes(trx, team, now)), ...stalled];
    for (const key of keys) await wantEdit(trx, team, key);
    return keys.length > 0;
  });
}

/** After this many channels, or feeds, the event loop gets a turn: the embedded store blocks it. */
const CHANNELS_AT_ONCE = 40;
const FEEDS_AT_ONCE = 500;

type Opening = { id: string; channel: string; rank: number };

/** `feedsOf` returns a workspace's current feeds. */
export function createDue(db: Db, feedsOf: (team: string) => readonly Feed[]) {
  const lastTick = new Map<string, number>();
  const spans: Spans = new Map();

  return async function openDue(team: string, now: number): Promise<void> {
    const feeds = feedsOf(team);
    const last = lastTick.get(team);
    const own = (await readOwnDigests(db, team)).map(toSchedule);
    const all: { feed: Opening; dueAt: number }[] = findDueSlots(own, last, now, spans);
    for (let i = 0; i < feeds.length; i += FEEDS_AT_ONCE) {
      all.push(...(await findDueAmong(team, feeds.slice(i, i + FEEDS_AT_ONCE), last, now)));
      await nextTurn();
    }
    const due = spread(all);
    await nextTurn();
    const channels = [...Map.groupBy(due, ({ feed }) => feed.channel).values()];
    for (let i = 0; i < channels.length; i += CHANNELS_AT_ONCE) {
      // One transaction per channel: another process must not claim its leads before its scores are there.
      await inTransaction(db, async (trx) => {
        for (const { feed, dueAt, runAfter } of channels.slice(i, i + CHANNELS_AT_ONCE).flat()) {
          const { id: subscription, channel, rank } = feed;
          const times = { due_at: dueAt, opened_at: now, run_after: runAfter };
          await openSlot(trx, { team, subscription, channel, rank, ...times });
        }
      });
      await nextTurn();
    }
    lastTick.set(team, now);
  };

  async function findDueAmong(team: string, feeds: readonly Feed[], last: number | undefined, now: number) {
    const known = feeds.map(toKnownFeed);
    const before = await readSubscriptions(db, team, known, now);
    const over = [...before].filter(([, { paused_until }]) => paused_until !== null && paused_until <= now);
    for (const [id] of over) await resume(db, team, id, now);
    const states = over.length > 0 ? await readSubscriptions(db, team, known, now) : before;
    const going = feeds.flatMap((feed) => {
      const state = states.get(feed.id);
      if (state?.paused_at !== null) return [];
      return [{ ...feed, since: state.since, resumedAt: state.resumed_at, rank: FEED_RANKS[feed.kind] }];
    });
    // A feed resumed since then makes up for what it missed; opening an existing slot again has no effect.
    const isResumed = ({ resumedAt }: { resumedAt: number | null }) =>
      last !== undefined && resumedAt !== null && resumedAt >= last;
    const [resumed, onTime] = [going.filter(isResumed), going.filter((feed) => !isResumed(feed))];
    const due = [...findDueSlots(onTime, last, now, spans), ...findDueSlots(resumed, undefined, now, spans)];
    // Thousands of these live until the last slot is open, so they keep only what is needed.
    return due.map(({ feed: { id, channel, rank }, dueAt }) => ({ feed: { id, channel, rank }, dueAt }));
  }
}

/** A person's own digest is scheduled like a feed, after all feeds. */
function toSchedule({ person, schedule, timezone, since }: OwnSettings) {
  const cron = toCron(schedule);
  const when = { cron, timezone, since, quiet: undefined };
  return { ...when, id: ownSubscription(person), channel: person, kind: 'leads' as const, rank: LAST_RANK };
}
