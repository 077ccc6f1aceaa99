/** The outbox's worker: claims a lane, posts its head or edits a sent post, records Slack's answer, gives it back. */
import { randomUUID } from 'node:crypto';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { type Decision, namePart, type Standing } from '../decision.ts';
import { MINUTE_MS } from '../durations.ts';
import { StoreError } from '../errors.ts';
import { type Feed, feedOf, parseFeedId } from '../projects/projects.ts';
import { type Message, SLACK_TIMES } from '../slack/blocks.ts';
import type { SlackFailure } from '../slack/failures.ts';
import type { Installation } from '../slack/installations.ts';
import { type Posted, postMessage, type Send, updateMessage, uploadImage } from '../slack/poster.ts';
import { readDecision, updateDelivery } from '../store/deliveries.ts';
import * as lanes from '../store/lanes.ts';
import { LEASE_MS } from '../store/statements.ts';
import { readSubscription } from '../store/subscriptions.ts';
import type { DeliveryRow } from '../store/tables.ts';
import { runTraced } from '../trace.ts';
import {
  createLedger,
  endPost,
  expireOldPosts,
  expirePost,
  type LedgerDeps,
  MOST_REFUSALS,
  type Rest,
} from './ledger.ts';
import { render } from './post-kinds.ts';
import { searchFor, settle } from './settle.ts';
import { createWorkers } from './workers.ts';

/** One turn in a lane. Each has its own owner, so that a turn that outlived its lease can't write. */
type Claim = lanes.ClaimedLane & { owner: string };

/** Lanes that one process works on at the same time: a hundred channels at a post a second, while Slack takes 0.2 s. */
const PARALLEL_LANES = 32;

const AWAY_MS = 10_000;

/** Every process hears of a new feed within a minute, so a younger post’s feed may only be unknown here. */
const GONE_MS = 2 * MINUTE_MS;

/** A lane that is due but can't be claimed must not keep the store busy. */
const SHORTEST_SLEEP_MS = 2;

/** Real milliseconds, at Slack's pace. Only benches and tests change them. */
export type Timing = {
  /** After this time another worker may take a claim. */
  leaseMs: number;
  /** A post whose answer was lost may still arrive for this long; it is looked up after that. */
  settleMs: number;
  /** The tables are looked at this often at least. */
  idleMs: number;
  /** A channel gets a post this often at most. */
  postIntervalMs: number;
  /** How long a stop waits for answers that people wait for. */
  answersMs: number;
  /** The projects file is looked at this often; missing, as usual. */
  rereadMs?: number | undefined;
};

export const TIMING: Timing = {
  leaseMs: LEASE_MS,
  settleMs: MINUTE_MS,
  idleMs: 1_000,
  postIntervalMs: SLACK_TIMES.postIntervalMs,
  answersMs: 10_000,
};

export type PumpDeps = LedgerDeps & {
  /** Looks again for a feed that `projects` doesn't have; undefined if it's gone. */
  findFeed?: (team: string, id: string) => Promise<Feed | undefined>;
  /** The current state of what a decision is about, for the readers of a channel. */
  standingOf: (team: string, decision: Decision, channel: string) => Promise<Standing>;
  /** Slack's own clock, epoch ms; undefined until Slack has answered. */
  slackNow: () => number | undefined;
  timing: Timing;
  send: Send;
};

export function createPump(deps: PumpDeps) {
  const { db, clock, installations, timing, log } = deps;
  let timer: NodeJS.Timeout | undefined;
  let served: Claim | undefined;
  const ahead = lanes.createLanesAhead();
  const workers = createWorkers({
    size: PARALLEL_LANES,
    take: claimNext,
    isLast: (lane) => lane.isLast,
    perform: turn,
    onFailure: deps.onFault,
    onIdle: () => void sleep(),
  });

  async function claimNext(): Promise<Claim | undefined> {
    if (installations.all().length === 0) return undefined;
    // The embedded store answers synchronously, so let incoming requests go first.
    await nextTurn();
    const owner = randomUUID();
    const lane = await lanes.claimLane(db, owner, clock.now(), served, timing.leaseMs, ahead);
    if (!lane) return undefined;
    served = { ...lane, owner };
    return served;
  }

  const ledgerOf = (lane: Claim) => createLedger(deps, lane.owner);

  /** Sleeps until the next lane's turn, but at most `idleMs`: another process may have queued something. */
  async function sleep(): Promise<void> {
    const untilNext = await lanes.readNextLaneMs(db, clock.now()).catch(() => undefined);
    clearTimeout(timer);
    timer = setTimeout(
      workers.wake,
      Math.min(Math.max(untilNext ?? timing.idleMs, SHORTEST_SLEEP_MS), timing.idleMs),
    ).unref();
  }

  /** One turn in a lane. The lane is given back, whatever happens. */
  async function turn(lane: Claim): Promise<void> {
    let rest: Rest = timing.idleMs;
    try {
      const installation = installations.of(lane.team);
      rest = await (installation ? work(lane, installation) : wait(lane));
    } catch (error) {
      log.error({ err: error, channel: lane.channel }, 'A turn of a lane failed');
    } finally {
      if (rest !== undefined) await lanes.releaseLane(db, lane, lane.owner, rest);
    }
  }

  /** Makes an edit, else posts or settles the lane's head. While an edit of the lane has failed, posts go first. */
  async function work(lane: Claim, installation: Installation): Promise<Rest> {
    const now = clock.now();
    const stale = await lanes.findStaleDelivery(db, lane.team, lane.channel);
    const goesFirst = stale?.failed_edits === 0;
    const head = goesFirst ? undefined : await lanes.readLaneHead(db, lane.team, lane.channel, now);
    if (head) return traceWork('post', head, () => move(lane, head, installation, now));
    if (!stale) return 0;
    return traceWork('edit', stale, () => editPost(deps, lane.owner, stale, installation, tryDraw));
  }

  /** Keeps what is for a workspace that may be back soon, until it is too late for it. */
  async function wait(lane: Claim): Promise<Rest> {
    const now = clock.now();
    const head = await lanes.readLaneHead(db, lane.team, lane.channel, now);
    if (!head || head.expires_at > now) return AWAY_MS;
    if (head.state === 'queued') return expirePost(deps, head, lane.owner);
    return ledgerOf(lane).giveUp(head, 'the workspace is gone');
  }

  function traceWork(name: string, { trace_id: id, kind }: DeliveryRow, work: () => Promise<Rest>) {
    return runTraced(name, { spans: deps.spans, id, attributes: { kind } }, work);
  }

  async function move(
    lane: Claim,
    head: lanes.LaneHead,
    installation: Installation,
    now: number,
  ): Promise<Rest> {
    if (head.state === 'sending') return settleHead(lane, head, installation);
    // Nobody is told; whatever it brings is news again.
    if (await isUnwanted(head, now))
      return endPost(deps, head, { state: 'expired', reason: 'withdrawn' }, { owner: lane.owner });
    const isAlone = head.thread_of !== null && head.thread_ts === null;
    if (head.expires_at <= now || isAlone) return expirePost(deps, head, lane.owner);
    return post(lane, head, installation, now);
  }

  /** Whether its feed is gone, or somebody has paused it since. */
  async function isUnwanted(head: lanes.LaneHead, now: number): Promise<boolean> {
    const { team, subscription, channel, created_at } = head;
    if (now - created_at < GONE_MS || parseFeedId(subscription)?.channel !== channel) return false;
    const known = feedOf(deps.projects(team), subscription) ?? (await deps.findFeed?.(team, subscription));
    if (!known) return true;
    const feed = await readSubscription(db, team, subscription);
    return feed?.pause_reason === 'person' && feed.paused_at !== null;
  }

  async function post(
    lane: Claim,
    head: lanes.LaneHead,
    installation: Installation,
    now: number,
  ): Promise<Rest> {
    const ledger = ledgerOf(lane);
    const drawn = await tryDraw(head);
    if ('err' in drawn) {
      log.error({ delivery: head.id, channel: head.channel, err: drawn.err }, 'A post can’t be drawn');
      // It mustn't keep those behind it waiting forever.
      return ledger.retry(head, { kind: 'later', reason: drawn.reason, isUnknown: true });
    }
    const { decision, message } = drawn;
    const { settleMs } = timing;
    const late = await lanes.findLateMessage(db, head.team, head.channel);
    const search = JSON.stringify(searchFor({ ours: now, slacks: deps.slackNow(), late }, settleMs));
    if (!(await lanes.beginSending(db, head, lane.owner, { settleMs, search }))) return 0;
    const metadata = {
      delivery_id: head.id,
      kind: head.kind,
      project_id: head.project_id,
      subscription_id: head.subscription,
      slot: head.slot_at,
    };
    const broadcast = decision.kind === 'ended_alert' && decision.grave === true;
    const posting = { ts: head.thread_ts ?? undefined, broadcast, metadata };
    const result = await postMessage(installation.client, head.channel, message, posting);
    switch (result.kind) {
      case 'posted': {
        const rest = await ledger.recordSent(head, result);
        if (result.plain) void putChartBelow(deps, installation.client, head.id, decision, result);
        return rest;
      }
      case 'later':
        return ledger.retry(head, result);
      case 'refused':
        return ledger.recordRefusal(head, result);
      case 'unclear':
        deps.metrics.countPost(head.kind, 'unclear');
        deps.sparing(
          { delivery: head.id, channel: head.channel, reason: result.reason },
          'Unclear whether a post arrived',
        );
        return settleMs;
    }
  }

  async function settleHead(lane: Claim, head: lanes.LaneHead, installation: Installation): Promise<Rest> {
    const ledger = ledgerOf(lane);
    const fate = await settle(head, installation, deps.projects(head.team).on_unclear);
    const about = { delivery: head.id, channel: head.channel, ...fate };
    if (fate.kind === 'wait') deps.sparing(about, 'An unclear post couldn’t be looked up yet');
    else log.info(about, 'An unclear post was looked up');
    const keep = (change: Partial<DeliveryRow>) =>
      updateDelivery(db, { ...head, owner: lane.owner }, ['sending'], change);
    switch (fate.kind) {
      case 'adopt':
        return ledger.recordSent(head, fate);
      case 'resend':
        await keep({ state: 'queued' });
        return 0;
      case 'give_up':
        return ledger.giveUp(head, fate.reason);
      case 'wait':
        if (fate.search) await keep({ search: JSON.stringify(fate.search) });
        return fate.ms;
    }
  }

  async function tryDraw(delivery: DeliveryRow): Promise<Drawn | Undrawn> {
    try {
      const decision = readDecision(delivery);
      if (!decision) throw new StoreError(`The ${delivery.kind} of delivery ${delivery.id} can’t be read`);
      const standing = await deps.standingOf(delivery.team, decision, delivery.channel);
      return { decision, message: render(decision, { ...standing, posted: delivery.ts !== null }) };
    } catch (err) {
      return { kind: 'undrawn', reason: 'undrawn', err };
    }
  }

  return {
    wake: workers.wake,
    /** Ends what a workspace's channels no longer need, before anything new is decided for them. */
    expireOld: (team: string) => expireOldPosts(deps, team),
    async stop(): Promise<void> {
      await workers.stop();
      clearTimeout(timer);
    },
  };
}

/** If Slack refused its chart block: uploads a picture into the thread. Never throws: the message has the figures. */
export async function putChartBelow(
  { send, log }: Pick<PumpDeps, 'send' | 'log'>,
  client: Installation['client'],
  delivery: string,
  decision: Decision,
  { channel, ts }: Posted,
): Promise<void> {
  if (decision.kind !== 'score_alert') return;
  const { project, series, usual, alert } = decision;
  try {
    // Loaded with the first picture, as the bot mustn't start later for it.
    const { scorePicture } = await import('../messages/scores/picture/score-picture.ts');
    const picture = await scorePicture({
      project: project.name,
      metric: alert.metric,
      of: namePart(alert.lead.scope) || undefined,
      days: series.map((day) => ({ ...day, usual: day.usual ?? usual })),
    });
    if (!picture) return;
    const uploaded = await uploadImage(client, { channel, threadTs: ts, ...picture }, send);
    if (uploaded.kind === 'posted') return;
    log.warn({ delivery, ...uploaded }, 'A chart couldn’t be uploaded; the message has its figures in words');
  } catch (error) {
    log.error({ err: error, delivery }, 'A chart couldn’t be drawn');
  }
}

type Drawn = { decision: Decision; message: Message };
type Undrawn = { kind: 'undrawn'; reason: 'undrawn'; err: unknown };

/** Pause after a failure that isn't about this message, if Slack names no time. It is tried until Slack accepts it. */
const TROUBLE_MS = 5_000;

/** Pause after such a refusal: 10 s, 20 s … at most 5 min. */
const refusedPauseMs = (refusals: number) => Math.min(5_000 * 2 ** refusals, 5 * MINUTE_MS);

/** Edits the message of `stale`. Returns how long its lane rests, ms. Writes only while `owner` holds the lane. */
async function editPost(
  { db, installations, metrics, log, sparing }: PumpDeps,
  owner: string,
  stale: DeliveryRow,
  { client }: Installation,
  draw: (delivery: DeliveryRow) => Promise<Drawn | Undrawn>,
): Promise<number> {
  const { id: delivery, channel } = stale;
  const refusals = stale.edit_attempt;

  async function tryEdit(): Promise<Posted | SlackFailure | Undrawn> {
    const drawn = await draw(stale);
    if ('err' in drawn) return drawn;
    return updateMessage(client, stale.placed_in ?? channel, stale.ts ?? '', drawn.message);
  }

  async function end(): Promise<number> {
    const change = { shown_rev: stale.wanted_rev, edit_attempt: 0, edit_after: null };
    await updateDelivery(db, { ...stale, owner }, ['sent'], change);
    return 0;
  }

  async function tryLater(failure: object, afterMs: number, count = refusals): Promise<void> {
    await lanes.postponeEdit(db, stale, owner, { refusals: count, afterMs });
    metrics.countEdit('later');
    sparing({ delivery, channel, ...failure }, 'An edit failed; it is tried again');
  }

  const result = await tryEdit();
  if (result.kind === 'posted') {
    metrics.countEdit('made');
    return end();
  }
  if (result.kind === 'refused' && result.spoilt === 'installation') {
    installations.suspect(stale.team);
    await tryLater(result, TROUBLE_MS);
    return TROUBLE_MS;
  }
  const isAnswered = result.kind === 'undrawn' || (result.kind === 'later' && result.isUnknown);
  if (result.kind === 'refused' || (isAnswered && refusals + 1 >= MOST_REFUSALS)) {
    metrics.countEdit('given_up');
    log.warn({ delivery, channel, ...result }, 'Gave up an edit: the message stays as it is');
    return end();
  }
  if (isAnswered) {
    await tryLater(result, refusedPauseMs(refusals + 1), refusals + 1);
    return 0;
  }
  const pauseMs = (result.kind === 'later' ? result.afterMs : undefined) ?? TROUBLE_MS;
  await tryLater(result, pauseMs);
  return pauseMs;
}
