/** The hinge of the flow: one transaction writes what was decided and closes the slot, or nothing happens at all. */
import { randomUUID } from 'node:crypto';
import type { Decision, LeadDigest } from '../decision.ts';
import { AppError } from '../errors.ts';
import type { Feed } from '../projects.ts';
import { announce } from '../store/announced.ts';
import { queueDelivery } from '../store/deliveries.ts';
import { giveHandles } from '../store/handles.ts';
import type { Db, SlotRow } from '../store/schema.ts';
import { closeSlot } from '../store/slots.ts';
import { handleKeys, subjectOf } from './subjects.ts';

/** What a rule said to one slot. `seen` are leads that the channel knows from now on, shown or not. */
export type Verdict = { decisions: readonly Decision[]; seen: readonly string[] };

/** Another worker took the slot over while this one was polling; its verdict counts, ours is thrown away. */
export class LeaseLost extends AppError {
  readonly code = 'lease_lost';
}

/** Content is worth posting for so long after it was due. */
const WORTH_POSTING_MS: Record<Decision['kind'], number> = {
  lead_digest: 4 * 3_600_000,
  score_alert: 24 * 3_600_000,
  segment_suggestion: 7 * 86_400_000,
};

/**
 * Queues the decisions, marks their leads as known to the channel, closes the slot. Returns how many posts were queued.
 * @throws LeaseLost when `owner` no longer holds the slot: nothing is written.
 */
export async function commitVerdict(
  db: Db,
  slot: SlotRow,
  feed: Feed,
  verdict: Verdict,
  owner: string,
  now: number,
): Promise<number> {
  return db.transaction().execute(async (trx) => {
    if (!(await closeSlot(trx, slot, owner, 'done')))
      throw new LeaseLost(`Slot ${slot.subscription} was taken over`);
    let queued = 0;
    for (const decision of verdict.decisions) {
      if (await queueDecision(trx, slot, feed, decision, now)) queued += 1;
    }
    await announce(trx, { ...placeOf(slot, feed), deliveryId: null }, verdict.seen);
    return queued;
  });
}

async function queueDecision(
  trx: Db,
  slot: SlotRow,
  feed: Feed,
  decided: Decision,
  now: number,
): Promise<boolean> {
  const id = randomUUID();
  const decision = decided.kind === 'lead_digest' ? await onlyNewHere(trx, slot, feed, decided, id) : decided;
  if (!decision) return false;
  const { letter, keys } = handleKeys(decision);
  await giveHandles(trx, slot.team, letter, keys);
  const subject = subjectOf(decision);
  return queueDelivery(trx, {
    id,
    team: slot.team,
    channel: slot.channel,
    dedupe_key:
      decision.kind === 'lead_digest' ? `${slot.subscription}@${slot.due_at}` : `${subject}@${slot.channel}`,
    subject,
    subscription: slot.subscription,
    slot_at: slot.due_at,
    project_id: feed.project.id,
    kind: decision.kind,
    v: decision.v,
    decision: JSON.stringify(decision),
    created_at: now,
    expires_at: slot.due_at + WORTH_POSTING_MS[decision.kind],
  });
}

/** Between poll and commit another feed may have announced the same leads here: only those still new are kept. */
async function onlyNewHere(
  trx: Db,
  slot: SlotRow,
  feed: Feed,
  digest: LeadDigest,
  deliveryId: string,
): Promise<LeadDigest | undefined> {
  const keys = digest.leads.map((lead) => lead.key);
  const fresh = await announce(trx, { ...placeOf(slot, feed), deliveryId }, keys);
  if (fresh.size === keys.length) return digest;
  return fresh.size === 0
    ? undefined
    : { ...digest, leads: digest.leads.filter((lead) => fresh.has(lead.key)) };
}

function placeOf(slot: SlotRow, feed: Feed) {
  return { team: slot.team, channel: slot.channel, projectId: feed.project.id };
}
