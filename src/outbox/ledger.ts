/** Records the outcome of an attempt to post, and does what follows from it. */
import type { Clock } from '../clock.ts';
import type { Decision, PostEnd, PostMissed } from '../decision.ts';
import type { Log, SparingLog } from '../log.ts';
import type { Metrics } from '../metrics.ts';
import { type Projects, recipientsOf } from '../projects/projects.ts';
import type { SlackFailure } from '../slack/failures.ts';
import type { Installations } from '../slack/installations.ts';
import { forgetAlert } from '../store/alerts.ts';
import { unannounce } from '../store/announced.ts';
import { readDecision, readDeliveriesAbout, updateDelivery } from '../store/deliveries.ts';
import { findRefusalBefore, readOldPosts, releaseLane } from '../store/lanes.ts';
import { reopenLatestSlot } from '../store/slots.ts';
import { inTransaction } from '../store/statements.ts';
import type { Db, DeliveryRow } from '../store/tables.ts';
import type { Spans } from '../trace.ts';
import { postKind } from './post-kinds.ts';
import { makePauseNotice, pauseTogether, tellOwners } from './queue.ts';

type Refused = Extract<SlackFailure, { kind: 'refused' }>;
type Later = Extract<SlackFailure, { kind: 'later' }>;

/** Pause after a temporary failure: 2 s, 4 s … at most 5 min, unless Slack names a time. */
const backoffMs = (attempt: number) => Math.min(1_000 * 2 ** attempt, 300_000);

/** Tries of a post or an edit that Slack refuses for unknown reasons, or that can't be drawn: given up after about 20 minutes. */
export const MOST_REFUSALS = 10;

/** How long the lane rests now, ms; undefined if the lane was already given back with the write. */
export type Rest = number | undefined;

/** What the outbox and the watch share. */
export type Core = {
  db: Db;
  clock: Clock;
  installations: Installations;
  /** What a workspace has now. */
  projects: (team: string) => Projects;
  /** Called when work failed for a reason of our own, such as a lost store. */
  onFault: (error: unknown) => void;
  metrics: Metrics;
  spans?: Spans | undefined;
  log: Log;
  sparing: SparingLog;
};

export type LedgerDeps = Core & { timing: { postIntervalMs: number } };

/** Writes only while `owner` holds the lane. */
export function createLedger(deps: LedgerDeps, owner: string) {
  const { db, installations, timing, metrics, log, sparing } = deps;
  const claimOn = (head: DeliveryRow) => ({ team: head.team, id: head.id, owner });

  /** Writes and gives the lane back in one commit, so no crash forgets a Retry-After. False if the lane was lost. */
  async function record(head: DeliveryRow, change: Partial<DeliveryRow>, pauseMs: number): Promise<boolean> {
    return inTransaction(db, async (trx) => {
      const written = await updateDelivery(trx, claimOn(head), ['queued', 'sending'], change);
      if (written) await releaseLane(trx, head, owner, pauseMs);
      return written;
    });
  }

  async function recordSent(head: DeliveryRow, at: { ts: string; channel: string }): Promise<Rest> {
    const shown = {
      state: 'sent',
      ts: at.ts,
      placed_in: at.channel,
      settle_after: null,
      failure: null,
    } as const;
    const pauseMs = timing.postIntervalMs;
    if (!(await record(head, shown, pauseMs))) return pauseMs;
    metrics.countPost(head.kind, 'sent');
    log.info({ delivery: head.id, kind: head.kind, channel: at.channel, ts: at.ts }, 'Posted');
    return undefined;
  }

  /** It didn't arrive and is tried again; nothing overtakes it. After too many unknown refusals it is given up. */
  async function retry(head: DeliveryRow, failure: Later): Promise<Rest> {
    const { reason, isUnknown } = failure;
    const refusals = head.refusals + (isUnknown ? 1 : 0);
    if (refusals >= MOST_REFUSALS) return endPost(deps, head, { state: 'failed', reason }, { owner });
    const pauseMs = failure.afterMs ?? backoffMs(Math.max(head.attempt + 1, refusals));
    const written = await record(head, { state: 'queued', failure: reason, refusals }, pauseMs);
    metrics.countPost(head.kind, 'later');
    const about = { delivery: head.id, channel: head.channel, ...failure };
    if (isUnknown) log.warn(about, 'A post failed for an unknown reason; it is tried again');
    else sparing(about, 'Slack didn’t accept a post; it is tried again');
    return written ? undefined : pauseMs;
  }

  /** Slack refused for good: the message, the place (then its feed is paused), or the token (then everything waits). */
  async function recordRefusal(head: DeliveryRow, { reason, spoilt }: Refused): Promise<Rest> {
    if (spoilt === 'installation') {
      installations.suspect(head.team);
      return retry(head, { kind: 'later', reason });
    }
    return endPost(deps, head, { state: 'failed', reason }, { owner, spoiltPlace: spoilt === 'place' });
  }

  /** Slack doesn't let us see whether it arrived. `because` is for the log. */
  async function giveUp(head: DeliveryRow, because: string): Promise<number> {
    return endPost(deps, head, { state: 'failed', reason: 'unclear' }, { owner, because });
  }

  return { recordSent, retry, recordRefusal, giveUp };
}

type EndDeps = Pick<Core, 'db' | 'clock' | 'projects' | 'metrics' | 'log'>;

/** Ends a post that doesn't come. Owners are told, by the feed's pause if the place refuses posts. */
export async function endPost(
  { db, clock, projects, metrics, log }: EndDeps,
  head: DeliveryRow,
  { state, reason }: PostEnd,
  {
    owner,
    spoiltPlace = false,
    because,
  }: { owner: string | undefined; spoiltPlace?: boolean; because?: string },
): Promise<number> {
  const { team, id: delivery, kind, channel, project_id: project } = head;
  const claim = { team, id: delivery, ...(owner !== undefined && { owner }) };
  // Whoever doesn't hold its lane mustn't end a post that is just being sent: it would be given back and arrive.
  const from: DeliveryRow['state'][] = owner === undefined ? ['queued'] : ['queued', 'sending'];
  const at = clock.now();
  const why = state === 'expired' && reason !== 'no_turn' ? state : reason;
  const isWithdrawn = reason === 'withdrawn';
  // Undefined if the row can't be read: the post must end all the same, or it blocks its channel forever.
  const decision = readDecision(head);
  const paused = decision && spoiltPlace ? makePauseNotice(decision, head, reason, at) : [];
  const hasEnded = await inTransaction(db, async (trx) => {
    if (!(await updateDelivery(trx, claim, from, { state, failure: reason }))) return false;
    // One that may have arrived after all is kept: a duplicate is worse.
    const comesLate =
      why !== 'unclear' && (await takeBack(trx, head, decision, state === 'expired' && !isWithdrawn, at));
    if (!decision) return true;
    const recipients = recipientsOf(projects(team));
    if (spoiltPlace) await pauseTogether(trx, team, paused, recipients);
    else if (!comesLate && !isWithdrawn) await tellMissed(trx, head, decision, why, at, recipients);
    return true;
  });
  if (!hasEnded) return 0;
  // As somebody wanted it: no reason for an alarm.
  if (!isWithdrawn) metrics.countPost(kind, state);
  log[isWithdrawn ? 'info' : 'error'](
    { delivery, kind, channel, project, reason, because },
    `A post ${state}${paused.length > 0 ? ', so its feed is paused until someone resumes it' : ''}`,
  );
  return 0;
}

/** Gives a digest's leads back, or forgets an alert, so that the next poll decides anew. True if a late digest comes. */
async function takeBack(
  trx: Db,
  head: DeliveryRow,
  decision: Decision | undefined,
  isExpired: boolean,
  at: number,
): Promise<boolean> {
  await unannounce(trx, head.team, head.id);
  if (!decision) return false;
  const kind = postKind(decision);
  const isForgotten = kind.lost === 'forgotten';
  if (isForgotten) await forgetAlert(trx, { ...head, key: kind.subject(decision) }, head.id);
  const comesLate = isExpired && kind.lost === 'anew' && head.created_at < head.slot_at + kind.worthMs;
  if (comesLate || (isExpired && isForgotten)) await reopenLatestSlot(trx, head.team, head.subscription, at);
  return comesLate;
}

/** One message a day for each reason: what else is missed joins it. */
async function tellMissed(
  trx: Db,
  head: DeliveryRow,
  decision: Decision,
  why: PostMissed['why'],
  at: number,
  recipients: readonly string[],
): Promise<void> {
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
  const { subject } = postKind(missed);
  await tellOwners(trx, team, recipients, missed, 0, at);
  for (const row of await readDeliveriesAbout(trx, team, subject(missed))) {
    const told = readDecision(row);
    if (told?.kind !== 'post_missed' || told.delivery === delivery) continue;
    const { project, what } = missed;
    const also = [...(told.also ?? []), { project, what, due, channel }];
    const change = { decision: JSON.stringify({ ...told, also }), wanted_rev: row.wanted_rev + 1 };
    await updateDelivery(trx, row, ['queued', 'sending', 'sent'], change);
  }
}

/** It is too late for this post. One that waited behind a post that Slack refused misses its turn for that reason. */
export async function expirePost(deps: EndDeps, head: DeliveryRow, owner?: string): Promise<number> {
  const reason = head.failure ?? (await findRefusalBefore(deps.db, head)) ?? 'no_turn';
  return endPost(deps, head, { state: 'expired', reason }, { owner });
}

/** Before the next digests are decided: they would take the leads of one that never arrived for known. */
export async function expireOldPosts(deps: EndDeps, team: string): Promise<void> {
  for (const old of await readOldPosts(deps.db, team, deps.clock.now())) await expirePost(deps, old);
}
