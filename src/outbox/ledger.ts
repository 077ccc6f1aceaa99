/** What the outbox writes down of an attempt, and what follows from it. */
import type { Decision, PostEnd, PostMissed } from '../decision.ts';
import type { SlackFailure } from '../slack/failures.ts';
import { forgetAlert } from '../store/alerts.ts';
import { unannounce } from '../store/announced.ts';
import { decisionOf } from '../store/decision-of.ts';
import { updateDelivery } from '../store/deliveries.ts';
import { releaseLane } from '../store/lanes.ts';
import type { Db, DeliveryRow } from '../store/schema.ts';
import { reopenLatestSlot } from '../store/slots.ts';
import { pause, standstill } from './pause.ts';
import { postKind } from './post-kinds.ts';
import type { PumpDeps } from './pump-deps.ts';
import { tellOwners } from './queue.ts';

type Refused = Extract<SlackFailure, { kind: 'refused' }>;
type Later = Extract<SlackFailure, { kind: 'later' }>;

/** After a failure that may pass: 2 s, 4 s … at most 5 min, unless Slack names a time. */
const backoffMs = (attempt: number) => Math.min(1_000 * 2 ** attempt, 300_000);

/** So often Slack may refuse a post for a reason without a name here: about 20 minutes, then it is given up. */
const MOST_REFUSALS = 10;

/** How long the lane rests now, ms; undefined: it was given back together with what was written. */
export type Rest = number | undefined;

/** `owner` is the claim on the lane, by which everything is written: of a lost lane nothing is. */
export function createLedger(deps: PumpDeps, owner: string) {
  const { db, clock, installations, recipients, timing, metrics, log, sparing } = deps;
  const held = (head: DeliveryRow) => ({ team: head.team, id: head.id, owner });

  /**
   * Writes and gives the lane back in one commit: a death between them would forget how long Slack wants to wait.
   * False if the lane was lost.
   */
  async function recorded(
    head: DeliveryRow,
    change: Partial<DeliveryRow>,
    pauseMs: number,
  ): Promise<boolean> {
    return db.transaction().execute(async (trx) => {
      const written = await updateDelivery(trx, held(head), ['sending'], change);
      if (written) await releaseLane(trx, head, owner, pauseMs);
      return written;
    });
  }

  /** Slack confirmed it, now or in its history. */
  async function sent(head: DeliveryRow, at: { ts: string; channel: string }): Promise<Rest> {
    const shown = {
      state: 'sent',
      ts: at.ts,
      placed_in: at.channel,
      settle_after: null,
      failure: null,
    } as const;
    const pauseMs = timing.postIntervalMs;
    if (!(await recorded(head, shown, pauseMs))) return pauseMs;
    metrics.posted(head.kind, 'sent');
    log.info({ delivery: head.id, kind: head.kind, channel: at.channel, ts: at.ts }, 'Posted');
    return undefined;
  }

  /** It did not arrive and may go out again, unless nobody knows why and it happened too often: nothing overtakes it. */
  async function again(head: DeliveryRow, failure: Later): Promise<Rest> {
    const { reason, isUnknown } = failure;
    const refusals = head.refusals + (isUnknown ? 1 : 0);
    if (refusals >= MOST_REFUSALS) return end(head, { state: 'failed', reason });
    const pauseMs = failure.afterMs ?? backoffMs(head.attempt + 1);
    const written = await recorded(head, { state: 'queued', failure: reason, refusals }, pauseMs);
    metrics.posted(head.kind, 'later');
    const about = { delivery: head.id, channel: head.channel, ...failure };
    if (isUnknown) log.warn(about, 'Slack refused a post for a reason that nobody knows; it is tried again');
    else sparing(about, 'Slack did not take a post; it waits');
    return written ? undefined : pauseMs;
  }

  /** Slack says no for good: to this message, to the place (its feed is paused), or to the token (all wait). */
  async function refused(head: DeliveryRow, { reason, spoilt }: Refused): Promise<Rest> {
    if (spoilt === 'installation') {
      installations.suspect(head.team);
      return again(head, { kind: 'later', reason });
    }
    return end(head, { state: 'failed', reason }, { spoiltPlace: spoilt === 'place' });
  }

  async function expired(head: DeliveryRow): Promise<number> {
    return end(head, { state: 'expired', reason: head.failure ?? 'no_turn' });
  }

  /** Slack does not let us see whether it arrived; `because` is for the log. */
  async function givenUp(head: DeliveryRow, because: string): Promise<number> {
    return end(head, { state: 'failed', reason: 'unclear' }, { because });
  }

  /**
   * A digest that nobody saw gives its leads back: the next one brings them as new. An alert is forgotten: what stands open
   * at the next look is told, which is at once where Slack only took too long. What may stand in the channel after all is
   * kept, since saying it twice is worse. The owners are told: of a place that refuses posts by its feed's pause, of
   * anything else by itself.
   */
  async function end(
    head: DeliveryRow,
    { state, reason }: PostEnd,
    { spoiltPlace = false, because }: { spoiltPlace?: boolean; because?: string } = {},
  ): Promise<number> {
    const at = clock.now();
    const why = state === 'expired' ? state : reason;
    // Undefined where the row cannot be read: a post must end all the same, or it blocks its channel for ever.
    const decision = decisionOf(head);
    await db.transaction().execute(async (trx) => {
      if (!(await updateDelivery(trx, held(head), ['queued', 'sending'], { state, failure: reason }))) return;
      if (why !== 'unclear') await unannounce(trx, head.team, head.id);
      if (!decision) return;
      const kind = postKind(decision);
      if (why !== 'unclear' && kind.lost === 'forgotten') {
        await forgetAlert(trx, { ...head, key: kind.subject(decision) }, head.id);
        if (why === 'expired') await reopenLatestSlot(trx, head.team, head.subscription, at);
      }
      if (spoiltPlace)
        await pause(trx, head.team, standstill(decision, head, reason, at), recipients(head.team));
      else await tellMissed(trx, head, decision, why, at);
    });
    metrics.posted(head.kind, state);
    const { id: delivery, kind, channel, project_id: project } = head;
    log.error({ delivery, kind, channel, project, reason, because }, `A post is ${state}`);
    return 0;
  }

  async function tellMissed(
    trx: Db,
    head: DeliveryRow,
    decision: Decision,
    why: PostMissed['why'],
    at: number,
  ) {
    const feed = postKind(decision).feed(decision);
    if (!feed) return;
    const { id: delivery, channel, team, slot_at: due } = head;
    const missed = {
      kind: 'post_missed',
      v: 1,
      project: decision.project,
      feed,
      what: decision.kind,
      due,
      channel,
      delivery,
      why,
      at,
    } as const;
    await tellOwners(trx, team, recipients(team), missed, at, at);
  }

  return { sent, again, refused, expired, givenUp };
}
