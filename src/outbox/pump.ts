/** The outbox's worker: claims a lane, brings its head to Slack, records what Slack said, gives the lane back. */
import type { Clock } from '../clock.ts';
import type { Decision, Standing } from '../decision.ts';
import type { Log } from '../log.ts';
import { render } from '../messages/render.ts';
import type { Metrics } from '../metrics.ts';
import { SLACK_TIMES } from '../slack/blocks.ts';
import type { SlackFailure } from '../slack/failures.ts';
import type { Installation, Installations } from '../slack/installations.ts';
import { postMessage, updateMessage } from '../slack/poster.ts';
import { laneHead, staleDelivery, updateDelivery } from '../store/deliveries.ts';
import { claimLane, holdsLane, type Lane, releaseLane, untilNextLane } from '../store/lanes.ts';
import type { Db, DeliveryRow } from '../store/schema.ts';
import { createCrew } from './crew.ts';

export type PumpDeps = {
  db: Db;
  owner: string;
  clock: Clock;
  installations: Installations;
  /** How the things a decision names stand now. */
  standingOf: (team: string, decision: Decision) => Promise<Standing>;
  metrics: Metrics;
  log: Log;
};

/** Lanes that are worked on at the same time by one process. */
const PARALLEL_LANES = 8;

/** The tables are looked at this often at least. */
const IDLE_MS = 1_000;

/** After a failure that may pass: 2 s, 4 s … at most 5 min, unless Slack names a time. */
const backoffMs = (attempt: number) => Math.min(1_000 * 2 ** attempt, 300_000);

export type Pump = ReturnType<typeof createPump>;

export function createPump(deps: PumpDeps) {
  const { db, owner, clock, installations, log } = deps;
  let timer: NodeJS.Timeout | undefined;
  const crew = createCrew({
    size: PARALLEL_LANES,
    take: nextLane,
    perform: turn,
    onFailure: (error) => log.error({ err: error }, 'The outbox could not work; it tries again'),
    onIdle: () => void sleep(),
  });

  async function nextLane(): Promise<Lane | undefined> {
    return installations.all().length === 0 ? undefined : claimLane(db, owner, clock.now());
  }

  /** Until the next lane's turn; at most IDLE_MS, for another process may have queued something. */
  async function sleep(): Promise<void> {
    const untilNext = await untilNextLane(db, clock.now()).catch(() => undefined);
    clearTimeout(timer);
    timer = setTimeout(crew.call, Math.min(Math.max(untilNext ?? IDLE_MS, 10), IDLE_MS)).unref();
  }

  /** One turn of a lane: an edit that is due, else its head. Whatever happens, the lane is given back. */
  async function turn(lane: Lane): Promise<void> {
    let afterMs = IDLE_MS;
    try {
      const installation = installations.of(lane.team);
      if (installation) afterMs = (await edit(lane, installation)) ?? (await post(lane, installation)) ?? 0;
    } catch (error) {
      log.error({ err: error, channel: lane.channel }, 'A turn of a lane failed');
    } finally {
      await releaseLane(db, lane, owner, afterMs);
    }
  }

  /** Brings one shown post to its latest state. Returns the pause until the lane's next turn; undefined: none to edit. */
  async function edit(lane: Lane, installation: Installation): Promise<number | undefined> {
    const delivery = await staleDelivery(db, lane.team, lane.channel);
    if (!delivery?.ts) return undefined;
    const message = await rendered(delivery);
    const result = await updateMessage(installation.client, lane.channel, delivery.ts, message);
    if (result.kind === 'posted' || result.kind === 'refused') {
      await updateDelivery(db, delivery, ['sent'], { shown_rev: delivery.wanted_rev });
      if (result.kind === 'refused')
        log.warn({ delivery: delivery.id, reason: result.reason }, 'Slack refused an edit');
      return 0;
    }
    return 'afterMs' in result && result.afterMs !== undefined ? result.afterMs : 5_000;
  }

  /** Posts the lane's head. Returns the pause until its next turn; undefined: there is none to post. */
  async function post(lane: Lane, installation: Installation): Promise<number | undefined> {
    const head = await laneHead(db, lane.team, lane.channel);
    if (!head) return undefined;
    const now = clock.now();
    if (head.state === 'sending') return settleUnclear(head);
    if (head.not_before > now) return undefined;
    if (head.expires_at <= now) return finish(head, 'expired', 'not worth posting any more');

    const message = await rendered(head);
    const attempt = head.attempt + 1;
    if (!(await holdsLane(db, lane, owner))) return 0;
    const taken = await updateDelivery(db, head, ['queued'], {
      state: 'sending',
      attempted_at: now,
      attempt,
    });
    if (!taken) return 0;
    const result = await postMessage(installation.client, lane.channel, message, {
      delivery_id: head.id,
      kind: head.kind,
      project_id: head.project_id,
      subscription_id: head.subscription,
      slot: head.slot_at,
    });
    if (result.kind !== 'posted') return failed(head, result, attempt);
    await updateDelivery(db, head, ['sending'], { state: 'sent', ts: result.ts, shown_rev: head.wanted_rev });
    deps.metrics.posted(head.kind, 'sent');
    log.info({ delivery: head.id, kind: head.kind, channel: head.channel, ts: result.ts }, 'Posted');
    return SLACK_TIMES.postIntervalMs;
  }

  async function failed(head: DeliveryRow, failure: SlackFailure, attempt: number): Promise<number> {
    log.warn({ delivery: head.id, channel: head.channel, ...failure }, 'Slack did not take a post');
    if (failure.kind === 'refused') return finish(head, 'failed', failure.reason);
    // What may have arrived stays in `sending` and is never sent again: a second post is worse than none.
    if (failure.kind === 'unclear') return finish(head, 'failed', `unclear: ${failure.reason}`);
    await updateDelivery(db, head, ['sending'], { state: 'queued', reason: failure.reason });
    deps.metrics.posted(head.kind, 'later');
    return failure.afterMs ?? backoffMs(attempt);
  }

  /** A post found in `sending` when its lane is taken: the process that sent it died before it heard the answer. */
  async function settleUnclear(head: DeliveryRow): Promise<number> {
    return finish(head, 'failed', 'unclear: the process ended while sending');
  }

  async function finish(head: DeliveryRow, state: 'failed' | 'expired', reason: string): Promise<number> {
    await updateDelivery(db, head, ['queued', 'sending'], { state, reason });
    deps.metrics.posted(head.kind, state);
    log.warn({ delivery: head.id, kind: head.kind, channel: head.channel, reason }, `A post is ${state}`);
    return 0;
  }

  async function rendered(delivery: DeliveryRow) {
    const decision: Decision = JSON.parse(delivery.decision);
    return render(decision, await deps.standingOf(delivery.team, decision));
  }

  return {
    /** Something was queued, or the pump is to start: it looks at once. */
    wake: crew.call,
    /** Ends after the turns under way. */
    async stop(): Promise<void> {
      await crew.dismiss();
      clearTimeout(timer);
    },
  };
}
