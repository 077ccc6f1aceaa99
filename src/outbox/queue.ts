/** Puts decisions into the outbox, to a feed's channel or to the owners; pauses a feed that can’t post, and resumes it. */
import { randomUUID } from 'node:crypto';
import type { Decision, EndedAlert, FeedPaused, GraverAlert, PauseReason } from '../decision.ts';
import { recordPosts } from '../store/announced.ts';
import {
  findDeliveryAbout,
  queueDelivery,
  reviveRefused,
  updateDelivery,
  wantEdit,
} from '../store/deliveries.ts';
import { giveHandles } from '../store/handles.ts';
import { reopenLatestSlot } from '../store/slots.ts';
import { inTransaction } from '../store/statements.ts';
import { pauseFeed, resumeFeed } from '../store/subscriptions.ts';
import type { Db } from '../store/tables.ts';
import { closeTroubles } from '../store/troubles.ts';
import { OUT_AGAIN, postKind } from './post-kinds.ts';
import { pauseSubject, troubleSubject } from './thing-standing.ts';

/** Where a decision goes. A decision with the same `key` (by default its subject) is queued only once. */
type Destination = {
  team: string;
  channel: string;
  subscription: string;
  slotAt: number;
  key?: string;
  /** The delivery whose thread it goes into. */
  below?: string;
  /** Held until then, epoch ms: its feed's quiet hours. */
  notBefore?: number | undefined;
};

/** False if it was queued before. `id` is given if something already refers to the delivery. */
export async function queueDecision(
  db: Db,
  decision: Decision,
  to: Destination,
  now: number,
  id: string = randomUUID(),
): Promise<boolean> {
  const kind = postKind(decision);
  const named = kind.handles(decision);
  if (named) await giveHandles(db, to.team, named.letter, named.keys);
  const subject = kind.subject(decision);
  const notBefore = to.notBefore ?? now;
  const { team, channel } = to;
  const queued = await queueDelivery(db, {
    id,
    team,
    channel,
    dedupe_key: to.key ?? `${subject}@${to.channel}`,
    subject,
    thread_of: to.below ?? null,
    subscription: to.subscription,
    slot_at: to.slotAt,
    project_id: decision.project.id,
    kind: decision.kind,
    v: decision.v,
    decision: JSON.stringify(decision),
    created_at: now,
    not_before: notBefore,
    expires_at: notBefore + kind.worthMs,
  });
  if (!queued) return false;
  const byProject = Map.groupBy(kind.leads(decision), ({ projectId = decision.project.id }) => projectId);
  for (const [projectId, leads] of byProject)
    await recordPosts(db, { team, projectId, deliveryId: id, channel, at: now }, leads);
  return true;
}

/** Queues it below the channel's message about its alert. An end waits for quiet hours, a graver one doesn't. */
export async function queueBelow(
  db: Db,
  decision: GraverAlert | EndedAlert,
  to: Destination,
  now: number,
): Promise<boolean> {
  const message = await findDeliveryAbout(db, to.team, to.channel, decision.key);
  if (!message) return false;
  const isEnd = decision.kind === 'ended_alert';
  if (isEnd && message.state === 'queued' && message.not_before > now) return false;
  if (!isEnd)
    await updateDelivery(db, message, ['queued'], { not_before: Math.min(message.not_before, now) });
  return queueDecision(
    db,
    decision,
    { ...to, below: message.id, notBefore: isEnd ? to.notBefore : now },
    now,
  );
}

/** Tells each of `recipients` (people and channels by id) once. A different `since` makes it a new occasion. */
export async function tellOwners(
  db: Db,
  team: string,
  recipients: readonly string[],
  decision: Decision,
  since: number,
  now: number,
): Promise<void> {
  for (const channel of recipients) {
    const key = `${postKind(decision).subject(decision)}@${channel}@${since}`;
    await queueDecision(db, decision, { team, channel, subscription: 'owners', slotAt: since, key }, now);
  }
}

/** Closes those of `causes` that are open, in the caller's transaction, and edits every post about them. Returns them. */
export async function endTroubles(trx: Db, team: string, causes: readonly string[], now: number) {
  const ended = await closeTroubles(trx, team, causes, now);
  for (const { cause, since } of ended) await wantEdit(trx, team, troubleSubject(cause, since));
  return ended.map(({ cause }) => cause);
}

/** The notice that the feed of `decision` is paused; none for posts to people, which have no feed. */
export function makePauseNotice(
  decision: Decision,
  { subscription, channel }: { subscription: string; channel: string },
  reason: PauseReason,
  at: number,
): FeedPaused[] {
  const feed = postKind(decision).feed(decision);
  const { project } = decision;
  return feed ? [{ kind: 'feed_paused', v: 1, project, feed, subscription, channel, reason, at }] : [];
}

/** Pauses feeds of one channel that aren't yet, in one transaction, and tells those who can mend it of all at once. */
export async function pauseTogether(
  db: Db,
  team: string,
  feeds: readonly FeedPaused[],
  recipients: readonly string[],
): Promise<void> {
  await inTransaction(db, async (trx) => {
    const paused: FeedPaused[] = [];
    for (const one of feeds)
      if (await pauseFeed(trx, team, one.subscription, one.reason, one.at)) paused.push(one);
    const [first, ...rest] = paused;
    if (!first) return;
    const others = rest.map(({ project, feed, subscription }) => ({ project, feed, subscription }));
    await tellOwners(trx, team, recipients, { ...first, others }, first.at, first.at);
  });
}

/** Refused posts go out again, the latest slot runs once more, messages are edited. False if it wasn’t paused. */
export async function resume(db: Db, team: string, subscription: string, now: number): Promise<boolean> {
  return inTransaction(db, async (trx) => {
    const stood = await resumeFeed(trx, team, subscription, now);
    if (!stood) return false;
    const { pausedAt, reason } = stood;
    await reviveRefused(trx, team, subscription, OUT_AGAIN, now);
    await reopenLatestSlot(trx, team, subscription, now, reason === 'person' ? ['expired'] : undefined);
    await wantEdit(trx, team, pauseSubject(subscription, pausedAt));
    return true;
  });
}
