/** What a feed would say now: polled and decided as its slot would be, and then all of it is taken back. */
import type { Decision, FeedStanding, Standing } from '../decision.ts';
import type { Decided, VisibilityOf } from '../feeds/feed-kind.ts';
import { pauseOf } from '../feeds/feed-standing.ts';
import { decide, poll } from '../feeds/feeds.ts';
import { standingAlerts } from '../feeds/scores.ts';
import type { Log } from '../log.ts';
import type { StandingAlert } from '../messages/feeds/preview.ts';
import type { Page } from '../messages/page.ts';
import { pageOf } from '../outbox/post-kinds.ts';
import type { Feed } from '../projects/projects.ts';
import type { Db, SlotRow } from '../store/schema.ts';
import { isToRelearn, subscriptionState } from '../store/subscriptions.ts';

export type PreviewDeps = {
  db: Db;
  visibilityOf: VisibilityOf;
  /** Reads how the things a decision names stand now, for this feed's channel; what it returns asks Slack whom to name. */
  readStanding: (
    trx: Db,
    team: string,
    decision: Decision,
    channel: string,
  ) => Promise<() => Promise<Standing>>;
  log: Log;
};

/** What a feed would post now; without a reason for silence, all of it would be. */
export type Preview = {
  messages: Page[];
  silence?: string | undefined;
  alerts: readonly StandingAlert[];
  /** While the feed posts nothing, whatever there is. */
  paused?: FeedStanding['paused'] | undefined;
};

/**
 * The messages; `silence` is the named reason where nothing would be posted, and `alerts` are those that stand in the
 * channel of a scores feed. Of leads a digest without new ones is drawn all the same, for it says what the filters left
 * out; after a held digest, the one that resuming brings. `now` in epoch ms. @throws VisibilityError
 */
export async function previewFeed(
  { db, visibilityOf, readStanding, log }: PreviewDeps,
  team: string,
  feed: Feed,
  now: number,
): Promise<Preview> {
  const alerts = feed.kind === 'scores' ? await standingAlerts(db, team, feed, now) : [];
  const snapshot = await poll(feed, { db, team, visibilityOf, now, log });
  const slot = {
    ...NO_SLOT,
    team,
    subscription: feed.id,
    channel: feed.channel,
    due_at: now,
    opened_at: now,
  };
  const state = await subscriptionState(db, team, feed.id);
  const relearn = state !== undefined && isToRelearn(state);
  const question = { slot, feed: saidInAnyCase(feed), snapshot, relearn, owners: [], now, soFar: true };
  const { said, silence } = await takenBack(db, async (trx) => {
    const { decisions, silence = 'nothing_new' }: Decided = await decide(trx, question);
    const said: { decision: Decision; standing: () => Promise<Standing> }[] = [];
    for (const decision of decisions)
      said.push({ decision, standing: await readStanding(trx, team, decision, feed.channel) });
    return { said, silence };
  });
  return {
    messages: await Promise.all(
      said.map(async ({ decision, standing }) => pageOf(decision, await standing())),
    ),
    alerts,
    paused: pauseOf(state),
    silence: said.some(({ decision }) => isPosted(decision, feed)) ? undefined : silence,
  };
}

function saidInAnyCase(feed: Feed): Feed {
  return feed.kind === 'leads' ? { ...feed, settings: { ...feed.settings, post_empty: true } } : feed;
}

function isPosted(decision: Decision, feed: Feed): boolean {
  if (decision.kind !== 'lead_digest' || feed.kind !== 'leads') return true;
  return decision.leads.length + (decision.stillOpen ?? []).length > 0 || feed.settings.post_empty;
}

const NO_SLOT: Omit<SlotRow, 'team' | 'subscription' | 'channel' | 'due_at' | 'opened_at'> = {
  rank: 0,
  state: 'due',
  run_after: 0,
  attempts: 0,
  owner: null,
  lease_until: 0,
  missed_as: null,
};

/** Does `work` in a transaction of which nothing remains but what it returns. */
async function takenBack<Result>(db: Db, work: (trx: Db) => Promise<Result>): Promise<Result> {
  let result: { value: Result } | undefined;
  const back = new Error('Taken back');
  await db
    .transaction()
    .execute(async (trx) => {
      result = { value: await work(trx) };
      throw back;
    })
    .catch((error) => {
      if (error !== back) throw error;
    });
  if (!result) throw back;
  return result.value;
}
